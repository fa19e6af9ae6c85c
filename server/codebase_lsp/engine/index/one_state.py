"""A look at both tiers in one state: what changes tiers meanwhile is not missed by both."""

from collections.abc import Callable
from typing import TypeVar

from .base import Base
from .overlay import Overlay

T = TypeVar("T")

MAX_ROUNDS = 3
"""How often something starts over because what it found was stale."""


def in_one_state(base: Base, overlay: Overlay, look: Callable[[], T]) -> T:
    """What `look` finds, once more where the index was published, or a file left the Overlay, under
    its hands: the words, the rows and the tiers it read would not be of one state."""
    found = _look(base, overlay, look)
    for _ in range(MAX_ROUNDS - 1):
        if found[1]:
            break
        found = _look(base, overlay, look)
    return found[0]


def _look(base: Base, overlay: Overlay, look: Callable[[], T]) -> tuple[T, bool]:
    """→ what was found, and whether all of it is of one state."""
    base.refresh()
    before = base.generation, overlay.discarded
    found = look()
    return found, before == (base.store.generation, overlay.discarded)
