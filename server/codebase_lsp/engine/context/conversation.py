"""Follow-up questions: what earlier answers of a conversation showed weighs a little more."""

import threading
from collections import OrderedDict
from collections.abc import Iterable

_CONVERSATIONS, _NAMES = 64, 200
_BONUS = 0.15
"""Of the score: enough to decide between pieces that are nearly equal, too little to turn an answer."""


class Conversations:
    """In memory only and bounded; the oldest are forgotten. Thread-safe."""

    def __init__(self) -> None:
        self._names: OrderedDict[str, OrderedDict[str, None]] = OrderedDict()
        self._lock = threading.Lock()

    def names(self, conversation: str | None) -> frozenset[str]:
        """Canonical names of definitions that earlier answers showed."""
        with self._lock:
            return frozenset(self._names.get(conversation or "", ()))

    def remember(self, conversation: str | None, names: Iterable[str]) -> None:
        """These were shown just now."""
        if not conversation:
            return
        with self._lock:
            known = self._names.setdefault(conversation, OrderedDict())
            self._names.move_to_end(conversation)
            for name in filter(None, names):
                known[name] = None
                known.move_to_end(name)
            while len(known) > _NAMES:
                known.popitem(last=False)
            while len(self._names) > _CONVERSATIONS:
                self._names.popitem(last=False)


def raised(score: float, canonical_name: str, known: frozenset[str]) -> float:
    """The score of a piece in a conversation that has seen the names `known`."""
    return score * (1 + _BONUS) if canonical_name and canonical_name in known else score
