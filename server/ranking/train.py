"""Learn what each signal is worth, validated on repositories left out.

    python server/ranking/train.py WORK

Prints NDCG@10 and MRR of the prior weights, of the learned ones and of the mean of both, what every
group of signals is worth, and the tables that go into `engine/search/weights.py`; writes it all to
`WORK/weights.txt`.
The same features give the same weights.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from asked import Group
from features import NAMES, load
from measures import ndcg, reciprocal_rank
from numpy.typing import NDArray
from prior import PRIOR
from softmax import Matrix, fit, problem

from codebase_lsp.engine.search.question import IDENTIFIER, NATURAL, PATH, QUALIFIED, understand

_FOLDS = 7
_SHORTLIST = 40
"""Files of a question that are learned from: the best by the prior weights, and the right ones."""
_DECAY = {NATURAL: 1e-3, IDENTIFIER: 1e-2}

_NAMES = ["symbols", "definition", "nameMatch", "nameWhole", "nameCoverage"]
_PATHS = ["path", "pathCoverage", "stemMatch", "parentMatch"]
_VECTORS = ["vector", "vectorRank", "agreement"]
_SMALLEST = 0.0005
"""Weights below this are left out of the tables."""
PENALTIES = ("testFile", "exampleFile", "legacyFile", "declaration", "prose", "buildFile")
_DEEPEST = -2.5
"""A penalty's bound. No training question is answered by prose and few by tests, so nothing would
stop their penalties; here a test that is the best in every other way is still found."""

GROUPS: Mapping[str, Sequence[str]] = {
    "words of the text": ["body", "bodyRank", "bodyMass"],
    "meaning": _VECTORS,
    "names": _NAMES,
    "path": _PATHS,
    "ranks": ["bodyRank", "vectorRank"],
    "bodyMass": ["bodyMass"],
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
    Task("natural language, hybrid", NATURAL, "hybrid", ["body", "bodyRank", *_VECTORS, *_NAMES, *_PATHS]),
    Task("natural language, lexical", NATURAL, "lexical", ["body", "bodyRank", "bodyMass", *_NAMES, *_PATHS]),
    Task("identifier", IDENTIFIER, "lexical", ["body", "bodyRank", *_NAMES, *_PATHS]),
)


def teaches(group: Group, task: Task) -> bool:
    """Whether the question is one of the task's.

    Sentences about a definition were stripped of its name; the other names in them would teach that
    a name in a question leads astray.
    """
    if kind_of(group) != task.kind or (group.source == "name") != (task.kind == IDENTIFIER):
        return False
    if group.source in ("comment", "topic", "manual") and understand(group.query).symbols:
        return False
    return bool(len(group.right)) and (group.folder == "all" or bool(group.right.any()))


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


def shortlist(group: Group, weights: Matrix) -> NDArray[np.bool_]:
    kept = group.right.copy()
    kept[np.argsort(-(group.values @ weights), kind="stable")[:_SHORTLIST]] = True
    return kept


def learn(
    groups: Sequence[Group], kept: Sequence[NDArray[np.bool_]], signals: list[str], kind: str
) -> Matrix:
    """Every repository and source weighs as the square root of its questions."""
    counts: dict[tuple[str, str], int] = defaultdict(int)
    for group in groups:
        counts[group.repository, group.source] += 1
    usable = [(group, rows) for group, rows in zip(groups, kept, strict=True) if group.right.any()]
    given = problem(
        [group.values[rows] for group, rows in usable],
        [group.right[rows] for group, rows in usable],
        [counts[group.repository, group.source] ** -0.5 for group, _ in usable],
    )
    lower, upper = np.zeros(len(NAMES)), np.zeros(len(NAMES))
    for number, name in enumerate(NAMES):
        if name in PENALTIES:
            lower[number] = _DEEPEST
        elif name in signals:
            upper[number] = np.inf
    return fit(given, _DECAY[kind], lower, upper)


def cross_validated(
    groups: Sequence[Group], kept: Sequence[NDArray[np.bool_]], signals: list[str], kind: str
) -> list[Matrix]:
    """For each question the weights learned without its repository's part, scaled."""
    repositories = sorted({group.repository for group in groups})
    part = {name: number % _FOLDS for number, name in enumerate(repositories)}
    by_part: list[Matrix] = []
    for left_out in range(_FOLDS):
        rest = [i for i, group in enumerate(groups) if part[group.repository] != left_out]
        by_part.append(scaled(learn([groups[i] for i in rest], [kept[i] for i in rest], signals, kind)))
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


def report(task: Task, groups: Sequence[Group], say: Callable[[str], None], *, ablate: bool) -> None:
    before = prior(task)
    kept = [shortlist(group, before) for group in groups]
    learned = cross_validated(groups, kept, task.signals, task.kind)
    mixed = [_mixed(before, w) for w in learned]
    columns = [measured(groups, weights) for weights in ([before] * len(groups), learned, mixed)]
    say(f"\n{task.title}: {len(groups)} questions of repositories left out, NDCG@10 and MRR\n")
    say(f"{'':16}{'prior':>16}{'learned':>16}{'mean of both':>16}\n")
    for label in columns[0]:
        cells = "".join(f"{column[label][0]:9.4f} {column[label][1]:.4f}" for column in columns)
        say(f"{label:16}{cells}\n")
    unseen_sources(task, groups, kept, say)
    for title, without in GROUPS.items() if ablate else ():
        left = [name for name in task.signals if name not in without]
        if len(left) < len(task.signals):
            found = measured(groups, cross_validated(groups, kept, left, task.kind))["mean"]
            lost = [found[i] - columns[1]["mean"][i] for i in (0, 1)]
            say(f"learned without {title:20}{lost[0]:+.4f} {lost[1]:+.4f}\n")
    spread = np.std(np.array(learned), axis=0)
    final = _mixed(before, scaled(learn(groups, kept, task.signals, task.kind)))
    for name, weight, deviation in zip(NAMES, final, spread, strict=True):
        if abs(weight) >= _SMALLEST:
            say(f'    "{name}": {weight:.3f},  # ±{deviation:.3f}\n')


def unseen_sources(
    task: Task, groups: Sequence[Group], kept: Sequence[NDArray[np.bool_]], say: Callable[[str], None]
) -> None:
    """The same on sources of questions that were left out of learning, not repositories: nearer to
    what people ask, of whom no training question comes."""
    before = prior(task)
    sources = sorted({group.source for group in groups})
    for left_out in sources if len(sources) > 1 else ():
        rest = [i for i, group in enumerate(groups) if group.source != left_out]
        asked = [group for group in groups if group.source == left_out]
        learned = scaled(learn([groups[i] for i in rest], [kept[i] for i in rest], task.signals, task.kind))
        found = [
            measured(asked, [weights] * len(asked))["mean"][0]
            for weights in (before, learned, _mixed(before, learned))
        ]
        say(f"unseen {left_out:9}" + "".join(f"{value:9.4f}       " for value in found) + "\n")


def _mixed(before: Matrix, learned: Matrix) -> Matrix:
    return (before + learned) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--ablate", action="store_true", help="also without each group of signals (slow)")
    options = parser.parse_args()
    lines: list[str] = []

    def say(text: str) -> None:
        lines.append(text)
        print(text, end="", flush=True)  # noqa: T201

    for task in TASKS:
        groups = [group for group in load(options.work, task.mode) if teaches(group, task)]
        report(task, groups, say, ablate=options.ablate)
    (options.work / "weights.txt").write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    main()
