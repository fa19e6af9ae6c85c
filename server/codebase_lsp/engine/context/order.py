"""The order of the pieces in the text."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def by_relevance(items: Sequence[T]) -> list[T]:
    """Best first, as they come."""
    return list(items)


def lost_in_the_middle(items: Sequence[T]) -> list[T]:
    """The best first, the second best last, and so on inwards: the worst is in the middle.

    Models use best what stands at the ends of a long text (Liu et al., "Lost in the Middle", 2023).
    Whatever the count, the best is first and the second best last.
    """
    return [*items[::2], *reversed(items[1::2])]


def arrange(items: Sequence[T], order: str, place: Callable[[T], tuple[int, str, int]]) -> list[T]:
    """`items` come best first; `place` gives folder, path and line, for the order `path`."""
    if order == "path":
        return sorted(items, key=place)
    return lost_in_the_middle(items) if order == "lostInTheMiddle" else by_relevance(items)
