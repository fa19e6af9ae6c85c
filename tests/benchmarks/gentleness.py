"""How quick answers stay while a large folder is indexed: searches and keystrokes, indexing and idle.

    python tests/benchmarks/gentleness.py [FOLDER] [--exclude PATTERN] [--workers N]

FOLDER is copied first (default: the Python standard library without its site-packages) and indexed cold
by the real server, over LSP. A keystroke is measured from `didChange` until a search finds the new name.
Compare the two states of one run, not runs: `ratio` is p95 while indexing to p95 when idle.
"""

import argparse
import json
import shutil
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from freshness import summary

from helpers.raw import RawServer

QUESTIONS = (
    "parse the headers of a message",
    "rotate log files by time",
    "decode a string literal with escapes",
    "open a connection through a proxy",
    "OrderedDict",
    "wait for the first of several futures",
)
PAUSE = 0.05
"""Seconds between two questions: a person is not a load test."""
IDLE_ROUNDS = 60


def ask(server: RawServer, number: int) -> float:
    started = time.perf_counter()
    server.request("workspace/codebaseSearch", {"query": QUESTIONS[number % len(QUESTIONS)]})
    return (time.perf_counter() - started) * 1000


def type_something(server: RawServer, uri: str, text: str, number: int) -> float:
    name = f"typed_name_{number}"
    started = time.perf_counter()
    document = {"uri": uri, "version": number + 2}
    changes = [{"text": f"{text}\ndef {name}():\n    pass\n"}]
    server.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})
    while not server.request("workspace/codebaseSearch", {"query": name, "mode": "exact", "limit": 1})[
        "results"
    ]:
        pass
    return (time.perf_counter() - started) * 1000


def measured(
    server: RawServer, uri: str, text: str, first: int, more: Callable[[int], bool]
) -> dict[str, dict[str, float]]:
    searches: list[float] = []
    keystrokes: list[float] = []
    number = first
    while more(number):
        searches.append(ask(server, number))
        time.sleep(PAUSE)
        keystrokes.append(type_something(server, uri, text, number))
        time.sleep(PAUSE)
        number += 1
    return {"search": summary(searches), "keystroke": summary(keystrokes)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=Path(sysconfig.get_paths()["stdlib"]))
    parser.add_argument("--exclude", action="append", default=["site-packages", "__pycache__"])
    parser.add_argument("--workers", type=int)
    options = parser.parse_args()
    scratch = Path(tempfile.mkdtemp(prefix="gentleness-"))
    root = scratch / "project"
    shutil.copytree(options.folder, root, ignore=shutil.ignore_patterns(*options.exclude), symlinks=True)
    typed = root / "typed.py"
    typed.write_text("def before():\n    pass\n")
    uri, text = typed.as_uri(), typed.read_text()
    settings = {"workers": options.workers} if options.workers else {}
    with RawServer(scratch / "cache") as server:
        server.initialize(root, initializationOptions=settings)
        document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
        server.notify("textDocument/didOpen", {"textDocument": document})
        started = time.perf_counter()

        def indexing(_: int) -> bool:
            return server.request("codebase/status", {})["index"]["state"] != "ready"

        busy = measured(server, uri, text, 0, indexing)
        seconds = time.perf_counter() - started
        first = 1_000_000
        idle = measured(server, uri, text, first, lambda number: number < first + IDLE_ROUNDS)
        result: dict[str, object] = {"seconds": round(seconds, 1), "indexing": busy, "idle": idle}
        result["ratio"] = {
            what: round(busy[what]["p95_ms"] / idle[what]["p95_ms"], 1) for what in ("search", "keystroke")
        }
        server.shut_down()
    print(json.dumps(result, indent=2))
    shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    main()
