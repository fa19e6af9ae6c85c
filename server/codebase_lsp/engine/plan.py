"""What would be indexed of a folder, and why the rest would not: with or without an index."""

import threading
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from .cancel import CancelToken
from .estimate import tokens_in
from .files.ignore import IgnoreRules
from .files.source import read_source
from .files.types import FileEntry, Skipped, SkipReason
from .files.walk import walk
from .index.base import Base
from .index.pool import WorkerPool
from .settings import Settings

_BATCH = 64
_INLINE = 8
"""Fewer unknown files than this are read at once: a worker process takes longer to start."""


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """One file of the folder, or a directory that is left out as a whole (with a slash at its end)."""

    path: str
    size: int
    """Bytes; 0 for what is ignored."""
    skipped: Skipped | None
    """Why it would not be indexed."""

    @property
    def tokens(self) -> int:
        """About how many would be embedded."""
        return 0 if self.skipped else tokens_in(self.size)


@dataclass(frozen=True, slots=True)
class Plan:
    """All of a folder, in the order of the walk."""

    entries: tuple[PlannedFile, ...]

    @property
    def files(self) -> int:
        return sum(entry.skipped is None for entry in self.entries)

    @property
    def bytes(self) -> int:
        """Of the files that would be indexed."""
        return sum(entry.size for entry in self.entries if entry.skipped is None)

    @property
    def tokens(self) -> int:
        return sum(entry.tokens for entry in self.entries)

    @property
    def skipped(self) -> Mapping[str, int]:
        """Number of files by reason."""
        return Counter(entry.skipped.reason.value for entry in self.entries if entry.skipped)


class Planner:
    """Of one folder. Remembers what it has read, so that asking again is cheap. Thread-safe."""

    def __init__(self, root: Path, settings: Settings) -> None:
        self._root = root
        self._settings = settings
        self._read: dict[FileEntry, Skipped | None] = {}
        self._lock = threading.Lock()

    def plan(self, base: Base, rules: IgnoreRules, cancel: CancelToken) -> Plan:
        """Walk, and read what neither the index nor an earlier plan knows; in a worker process if that
        is much. Raises Cancelled."""
        with self._lock:
            return self._plan(base, rules, cancel)

    def _plan(self, base: Base, rules: IgnoreRules, cancel: CancelToken) -> Plan:
        items = list(walk(self._root, rules, cancel))
        known = self._known(base) | self._read
        unknown = [item for item in items if isinstance(item, FileEntry) and item not in known]
        verdicts = known | dict(self._judged(unknown, cancel))
        self._read = {item: verdicts[item] for item in items if isinstance(item, FileEntry)}
        return Plan(
            tuple(
                PlannedFile(item.path, 0, item)
                if isinstance(item, Skipped)
                else PlannedFile(item.path, item.size, verdicts[item])
                for item in items
            )
        )

    @staticmethod
    def _known(base: Base) -> dict[FileEntry, Skipped | None]:
        found: dict[FileEntry, Skipped | None] = {
            FileEntry(path, row.size, row.mtime_ns): None for path, row in base.files().items()
        }
        for path, (skipped, size, mtime_ns) in base.store.skipped().items():
            found[FileEntry(path, size, mtime_ns)] = skipped
        return found

    def _judged(
        self, entries: list[FileEntry], cancel: CancelToken
    ) -> Iterable[tuple[FileEntry, Skipped | None]]:
        if len(entries) <= _INLINE:
            yield from judge(self._root, self._settings, entries)
            return
        batches = (entries[start : start + _BATCH] for start in range(0, len(entries), _BATCH))
        pool = WorkerPool(1)
        try:
            work = partial(judge, self._root, self._settings)
            for verdicts in pool.map(work, batches, cancel, _crashed):
                yield from verdicts
        finally:
            pool.close()


def judge(root: Path, settings: Settings, entries: list[FileEntry]) -> list[tuple[FileEntry, Skipped | None]]:
    """Read each file: None if it is fit for the index, else why not."""
    read = ((entry, read_source(root, entry.path, settings)) for entry in entries)
    return [(entry, found if isinstance(found, Skipped) else None) for entry, found in read]


def _crashed(entry: FileEntry) -> tuple[FileEntry, Skipped | None]:
    return entry, Skipped(entry.path, SkipReason.UNREADABLE, "reading it ended the process")
