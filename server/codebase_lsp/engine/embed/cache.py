"""Vectors by content: one SQLite file for all folders, branches and worktrees of a user.

A row is a vector of one space for one passage key, as int8 with the row's maximum at 127.
Only the direction of a vector matters for cosine, so no scale is kept.
"""

import sqlite3
import threading
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...errors import IndexUnavailable
from .model import Vectors

_SCHEMA = """
CREATE TABLE IF NOT EXISTS vectors (
  space TEXT NOT NULL, key BLOB NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (space, key)
) WITHOUT ROWID
"""


def quantize(vectors: Vectors) -> NDArray[np.int8]:
    """Each row scaled so that its largest value is ±127; shape and zero rows are kept."""
    peak = np.abs(vectors).max(axis=1, keepdims=True)
    return np.rint(vectors * (127.0 / np.maximum(peak, 1e-12))).astype(np.int8)


class VectorCache:
    """Thread-safe; any number of processes may have it open (WAL). Raises IndexUnavailable."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        try:
            self._db = self._open()
        except sqlite3.DatabaseError:  # damaged: it is only a cache
            for suffix in ("", "-wal", "-shm"):
                path.with_name(path.name + suffix).unlink(missing_ok=True)
            with _as_unavailable("opened"):
                self._db = self._open()

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, timeout=30, check_same_thread=False, isolation_level=None)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        db.execute(_SCHEMA)
        return db

    def put(self, space: str, rows: Iterable[tuple[bytes, NDArray[np.int8]]]) -> None:
        """Keep vectors, in place of older ones of the same key."""
        values = [(space, key, row.tobytes()) for key, row in rows]
        with self._lock, _as_unavailable("written"):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                self._db.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", values)
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def get(self, space: str, keys: Sequence[bytes]) -> dict[bytes, NDArray[np.int8]]:
        """The vectors that are there; keys without one are missing in the result."""
        found: dict[bytes, NDArray[np.int8]] = {}
        for start in range(0, len(keys), 500):
            part = keys[start : start + 500]
            marks = ",".join("?" * len(part))
            sql = f"SELECT key, vector FROM vectors WHERE space = ? AND key IN ({marks})"
            with self._lock, _as_unavailable("read"), closing(self._db.execute(sql, (space, *part))) as rows:
                found.update((key, np.frombuffer(vector, np.int8)) for key, vector in rows)
        return found

    def spaces(self, prefix: str) -> list[str]:
        """Names of spaces that begin with `prefix` and hold vectors; one look-up for each."""
        found: list[str] = []
        last = prefix
        while True:
            sql = "SELECT space FROM vectors WHERE space > ? ORDER BY space LIMIT 1"
            with self._lock, _as_unavailable("read"), closing(self._db.execute(sql, (last,))) as rows:
                row = rows.fetchone()
            if row is None or not row[0].startswith(prefix):
                return found
            last = row[0]
            found.append(last)

    def close(self) -> None:
        with self._lock:
            self._db.close()


@contextmanager
def _as_unavailable(what: str) -> Generator[None, None, None]:
    try:
        yield
    except sqlite3.Error as error:
        raise IndexUnavailable(f"The vector cache cannot be {what}: {error}") from error
