"""What both tiers of the index answer: the one interface between index and search."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Protocol

from ..embed.model import QueryVector
from .types import ChunkRow, SymbolRow

RETRIEVERS = ("body", "symbols", "path", "vector")


@dataclass(frozen=True, slots=True)
class CorpusStatistics:
    """The numbers that BM25 needs of a whole corpus."""

    documents: int
    average_length: Mapping[str, float]
    """Tokens per chunk, by field."""
    document_frequency: Callable[[str, str], int]
    """(field, term) → chunks that hold it."""

    def idf(self, field: str, term: str) -> float:
        """Inverse document frequency in the form that tantivy uses, which is never negative."""
        frequency = self.document_frequency(field, term)
        documents = max(self.documents, frequency, 1)
        return log(1 + (documents - frequency + 0.5) / (frequency + 0.5))

    def weights(self, field: str, terms: Mapping[str, float], own: "CorpusStatistics") -> dict[str, float]:
        """Weights with which an index that takes rarity from its `own` numbers scores as one of this
        corpus does."""
        return {term: weight * self.idf(field, term) / own.idf(field, term) for term, weight in terms.items()}


def one_corpus(parts: Sequence[CorpusStatistics]) -> CorpusStatistics:
    """The numbers of several corpora taken as one."""
    if len(parts) == 1:
        return parts[0]
    documents = sum(part.documents for part in parts)
    fields = dict.fromkeys(name for part in parts for name in part.average_length)
    lengths = {
        name: sum(part.documents * part.average_length.get(name, 0.0) for part in parts) / max(1, documents)
        for name in fields
    }
    return CorpusStatistics(
        documents, lengths, lambda field, term: sum(part.document_frequency(field, term) for part in parts)
    )


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
    corpus: CorpusStatistics | None = None
    """Says how rare words are, where other folders are searched with this one; None: this one does."""


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
