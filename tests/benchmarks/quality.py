"""NDCG@10 on a benchmark of questions and the files that answer them, by mode.

    python tests/benchmarks/quality.py BENCH CHECKOUTS [--modes lexical,semantic,hybrid] [--repos a,b]

Protocol: index `benchmark_root` of each repository, ask every question, take the first ten
results. A target is found at the rank of the first result in its file (and, where it names lines,
overlapping them). A path matches when it ends with the target's, at a `/`: stricter than the
original, where it is enough that one ends with the other. Gain is binary, discount log2, the
ideal over min(10, number of targets).
Reported: the mean over repositories, and over the questions of each category.
"""

import argparse
import json
import math
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from codebase_lsp.engine.search.types import Hit, SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace

MODES = ("lexical", "semantic", "hybrid")


def category(question: dict[str, Any]) -> str:
    if question.get("category"):
        return str(question["category"])
    query = str(question["query"])
    if " " not in query:
        return "symbol"
    return "architecture" if query.startswith("how ") else "semantic"


def targets(question: dict[str, Any]) -> list[dict[str, Any]]:
    raw = [*question.get("relevant", []), *question.get("secondary", [])]
    return [{"path": target} if isinstance(target, str) else target for target in raw]


def found_at(target: dict[str, Any], hits: Sequence[Hit], prefix: str) -> int | None:
    """The rank, from 1, at which a target is found."""
    wanted = str(target.get("path") or target.get("file"))
    for rank, hit in enumerate(hits, 1):
        if not f"/{prefix}{hit.path}".endswith(f"/{wanted}"):
            continue
        first, last = target.get("start_line"), target.get("end_line")
        if first is None or last is None or (hit.start_line < last and hit.end_line >= first):
            return rank
    return None


def ndcg(question: dict[str, Any], hits: Sequence[Hit], prefix: str) -> float:
    wanted = targets(question)
    ranks = [rank for target in wanted if (rank := found_at(target, hits[:10], prefix))]
    gain = sum(1 / math.log2(rank + 1) for rank in ranks)
    return gain / sum(1 / math.log2(rank + 1) for rank in range(1, min(10, len(wanted)) + 1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("bench", type=Path)
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--repos", default="")
    parser.add_argument("--cache", type=Path, help="keep the indexes here between runs")
    parser.add_argument("--model", default="bundled", help="as in the setting of this name")
    options = parser.parse_args()
    modes = options.modes.split(",")
    cache = options.cache or Path(tempfile.mkdtemp(prefix="quality-"))
    means: dict[str, list[float]] = defaultdict(list)
    chunks, embedded, seconds = 0, 0, 0.0
    by_category: dict[tuple[str, str], list[float]] = defaultdict(list)
    print(f"{'repository':16}" + "".join(f"{mode:>10}" for mode in modes) + f"{'questions':>11}")
    for repo in json.loads((options.bench / "repos.json").read_text("utf-8")):
        name, inner = repo["name"], repo.get("benchmark_root") or ""
        if options.repos and name not in options.repos.split(","):
            continue
        questions = json.loads((options.bench / "annotations" / f"{name}.json").read_text("utf-8"))
        workspace = Workspace(options.checkouts / name / inner, Settings(model=options.model), cache)
        report = workspace.index()
        chunks, embedded, seconds = (
            chunks + report.chunks,
            embedded + report.embedded,
            seconds + report.seconds,
        )
        line = f"{name:16}"
        for mode in modes:
            scores: list[float] = []
            for question in questions:
                answer = workspace.search(SearchRequest(question["query"], mode=mode))
                score = ndcg(question, answer.hits, f"{inner}/" if inner else "")
                scores.append(score)
                by_category[mode, category(question)].append(score)
            means[mode].append(sum(scores) / len(scores))
            line += f"{means[mode][-1]:10.4f}"
        workspace.close()
        print(line + f"{len(questions):11}")
        sys.stdout.flush()
    print(f"chunks {chunks}, embedded {embedded}, indexing {seconds:.1f} s")
    print(f"{'mean':16}" + "".join(f"{sum(means[m]) / len(means[m]):10.4f}" for m in modes))
    for kind in sorted({kind for _, kind in by_category}):
        values = [by_category[mode, kind] for mode in modes]
        print(f"  {kind:14}" + "".join(f"{sum(v) / len(v):10.4f}" for v in values) + f"{len(values[0]):11}")


if __name__ == "__main__":
    main()
