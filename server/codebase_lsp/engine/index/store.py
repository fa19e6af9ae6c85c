"""The book of record: which files, chunks and symbols the index holds, in one SQLite file.

The lexical index and the vectors are derived from it. A row of `files` is in one of four states:
NEW (written, not yet in the lexical index), LIVE, DOOMED (to go with the next publish), or PARKED
(gone, but kept in case it comes back: parked.py). A new row leaves the live one of the same path
in place until both change over in one transaction, so the old text is found until the new one is.
Whatever is NEW or DOOMED when the store is opened again was interrupted and is dropped, and the
next run reads it anew.
"""

import sqlite3
import threading
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from ...errors import IndexUnavailable
from ..cancel import CancelToken
from ..embed.free_pages import give_back
from ..files.types import Skipped, SkipReason
from ..parse.types import Symbol
from . import parked, symbols
from .parked import PARKED
from .types import ChunkRow, FileRow, IndexedChunk, ParsedFile, SymbolRow
from .words import FileWords

SCHEMA_VERSION = 4
NEW, LIVE, DOOMED = 0, 1, 2
WALKED = -1
"""In place of a time stamp: left out by the walk itself, without a look inside."""
_SCHEMA = f"""
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files (
  id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL, size INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL, digest TEXT NOT NULL, language TEXT, state INTEGER NOT NULL);
CREATE UNIQUE INDEX files_path ON files(path, state) WHERE state <> {PARKED};
CREATE TABLE chunks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  file INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,
  start_line INTEGER NOT NULL, end_line INTEGER NOT NULL, key BLOB NOT NULL, tokens INTEGER NOT NULL,
  header TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, canonical TEXT NOT NULL,
  defines TEXT NOT NULL);
CREATE INDEX chunks_file ON chunks(file);
CREATE TABLE facts (
  file INTEGER PRIMARY KEY REFERENCES files(id) ON DELETE CASCADE, data BLOB NOT NULL);
CREATE TABLE retired (file INTEGER PRIMARY KEY);
CREATE TRIGGER files_retire AFTER DELETE ON files BEGIN
  INSERT OR IGNORE INTO retired VALUES (old.id); END;
CREATE TABLE skipped (
  path TEXT PRIMARY KEY, reason TEXT NOT NULL, detail TEXT NOT NULL,
  size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL) WITHOUT ROWID;
{symbols.SCHEMA}{parked.SCHEMA}"""
_GOING = f"state = {DOOMED} OR state = {LIVE} AND path IN (SELECT path FROM files WHERE state = {NEW})"
_CHUNK_COLUMNS = (
    "c.id, f.path, f.language, c.start_line, c.end_line, c.key, c.header,"
    " c.name, c.kind, c.canonical, c.defines"
)
_INDEXED = f"state <> {PARKED}"
"""Goes without saying beside another state, but without it SQLite does not use the index of paths."""
_AT_PATH = f"{_INDEXED} AND path = ? AND state"
_MAX_VARIABLES = 900
_SPARE = 0.25
"""Share of the file that may be free: the next change of many files needs room again."""


def _parts(values: Sequence[int]) -> Iterator[tuple[str, Sequence[int]]]:
    for start in range(0, len(values), _MAX_VARIABLES):
        part = values[start : start + _MAX_VARIABLES]
        yield ",".join("?" * len(part)), part


class Store:
    """Thread-safe: each thread has its own connection; writers are serialised by SQLite."""

    def __init__(self, path: Path, recipe: str, *, writable: bool) -> None:
        """Open or create. A store of another schema or `recipe` (how files are cut and counted)
        is emptied by a writer. Raises IndexUnavailable."""
        self.path = path
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._opening = threading.Lock()
        try:
            if writable:
                self._prepare(recipe)
            elif not path.exists():
                raise IndexUnavailable(f"There is no index in {path.parent} yet.")
        except sqlite3.Error as error:
            raise IndexUnavailable(f"The index in {path.parent} cannot be opened: {error}") from error

    # ── writing ──────────────────────────────────────────────────────────────────────────

    @contextmanager
    def transaction(self) -> Generator[sqlite3.Connection, None, None]:
        """All or nothing; raises IndexUnavailable when the disk does not take it."""
        db = self._db
        try:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
            except BaseException:
                if db.in_transaction:  # a full disk has ended it already
                    db.execute("ROLLBACK")
                raise
            db.execute("COMMIT")
        except sqlite3.Error as error:
            raise IndexUnavailable(f"The index cannot be written: {error}") from error

    def put_files(self, files: Iterable[ParsedFile]) -> dict[str, tuple[int, list[int]]]:
        """Write files as NEW.

        → by path: the file's id and its chunks' ids in order.
        """
        ids: dict[str, tuple[int, list[int]]] = {}
        with self.transaction() as db:
            for file in files:
                db.execute(f"DELETE FROM files WHERE {_AT_PATH} = {NEW}", (file.path,))
                db.execute("DELETE FROM skipped WHERE path = ?", (file.path,))
                file_id = db.execute(
                    "INSERT INTO files (path, size, mtime_ns, digest, language, state) VALUES (?,?,?,?,?,?)",
                    (file.path, file.size, file.mtime_ns, file.digest, file.language, NEW),
                ).lastrowid
                assert file_id is not None
                parked.keep_words(db, file_id, FileWords.of(file))
                ids[file.path] = file_id, [self._insert_chunk(db, file_id, item) for item in file.chunks]
                symbols.insert(db, file_id, file.symbols)
                if file.facts:
                    db.execute("INSERT INTO facts VALUES (?,?)", (file_id, file.facts))
        return ids

    @staticmethod
    def _insert_chunk(db: sqlite3.Connection, file_id: int, item: IndexedChunk) -> int:
        chunk, symbol = item.chunk, item.chunk.symbol
        names = (symbol.name, symbol.kind, symbol.canonical_name) if symbol else ("", "", "")
        lines = (chunk.start_line, chunk.end_line)
        row = (
            file_id,
            *lines,
            item.key,
            item.body.count(" ") + 1,
            chunk.header,
            *names,
            "\n".join(chunk.defines),
        )
        chunk_id = db.execute(
            "INSERT INTO chunks (file, start_line, end_line, key, tokens, header, name, kind, canonical,"
            " defines) VALUES (?,?,?,?,?,?,?,?,?,?)",
            row,
        ).lastrowid
        assert chunk_id is not None
        return chunk_id

    def parked(self, paths: Iterable[str]) -> dict[tuple[str, str], int]:
        """Earlier texts of these files that can be taken back: (path, digest) → file id."""
        if not self._all(f"SELECT 1 FROM files WHERE state = {PARKED} LIMIT 1"):
            return {}
        sql = f"SELECT digest, id FROM files WHERE path = ? AND state = {PARKED}"
        return {(path, digest): i for path in paths for digest, i in self._all(sql, (path,))}

    def take_back(self, files: Iterable[tuple[str, int, int, int]]) -> list[tuple[int, list[int], FileWords]]:
        """Make parked files, each as (path, file id, size, mtime_ns), NEW again.

        → (file id, ids of its chunks in order, words) of each.
        """
        wanted = list(files)
        with self.transaction() as db:
            for path, _, _, _ in wanted:
                db.execute(f"DELETE FROM files WHERE {_AT_PATH} = {NEW}", (path,))
                db.execute("DELETE FROM skipped WHERE path = ?", (path,))
            return list(parked.take_back(db, (row[1:] for row in wanted), NEW))

    def forget_parked(self) -> None:
        with self.transaction() as db:
            parked.drop_all(db)

    def outgoing(self) -> list[int]:
        """Ids of files whose chunks must leave the lexical index before `publish`."""
        sql = f"SELECT id FROM files WHERE {_GOING} UNION SELECT file FROM retired"
        return [row[0] for row in self._all(sql)]

    def publish(self) -> None:
        """New files live, replaced and doomed ones parked, the generation one up: all at once."""
        with self.transaction() as db:
            generation = self.generation + 1
            parked.park(db, _GOING, NEW, generation)
            db.execute(f"UPDATE files SET state = {LIVE} WHERE state = {NEW}")
            db.execute("DELETE FROM retired")
            self._set_meta(db, "generation", str(generation))

    def drop_interrupted(self) -> bool:
        """Forget files that a kill caught on their way in or out. → whether there were any."""
        with self.transaction() as db:
            db.execute(f"DELETE FROM files WHERE {_GOING}")
            db.execute(f"DELETE FROM files WHERE state = {NEW}")
        return bool(self._all("SELECT 1 FROM retired LIMIT 1"))

    def clear(self) -> None:
        """Forget everything; the next run reads the whole folder."""
        with self.transaction() as db:
            db.execute("DELETE FROM files")
            db.execute("DELETE FROM skipped")

    def touch(self, rows: Iterable[tuple[str, int, int]]) -> None:
        """The text of these files is unchanged; only (path, size, mtime_ns) moved on."""
        with self.transaction() as db:
            sql = (
                f"UPDATE files SET size = ?2, mtime_ns = ?3 WHERE {_INDEXED} AND path = ?1 AND state = {LIVE}"
            )
            db.executemany(sql, list(rows))

    def remove_files(self, paths: Iterable[str]) -> None:
        with self.transaction() as db:
            for path in paths:
                self._doom(db, path)
                db.execute("DELETE FROM skipped WHERE path = ?", (path,))

    def put_skipped(self, rows: Iterable[tuple[Skipped, int, int]]) -> None:
        """(what, size, mtime_ns) of files that were read and left out."""
        with self.transaction() as db:
            for skipped, size, mtime_ns in rows:
                self._doom(db, skipped.path)
                values = (skipped.path, skipped.reason.value, skipped.detail, size, mtime_ns)
                db.execute("INSERT OR REPLACE INTO skipped VALUES (?,?,?,?,?)", values)

    def replace_walked(self, skipped: Iterable[Skipped]) -> None:
        """What the last walk left out without looking inside; it has no size and no time."""
        with self.transaction() as db:
            db.execute(f"DELETE FROM skipped WHERE mtime_ns = {WALKED}")
            db.executemany(
                f"INSERT OR REPLACE INTO skipped VALUES (?,?,?,0,{WALKED})",
                ((s.path, s.reason.value, s.detail) for s in skipped),
            )

    @staticmethod
    def _doom(db: sqlite3.Connection, path: str) -> None:
        db.execute(f"DELETE FROM files WHERE {_AT_PATH} = {NEW}", (path,))
        db.execute(f"UPDATE OR REPLACE files SET state = {DOOMED} WHERE {_AT_PATH} = {LIVE}", (path,))

    # ── reading ──────────────────────────────────────────────────────────────────────────

    @property
    def generation(self) -> int:
        """Goes up with every published change; readers in other processes compare it."""
        return int(self.meta("generation") or 0)

    def files(self) -> dict[str, FileRow]:
        sql = f"SELECT id, path, size, mtime_ns, digest, language FROM files WHERE state = {LIVE}"
        return {row[1]: FileRow(*row) for row in self._all(sql)}

    def skipped(self) -> dict[str, tuple[Skipped, int, int]]:
        """Path → (what, size, mtime_ns)."""
        return {
            row[0]: (Skipped(row[0], SkipReason(row[1]), row[2]), row[3], row[4])
            for row in self._all("SELECT * FROM skipped")
        }

    def file(self, path: str) -> FileRow | None:
        sql = f"SELECT id, path, size, mtime_ns, digest, language FROM files WHERE {_AT_PATH} = {LIVE}"
        for row in self._all(sql, (path,)):
            return FileRow(*row)
        return None

    def digests(self, paths: Iterable[str]) -> dict[str, str]:
        return {path: row.digest for path in paths if (row := self.file(path))}

    def chunks(self, ids: Sequence[int]) -> dict[int, ChunkRow]:
        """Rows by id; ids that are gone are missing."""
        found: dict[int, ChunkRow] = {}
        for marks, part in _parts(ids):
            sql = (
                f"SELECT {_CHUNK_COLUMNS} FROM chunks c JOIN files f ON f.id = c.file"
                f" WHERE c.id IN ({marks}) AND f.state <> {PARKED}"
            )
            for row in self._all(sql, tuple(part)):
                found[row[0]] = _chunk_row(row)
        return found

    def chunks_of(self, path: str, lines: tuple[int, int] | None = None) -> list[ChunkRow]:
        """Of a live file, in order; all, or those with any line of a range (0-based, the end exclusive)."""
        first, end = lines or (-1, 1 << 62)
        sql = (
            f"SELECT {_CHUNK_COLUMNS} FROM chunks c JOIN files f ON f.id = c.file"
            f" WHERE {_AT_PATH} = {LIVE} AND c.end_line > ? AND c.start_line < ?"
            " ORDER BY +c.id"  # `+`: rather not along all chunks there are
        )
        return [_chunk_row(row) for row in self._all(sql, (path, first, end))]

    def paths_of(self, file_ids: Iterable[int]) -> set[str]:
        """The paths of these files, as far as they are not parked."""
        found: set[str] = set()
        for marks, part in _parts(sorted(file_ids)):
            sql = f"SELECT path FROM files WHERE id IN ({marks}) AND state <> {PARKED}"
            found.update(row[0] for row in self._all(sql, tuple(part)))
        return found

    def chunk_keys(self) -> list[tuple[int, int, bytes]]:
        """(chunk id, file id, key) of every chunk that is not parked, by id."""
        present = f"file IN (SELECT id FROM files WHERE state <> {PARKED})"
        return self._all(f"SELECT id, file, key FROM chunks WHERE {present} ORDER BY id")

    def symbols_named(self, folded: str, *, prefix: bool = False, limit: int = 50) -> list[SymbolRow]:
        """Definitions whose lower-case name equals `folded`, or starts with it."""
        return [SymbolRow(*row) for row in self._all(*symbols.named(folded, prefix, LIVE, limit))]

    def symbols_of(self, path: str) -> list[Symbol]:
        """The definitions of a live file, in order."""
        file = f"(SELECT id FROM files WHERE {_AT_PATH} = {LIVE})"
        sql = f"{symbols.SELECT} WHERE s.file = {file} ORDER BY s.rowid"
        return [Symbol(*row[2:]) for row in self._all(sql, (path,))]

    def facts(self, path: str) -> bytes:
        """What a live file refers to and imports, packed."""
        sql = f"SELECT data FROM facts JOIN files ON id = file WHERE {_AT_PATH} = {LIVE}"
        return next((row[0] for row in self._all(sql, (path,))), b"")

    def counts(self) -> dict[str, int]:
        """`files`, `chunks` and `tokens` (of all chunk bodies)."""
        files = self._all(f"SELECT count(*) FROM files WHERE state = {LIVE}")[0][0]
        present = f"file IN (SELECT id FROM files WHERE state <> {PARKED})"
        sql = f"SELECT count(*), coalesce(sum(tokens), 0) FROM chunks WHERE {present}"
        chunks, tokens = self._all(sql)[0]
        return {"files": files, "chunks": chunks, "tokens": tokens}

    def languages(self) -> dict[str, int]:
        live = f"FROM files WHERE state = {LIVE}"
        sql = f"SELECT coalesce(language, 'text'), count(*) {live} GROUP BY 1 ORDER BY 2 DESC"
        return dict(self._all(sql))

    def reclaim(self, cancel: CancelToken | None = None) -> None:
        """Give room that is no longer needed back to the file system; searches go on meanwhile.

        Does nothing where others write just now. Raises Cancelled.
        """
        with suppress(sqlite3.Error), closing(sqlite3.connect(self.path, timeout=0.5)) as db:
            db.isolation_level = None
            give_back(db, _SPARE, cancel)

    def close(self) -> None:
        with self._opening:
            for connection in self._connections:
                connection.close()
            self._connections.clear()
            self._local = threading.local()

    # ── the file itself ──────────────────────────────────────────────────────────────────

    @property
    def _db(self) -> sqlite3.Connection:
        db: sqlite3.Connection | None = getattr(self._local, "db", None)
        if db is None:
            db = sqlite3.connect(self.path, timeout=30, check_same_thread=False, isolation_level=None)
            db.execute("PRAGMA foreign_keys=ON")
            db.execute("PRAGMA synchronous=NORMAL")
            self._local.db = db
            with self._opening:
                self._connections.append(db)
        return db

    def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[Any]:
        return self._all(sql, parameters)

    def _all(self, sql: str, parameters: Sequence[object] = ()) -> list[Any]:
        try:
            with closing(self._db.execute(sql, tuple(parameters))) as cursor:
                return cursor.fetchall()
        except sqlite3.Error as error:
            raise IndexUnavailable(f"The index cannot be read: {error}") from error

    def meta(self, key: str) -> str | None:
        rows = self._all("SELECT value FROM meta WHERE key = ?", (key,))
        return rows[0][0] if rows else None

    def set_meta(self, key: str, value: str) -> None:
        with self.transaction() as db:
            self._set_meta(db, key, value)

    @staticmethod
    def _set_meta(db: sqlite3.Connection, key: str, value: str) -> None:
        db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def _prepare(self, recipe: str) -> None:
        try:
            usable = self._schema_version() == SCHEMA_VERSION
        except sqlite3.DatabaseError:
            usable = False  # not a database, or a damaged one: it is only a cache
        if not usable:
            self.close()
            for suffix in ("", "-wal", "-shm"):
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
            self._db.execute("PRAGMA auto_vacuum=INCREMENTAL")
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version={SCHEMA_VERSION}; COMMIT;")
        if self.meta("recipe") != recipe:
            self.clear()
            self.set_meta("recipe", recipe)

    def _schema_version(self) -> int:
        self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return self._db.execute("PRAGMA user_version").fetchone()[0]


def _chunk_row(row: Any) -> ChunkRow:
    return ChunkRow(*row[:-1], defines=tuple(row[-1].split("\n")) if row[-1] else ())
