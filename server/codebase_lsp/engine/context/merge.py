"""Chosen pieces of one file that touch become one, so that nothing stands in the text twice."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from .budget import Choice
from .pieces import Piece, Segments

NEAR = 20
"""So many lines between two pieces of a file are shown as well, if they fit (bloop's figure)."""

Cost = Callable[[Piece, Segments], int]


def merge(choices: Sequence[Choice], budget: int, cost: Cost) -> list[Choice]:
    """Pieces that meet take the place of the better one. Not above `budget` if `choices` are not."""
    spent = sum(choice.tokens for choice in choices)
    merged: list[Choice] = []
    for choice in choices:
        position = len(merged)
        while (met := _meeting(merged, choice)) is not None:
            position = met
            other = merged.pop(met)
            before = other.tokens + choice.tokens
            joined = _join(other, choice, cost, NEAR)
            if spent - before + joined.tokens > budget:
                joined = _join(other, choice, cost, 0)
            spent += joined.tokens - before
            choice = joined
        merged.insert(position, choice)
    return merged


def _meeting(merged: Sequence[Choice], choice: Choice) -> int | None:
    start, end = choice.segments[0][0], choice.segments[-1][1]
    for position, other in enumerate(merged):
        if (other.piece.folder, other.piece.path) == (choice.piece.folder, choice.piece.path):
            low, high = other.segments[0][0], other.segments[-1][1]
            if start <= high and low <= end:
                return position
    return None


def _join(better: Choice, worse: Choice, cost: Cost, near: int) -> Choice:
    joined: list[tuple[int, int]] = []
    barred = better.piece.barred
    for start, end in sorted((*better.segments, *worse.segments)):
        last = joined[-1][1] if joined else start
        is_open = not any(low < start and last < high for low, high in barred)
        if joined and start <= last + (near if is_open else 0):
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    segments = tuple(joined)
    piece = replace(better.piece, make_forms=lambda: [segments], _forms=None)
    return Choice(piece, 0, cost(piece, segments))
