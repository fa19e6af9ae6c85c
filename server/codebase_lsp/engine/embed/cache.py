"""Vectors by content: one SQLite file for all folders, branches and worktrees of a user.

A row is a vector of one space for one passage key, as int8 with the row's maximum at 127.
Only the direction of a vector matters for cosine, so no scale is kept. Each row knows the day of
its last use; `trim.py` lets go of the ones that were not used for the longest time.
"""

import sqlite3
import threading
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import IndexUnavailable
from .cache_file import connect, open_file, today
from .model import Vectors

_KEYS_AT_ONCE = 500


def quantize(vectors: Vectors) -> NDArray[np.int8]:
    """Each row scaled so that its largest value is ±127; shape and zero rows are kept."""
    peak = np.abs(vectors).max(axis=1, keepdims=True)
    return np.rint(vectors * (127.0 / np.maximum(peak, 1e-12))).astype(np.int8)


class VectorCache:
    """Thread-safe; any number of processes may have it open (WAL). Raises IndexUnavailable.

    Reads have a connection of their own: they never wait for a write.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem = ""
        """Why the last write failed, in a sentence; empty while vectors are kept."""
        self._reading, self._writing = threading.Lock(), threading.Lock()
        with _as_unavailable("opened"):
            try:
                self._writer = open_file(path)
            except sqlite3.OperationalError:  # locked, full or forbidden: another time
                raise
            except sqlite3.DatabaseError:  # damaged: it is only a cache
                for suffix in ("", "-wal", "-shm"):
                    path.with_name(path.name + suffix).unlink(missing_ok=True)
                self._writer = open_file(path)
            self._reader = connect(path)

    def put(self, space: str, rows: Iterable[tuple[bytes, NDArray[np.int8]]]) -> None:
        """Keep vectors, in place of older ones of the same key."""
        values = [(space, key, row.tobytes(), today()) for key, row in rows]
        with self._transaction() as db:
            db.execute("INSERT OR IGNORE INTO spaces (name) VALUES (?)", (space,))
            db.executemany(
                "INSERT INTO vectors (space, key, vector, used)"
                " VALUES ((SELECT id FROM spaces WHERE name = ?), ?, ?, ?)"
                " ON CONFLICT (space, key) DO UPDATE SET vector = excluded.vector, used = excluded.used",
                values,
            )

    def get(self, space: str, keys: Sequence[bytes]) -> dict[bytes, NDArray[np.int8]]:
        """The vectors that are there; keys without one are missing in the result."""
        found: dict[bytes, NDArray[np.int8]] = {}
        for marks, part in _parts(keys):
            sql = (
                "SELECT key, vector FROM vectors"
                f" WHERE space = (SELECT id FROM spaces WHERE name = ?) AND key IN ({marks})"
            )
            rows = self._all(sql, (space, *part))
            found.update((key, np.frombuffer(vector, np.int8)) for key, vector in rows)
        return found

    def mark_used(self, space: str, keys: Sequence[bytes]) -> None:
        """An index uses these vectors today. Rows that know it already are not written."""
        day = today()
        for marks, part in _parts(keys):
            sql = (
                "UPDATE vectors SET used = ?"
                f" WHERE space = (SELECT id FROM spaces WHERE name = ?) AND key IN ({marks}) AND used < ?"
            )
            with self._transaction() as db:
                db.execute(sql, (day, space, *part, day))

    def spaces(self, prefix: str) -> list[str]:
        """Names of spaces that begin with `prefix` and hold vectors."""
        sql = (
            "SELECT name FROM spaces s WHERE substr(name, 1, ?) = ?"
            " AND EXISTS (SELECT 1 FROM vectors WHERE space = s.id) ORDER BY name"
        )
        return [name for (name,) in self._all(sql, (len(prefix), prefix))]

    def close(self) -> None:
        with self._reading:
            self._reader.close()
        with self._writing:
            self._writer.close()

    def _all(self, sql: str, values: Sequence[object]) -> list[Any]:
        with self._reading, _as_unavailable("read"), closing(self._reader.execute(sql, values)) as rows:
            return rows.fetchall()

    @contextmanager
    def _transaction(self) -> Generator[sqlite3.Connection, None, None]:
        db = self._writer
        try:
            with self._writing, _as_unavailable("written"):
                db.execute("BEGIN IMMEDIATE")
                try:
                    yield db
                except BaseException:
                    if db.in_transaction:  # a full disk has ended it already
                        db.execute("ROLLBACK")
                    raise
                db.execute("COMMIT")
        except IndexUnavailable as error:
            self.problem = str(error)
            raise
        self.problem = ""


def _parts(keys: Sequence[bytes]) -> Generator[tuple[str, Sequence[bytes]], None, None]:
    for start in range(0, len(keys), _KEYS_AT_ONCE):
        part = keys[start : start + _KEYS_AT_ONCE]
        yield ",".join("?" * len(part)), part


@contextmanager
def _as_unavailable(what: str) -> Generator[None, None, None]:
    try:
        yield
    except sqlite3.Error as error:
        raise IndexUnavailable(f"The vector cache cannot be {what}: {error}") from error
