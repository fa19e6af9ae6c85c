"""The file behind the vector cache: its tables, opening it, bringing older ones up to date.

Rows lie in the order they were made, so that old ones lie together: when they are deleted, whole
pages become free, and the file can be cut (`trim.py`).
"""

import sqlite3
import time
from pathlib import Path

SCHEMA_VERSION = 1
_SECONDS_A_DAY = 86_400
_TABLES = """
CREATE TABLE spaces (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE vectors (
  id INTEGER PRIMARY KEY, space INTEGER NOT NULL REFERENCES spaces(id),
  key BLOB NOT NULL, vector BLOB NOT NULL, used INTEGER NOT NULL);
CREATE UNIQUE INDEX vectors_key ON vectors(space, key);
"""
_FROM_FIRST_SCHEMA = """
INSERT INTO spaces (name) SELECT DISTINCT space FROM unordered;
INSERT INTO vectors (space, key, vector, used)
  SELECT s.id, o.key, o.vector, {today} FROM unordered o JOIN spaces s ON s.name = o.space;
DROP TABLE unordered;
"""
"""Schema 0 had one table in the order of the keys, without a day of last use."""


def today() -> int:
    """Days since 1970: how finely use is remembered."""
    return int(time.time()) // _SECONDS_A_DAY


def connect(path: Path, seconds: float = 30.0) -> sqlite3.Connection:
    """A connection that waits `seconds` for writers in other processes. Raises sqlite3.Error."""
    db = sqlite3.connect(path, timeout=seconds, check_same_thread=False, isolation_level=None)
    db.execute("PRAGMA synchronous=NORMAL")
    return db


def open_file(path: Path) -> sqlite3.Connection:
    """Open, create or bring up to date. Raises sqlite3.Error; DatabaseError itself if it is damaged."""
    db = connect(path)
    try:
        if _version(db) != SCHEMA_VERSION:
            _bring_up_to_date(db)
    except BaseException:
        db.close()
        raise
    return db


def _version(db: sqlite3.Connection) -> int:
    db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return db.execute("PRAGMA user_version").fetchone()[0]


def _bring_up_to_date(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA auto_vacuum=INCREMENTAL")  # as long as the file is empty; else at the next VACUUM
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("BEGIN IMMEDIATE")
    try:
        if _version(db) == SCHEMA_VERSION:  # another process was faster
            db.execute("ROLLBACK")
            return
        old = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'vectors'").fetchone() is not None
        if old:
            db.execute("ALTER TABLE vectors RENAME TO unordered")
        script = _TABLES + (_FROM_FIRST_SCHEMA.format(today=today()) if old else "")
        for statement in filter(str.strip, script.split(";\n")):
            db.execute(statement)
        db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")
    if old:
        db.execute("VACUUM")
