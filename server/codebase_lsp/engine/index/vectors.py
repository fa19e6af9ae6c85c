"""Vectors of the Base: int8 rows, compared by cosine.

A small table is scanned exactly. In a larger one the signs of each row, one bit a dimension,
choose the candidates, and only these are compared exactly (sign quantisation with rescoring, as
binary embeddings are searched elsewhere). 100,000 chunks at 256 dimensions take 5 MB of memory and
26 MB of a mapped file; above a threshold `graph.py` puts a hnswlib graph in front.
"""

import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..embed.model import Vectors
from .vector_rows import Rows

EXACT_BELOW = 8192
"""Rows that are simply scanned."""
_CANDIDATES, _CANDIDATE_SHARE = 4000, 0.04
"""Rows that signs choose, at least, and of all: 99.6 % of the exact top ten on up to 200,000 real
vectors (docs/benchmarks.md)."""
_SUMS_KEPT = 2048
"""Files whose sums are kept, about: a kilobyte each."""
_BLOCK = 2048
"""Rows cast to float32 at a time: the copy stays in the processor's cache."""
_LEAST = 1024
"""Rows there is always room for."""

Ids = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Columns:
    """One row per chunk. Rows below the table's size are never written again, but for `chunks`
    and `files`, which become 0 when a row dies."""

    rows: Rows
    signs: NDArray[np.uint64]
    inverse_norms: Vectors
    chunks: Ids
    files: Ids

    @classmethod
    def empty(cls, capacity: int, dimensions: int, rows: Rows) -> "_Columns":
        words = (dimensions + 63) // 64
        return cls(
            rows,
            np.zeros((capacity, words), dtype=np.uint64),
            np.zeros(capacity, dtype=np.float32),
            np.zeros(capacity, dtype=np.int64),
            np.zeros(capacity, dtype=np.int64),
        )

    def copy_to(self, other: "_Columns", chosen: NDArray[np.bool_] | slice, count: int) -> None:
        """All but `rows`."""
        for mine, its in zip(self._all(), other._all(), strict=True):
            its[:count] = mine[chosen]

    def bytes(self, count: int) -> int:
        rows = self.rows.values[:count].nbytes if self.rows.in_memory else 0
        return rows + sum(column[:count].nbytes for column in self._all())

    def _all(self) -> tuple[NDArray[np.generic], ...]:
        return self.signs, self.inverse_norms, self.chunks, self.files


class VectorTable:
    """Append-only, with a tombstone per row; compacted when a quarter is dead. Thread-safe."""

    def __init__(self, dimensions: int, directory: Path | None = None) -> None:
        """The int8 rows lie in a file in `directory`, or in memory if there is none."""
        self.dimensions = dimensions
        self._directory = directory
        self._lock = threading.Lock()
        self._size = 0
        self._sums: dict[int, Vectors] = {}
        """By file: the sum of its unit vectors, for files that were asked about."""
        self._columns = self._empty(_LEAST)

    def _empty(self, capacity: int) -> _Columns:
        rows = Rows(self.dimensions, capacity, self._directory)
        return _Columns.empty(capacity, self.dimensions, rows)

    def __len__(self) -> int:
        """Live rows."""
        return int(np.count_nonzero(self._columns.chunks[: self._size]))

    @property
    def bytes(self) -> int:
        """Memory of the rows that are in use, dead ones included; what lies in the file is not counted."""
        return self._columns.bytes(self._size)

    def add(self, chunks: Sequence[int] | Ids, files: Sequence[int] | Ids, rows: NDArray[np.int8]) -> None:
        """Rows of shape (n, dimensions) for n chunk ids, each with the id of its file."""
        with self._lock:
            end = self._size + len(rows)
            if end > len(self._columns.chunks):
                capacity = max(end, 2 * self._size)
                self._columns.rows.reserve(capacity)
                larger = _Columns.empty(capacity, self.dimensions, self._columns.rows)
                self._columns.copy_to(larger, slice(0, self._size), self._size)
                self._columns = larger
            part, columns = slice(self._size, end), self._columns
            columns.rows.put(self._size, rows)
            columns.signs[part] = _signs(rows)
            norms = np.linalg.norm(rows.astype(np.float32), axis=1)
            columns.inverse_norms[part] = np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0)
            columns.chunks[part] = chunks
            columns.files[part] = files
            self._size = end
            for file in set(map(int, files)):
                self._sums.pop(file, None)

    def chunk_ids(self) -> set[int]:
        """Ids of all live rows."""
        with self._lock:
            return set(self._columns.chunks[: self._size].tolist()) - {0}

    def live(self) -> tuple[Ids, NDArray[np.int8]]:
        """Copies of the chunk ids and rows that are alive."""
        with self._lock:
            chunks = self._columns.chunks[: self._size]
            return chunks[chunks != 0], self._columns.rows.values[: self._size][chunks != 0]

    def chunks_of(self, files: Collection[int]) -> set[int]:
        """Ids of the live rows of these files."""
        with self._lock:
            of_these = np.isin(self._columns.files[: self._size], np.fromiter(files, dtype=np.int64))
            return set(self._columns.chunks[: self._size][of_these].tolist()) - {0}

    def remove_files(self, files: Collection[int]) -> None:
        """Bury all rows of these files."""
        with self._lock:
            self._bury(np.isin(self._columns.files[: self._size], np.fromiter(files, dtype=np.int64)))

    def keep_files(self, files: Collection[int]) -> None:
        """Bury all rows of other files."""
        with self._lock:
            self._bury(~np.isin(self._columns.files[: self._size], np.fromiter(files, dtype=np.int64)))

    def _bury(self, dead: NDArray[np.bool_]) -> None:
        columns = self._columns
        self._sums.clear()
        columns.chunks[: self._size][dead] = 0
        columns.files[: self._size][dead] = 0
        live = columns.chunks[: self._size] != 0
        count = int(np.count_nonzero(live))
        if self._size - count > max(_LEAST, self._size // 4):
            smaller = self._empty(max(_LEAST, count))
            chosen = np.zeros(len(columns.chunks), dtype=np.bool_)
            chosen[: self._size] = live
            columns.copy_to(smaller, chosen, count)
            places = np.flatnonzero(live)
            for start in range(0, count, _BLOCK):
                smaller.rows.put(start, columns.rows.values[places[start : start + _BLOCK]])
            self._columns, self._size = smaller, count

    def search(
        self,
        query: Vectors,
        limit: int,
        file_ids: Collection[int] | None = None,
        hidden_files: Collection[int] = (),
    ) -> list[tuple[int, float]]:
        """The nearest chunks: (chunk id, cosine), best first; restricted as in lexical search."""
        with self._lock:
            size, columns = self._size, self._columns
            chunks, files = np.array(columns.chunks[:size]), columns.files[:size]
            allowed = chunks != 0
            if file_ids is not None:
                allowed &= np.isin(files, np.fromiter(file_ids, dtype=np.int64))
            if hidden_files:
                allowed &= ~np.isin(files, np.fromiter(hidden_files, dtype=np.int64))
        if size <= EXACT_BELOW:
            chosen = np.flatnonzero(allowed)
        else:
            chosen = _candidates(columns.signs[:size], query, allowed, limit)
        scores = _cosines(columns, chosen, query)
        return best(chunks[chosen], scores, limit)

    def file_cosines(self, query: Vectors, file_ids: Collection[int]) -> dict[int, float]:
        """By file: the cosine between the query and the mean of the file's unit vectors."""
        with self._lock:
            if len(self._sums) > _SUMS_KEPT:
                self._sums.clear()
            self._sum_up([file for file in file_ids if file not in self._sums])
            names = sorted(file for file in set(file_ids) if file in self._sums)
            sums = [self._sums[file] for file in names]
        if not sums:
            return {}
        means = np.stack(sums)  # but for their lengths
        norms = np.linalg.norm(means, axis=1)
        cosines = np.divide(means @ query, norms, out=np.zeros_like(norms), where=norms > 0)
        return dict(zip(names, cosines.tolist(), strict=True))

    def _sum_up(self, file_ids: Collection[int]) -> None:
        """Keep the sums of the unit vectors of these files, as far as they have any."""
        if not file_ids:
            return
        columns = self._columns
        files = columns.files[: self._size]
        chosen = np.flatnonzero(np.isin(files, np.fromiter(file_ids, dtype=np.int64)))
        if not len(chosen):
            return
        chosen = chosen[np.argsort(files[chosen], kind="stable")]
        units = columns.rows.values[chosen] * columns.inverse_norms[chosen, None]
        names, starts = np.unique(files[chosen], return_index=True)
        self._sums.update(zip(names.tolist(), np.add.reduceat(units, starts), strict=True))


def _signs(rows: NDArray[np.int8] | Vectors) -> NDArray[np.uint64]:
    """One bit per dimension and row: is it positive?"""
    bits = np.packbits(np.atleast_2d(rows) > 0, axis=1)
    padded = np.zeros((len(bits), (bits.shape[1] + 7) // 8 * 8), dtype=np.uint8)
    padded[:, : bits.shape[1]] = bits
    return np.ndarray((len(bits), padded.shape[1] // 8), dtype=np.uint64, buffer=padded.tobytes())


def _candidates(
    signs: NDArray[np.uint64], query: Vectors, allowed: NDArray[np.bool_], limit: int
) -> NDArray[np.intp]:
    """Positions of the rows whose signs differ least from those of the query."""
    count = max(_CANDIDATES, 4 * limit, int(_CANDIDATE_SHARE * len(signs)))
    if int(np.count_nonzero(allowed)) <= count:
        return np.flatnonzero(allowed)
    bits = np.bitwise_count(signs ^ _signs(query))
    differing = bits[:, 0].astype(np.uint16)
    for word in range(1, bits.shape[1]):  # a sum over so short an axis takes twice as long
        differing += bits[:, word]
    differing[~allowed] = np.iinfo(np.uint16).max
    return np.argpartition(differing, count)[:count]


def _cosines(columns: _Columns, chosen: NDArray[np.intp], query: Vectors) -> Vectors:
    scores = np.empty(len(chosen), dtype=np.float32)
    buffer = np.empty((min(_BLOCK, len(chosen)), len(query)), dtype=np.float32)
    for start in range(0, len(chosen), _BLOCK):
        part = chosen[start : start + _BLOCK]
        block = buffer[: len(part)]
        block[...] = columns.rows.values[part]
        np.dot(block, query, out=scores[start : start + len(part)])
    return scores * columns.inverse_norms[chosen]


def best(ids: Ids, scores: Vectors, limit: int) -> list[tuple[int, float]]:
    """The `limit` highest scores with their ids, best first; ties by the lower id."""
    limit = min(limit, len(scores))
    if limit <= 0:
        return []
    top = np.argpartition(-scores, limit - 1)[:limit]
    top = top[np.lexsort((ids[top], -scores[top]))]
    return [(int(ids[i]), float(scores[i])) for i in top]
