"""Finding changes without events: walk the folder now and then and compare sizes and times."""

import os
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..cancel import CancelToken
from .changes import ChangeCollector
from .ignore import IgnoreRules
from .types import FileEntry
from .walk import walk

_GENTLE = 10.0
"""A sweep may take one part in this many of the time."""
_BACK_OFF = 1.5

_Stamp = tuple[int, int, int]


class Sweep:
    """Compares the folder with what it was at the last look, less often while nothing changes."""

    def __init__(self, root: Path, collector: ChangeCollector, least: float, most: float) -> None:
        """`least` and `most` are seconds between two looks."""
        self._root = root
        self._collector = collector
        self._least, self._most = least, most
        self._interval = least
        self._files: dict[str, tuple[int, int]] = {}
        self._names: dict[str, _Stamp | None] = {}
        self.next = 0.0
        """When to look again, in seconds of time.monotonic."""

    def begin(self, rules: IgnoreRules, names: Iterable[str], cancel: CancelToken) -> None:
        """Take what is there now as known. Raises Cancelled."""
        started = time.monotonic()
        self._names = {path: _stamp(path) for path in names}
        self._files = self._look(rules, cancel)
        self._interval = self._least
        self._plan(time.monotonic() - started)

    def look(self, rules: IgnoreRules, names: Mapping[str, str], cancel: CancelToken) -> None:
        """Report what differs from the last time. Raises Cancelled."""
        started = time.monotonic()
        self._plan(0.0)  # Also if this look fails.
        stamps = {path: _stamp(path) for path in names}
        # Also those that count only now: another branch, or a repository that is new.
        kinds = {names[p] for p, stamp in stamps.items() if p not in self._names or stamp != self._names[p]}
        files = self._look(rules, cancel)
        changed = {path for path, stamp in files.items() if self._files.get(path) != stamp}
        changed |= self._files.keys() - files.keys()
        self._files, self._names = files, stamps
        if "git" in kinds:
            self._collector.git()
        if "rules" in kinds:
            self._collector.rules()
        if changed:
            self._collector.files(changed)
        quiet = not changed and not kinds
        self._interval = min(self._most, self._interval * _BACK_OFF) if quiet else self._least
        self._plan(time.monotonic() - started)

    def hurry(self) -> None:
        """There is work going on in the folder: look often again."""
        self._interval = self._least
        self.next = min(self.next, time.monotonic() + self._interval)

    def _plan(self, took: float) -> None:
        self.next = time.monotonic() + max(self._interval, took * _GENTLE)

    def _look(self, rules: IgnoreRules, cancel: CancelToken) -> dict[str, tuple[int, int]]:
        return {
            entry.path: (entry.size, entry.mtime_ns)
            for entry in walk(self._root, rules, cancel)
            if isinstance(entry, FileEntry)
        }


def _stamp(path: str) -> _Stamp | None:
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns, found.st_ino
