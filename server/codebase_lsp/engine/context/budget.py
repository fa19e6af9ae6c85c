"""Which pieces go in, and in which form: first breadth, then depth, never above the limit."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .pieces import Piece, Segments

_BREADTH = 0.45
"""Of the budget for the compact forms of many pieces, before any is shown whole."""
_DEPTH_OF_ONE = 0.4
"""Of the budget for one piece, as long as others want more as well."""
PINNED = frozenset({"pinned", "selection", "diagnostic"})
"""Roles of what somebody pointed at."""
_ENOUGH = 12
"""After so many pieces in a row that were too large, the budget counts as full."""


@dataclass(slots=True)
class Choice:
    """A piece and the form it is shown in."""

    piece: Piece
    form: int
    tokens: int

    @property
    def segments(self) -> Segments:
        return self.piece.forms[self.form]


Cost = Callable[[Piece, Segments], int]
"""Tokens of a piece in one form, as rendered."""


def fit(pieces: Sequence[Piece], budget: int, cost: Cost) -> tuple[list[Choice], list[Piece]]:
    """Choose forms for `pieces` (most important first).

    → choices in the order of the pieces, and what did not fit. What overflows is passed over; smaller
    pieces behind it may still go in.
    """
    chosen: dict[int, Choice] = {}
    spent = _widen(pieces, chosen, 0, budget * _BREADTH, budget, cost)
    for share in (_DEPTH_OF_ONE, 1.0):
        spent = _deepen(chosen, spent, budget, budget * share, cost)
        spent = _widen(pieces, chosen, spent, budget, budget, cost)
    left_out = [piece for number, piece in enumerate(pieces) if number not in chosen]
    return [chosen[number] for number in sorted(chosen)], left_out


def _widen(
    pieces: Sequence[Piece], chosen: dict[int, Choice], spent: int, limit: float, budget: int, cost: Cost
) -> int:
    """Let further pieces in with their smallest form, up to `limit`; what is pinned, and the best piece
    of all, up to `budget`. → tokens spent."""
    too_large = 0
    for number, piece in enumerate(pieces):
        if number in chosen:
            continue
        tokens = cost(piece, piece.forms[0])
        if spent + tokens <= (budget if piece.role in PINNED or not chosen else limit):
            chosen[number] = Choice(piece, 0, tokens)
            spent += tokens
            too_large = 0
        elif (too_large := too_large + 1) == _ENOUGH:
            break
    return spent


def _deepen(
    chosen: dict[int, Choice],
    spent: int,
    budget: int,
    largest: float,
    cost: Cost,
) -> int:
    """Give pieces their next larger forms, the most important first. → tokens spent."""
    for number in sorted(chosen):
        choice = chosen[number]
        for form in range(len(choice.piece.forms) - 1, choice.form, -1):
            tokens = cost(choice.piece, choice.piece.forms[form])
            if tokens <= largest and spent - choice.tokens + tokens <= budget:
                spent += tokens - choice.tokens
                chosen[number] = Choice(choice.piece, form, tokens)
                break
    return spent
