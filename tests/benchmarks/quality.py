"""NDCG@10 on a benchmark of questions and the files that answer them, by mode.

    python tests/benchmarks/quality.py BENCH CHECKOUTS [--modes lexical,hybrid] [--repos a,b] [--ablate]

Protocol: index `benchmark_root` of each repository, ask every question, take the first ten
results. A target is found at the rank of the first result in its file (and, where it names lines,
overlapping them). A path matches when it ends with the target's, at a `/`: stricter than the
original, where it is enough that one ends with the other. Gain is binary, discount log2, the
ideal over min(10, number of targets).
Reported: the mean over repositories, and over the questions of each category, and how far the means
would move with other repositories; with --ablate what each signal is worth.
"""

import argparse
import json
import math
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from spread import interval, left_out

from codebase_lsp.engine.search.question import NATURAL
from codebase_lsp.engine.search.signals import SIGNALS
from codebase_lsp.engine.search.types import Hit, SearchRequest
from codebase_lsp.engine.search.weights import weights_for
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace

MODES = ("lexical", "semantic", "hybrid")
GROUPS = {
    "words of the text": ("body", "bodyRank", "bodyMass", "coverage", "phrase"),
    "meaning": ("vector", "vectorRank", "vectorMass", "fileVector", "agreement"),
    "names": ("symbols", "definition", "nameMatch", "nameWhole", "nameCoverage"),
    "the path": ("path", "pathCoverage", "stemMatch", "parentMatch"),
    "kinds of files": (
        "testFile",
        "exampleFile",
        "legacyFile",
        "declaration",
        "prose",
        "buildFile",
        "vendored",
    ),
    "the second look": ("coverage", "phrase", "fileVector"),
}
"""What an ablation leaves out together; without `vector` no question is embedded."""


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


@dataclass(frozen=True, slots=True)
class Folder:
    """One repository of the benchmark, indexed."""

    name: str
    prefix: str
    """Of the paths in the answers: the part of the repository that is indexed, with a `/`."""
    questions: list[dict[str, Any]]
    workspace: Workspace

    def scores(self, mode: str, weights: Mapping[str, float]) -> list[float]:
        requests = (SearchRequest(q["query"], mode=mode, weights=weights) for q in self.questions)
        answers = (self.workspace.search(request) for request in requests)
        return [ndcg(q, a.hits, self.prefix) for q, a in zip(self.questions, answers, strict=True)]


def folders(options: argparse.Namespace, cache: Path) -> Iterator[Folder]:
    """One after the other, each closed before the next."""
    for repo in json.loads((options.bench / "repos.json").read_text("utf-8")):
        name, inner = repo["name"], repo.get("benchmark_root") or ""
        if options.repos and name not in options.repos.split(","):
            continue
        questions = json.loads((options.bench / "annotations" / f"{name}.json").read_text("utf-8"))
        workspace = Workspace(options.checkouts / name / inner, Settings(model=options.model), cache)
        workspace.index()
        yield Folder(name, f"{inner}/" if inner else "", questions, workspace)
        workspace.close()


def measure(options: argparse.Namespace, cache: Path, modes: Sequence[str]) -> None:
    """Per repository, per category, and how sure the means are."""
    means: dict[str, list[float]] = defaultdict(list)
    by_category: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    print(f"{'repository':16}" + "".join(f"{mode:>10}" for mode in modes) + f"{'questions':>11}")
    for folder in folders(options, cache):
        for mode in modes:
            scores = folder.scores(mode, {})
            means[mode].append(mean(scores))
            for question, score in zip(folder.questions, scores, strict=True):
                by_category[category(question)][mode].append(score)
        print(
            f"{folder.name:16}"
            + "".join(f"{means[m][-1]:10.4f}" for m in modes)
            + f"{len(folder.questions):11}"
        )
        sys.stdout.flush()
    print(f"{'mean':16}" + "".join(f"{mean(means[mode]):10.4f}" for mode in modes))
    for kind, of in sorted(by_category.items()):
        print(
            f"  {kind:14}" + "".join(f"{mean(of[mode]):10.4f}" for mode in modes) + f"{len(of[modes[0]]):11}"
        )
    print("\nSpread: 95 % bootstrap interval of the mean, and its range with one repository left out")
    for mode in modes:
        print(f"  {mode:20}" + spread_of(means[mode]))
    if "lexical" in modes and "hybrid" in modes:
        gains = [b - a for a, b in zip(means["lexical"], means["hybrid"], strict=True)]
        print(f"  {'hybrid - lexical':20}{mean(gains):+.4f}  " + spread_of(gains))


def spread_of(values: Sequence[float]) -> str:
    return "[{:.4f}, {:.4f}]  [{:.4f}, {:.4f}]".format(*interval(values), *left_out(values))


def ablate(options: argparse.Namespace, cache: Path, modes: Sequence[str]) -> None:
    """What the mean loses without each signal, and without each group of them."""
    lost: dict[tuple[str, str], list[float]] = defaultdict(list)
    for folder in folders(options, cache):
        for mode in modes:
            whole = mean(folder.scores(mode, {}))
            table = weights_for(NATURAL, mode)
            for title, names in (GROUPS | {name: (name,) for name in table}).items():
                without = {name: 0.0 for name in names if name in SIGNALS}
                if not without.keys().isdisjoint(table):
                    lost[mode, title].append(mean(folder.scores(mode, without)) - whole)
        print(f"{folder.name} done", file=sys.stderr)
    for (mode, title), values in sorted(lost.items(), key=lambda item: (item[0][0], mean(item[1]))):
        low, high = interval(values)
        print(f"{mode:10}without {title:20}{mean(values):+.4f}  [{low:+.4f}, {high:+.4f}]")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("bench", type=Path)
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--repos", default="")
    parser.add_argument("--cache", type=Path, help="keep the indexes here between runs")
    parser.add_argument("--model", default="bundled", help="as in the setting of this name")
    parser.add_argument("--ablate", action="store_true", help="instead: what each signal is worth (slow)")
    options = parser.parse_args()
    cache = options.cache or Path(tempfile.mkdtemp(prefix="quality-"))
    (ablate if options.ablate else measure)(options, cache, options.modes.split(","))


if __name__ == "__main__":
    main()
