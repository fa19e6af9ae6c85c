"""An answer that does not say the same thing twice: copies told once, likeness ranked lower.

Likeness is that of the words of what is shown: the share of all different words that two parts have
in common (Jaccard). From copies to mere resemblance there are two steps:

- Nearly the same code is one result, and the better one names the others.
- What resembles a better result loses something, as in maximal marginal relevance (Carbonell &
  Goldstein, SIGIR 1998): results are chosen one by one, each by its score less its largest likeness
  to those before it. Nothing stands before the best, so it stays the best.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

COPY = 0.95
"""Likeness from which two parts are copies."""
FEWEST_WORDS = 12
"""Parts with fewer different words are alike by chance; they are copies only if equal."""
LIKENESS = 0.05
"""What complete likeness to a better result costs."""
_WORD = re.compile(r"\w+")


@dataclass(slots=True)
class Shown:
    """One result's part of a text, before it is one."""

    score: float
    words: frozenset[str]
    likeness: float = 0.0
    """To the result before it that it is most like."""
    copies: list[int] = field(default_factory=list[int])
    """Numbers of results that are nearly the same code."""


def words_of(text: str) -> frozenset[str]:
    """The different words, by case."""
    return frozenset(_WORD.findall(text))


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """Share of all different words that both have."""
    common = len(one & other)
    return common / (len(one) + len(other) - common) if common else 0.0


def without_copies(shown: Sequence[Shown]) -> list[int]:
    """Numbers of those that are no copy of a better one, which notes them as its `copies`."""
    kept: list[int] = []
    for number, result in enumerate(shown):
        original = next((other for other in kept if _copies(shown[other].words, result.words)), None)
        if original is None:
            kept.append(number)
        else:
            shown[original].copies.append(number)
    return kept


def _copies(one: frozenset[str], other: frozenset[str]) -> bool:
    fewer, more = sorted((len(one), len(other)))
    if fewer < FEWEST_WORDS:
        return fewer > 2 and one == other
    return fewer >= COPY * more and likeness(one, other) >= COPY


def diversified(shown: Sequence[Shown], numbers: Sequence[int], results: int) -> list[int]:
    """The first `results` of `numbers` by maximal marginal relevance; sets their `likeness`."""
    left, chosen = list(numbers), list[int]()
    while left and len(chosen) < results:
        best = max(left, key=lambda number: shown[number].score - LIKENESS * shown[number].likeness)
        left.remove(best)
        chosen.append(best)
        for number in left:
            alike = likeness(shown[best].words, shown[number].words)
            shown[number].likeness = max(alike, shown[number].likeness)
    return chosen
