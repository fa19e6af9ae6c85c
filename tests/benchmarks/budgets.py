"""The budgets of the living index, measured on corpora of several sizes, as one table.

    python tests/benchmarks/budgets.py [--chunks 1000 --chunks 10000 --chunks 100000]
                                       [--source FOLDER]… [--rounds N]

Corpora come from corpus.py. Each size is measured in processes of its own, so that memory is that
of one index. A mark stands behind what misses its budget; budgets are for 100,000 chunks on two
idle cores.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from corpus import build, sources_by_default

ROWS: tuple[tuple[str, str, tuple[str, ...], float], ...] = (
    ("chunks", "speed", ("chunks",), float("inf")),
    ("files", "speed", ("files",), float("inf")),
    ("cold index, chunks/s", "speed", ("chunks_per_s",), float("inf")),
    ("restart → first full answer, s", "speed", ("restart_first_answer_s",), 0.7),
    *(
        (f"{mode}, {share} ms", "speed", ("queries", mode, f"{share}_ms"), limit)
        for mode in ("hybrid", "lexical", "semantic", "symbol", "exact", "regex")
        for share, limit in (("p50", 5.0), ("p95", 15.0))
    ),
    ("hybrid while indexing, p95 ms", "speed", ("while_indexing", "p95_ms"), 50.0),
    ("memory while indexing, with workers, MB", "speed", ("indexing_peak_mb",), 600.0),
    ("memory steady, MB", "speed", ("rss_mb",), 250.0),
    *(
        (f"{what.replace('_', ' ')} → searchable, {share} ms", "freshness", (what, f"{share}_ms"), limit)
        for what, limit in (("keystroke", 50.0), ("save", 300.0), ("external_write", 300.0))
        for share in ("p50", "p95")
    ),
    ("branch switch, files", "freshness", ("branch_switch", "files"), float("inf")),
    ("branch switch, first visit, s", "freshness", ("branch_switch", "a_s"), float("inf")),
    ("branch switch, way back, s", "freshness", ("branch_switch", "back_s"), 5.0),
    ("branch switch, embedded on the way back", "freshness", ("branch_switch", "back_embedded"), 0.0),
)
"""(name, script, path in its result, budget)."""


def run(script: str, folder: Path, *options: str) -> dict[str, Any]:
    path = Path(__file__).with_name(f"{script}.py")
    done = subprocess.run(
        [sys.executable, str(path), str(folder), *options], stdout=subprocess.PIPE, check=True
    )
    return json.loads(done.stdout)


def value(results: dict[str, Any], script: str, path: tuple[str, ...]) -> Any:
    found: Any = results[script]
    for part in path:
        found = found[part]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--chunks", type=int, action="append")
    parser.add_argument("--source", type=Path, action="append")
    parser.add_argument("--rounds", default="40")
    options = parser.parse_args()
    sizes = options.chunks or [1_000, 10_000, 100_000]
    columns: list[dict[str, Any]] = []
    for size in sizes:
        folder = Path(tempfile.mkdtemp(prefix="budgets-"))
        build(size, folder / "code", options.source or sources_by_default())
        cache = str(folder / "cache")
        columns.append(
            {
                "speed": run("speed", folder / "code", "--cache", cache),
                "freshness": run("freshness", folder / "code", "--rounds", options.rounds),
            }
        )
        shutil.rmtree(folder, ignore_errors=True)
    print("| what | budget |" + "".join(f" {size:,} |" for size in sizes))
    print("|---|---:|" + "---:|" * len(sizes))
    for name, script, path, budget in ROWS:
        values = [value(column, script, path) for column in columns]
        marked = "".join(f" {v}{' ✗' if v > budget else ''} |" for v in values)
        print(f"| {name} | {'' if budget == float('inf') else f'≤ {budget:g}'} |{marked}")


if __name__ == "__main__":
    main()
