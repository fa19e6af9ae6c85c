"""The fresh tier: every chunk of each file that changed since the Base was built.

Small and in memory. A file here hides the same file in the Base; an empty one hides a file that
is gone. Its BM25 is rank-bm25 set with the Base's document frequencies and average length, so
that the scores of both tiers compare; its vectors are scanned exactly.
"""

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi

from ..embed.model import QueryVector
from ..parse.facts import Facts
from ..parse.tokens import whole_token
from .names import NameIndex
from .recall import MOST_WORDS, CorpusStatistics, Evidence, Recalled, RecallQuery
from .types import ChunkRow, ParsedFile, SymbolRow
from .vectors import best

K1, B = 1.2, 0.75
"""tantivy's constants."""


@dataclass(slots=True)
class _OverlayFile:
    parsed: ParsedFile
    rows: list[ChunkRow]
    bm25: dict[str, BM25Okapi]
    words: frozenset[str]
    """Distinct tokens of all chunks."""
    vectors: dict[str, NDArray[np.float32]] = field(default_factory=dict[str, "NDArray[np.float32]"])
    """By space: while a model is being changed there are two."""


@dataclass(slots=True)
class Overlay:
    """Thread-safe. Chunk ids are negative and never used twice."""

    statistics: Callable[[], CorpusStatistics]
    discarded: int = 0
    """How often the Base took over: a search during which this grew may have seen neither tier's text."""
    _files: dict[str, _OverlayFile | None] = field(default_factory=dict[str, "_OverlayFile | None"])
    _ids: "count[int]" = field(default_factory=lambda: count(-1, -1))
    _names: NameIndex = field(default_factory=NameIndex)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def put(self, parsed: ParsedFile) -> None:
        """`parsed` is the file now, in place of whatever was known of its path."""
        rows = [self._row(parsed, position) for position in range(len(parsed.chunks))]
        fields = {
            "body": [item.body.split() for item in parsed.chunks],
            "symbols": [item.symbols.split() for item in parsed.chunks],
            "path": [parsed.path_words.split()] * len(parsed.chunks),
        }
        bm25 = {name: _bm25(corpus) for name, corpus in fields.items() if any(corpus)}
        words = frozenset(token for tokens in fields["body"] for token in tokens)
        with self._lock:
            self._files[parsed.path] = _OverlayFile(parsed, rows, bm25, words)
            self._names.extend(symbol.name for symbol in parsed.symbols)

    def hide(self, path: str) -> None:
        """The file is gone, or no longer indexed: nothing of it may be found."""
        with self._lock:
            self._files[path] = None

    def discard(self, path: str) -> None:
        """The Base is right again about this path."""
        with self._lock:
            self.discarded += path in self._files
            self._files.pop(path, None)
            if not self._files:
                self._names = NameIndex()

    def set_vectors(self, path: str, digest: str, space: str, vectors: NDArray[np.float32]) -> None:
        """Unit vectors for the chunks of `path`, unless the file has changed meanwhile."""
        with self._lock:
            file = self._files.get(path)
            if file is not None and file.parsed.digest == digest:
                file.vectors[space] = vectors

    def without_vectors(self, space: str) -> list[ParsedFile]:
        """Files with chunks that have no vectors of this space yet."""
        with self._lock:
            return [f.parsed for f in self._files.values() if f and f.rows and space not in f.vectors]

    def keep_vectors_of(self, space: str) -> None:
        """Forget the vectors of all other spaces."""
        with self._lock:
            for file in filter(None, self._files.values()):
                file.vectors = {name: rows for name, rows in file.vectors.items() if name == space}

    def paths(self) -> list[str]:
        """All paths that the Base must not answer for."""
        with self._lock:
            return list(self._files)

    def digests(self) -> dict[str, str | None]:
        """What answers in place of the Base: digest by path, None where nothing does."""
        with self._lock:
            return {path: file.parsed.digest if file else None for path, file in self._files.items()}

    def parsed(self, path: str) -> ParsedFile | None:
        with self._lock:
            file = self._files.get(path)
            return file.parsed if file else None

    def files(self) -> list[ParsedFile]:
        with self._lock:
            return [file.parsed for file in self._files.values() if file]

    def chunks(self, ids: list[int]) -> dict[int, ChunkRow]:
        wanted = set(ids)
        with self._lock:
            return {
                row.id: row for file in self._files.values() if file for row in file.rows if row.id in wanted
            }

    def chunks_of(self, path: str) -> list[ChunkRow]:
        with self._lock:
            file = self._files.get(path)
            return list(file.rows) if file else []

    def names(self) -> NameIndex:
        """Names of all definitions here, perhaps also of some that were."""
        with self._lock:
            return self._names

    def symbols_called(self, names: Sequence[str], within: str, limit: int) -> list[SymbolRow]:
        wanted = frozenset(names)
        rows = [
            SymbolRow.of(symbol, parsed.path, parsed.language)
            for parsed in self.files()
            for symbol in parsed.symbols
            if symbol.name in wanted
        ]
        return sorted(rows, key=lambda row: within not in row.canonical_name.lower())[:limit]

    def symbols_named(self, folded: str, *, prefix: bool, limit: int) -> list[SymbolRow]:
        found: list[SymbolRow] = []
        for parsed in self.files():
            for s in parsed.symbols:
                name = s.name.lower()
                if name == folded or (prefix and name.startswith(folded)):
                    found.append(SymbolRow.of(s, parsed.path, parsed.language))
        return found[:limit]

    def facts(self, path: str) -> Facts | None:
        """What the file refers to and imports now; None where the Overlay has no text of it."""
        parsed = self.parsed(path)
        return Facts.unpack(parsed.facts) if parsed else None

    def paths_mentioning(self, name: str) -> list[str]:
        """As in the Base, of the files that are here."""
        token = whole_token(name)
        with self._lock:
            files = [file for file in self._files.values() if file]
        return sorted(file.parsed.path for file in files if token and token in file.words)

    def recall(self, query: RecallQuery) -> Recalled:
        recalled = Recalled()
        with self._lock:
            files = [file for file in self._files.values() if file and file.rows]
        if query.admits:
            files = [f for f in files if query.admits(f.parsed.path, f.parsed.language)]
        if not files:
            return recalled
        corpus = query.corpus or self.statistics()
        asked = {"body": query.terms, "symbols": query.symbol_terms, "path": query.terms}
        for name, terms in asked.items():
            hits = [hit for file in files for hit in _scores(file, name, terms, corpus)]
            recalled.add(name, sorted(hits, key=lambda hit: -hit[1])[: query.limit])
        if query.vector is not None:
            near = [hit for file in files for hit in _cosines(file, query.vector, query.limit)]
            recalled.add("vector", sorted(near, key=lambda hit: -hit[1])[: query.limit])
        return recalled

    def evidence(self, paths: Collection[str], words: Sequence[str], vector: QueryVector | None) -> Evidence:
        """As the Base's, for the files that are here."""
        with self._lock:
            files = {path: file for path in paths if (file := self._files.get(path)) and file.rows}
        found = Evidence()
        for path, file in files.items():
            for row, item in zip(file.rows, file.parsed.chunks, strict=True):
                held = set(item.body.split())
                bits = sum(1 << bit for bit, word in enumerate(words[:MOST_WORDS]) if word in held)
                if bits:
                    found.held[row.id] = bits
            vectors = file.vectors.get(vector.space) if vector is not None else None
            if vector is not None and vectors is not None:
                mean = vectors.sum(axis=0)
                found.nearness[path] = float(mean @ vector.values) / (float(np.linalg.norm(mean)) or 1.0)
        return found

    def _row(self, parsed: ParsedFile, position: int) -> ChunkRow:
        item = parsed.chunks[position]
        chunk, symbol = item.chunk, item.chunk.symbol
        names = (symbol.name, symbol.kind, symbol.canonical_name) if symbol else ("", "", "")
        where = (parsed.path, parsed.language, chunk.start_line, chunk.end_line)
        return ChunkRow(next(self._ids), *where, item.key, chunk.header, *names, chunk.defines)


def _bm25(corpus: list[list[str]]) -> BM25Okapi:
    return BM25Okapi(corpus, k1=K1, b=B)


def _scores(
    file: _OverlayFile, field_name: str, terms: Mapping[str, float], corpus: CorpusStatistics
) -> list[tuple[int, float]]:
    bm25 = file.bm25.get(field_name)
    if bm25 is None or not terms:
        return []
    bm25.avgdl = corpus.average_length.get(field_name, 0.0) or bm25.avgdl
    bm25.idf = {term: weight * corpus.idf(field_name, term) for term, weight in terms.items()}
    scores = bm25.get_scores(list(terms))
    return [(row.id, float(score)) for row, score in zip(file.rows, scores, strict=True) if score > 0]


def _cosines(file: _OverlayFile, query: QueryVector, limit: int) -> list[tuple[int, float]]:
    vectors = file.vectors.get(query.space)
    if vectors is None:
        return []
    ids = np.array([row.id for row in file.rows], dtype=np.int64)
    return best(ids, vectors @ query.values, limit)
