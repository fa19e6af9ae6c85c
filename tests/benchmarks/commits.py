"""NDCG@10 on questions made from commit messages, of repositories that nothing was learned from.

    python tests/benchmarks/commits.py CHECKOUTS [--cache DIR] [--questions 40]

CHECKOUTS holds a git clone of each repository below, with its history, as `owner+name`; the revision
named here is what was measured. A question is the subject of a commit that changed or added one to
three source files, its answers are these files (server/ranking/commits.py), and the whole repository
is searched. None of the repositories is in the benchmark of quality.py or in what that is a part of,
among those the weights were learned from, or among the sources of the bundled embedding model.

Compared: the default, the best chunk by BM25 alone, and the `voidmuse` profile (each retriever divided
by its maximum, 0.3 words + 0.7 meaning).
"""

# pyright: reportMissingImports=false
# server/ranking is no part of the package; the path below makes it importable.

import argparse
import math
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "server" / "ranking"))

from asked import Asked
from history import commit_questions
from spread import interval

from codebase_lsp.engine.search.signals import SIGNALS
from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace

REPOSITORIES = {
    "tornadoweb/tornado": "e530031405e2154654dedc4c84d5656b557ea310",
    "sindresorhus/got": "d00d845a0b435365ec73ea5a1fca6e17ee677184",
    "chartjs/Chart.js": "cb02e1d207bd4c4c40b20c259017f85f26f1e30a",
    "caddyserver/caddy": "0cf03d32f7d99cf160d5375e8a40fbe3d910d515",
    "starship/starship": "6f33dcec91b758ccbae4ed850eaa6feabff798f9",
    "google/guice": "621416a2408952eec8007e06e81f4dc21baa8ab0",
    "gabime/spdlog": "62302019babd8fdf63c1c6dc4c9faa48d441a7f0",
    "nanomsg/nng": "2ab9b45b68541badbf972a5780c92602b6025d5e",
    "thoughtbot/factory_bot": "967d128e3710b9918f97c75b47b11251e85c2377",
    "Humanizr/Humanizer": "ffc2b77c0f30d2fb176875841424379319d0ae9b",
}
"""Python, TypeScript, JavaScript, Go, Rust, Java, C++, C, Ruby, C#; all under permissive licences."""

WIDE = 50
"""Results asked for: the first ten files may need more than ten chunks."""

RANKINGS: dict[str, Callable[[str], SearchRequest]] = {
    "default": lambda query: SearchRequest(query, mode="hybrid", limit=WIDE),
    "lexical": lambda query: SearchRequest(query, mode="lexical", limit=WIDE),
    "BM25": lambda query: SearchRequest(
        query, mode="lexical", limit=WIDE, weights={name: float(name == "body") for name in SIGNALS}
    ),
    "voidmuse": lambda query: SearchRequest(query, mode="hybrid", limit=WIDE, profile="voidmuse"),
}


def ndcg(paths: Sequence[str], answers: Sequence[str]) -> float:
    """Of the first ten files, each counted once."""
    files = list(dict.fromkeys(paths))[:10]
    gain = sum(1 / math.log2(rank + 1) for rank, path in enumerate(files, 1) if path in answers)
    return gain / sum(1 / math.log2(rank + 1) for rank in range(1, min(10, len(answers)) + 1))


def questions_of(checkout: Path, name: str, most: int) -> list[Asked]:
    revision = subprocess.run(
        ["git", "-C", str(checkout), "rev-parse", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    if revision != REPOSITORIES[name]:
        print(f"{name}: at {revision}, not at {REPOSITORIES[name]}", file=sys.stderr)
    return commit_questions(checkout, name, random.Random(name), most // 2, 8)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("--cache", type=Path, help="keep the indexes here between runs")
    parser.add_argument("--questions", type=int, default=80, help="at most, of each repository")
    options = parser.parse_args()
    cache = options.cache or Path(tempfile.mkdtemp(prefix="commits-"))
    means: dict[str, list[float]] = {ranking: [] for ranking in RANKINGS}
    print(f"{'repository':24}" + "".join(f"{ranking:>10}" for ranking in RANKINGS) + f"{'questions':>11}")
    for name in REPOSITORIES:
        checkout = options.checkouts / name.replace("/", "+")
        if not checkout.exists():
            print(f"{name:24} is not there")
            continue
        asked = questions_of(checkout, name, options.questions)
        workspace = Workspace(checkout, Settings(), cache)
        workspace.index()
        for ranking, request in RANKINGS.items():
            scores = [
                ndcg([hit.path for hit in workspace.search(request(question.query)).hits], question.answers)
                for question in asked
            ]
            means[ranking].append(sum(scores) / len(scores))
        workspace.close()
        print(f"{name:24}" + "".join(f"{of[-1]:10.4f}" for of in means.values()) + f"{len(asked):11}")
        sys.stdout.flush()
    print(f"{'mean':24}" + "".join(f"{sum(of) / len(of):10.4f}" for of in means.values()))
    for ranking in RANKINGS:
        if ranking != "default":
            gains = [mine - its for mine, its in zip(means["default"], means[ranking], strict=True)]
            low, high = interval(gains)
            print(f"default - {ranking:12}{sum(gains) / len(gains):+.4f} [{low:+.4f}, {high:+.4f}]")


if __name__ == "__main__":
    main()
