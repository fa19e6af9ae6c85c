"""How long questions about relations take, and what they cost in memory.

    python tests/benchmarks/relations/speed.py [FOLDER] [--names N]

FOLDER is copied first (default: the Python standard library without its site-packages). Names are
drawn from its functions and methods: the common ones stand in the most files, the rare ones in at
most three. First is the first question about a name, again the same one once more.
"""

import argparse
import json
import random
import shutil
import statistics
import sysconfig
import tempfile
import time
from pathlib import Path

from codebase_lsp.engine.relations.types import RelatedRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace


def resident_megabytes() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def summary(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return {"p50_ms": round(statistics.median(ordered), 1), "p95_ms": round(p95, 1)}


def names(workspace: Workspace, count: int) -> dict[str, list[str]]:
    """Names of functions and methods by how many files mention them."""
    base = workspace._base
    paths = sorted(path for path in base.files() if path.endswith(".py"))
    symbols = {
        s.name for path in paths for s in base.store.symbols_of(path) if s.kind in ("function", "method")
    }
    chosen = random.Random(7).sample(sorted(symbols), min(len(symbols), 3000))
    files = {name: len(base.paths_mentioning(name)) for name in chosen}
    by_files = sorted(chosen, key=lambda name: -files[name])
    rare = [name for name in chosen if files[name] <= 3]
    return {"common": by_files[:count], "rare": rare[:count]}


def ask(workspace: Workspace, name: str, relation: str, depth: int = 1) -> tuple[float, int, bool]:
    started = time.perf_counter()
    answer = workspace.related(RelatedRequest(name, relations=(relation,), depth=depth))
    cut = any("Stopped early" in warning for warning in answer.warnings)
    return (time.perf_counter() - started) * 1000, len(answer.items), cut


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=Path(sysconfig.get_paths()["stdlib"]))
    parser.add_argument("--names", type=int, default=40)
    options = parser.parse_args()
    scratch = Path(tempfile.mkdtemp(prefix="relations-speed-"))
    ignore = shutil.ignore_patterns("site-packages", "__pycache__")
    shutil.copytree(options.folder, scratch / "project", ignore=ignore, symlinks=True)
    workspace = Workspace(scratch / "project", Settings(model="none"), scratch / "cache")
    workspace.index()
    chosen = names(workspace, options.names)
    workspace.close()
    workspace = Workspace(scratch / "project", Settings(model="none"), scratch / "cache")
    workspace.index()
    result: dict[str, object] = {"files": len(workspace._base.files()), "mb_before": resident_megabytes()}
    for kind, asked in chosen.items():
        for relation, depth in (("callers", 1), ("affected", 2)):
            some = asked if relation == "callers" else asked[:: max(1, len(asked) // 8)]
            first = [ask(workspace, name, relation, depth) for name in some]
            again = [ask(workspace, name, relation, depth) for name in some]
            result[f"{kind} {relation}"] = {
                "first": summary([each[0] for each in first]),
                "again": summary([each[0] for each in again]),
                "cut_short": sum(each[2] for each in first),
            }
    result["mb_after"] = resident_megabytes()
    workspace.close()
    print(json.dumps(result, indent=2))
    shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    main()
