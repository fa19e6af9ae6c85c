"""What both tiers of the index answer: the one interface between index and search."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ..embed.model import QueryVector
from .types import ChunkRow, SymbolRow

RETRIEVERS = ("body", "symbols", "path", "vector")


@dataclass(frozen=True, slots=True)
class RecallQuery:
    """What to look for. Terms are tokens with weights; an empty one is not asked."""

    terms: Mapping[str, float]
    symbol_terms: Mapping[str, float]
    vector: QueryVector | None
    """Not compared with vectors of other spaces."""
    limit: int
    """Chunks wanted from each retriever."""
    admits: Callable[[str, str | None], bool] | None = None
    """Whether a file (path, language) may answer; asked before ranking. None admits all."""


@dataclass(slots=True)
class Recalled:
    """Chunks with their score by retriever: BM25 for the words, cosine for the vector."""

    scores: dict[int, dict[str, float]] = field(default_factory=dict[int, dict[str, float]])

    def add(self, retriever: str, hits: list[tuple[int, float]]) -> None:
        for chunk, score in hits:
            self.scores.setdefault(chunk, {})[retriever] = score


@dataclass(slots=True)
class Evidence:
    """What a second look at a few files finds."""

    held: dict[int, int] = field(default_factory=dict[int, int])
    """By chunk that holds any of the words asked for: bit i says whether it holds the i-th."""
    nearness: dict[str, float] = field(default_factory=dict[str, float])
    """By path: cosine between the question and the mean of the file's vectors."""


MOST_WORDS = 24
"""Words that a second look can tell apart: float32 adds up that many powers of two exactly."""


class Tier(Protocol):
    """Base or Overlay."""

    def recall(self, query: RecallQuery) -> Recalled: ...

    def evidence(
        self, paths: Collection[str], words: Sequence[str], vector: QueryVector | None
    ) -> Evidence: ...

    def chunks(self, ids: list[int]) -> dict[int, ChunkRow]: ...

    def symbols_named(self, folded: str, *, prefix: bool, limit: int) -> list[SymbolRow]: ...
