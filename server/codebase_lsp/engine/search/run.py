"""One search under way: what it may use, what it was asked, what it has found out so far."""

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from ..cancel import CancelToken
from ..embed.model import QueryVector
from ..index.base import Base
from ..index.one_state import in_one_state
from ..index.overlay import Overlay
from ..index.verify import Parse, Read, Verifier
from .filters import Admits
from .question import Question
from .types import SearchRequest

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Folder:
    """The parts of a workspace that every search of it shares."""

    base: Base
    overlay: Overlay
    read: Read
    parse: Parse
    embed_query: Callable[[str], "QueryVector | None"]
    """None where there is no model or no vector yet. Raises ModelUnavailable."""
    glance: Callable[[str, str], str | None]
    """(path, digest that the Base has of it) → its text, as far as its time stamp tells; only for
    choosing what to look at."""
    is_buffer: Callable[[str], bool]
    regex_seconds: float
    search_seconds: float
    cross_encode: Callable[[str, Sequence[str]], list[float]] | None = None
    """(question, passages) → how well each answers, 0 to 1. Raises ModelUnavailable."""

    def in_one_state(self, look: Callable[[], T]) -> T:
        """See index/one_state.py."""
        return in_one_state(self.base, self.overlay, look)


@dataclass(slots=True)
class Run:
    """One search."""

    folder: Folder
    request: SearchRequest
    question: Question
    admits: Admits | None
    verifier: Verifier
    cancel: CancelToken
    number: int = 0
    """Of the folder, among those that are searched together."""
    folders: int = 1
    """How many are."""
    milliseconds: dict[str, float] = field(default_factory=dict[str, float])
    warnings: list[str] = field(default_factory=list[str])
    started: float = field(default_factory=time.monotonic)

    def distinct(self, chunk: int) -> int:
        """An id that no chunk of another folder has; the same where there is one folder."""
        return chunk * self.folders + self.number

    def late(self) -> bool:
        """Whether the time for this search is over: answer with what is there."""
        return time.monotonic() - self.started > self.folder.search_seconds

    @contextmanager
    def timed(self, stage: str) -> Generator[None, None, None]:
        """Add the time of the block to the stage, and stop here if the search was cancelled."""
        self.cancel.check()
        started = time.perf_counter()
        yield
        spent = (time.perf_counter() - started) * 1000
        self.milliseconds[stage] = round(self.milliseconds.get(stage, 0.0) + spent, 2)

    def admitted(self, path: str, language: str | None) -> bool:
        return self.admits is None or self.admits(path, language)
