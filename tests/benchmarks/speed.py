"""How fast and how large: cold index, restart, queries by mode, memory.

    python tests/benchmarks/speed.py [FOLDER] [--exclude PATTERN]

Without FOLDER the Python standard library is measured, without its site-packages.
Numbers of one run on a shared machine compare with each other, hardly with those of another day.
"""

import argparse
import json
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from freshness import summary
from memory import PeakMemory, resident_mb
from questions import STANDARD_LIBRARY

from codebase_lsp.engine.reports import IndexProgress
from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace

REPEATS = 5
MODES = ("hybrid", "lexical", "semantic", "symbol", "exact", "regex")
FIRST_ANSWER = """
import sys
from pathlib import Path
from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
workspace = Workspace(Path(sys.argv[1]), Settings(exclude=tuple(sys.argv[3:])), Path(sys.argv[2]))
answer = workspace.search(SearchRequest("parse a header"))
assert answer.hits and answer.index.vector_share == 1.0, answer.index
"""


def ask_all(workspace: Workspace, mode: str, repeats: int = REPEATS) -> dict[str, float]:
    times: list[float] = []
    for _ in range(repeats):
        for question in STANDARD_LIBRARY:
            asked = question.split()[-1] if mode in ("symbol", "exact", "regex") else question
            begun = time.perf_counter()
            workspace.search(SearchRequest(asked, mode=mode))
            times.append((time.perf_counter() - begun) * 1000)
    return summary(times)


def first_answer(folder: Path, cache: Path, exclude: list[str]) -> float:
    """Seconds from the start of a process to an answer by words and vectors; the best of three."""
    command = [sys.executable, "-c", FIRST_ANSWER, str(folder), str(cache), *exclude]
    times: list[float] = []
    for _ in range(3):
        started = time.perf_counter()
        subprocess.run(command, check=True)
        times.append(time.perf_counter() - started)
    return round(min(times), 3)


def while_indexing(workspace: Workspace) -> dict[str, float]:
    """Questions during a run that reads every file again."""
    run = threading.Thread(target=workspace.reindex)
    run.start()
    times: list[float] = []
    while run.is_alive():
        for question in STANDARD_LIBRARY:
            begun = time.perf_counter()
            workspace.search(SearchRequest(question))
            times.append((time.perf_counter() - begun) * 1000)
            time.sleep(0.02)
    run.join()
    return summary(times)


def measure(folder: Path, cache: Path, exclude: list[str]) -> dict[str, object]:
    settings = Settings(exclude=tuple(exclude))
    stages: dict[str, float] = {}
    started = time.perf_counter()

    def progress(step: IndexProgress) -> None:
        stages.setdefault(step.stage, time.perf_counter() - started)

    workspace = Workspace(folder, settings, cache)
    with PeakMemory() as peak:
        cold = workspace.index(progress)
    workspace.close()
    first = first_answer(folder, cache, exclude)
    started = time.perf_counter()
    workspace = Workspace(folder, settings, cache)
    opened = time.perf_counter() - started
    again = workspace.index()
    restart = time.perf_counter() - started
    result: dict[str, object] = {
        "files": cold.files,
        "chunks": cold.chunks,
        "cold_s": cold.seconds,
        "chunks_per_s": round(cold.chunks / cold.seconds),
        "words_complete_s": round(stages.get("embedding", cold.seconds), 2),
        "restart_first_answer_s": first,
        "restart_open_s": round(opened, 3),
        "restart_checked_s": round(restart, 3),
        "restart_parsed": again.parsed,
        "restart_embedded": again.embedded,
        "disk_mb": round(workspace.status().disk_bytes / 1e6, 1),
        "indexing_peak_mb": round(peak.mb),
    }
    workspace.search(SearchRequest("warm up"))
    result["queries"] = {mode: ask_all(workspace, mode) for mode in MODES}
    result["rss_mb"] = round(resident_mb())
    result["while_indexing"] = while_indexing(workspace)
    workspace.close()
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=Path(sysconfig.get_paths()["stdlib"]))
    parser.add_argument("--exclude", action="append", default=["site-packages/"])
    parser.add_argument("--cache", type=Path, help="keep the index here")
    options = parser.parse_args()
    cache = options.cache or Path(tempfile.mkdtemp(prefix="speed-"))
    print(json.dumps(measure(options.folder, cache, options.exclude), indent=2))


if __name__ == "__main__":
    main()
