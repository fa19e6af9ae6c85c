"""What both tiers of the index answer: the one interface between index and search."""

from collections.abc import Callable, Mapping
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


class Tier(Protocol):
    """Base or Overlay."""

    def recall(self, query: RecallQuery) -> Recalled: ...

    def chunks(self, ids: list[int]) -> dict[int, ChunkRow]: ...

    def symbols_named(self, folded: str, *, prefix: bool, limit: int) -> list[SymbolRow]: ...
