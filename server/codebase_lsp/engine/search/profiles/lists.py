"""What profiles rank: lists of chunks by words and by meaning, from both tiers of the index."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ...embed.model import QueryVector, Vectors
from ...index.recall import RecallQuery
from ...index.types import ChunkRow
from ...parse.source import SourceText
from ..queries import embedded
from ..recalled import recalled
from ..run import Run

Found = list[tuple[int, float]]
"""(chunk, score), best first."""


@dataclass(slots=True)
class Lists:
    """One search's access to the index; rows and texts of chunks it has met."""

    run: Run
    rows: dict[int, ChunkRow] = field(default_factory=dict[int, ChunkRow])
    stale: bool = False
    """Whether a text turned out to have changed: what was listed is to be listed again."""
    without_meaning: bool = False
    """Whether vectors were wanted where there are none."""

    def by_words(self, terms: Mapping[str, float], limit: int) -> Found:
        """By BM25 over the text."""
        return self._recall(terms, None, "body", limit) if terms else []

    def by_meaning(self, text: str, limit: int) -> Found:
        """By cosine to the vector of `text`; nothing where there are no vectors."""
        vector = self.query_vector(text)
        return self._recall({}, vector, "vector", limit) if vector is not None else []

    def query_vector(self, text: str) -> QueryVector | None:
        vector = embedded(self.run, text)
        self.without_meaning |= vector is None
        return vector

    def _recall(
        self, terms: Mapping[str, float], vector: QueryVector | None, retriever: str, limit: int
    ) -> Found:
        self.run.cancel.check()
        kinds = frozenset(self.run.request.filters.kinds)
        wanted = RecallQuery(terms, {}, vector, limit * (5 if kinds else 1), self.run.admits)
        rows, all_scores = self.run.folder.in_one_state(lambda: recalled(self.run, wanted))
        self.rows |= rows
        found = [
            (chunk, scores[retriever])
            for chunk, scores in all_scores.items()
            if retriever in scores and chunk in rows and (not kinds or rows[chunk].kind in kinds)
        ]
        found.sort(key=lambda hit: (-hit[1], rows[hit[0]].path, rows[hit[0]].start_line))
        return found[:limit]

    def texts(self, chunks: Sequence[int]) -> dict[int, str]:
        """The texts of chunks as they are now; those of changed files are missing."""
        verifier = self.run.verifier
        paths = dict.fromkeys(self.rows[chunk].path for chunk in chunks)
        self.stale |= verifier.refresh(paths)
        sources = {
            path: SourceText(verifier.sources[path].text) for path in paths if path in verifier.sources
        }
        found: dict[int, str] = {}
        for chunk in chunks:
            row = self.rows[chunk]
            source = sources.get(row.path)
            if source is not None and row.end_line <= len(source):
                found[chunk] = source.slice(row.start_line, row.end_line)
        return found

    def vectors(self, space: str, chunks: Sequence[int]) -> dict[int, Vectors]:
        """Unit vectors of chunks, of those that have one in this space."""
        keys = {self.rows[chunk].key for chunk in chunks}
        cached = self.run.folder.base.cached_vectors(space, list(keys))
        found: dict[int, Vectors] = {}
        for chunk in chunks:
            stored = cached.get(self.rows[chunk].key)
            if stored is not None:
                vector = stored.astype(np.float32)
                length = float(np.linalg.norm(vector))
                if length > 0:
                    found[chunk] = (vector / length).astype(np.float32)
        return found
