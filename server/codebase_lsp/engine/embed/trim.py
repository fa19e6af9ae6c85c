"""Keeping the vector cache within its limit: what was not used for the longest time goes first.

Works beside any number of readers and writers: with a connection of its own and in short
transactions, so nobody waits longer than for one of them. What is let go costs a new embedding
when the same code is met again, and nothing else.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from ...errors import IndexUnavailable
from ..cancel import CancelToken
from .cache_file import connect
from .free_pages import file_size, give_back, pragma

KEPT_SHARE = 0.8
"""What is left of the limit after trimming, so that it is seldom needed."""
_ROWS_AT_ONCE = 5_000
_WAIT_SECONDS = 2.0
"""For a writer elsewhere; if it takes longer, trimming is done another time."""


def trim(path: Path, limit: int, *, dry_run: bool = False, cancel: CancelToken | None = None) -> int:
    """Bring the file to at most KEPT_SHARE of `limit` bytes if it is above the limit.

    → bytes given back to the file system; with `dry_run` those that would be. Raises
    IndexUnavailable where the file cannot be written now, Cancelled.
    """
    try:
        if not path.exists():
            return 0
        with closing(connect(path, _WAIT_SECONDS)) as db:
            before = file_size(db)
            excess = before - int(limit * KEPT_SHARE) if before > limit else 0
            if dry_run:
                return max(excess, pragma(db, "freelist_count") * pragma(db, "page_size"))
            if excess:
                _delete_oldest(db, excess, cancel)
            give_back(db, cancel=cancel)
            return max(0, before - file_size(db))
    except sqlite3.Error as error:
        raise IndexUnavailable(f"The vector cache cannot be trimmed: {error}") from error


def _delete_oldest(db: sqlite3.Connection, excess: int, cancel: CancelToken | None) -> None:
    """Delete rows by their last day of use, and of one day those made first, until `excess` bytes of
    pages are free."""
    page = pragma(db, "page_size")
    days = [day for (day,) in db.execute("SELECT DISTINCT used FROM vectors ORDER BY used")]
    for day in days:
        last = 0
        while pragma(db, "freelist_count") * page < excess:
            if cancel is not None:
                cancel.check()
            sql = "SELECT id FROM vectors WHERE id > ? AND used = ? ORDER BY id LIMIT ?"
            ids = [row for (row,) in db.execute(sql, (last, day, _ROWS_AT_ONCE))]
            if not ids:
                break
            last = ids[-1]
            db.execute("DELETE FROM vectors WHERE id > ? AND id <= ? AND used = ?", (ids[0] - 1, last, day))
