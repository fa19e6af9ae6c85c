"""Indexes of folders that no longer exist.

Each index directory names its folder in a small file, whose time stamp is that of the last opening.
"""

import os
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from .directory import FOLDER_FILE, LOCK_FILE, bytes_below
from .lock import WriterLock

UNOPENED_DAYS = 30.0
"""A folder may be away for a while, on a disk that is not plugged in."""


@dataclass(frozen=True, slots=True)
class AbandonedIndex:
    """An index whose folder is gone."""

    path: Path
    folder: str
    bytes: int


def abandoned_indexes(folders: Path, unopened_days: float = UNOPENED_DAYS) -> list[AbandonedIndex]:
    """Indexes below `folders` whose folder is gone and that nobody has opened for so long.

    An index that does not say whose it is, is left alone.
    """
    found: list[AbandonedIndex] = []
    horizon = time.time() - unopened_days * 86_400
    with suppress(OSError):
        for path in sorted(folders.iterdir()):
            with suppress(OSError):
                note = path / FOLDER_FILE
                folder = os.fsdecode(note.read_bytes())
                if folder and note.stat().st_mtime <= horizon and not os.path.lexists(folder):
                    found.append(AbandonedIndex(path, folder, bytes_below(path)))
    return found


def remove_index(path: Path) -> bool:
    """Remove an index directory unless some process has it open. → whether it is gone."""
    lock = WriterLock(path / LOCK_FILE)
    try:
        if not lock.acquire():
            return False
        for entry in path.iterdir():
            if entry.is_dir():
                shutil.rmtree(entry, ignore_errors=True)
            elif entry.name != LOCK_FILE:
                entry.unlink(missing_ok=True)
        lock.release()  # Windows removes no file that is open
        (path / LOCK_FILE).unlink(missing_ok=True)
        path.rmdir()
    except OSError:
        return False
    finally:
        lock.release()
    return True
