"""A small suite that guards the ranking: questions about code that every installation has.

    python tests/benchmarks/guard.py

The corpus is a part of the Python standard library and of the packages this server depends on. The
questions (guard_questions.json) were written by looking at that code: natural language, identifiers,
paths, Chinese, error messages. Reported: NDCG@10, and the share of questions with an answer among the
first three, by kind of question and mode.
"""

import json
import math
import shutil
import sysconfig
import tempfile
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace

QUESTIONS: dict[str, dict[str, list[str]]] = json.loads(
    Path(__file__).with_name("guard_questions.json").read_text("utf-8")
)
"""Kind → question → files that answer it."""
LIBRARY = "asyncio collections concurrent email http importlib json logging unittest urllib xml".split()
"""Packages of the standard library; of its modules that are files all are taken."""
PACKAGES = "attr cattrs httpx pathspec platformdirs pygls watchdog".split()
_NOT_CODE = shutil.ignore_patterns("__pycache__", "*.pyc", "*.so", "test", "tests")


def build_corpus(root: Path) -> Path:
    """Copies, so that where Python is installed plays no part."""
    library = Path(sysconfig.get_paths()["stdlib"])
    (root / "stdlib").mkdir(parents=True)
    for module in library.glob("*.py"):
        shutil.copy(module, root / "stdlib")
    for name in LIBRARY:
        shutil.copytree(library / name, root / "stdlib" / name, ignore=_NOT_CODE)
    for name in PACKAGES:
        spec = find_spec(name)
        assert spec is not None and spec.origin is not None
        shutil.copytree(Path(spec.origin).parent, root / "packages" / name, ignore=_NOT_CODE)
    return root


def ndcg(found: list[str], wanted: Iterable[str]) -> float:
    """At 10, with binary gain."""
    answers = set(wanted)
    gain = sum(1 / math.log2(rank + 1) for rank, path in enumerate(found[:10], 1) if path in answers)
    return gain / sum(1 / math.log2(rank + 1) for rank in range(1, min(10, len(answers)) + 1))


def measure(workspace: Workspace, mode: str) -> dict[str, tuple[float, float, list[str]]]:
    """Kind → NDCG@10, share with an answer among the first three, and the questions without one."""
    result: dict[str, tuple[float, float, list[str]]] = {}
    for kind, questions in QUESTIONS.items():
        gains, missed = list[float](), list[str]()
        for question, wanted in questions.items():
            found = [hit.path for hit in workspace.search(SearchRequest(question, mode=mode)).hits]
            gains.append(ndcg(found, wanted))
            if not set(found[:3]) & set(wanted):
                missed.append(question)
        count = len(questions)
        result[kind] = sum(gains) / count, 1 - len(missed) / count, missed
    return result


def overall(measured: dict[str, tuple[float, float, list[str]]]) -> tuple[float, float]:
    """NDCG@10 and the share among the first three, over all questions alike."""
    counts = {kind: len(QUESTIONS[kind]) for kind in measured}
    total = sum(counts.values())
    gain = sum(measured[kind][0] * count for kind, count in counts.items()) / total
    top = sum(measured[kind][1] * count for kind, count in counts.items()) / total
    return gain, top


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="guard-") as scratch:
        workspace = Workspace(build_corpus(Path(scratch) / "code"), Settings(), Path(scratch) / "cache")
        report = workspace.index()
        print(f"{report.files} files, {report.chunks} chunks, {report.seconds:.1f} s")
        for mode in ("hybrid", "lexical"):
            measured = measure(workspace, mode)
            print(f"{mode:18}{'NDCG@10':>9}{'top 3':>8}")
            for kind, (gain, top, missed) in measured.items():
                print(f"  {kind:16}{gain:9.3f}{top:8.2f}  {'; '.join(missed)}")
            gain, top = overall(measured)
            print(f"  {'all':16}{gain:9.3f}{top:8.2f}")
        workspace.close()


if __name__ == "__main__":
    main()
