"""Room inside a SQLite file that nothing uses any more, given back to the file system."""

import sqlite3

from ..cancel import CancelToken

_PAGES_AT_ONCE = 1_000
_NONE, _INCREMENTAL = 0, 2


def file_size(db: sqlite3.Connection) -> int:
    """Bytes, without the write-ahead log."""
    return pragma(db, "page_count") * pragma(db, "page_size")


def give_back(db: sqlite3.Connection, spare: float = 0.0, cancel: CancelToken | None = None) -> None:
    """Cut free pages off the file if they are more than the share `spare` of it, and empty the
    write-ahead log.

    In short transactions, so that other writers wait for milliseconds; only a file of older versions,
    which cannot be cut yet, is written anew, once. Raises sqlite3.Error, Cancelled.
    """
    left = pragma(db, "freelist_count")
    if left > spare * pragma(db, "page_count"):
        if pragma(db, "auto_vacuum") == _NONE:
            db.execute(f"PRAGMA auto_vacuum={_INCREMENTAL}")
            db.execute("VACUUM")
            left = 0
        while left:
            if cancel is not None:
                cancel.check()
            db.execute(f"PRAGMA incremental_vacuum({_PAGES_AT_ONCE})").fetchall()
            before, left = left, pragma(db, "freelist_count")
            if left >= before:
                break
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def pragma(db: sqlite3.Connection, name: str) -> int:
    return db.execute(f"PRAGMA {name}").fetchone()[0]
