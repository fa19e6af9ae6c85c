"""Remembered answers of functions that may ask themselves: a type's bases, an attribute's type."""

from collections.abc import Callable, Hashable
from typing import TypeVar

Value = TypeVar("Value")


class Memo:
    """A question asked while it is being answered gets an empty answer. What was found with the help
    of such an answer may lack something, so it is kept only until the first question is answered."""

    def __init__(self) -> None:
        self._settled: dict[Hashable, object] = {}
        self._passing: dict[Hashable, object] = {}
        self._open: set[Hashable] = set()
        self._was_cut = False

    def get(self, key: Hashable, answer: "Callable[[], list[Value]]") -> "list[Value]":
        for known in (self._settled, self._passing):
            if key in known:
                return known[key]  # type: ignore[return-value]
        if key in self._open:
            self._was_cut = True
            return []
        self._open.add(key)
        try:
            value = answer()
        finally:
            self._open.discard(key)
            outermost = not self._open
        if outermost:
            self._was_cut = False
            self._passing.clear()
        (self._passing if self._was_cut else self._settled)[key] = value
        return value
