"""How soon a change is searchable: keystroke, save, external write, restart, branch switch.

    python tests/benchmarks/freshness.py [FOLDER] [--exclude PATTERN] [--rounds N]

FOLDER is copied first (default: the Python standard library without its site-packages).
Keystroke is measured from the text's arrival, the others from the end of the write, each until a
search finds the new name.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import sysconfig
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace

SWITCHED = 1000


def finds(workspace: Workspace, name: str) -> bool:
    hits = workspace.search(SearchRequest(name, limit=1)).hits
    return bool(hits) and name in hits[0].snippet


def until(condition: Callable[[], bool], seconds: float = 60.0) -> float:
    """Milliseconds until it holds."""
    started = time.perf_counter()
    while not condition():
        if time.perf_counter() - started > seconds:
            raise TimeoutError
        time.sleep(0.002)
    return (time.perf_counter() - started) * 1000


def summary(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        "p50_ms": round(statistics.median(ordered), 1),
        "p95_ms": round(ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))], 1),
    }


def git(root: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=b", "-c", "user.email=b@example.invalid", "-c", "gc.auto=0")
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


def keystrokes(workspace: Workspace, files: list[str], rounds: int) -> dict[str, float]:
    times: list[float] = []
    for number in range(rounds):
        path = files[number % len(files)]
        text = (workspace.root / path).read_text("utf-8") + f"\ndef typed_name_{number}():\n    pass\n"
        started = time.perf_counter()
        workspace.set_buffer(path, text)
        if not finds(workspace, f"typed_name_{number}"):
            raise AssertionError(path)
        times.append((time.perf_counter() - started) * 1000)
        workspace.close_buffer(path)
    return summary(times)


def writes(workspace: Workspace, files: list[str], rounds: int, *, new: bool) -> dict[str, float]:
    times: list[float] = []
    for number in range(rounds):
        name = f"{'new' if new else 'saved'}_name_{number}"
        addition = f"\ndef {name}():\n    pass\n"
        path = workspace.root / (f"fresh_{number}.py" if new else files[number % len(files)])
        path.write_text(addition if new else path.read_text("utf-8") + addition, "utf-8")
        times.append(until(lambda wanted=name: finds(workspace, wanted)))
        time.sleep(0.2)
    return summary(times)


def branch_switch(workspace: Workspace, files: list[str]) -> dict[str, float]:
    """A → B → A over a thousand files."""
    root = workspace.root

    def settled(here: str, wanted: int) -> Callable[[], bool]:
        """The name stands in so many files of the index, and there is nothing left to do."""

        def condition() -> bool:
            state = workspace.index_state()
            ready = state.state == "ready" and state.vector_share == 1.0 and not workspace._writing.locked()
            named = len(workspace._base.symbols_named(here, prefix=False, limit=SWITCHED))
            return ready and named == wanted and not workspace._overlay.paths()

        return condition

    def mark(name: str) -> None:
        for path in files[:SWITCHED]:
            with (root / path).open("a", encoding="utf-8") as file:
                file.write(f"\ndef {name}():\n    pass\n")

    mark("on_branch_a")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "a")
    git(root, "branch", "-m", "a")
    git(root, "checkout", "-qb", "b")
    mark("on_branch_b")
    git(root, "commit", "-qam", "b")
    until(settled("on_branch_b", len(files[:SWITCHED])), 300)
    before = workspace.status().counters["embedded"]
    git(root, "checkout", "-q", "a")
    away = until(settled("on_branch_b", 0), 300)
    first = workspace.status().counters["embedded"] - before
    git(root, "checkout", "-q", "b")
    back = until(settled("on_branch_b", len(files[:SWITCHED])), 300)
    again = workspace.status().counters["embedded"] - before - first
    seconds = {"a_s": round(away / 1000, 2), "back_s": round(back / 1000, 2)}
    return {"files": len(files[:SWITCHED]), **seconds, "a_embedded": first, "back_embedded": again}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=Path(sysconfig.get_paths()["stdlib"]))
    parser.add_argument("--exclude", action="append", default=["site-packages", "__pycache__"])
    parser.add_argument("--rounds", type=int, default=40)
    options = parser.parse_args()
    scratch = Path(tempfile.mkdtemp(prefix="freshness-"))
    root = scratch / "project"
    shutil.copytree(options.folder, root, ignore=shutil.ignore_patterns(*options.exclude), symlinks=True)
    git(root, "init", "-q")
    workspace = Workspace(root, Settings(), scratch / "cache")
    workspace.watch()
    workspace.index()
    workspace.search(SearchRequest("warm up"))
    files = sorted(p for p in workspace._base.files() if p.endswith(".py"))
    result: dict[str, object] = {"chunks": workspace.index_state().chunks}
    result["keystroke"] = keystrokes(workspace, files, options.rounds)
    result["save"] = writes(workspace, files, options.rounds, new=False)
    result["external_write"] = writes(workspace, files, options.rounds, new=True)
    result["branch_switch"] = branch_switch(workspace, files)
    workspace.close()
    started = time.perf_counter()
    workspace = Workspace(root, Settings(), scratch / "cache")
    workspace.search(SearchRequest("parse a header"))
    result["restart_first_answer_s"] = round(time.perf_counter() - started, 3)
    workspace.close()
    print(json.dumps(result, indent=2))
    shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    main()
