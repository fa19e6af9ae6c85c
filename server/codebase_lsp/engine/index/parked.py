"""Earlier contents of files, kept in the store to come back without being read again.

A file that is replaced or removed is not deleted but parked: its rows stay, and its words beside
them, only the lexical index and the vectors let go of it. When the same path holds the same text
again (another branch, a stash, an undone edit), its rows are taken back as they are. What is kept
is bounded; the longest parked goes first.
"""

import sqlite3
from collections.abc import Iterable, Iterator

from .words import FileWords

PARKED = 3
PARKED_CHUNKS = 60_000
"""More than this are not kept: about 40 MB, or three branches that differ in a thousand large files."""

SCHEMA = f"""
CREATE TABLE words (
  file INTEGER PRIMARY KEY REFERENCES files(id) ON DELETE CASCADE,
  chunks INTEGER NOT NULL, since INTEGER NOT NULL DEFAULT 0, data BLOB NOT NULL);
CREATE INDEX files_parked ON files(path, digest) WHERE state = {PARKED};
"""
"""`since` is the generation in which the file was parked."""


def keep_words(db: sqlite3.Connection, file_id: int, words: FileWords) -> None:
    row = (file_id, len(words.chunks), words.pack())
    db.execute("INSERT INTO words (file, chunks, data) VALUES (?,?,?)", row)


def park(db: sqlite3.Connection, going: str, arriving: int, generation: int) -> None:
    """Park the files for which the SQL condition `going` holds, but for a text that `arriving`
    (a state) files hold as well; of each text the latest copy is kept."""
    texts = "SELECT path, digest FROM files WHERE"
    db.execute(f"DELETE FROM files WHERE ({going}) AND (path, digest) IN ({texts} state = {arriving})")
    again = f"{texts} ({going}) OR state = {arriving}"
    db.execute(f"DELETE FROM files WHERE state = {PARKED} AND (path, digest) IN ({again})")
    db.execute(
        f"UPDATE words SET since = ? WHERE file IN (SELECT id FROM files WHERE {going})", (generation,)
    )
    if db.execute(f"UPDATE files SET state = {PARKED} WHERE {going}").rowcount:
        _drop_oldest(db)


def _drop_oldest(db: sqlite3.Connection) -> None:
    newer = "sum(w.chunks) OVER (ORDER BY w.since DESC, w.file DESC) AS newer"
    parked = f"SELECT f.id, {newer} FROM files f JOIN words w ON w.file = f.id WHERE f.state = {PARKED}"
    db.execute(f"DELETE FROM files WHERE id IN (SELECT id FROM ({parked}) WHERE newer > ?)", (PARKED_CHUNKS,))


def drop_all(db: sqlite3.Connection) -> None:
    db.execute(f"DELETE FROM files WHERE state = {PARKED}")


def take_back(
    db: sqlite3.Connection, files: Iterable[tuple[int, int, int]], state: int
) -> Iterator[tuple[int, list[int], FileWords]]:
    """Give parked files, each as (id, size, mtime_ns), another state.

    → (file id, ids of its chunks in order, words) of each that was still there.
    """
    for file_id, size, mtime_ns in files:
        found = db.execute(
            f"UPDATE files SET state = ?, size = ?, mtime_ns = ? WHERE id = ? AND state = {PARKED}",
            (state, size, mtime_ns, file_id),
        )
        if found.rowcount:
            rows = db.execute("SELECT id FROM chunks WHERE file = ? ORDER BY id", (file_id,))
            chunk_ids = [row[0] for row in rows.fetchall()]
            data = db.execute("SELECT data FROM words WHERE file = ?", (file_id,)).fetchone()[0]
            yield file_id, chunk_ids, FileWords.unpack(data)
