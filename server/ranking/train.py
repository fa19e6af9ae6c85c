"""Learn what each signal is worth, validated on repositories left out.

    python server/ranking/train.py [--features FILE] [--ablate]

Prints NDCG@10 and MRR of the prior weights, of the learned ones and of the mixture in use, what every
group of signals is worth, and the tables that go into `engine/search/weights.py`.
The same features give the same weights; a test compares them with those in use.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from asked import Group
from features import FILE, NAMES, load
from measures import ndcg, reciprocal_rank
from prior import PRIOR
from softmax import Matrix, fit, problem

from codebase_lsp.engine.search.question import IDENTIFIER, NATURAL, PATH, QUALIFIED

_FOLDS = 7
LEARNED = 1 / 3
"""Share of what is learned in the tables. On sources of questions that were left out of learning, more
gives nothing beyond the noise (README.md)."""
_DECAY = {NATURAL: 1e-3, IDENTIFIER: 1e-2}

_NAMES = ["symbols", "definition", "nameMatch", "nameWhole", "nameCoverage"]
_PATHS = ["path", "pathCoverage", "stemMatch", "parentMatch"]
_TEXT = ["body", "bodyRank", "coverage", "phrase"]
_VECTORS = ["vector", "vectorRank", "vectorMass", "fileVector", "agreement"]
_SMALLEST = 0.0005
"""Weights below this are left out of the tables."""
PENALTIES = ("testFile", "exampleFile", "legacyFile", "declaration", "prose", "buildFile")
_DEEPEST = -2.5
"""A penalty's bound. No training question is answered by prose and few by tests, so nothing would
stop their penalties; here a test that is the best in every other way is still found."""

GROUPS: Mapping[str, Sequence[str]] = {
    "words of the text": ["body", "bodyRank", "bodyMass", "coverage", "phrase"],
    "meaning": _VECTORS,
    "names": _NAMES,
    "path": _PATHS,
    "ranks": ["bodyRank", "vectorRank"],
    "masses": ["bodyMass", "vectorMass"],
    "coverage": ["coverage"],
    "phrase": ["phrase"],
    "fileVector": ["fileVector"],
    "the second look": ["coverage", "phrase", "fileVector"],
}
"""What an ablation leaves out."""


@dataclass(frozen=True, slots=True)
class Task:
    """One table to learn."""

    title: str
    kind: str
    mode: str
    signals: list[str]


TASKS = (
    Task("natural language, hybrid", NATURAL, "hybrid", [*_TEXT, "bodyMass", *_VECTORS, *_NAMES, *_PATHS]),
    Task("natural language, lexical", NATURAL, "lexical", [*_TEXT, "bodyMass", *_NAMES, *_PATHS]),
    Task("identifier", IDENTIFIER, "lexical", ["body", "bodyRank", *_NAMES, *_PATHS]),
)


def teaches(group: Group, task: Task) -> bool:
    """Whether the question is one of the task's."""
    return (
        group.mode == task.mode
        and kind_of(group) == task.kind
        and (group.source == "name") == (task.kind == IDENTIFIER)
    )


def kind_of(group: Group) -> str:
    return {QUALIFIED: IDENTIFIER}.get(
        group.kind, group.kind if group.kind in (IDENTIFIER, PATH) else NATURAL
    )


def prior(task: Task) -> Matrix:
    weights = PRIOR[task.kind]
    usable = {*task.signals, *PENALTIES}
    return scaled(np.array([weights.get(name, 0.0) if name in usable else 0.0 for name in NAMES]))


def scaled(weights: Matrix) -> Matrix:
    """What is attainable becomes 1."""
    return weights / weights[weights > 0].sum()


def learn(groups: Sequence[Group], signals: list[str], kind: str) -> Matrix:
    """Every repository and source weighs as the square root of its questions."""
    counts: dict[tuple[str, str], int] = defaultdict(int)
    for group in groups:
        counts[group.repository, group.source] += 1
    given = problem(
        [group.values for group in groups],
        [group.right for group in groups],
        [counts[group.repository, group.source] ** -0.5 for group in groups],
    )
    lower, upper = np.zeros(len(NAMES)), np.zeros(len(NAMES))
    for number, name in enumerate(NAMES):
        if name in PENALTIES:
            lower[number] = _DEEPEST
        elif name in signals:
            upper[number] = np.inf
    return fit(given, _DECAY[kind], lower, upper)


def final(task: Task, groups: Sequence[Group]) -> dict[str, float]:
    """The table of a task: the prior mixed with what all its questions teach."""
    weights = _mixed(prior(task), scaled(learn(groups, task.signals, task.kind)))
    return {
        name: round(float(weight), 3)
        for name, weight in zip(NAMES, weights, strict=True)
        if abs(weight) >= _SMALLEST
    }


def cross_validated(groups: Sequence[Group], signals: list[str], kind: str) -> list[Matrix]:
    """For each question the weights learned without its repository's part, scaled."""
    repositories = sorted({group.repository for group in groups})
    part = {name: number % _FOLDS for number, name in enumerate(repositories)}
    by_part = [
        scaled(learn([group for group in groups if part[group.repository] != left_out], signals, kind))
        for left_out in range(_FOLDS)
    ]
    return [by_part[part[group.repository]] for group in groups]


def measured(groups: Sequence[Group], weights: Sequence[Matrix]) -> dict[str, tuple[float, float]]:
    """NDCG@10 and MRR by source and folder: means over repositories."""
    rows: dict[str, dict[str, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    for group, w in zip(groups, weights, strict=True):
        scores = group.values @ w
        pair = ndcg(scores, group.right, group.answers), reciprocal_rank(scores, group.right)
        for label in ("mean", f"{group.source}/{group.folder}"):
            rows[label][group.repository].append(pair)
    return {
        label: tuple(np.mean([np.mean(pairs, axis=0) for pairs in of.values()], axis=0))
        for label, of in sorted(rows.items())
    }


def report(task: Task, groups: Sequence[Group], say: Callable[[str], object], *, ablate: bool) -> None:
    before = prior(task)
    learned = cross_validated(groups, task.signals, task.kind)
    mixed = [_mixed(before, w) for w in learned]
    columns = [measured(groups, weights) for weights in ([before] * len(groups), learned, mixed)]
    say(f"\n{task.title}: {len(groups)} questions of repositories left out, NDCG@10 and MRR\n")
    say(f"{'':16}{'prior':>16}{'learned':>16}{'mixed':>16}\n")
    for label in columns[0]:
        cells = "".join(f"{column[label][0]:9.4f} {column[label][1]:.4f}" for column in columns)
        say(f"{label:16}{cells}\n")
    unseen_sources(task, groups, say)
    for title, without in GROUPS.items() if ablate else ():
        left = [name for name in task.signals if name not in without]
        if len(left) < len(task.signals):
            found = measured(groups, cross_validated(groups, left, task.kind))["mean"]
            lost = [found[i] - columns[1]["mean"][i] for i in (0, 1)]
            say(f"learned without {title:20}{lost[0]:+.4f} {lost[1]:+.4f}\n")
    spread = dict(zip(NAMES, np.std(np.array(learned), axis=0), strict=True))
    alone = dict(zip(NAMES, np.mean(np.array(learned), axis=0), strict=True))
    for name, weight in final(task, groups).items():
        say(f'    "{name}": {weight:.3f},  # learned alone {alone[name]:.3f} ±{spread[name]:.3f}\n')


def unseen_sources(task: Task, groups: Sequence[Group], say: Callable[[str], object]) -> None:
    """The same on sources of questions that were left out of learning, not repositories: nearer to
    what people ask, of whom no training question comes."""
    before = prior(task)
    sources = sorted({group.source for group in groups})
    for left_out in sources if len(sources) > 1 else ():
        rest = [group for group in groups if group.source != left_out]
        asked = [group for group in groups if group.source == left_out]
        learned = scaled(learn(rest, task.signals, task.kind))
        found = [
            measured(asked, [weights] * len(asked))["mean"][0]
            for weights in (before, learned, _mixed(before, learned))
        ]
        say(f"unseen {left_out:9}" + "".join(f"{value:9.4f}       " for value in found) + "\n")


def _mixed(before: Matrix, learned: Matrix) -> Matrix:
    return (1 - LEARNED) * before + LEARNED * learned


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--features", type=Path, default=FILE)
    parser.add_argument("--ablate", action="store_true", help="also without each group of signals (slow)")
    options = parser.parse_args()
    groups = load(options.features)
    for task in TASKS:
        report(
            task, [group for group in groups if teaches(group, task)], sys.stdout.write, ablate=options.ablate
        )


if __name__ == "__main__":
    main()
