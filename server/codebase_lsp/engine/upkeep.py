"""Disk space that nobody needs any more, given back when it is quiet.

One process at a time does it for what all folders share; the others come another time.
"""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ..errors import Cancelled, CodebaseError, IndexUnavailable
from .cancel import CancelToken
from .embed.trim import trim
from .index.abandoned import UNOPENED_DAYS, abandoned_indexes, remove_index
from .index.base import Base
from .index.directory import FOLDERS, VECTOR_CACHE, IndexDirectory
from .index.lock import WriterLock
from .settings import Settings

_log = logging.getLogger(__name__)

UPKEEP_EVERY = 3600.0
"""Seconds between two times while a folder is open."""


class Upkeep:
    """Of one open folder, in a thread of its own: a change of a file does not wait for it."""

    def __init__(self, directory: IndexDirectory, settings: Settings, cancel: CancelToken) -> None:
        self._directory = directory
        self._settings = settings
        self._cancel = cancel
        self._due = 0.0
        self._thread = threading.Thread()

    def soon(self, base: Base, read_again: Callable[[], object]) -> None:
        """Start if it is due. `read_again` reads every file of the folder anew."""
        if not self._thread.is_alive() and time.monotonic() >= self._due:
            self._due = time.monotonic() + UPKEEP_EVERY
            self._thread = threading.Thread(
                target=self._run, args=(base, read_again), name="upkeep", daemon=True
            )
            self._thread.start()

    def _run(self, base: Base, read_again: Callable[[], object]) -> None:
        with suppress(Cancelled):
            try:
                self._directory.note_opened()
                base.mark_vectors_used()
                reclaim_shared(self._directory.cache, self._settings.vector_cache_bytes, cancel=self._cancel)
                if base.writable and base.mostly_dead:
                    read_again()
                if base.writable:
                    base.reclaim(self._cancel)
            except (CodebaseError, OSError) as error:
                _log.info("No room was made for %s: %s", self._directory.root, error)

    def close(self) -> None:
        """Wait a moment for what is under way; it is told by the token."""
        if self._thread.is_alive():
            self._thread.join(5.0)


@dataclass(frozen=True, slots=True)
class Reclaimed:
    """Something that was, or would be, given back."""

    what: str
    """For people."""
    bytes: int


def reclaim_shared(
    cache: Path,
    vector_limit: int,
    *,
    unopened_days: float = UNOPENED_DAYS,
    dry_run: bool = False,
    cancel: CancelToken | None = None,
) -> list[Reclaimed]:
    """Bring the vector cache within its limit and remove indexes of folders that are gone.

    `cache` is the versioned cache directory. → what was given back; with `dry_run` what would be.
    Nothing where another process is at it. Raises Cancelled.
    """
    lock = WriterLock(cache / "upkeep.lock")
    try:
        if not lock.acquire():
            return []
    except OSError as error:
        _log.info("The cache in %s is left as it is: %s", cache, error)
        return []
    try:
        done = [
            Reclaimed(f"index of {index.folder}, which is gone", index.bytes)
            for index in abandoned_indexes(cache / FOLDERS, unopened_days)
            if dry_run or remove_index(index.path)
        ]
        vectors = trim(cache / VECTOR_CACHE, vector_limit, dry_run=dry_run, cancel=cancel)
        return [*done, Reclaimed("vectors not used for long", vectors)] if vectors else done
    except IndexUnavailable as error:
        _log.info("%s", error)
        return []
    finally:
        lock.release()
