"""How fast and how large: cold index, restart, queries by mode, memory.

    python tests/benchmarks/speed.py [FOLDER] [--exclude PATTERN]

Without FOLDER the Python standard library is measured, without its site-packages.
Numbers of one run on a shared machine compare with each other, hardly with those of another day.
"""

import argparse
import json
import resource
import statistics
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from questions import STANDARD_LIBRARY

from codebase_lsp.engine.reports import IndexProgress
from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace

REPEATS = 5
MODES = ("hybrid", "lexical", "semantic", "symbol", "exact", "regex")


def rss_mb() -> float:
    """Resident memory of this process now, in MB; 0 where /proc is missing."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * resource.getpagesize() / 1e6


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=Path(sysconfig.get_paths()["stdlib"]))
    parser.add_argument("--exclude", action="append", default=["site-packages/"])
    parser.add_argument("--cache", type=Path, help="keep the index here")
    options = parser.parse_args()
    cache = options.cache or Path(tempfile.mkdtemp(prefix="speed-"))
    settings = Settings(exclude=tuple(options.exclude))
    stages: dict[str, float] = {}
    started = time.perf_counter()

    def progress(step: IndexProgress) -> None:
        stages.setdefault(step.stage, time.perf_counter() - started)

    workspace = Workspace(options.folder, settings, cache)
    cold = workspace.index(progress)
    workspace.close()
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e3
    started = time.perf_counter()
    workspace = Workspace(options.folder, settings, cache)
    opened = time.perf_counter() - started
    again = workspace.index()
    restart = time.perf_counter() - started
    result = {
        "files": cold.files,
        "chunks": cold.chunks,
        "cold_s": cold.seconds,
        "chunks_per_s": round(cold.chunks / cold.seconds),
        "words_complete_s": round(stages.get("embedding", cold.seconds), 2),
        "restart_open_s": round(opened, 3),
        "restart_checked_s": round(restart, 3),
        "restart_parsed": again.parsed,
        "restart_embedded": again.embedded,
        "disk_mb": round(workspace.status().disk_bytes / 1e6, 1),
        "worker_peak_mb": round(children),
    }
    workspace.search(SearchRequest("warm up"))
    queries: dict[str, dict[str, float]] = {}
    for mode in MODES:
        times: list[float] = []
        for _ in range(REPEATS):
            for question in STANDARD_LIBRARY:
                asked = question.split()[-1] if mode in ("symbol", "exact", "regex") else question
                begun = time.perf_counter()
                workspace.search(SearchRequest(asked, mode=mode))
                times.append((time.perf_counter() - begun) * 1000)
        queries[mode] = {
            "p50_ms": round(statistics.median(times), 2),
            "p95_ms": round(percentile(times, 0.95), 2),
        }
    result["rss_mb"] = round(rss_mb())
    workspace.close()
    print(json.dumps({**result, "queries": queries}, indent=2))


if __name__ == "__main__":
    main()
