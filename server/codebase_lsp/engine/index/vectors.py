"""Vectors of the Base in memory, scanned exactly: int8 rows, cosine, no approximation.

100,000 chunks at 256 dimensions take 26 MB and a few milliseconds; above a threshold
`graph.py` puts a hnswlib graph in front.
"""

import threading
from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from ..embed.model import Vectors

_BLOCK = 2048
"""Rows cast to float32 at a time: the copy stays in the processor's cache."""

Ids = NDArray[np.int64]


class VectorTable:
    """Append-only rows with a tombstone each; compacted when a quarter is dead. Thread-safe."""

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions
        self._lock = threading.Lock()
        self._size = 0
        self._allocate(1024)

    def _allocate(self, capacity: int) -> None:
        self._rows = np.zeros((capacity, self.dimensions), dtype=np.int8)
        self._inverse_norms = np.zeros(capacity, dtype=np.float32)
        self._chunks = np.zeros(capacity, dtype=np.int64)
        self._files = np.zeros(capacity, dtype=np.int64)

    def __len__(self) -> int:
        """Live rows."""
        return int(np.count_nonzero(self._chunks[: self._size]))

    def add(self, chunks: Sequence[int] | Ids, files: Sequence[int] | Ids, rows: NDArray[np.int8]) -> None:
        """Rows of shape (n, dimensions) for n chunk ids, each with the id of its file."""
        with self._lock:
            end = self._size + len(rows)
            if end > len(self._rows):
                self._grow(max(end, 2 * len(self._rows)))
            part = slice(self._size, end)
            self._rows[part] = rows
            norms = np.linalg.norm(rows.astype(np.float32), axis=1)
            self._inverse_norms[part] = np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0)
            self._chunks[part] = chunks
            self._files[part] = files
            self._size = end

    def _grow(self, capacity: int) -> None:
        rows, norms, chunks, files = self._rows, self._inverse_norms, self._chunks, self._files
        keep = slice(0, self._size)
        self._allocate(capacity)
        self._rows[keep], self._inverse_norms[keep] = rows[keep], norms[keep]
        self._chunks[keep], self._files[keep] = chunks[keep], files[keep]

    def chunk_ids(self) -> set[int]:
        """Ids of all live rows."""
        with self._lock:
            return set(self._chunks[: self._size].tolist()) - {0}

    def live(self) -> tuple[Ids, NDArray[np.int8]]:
        """Copies of the chunk ids and rows that are alive."""
        with self._lock:
            alive = self._chunks[: self._size] != 0
            return self._chunks[: self._size][alive], self._rows[: self._size][alive]

    def remove_files(self, files: Sequence[int]) -> None:
        """Bury all rows of these files."""
        with self._lock:
            self._bury(np.isin(self._files[: self._size], np.asarray(files, dtype=np.int64)))

    def keep_files(self, files: Collection[int]) -> None:
        """Bury all rows of other files."""
        with self._lock:
            self._bury(~np.isin(self._files[: self._size], np.fromiter(files, dtype=np.int64)))

    def _bury(self, dead: NDArray[np.bool_]) -> None:
        self._chunks[: self._size][dead] = 0
        self._files[: self._size][dead] = 0
        live = self._chunks[: self._size] != 0
        count = int(live.sum())
        if self._size - count <= max(1024, self._size // 4):
            return
        rows, norms = self._rows[: self._size][live], self._inverse_norms[: self._size][live]
        chunks, files = self._chunks[: self._size][live], self._files[: self._size][live]
        self._allocate(max(1024, count))
        self._rows[:count], self._inverse_norms[:count] = rows, norms
        self._chunks[:count], self._files[:count] = chunks, files
        self._size = count

    def clear(self) -> None:
        with self._lock:
            self._size = 0
            self._allocate(1024)

    def search(
        self,
        query: Vectors,
        limit: int,
        file_ids: Sequence[int] | None = None,
        hidden_files: Sequence[int] = (),
    ) -> list[tuple[int, float]]:
        """The nearest chunks: (chunk id, cosine), best first; restricted as in lexical search."""
        with self._lock:  # rows below `size` are never written again, so the scan needs no lock
            size, rows, norms = self._size, self._rows, self._inverse_norms
            chunks, files = np.array(self._chunks[:size]), self._files[:size]
            allowed = chunks != 0
            if file_ids is not None:
                allowed &= np.isin(files, np.asarray(file_ids, dtype=np.int64))
            if hidden_files:
                allowed &= ~np.isin(files, np.asarray(hidden_files, dtype=np.int64))
        scores = np.empty(size, dtype=np.float32)
        buffer = np.empty((_BLOCK, self.dimensions), dtype=np.float32)
        for start in range(0, size, _BLOCK):
            part = slice(start, min(start + _BLOCK, size))
            block = buffer[: part.stop - part.start]
            block[...] = rows[part]
            np.dot(block, query, out=scores[part])
        scores *= norms[:size]
        scores[~allowed] = -np.inf
        return best(chunks, scores, limit)


def best(ids: Ids, scores: Vectors, limit: int) -> list[tuple[int, float]]:
    """The `limit` highest finite scores with their ids, best first; ties by the lower id."""
    limit = min(limit, len(scores))
    if limit <= 0:
        return []
    top = np.argpartition(-scores, limit - 1)[:limit]
    top = top[np.lexsort((ids[top], -scores[top]))]
    return [(int(ids[i]), float(scores[i])) for i in top if np.isfinite(scores[i])]
