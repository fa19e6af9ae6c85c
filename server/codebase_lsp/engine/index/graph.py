"""A nearest-neighbour graph over the vectors of a large Base, by hnswlib.

HNSW (Malkov and Yashunin, 2016). hnswlib has to be compiled at install time, so it is optional:
where it is missing, or below the threshold, `vectors.py` scans exactly. The graph is derived
from the vector table: on load it is compared with it by chunk id and catches up.
"""

import importlib
import importlib.util
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..embed.model import Vectors
from .vectors import Ids

M, EF_CONSTRUCTION, EF_SEARCH = 16, 200, 800
"""Real vectors of code lie closer together than random ones: looking at 200 of them the graph found
98.1 % of the exact ten of 100,000, at 400 99.1 %, at 800 99.7 % (docs/benchmarks.md)."""


def available() -> bool:
    """Whether hnswlib is installed."""
    return importlib.util.find_spec("hnswlib") is not None


class VectorGraph:
    """Labels are chunk ids; a label that was deleted never comes back in a result."""

    def __init__(self, dimensions: int, file: Path | None = None) -> None:
        """Load the graph from `file` if it is a usable one, else start empty."""
        self._dimensions = dimensions
        self._known: set[int] = set()
        """Labels in the graph, deleted or not."""
        self._certain = True
        """Whether it is known which are deleted; a graph from a file does not tell."""
        self._live: set[int] = set()
        self._index: Any = None
        if file is not None and file.exists():
            try:
                self._index = self._new()
                self._index.load_index(str(file), allow_replace_deleted=True)
                self._index.set_ef(EF_SEARCH)
                self._known = {int(label) for label in self._index.get_ids_list()}
                self._live, self._certain = set(self._known), False
            except Exception:  # damaged or of another shape: it is only a cache
                self._index, self._known, self._live = None, set(), set()

    def _new(self) -> Any:
        return importlib.import_module("hnswlib").Index(space="cosine", dim=self._dimensions)

    def __len__(self) -> int:
        return len(self._live)

    def synchronise(self, ids: Ids, rows: NDArray[np.int8], threads: int) -> tuple[int, int]:
        """Hold exactly these rows. → (added, deleted)."""
        wanted = {int(i): position for position, i in enumerate(ids)}
        gone = self._live - wanted.keys()
        new = sorted(wanted.keys() - self._known)
        for label in gone:
            with suppress(RuntimeError):  # it is deleted already
                self._index.mark_deleted(label)
        for label in (wanted.keys() & self._known) - (self._live if self._certain else set()):
            with suppress(RuntimeError):  # it is not deleted
                self._index.unmark_deleted(label)
        if new:
            if self._index is None:
                self._index = self._new()
                self._index.init_index(
                    max_elements=len(new) * 5 // 4 + 1024,
                    ef_construction=EF_CONSTRUCTION,
                    M=M,
                    random_seed=1,
                    allow_replace_deleted=True,
                )
                self._index.set_ef(EF_SEARCH)
            needed = self._index.get_current_count() + len(new)
            if needed > self._index.get_max_elements():
                self._index.resize_index(needed * 5 // 4)
            positions = [wanted[label] for label in new]
            vectors = rows[positions].astype(np.float32)
            self._index.add_items(vectors, np.asarray(new, dtype=np.int64), num_threads=threads)
        self._known.update(new)
        self._live, self._certain = set(wanted), True
        return len(new), len(gone)

    @property
    def tombstones(self) -> int:
        """Deleted labels that still take room; the owner rebuilds when they are too many."""
        return 0 if self._index is None else int(self._index.get_current_count()) - len(self._live)

    def search(self, query: Vectors, limit: int) -> list[tuple[int, float]]:
        """(chunk id, cosine), best first; fewer than `limit` where the graph holds fewer."""
        limit = min(limit, len(self._live))
        if limit == 0:
            return []
        self._index.set_ef(max(EF_SEARCH, limit))
        try:
            labels, distances = self._index.knn_query(query[None, :], k=limit, num_threads=1)
        except RuntimeError:  # "cannot return the results in a contiguous 2D array": too few reachable
            return self.search(query, limit // 2)
        return [(int(i), 1.0 - float(d)) for i, d in zip(labels[0], distances[0], strict=True)]

    def save(self, file: Path) -> None:
        """Atomically: a reader sees the old graph or the new one."""
        if self._index is not None:
            part = file.with_suffix(".part")
            self._index.save_index(str(part))
            part.replace(file)
