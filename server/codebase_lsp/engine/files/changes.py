"""From many single events to few sets of changes: collecting, and waiting for quiet.

Whoever notices something (a watcher's thread, a sweep, the editor) puts it in; one thread waits
and takes out. A set is due when nothing has happened for a short while, or when its oldest
event has waited long enough.
"""

import threading
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

MOST_PATHS = 50_000
"""More changes than this at once are not counted any more: the whole folder is read again."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Where to look again. Hints, not facts: a path may exist or not, and may be unchanged.

    All paths are relative to the folder, with `/` between parts; ignored ones are left out.
    """

    files: frozenset[str] = frozenset()
    """Created, written, removed or renamed (both names), or a link put in its place."""
    directories: frozenset[str] = frozenset()
    """Gone as a whole, or unknown below: what the index has there must be compared with the disk.
    "" is the folder itself."""
    reconcile: str = ""
    """Not empty: changes were missed, for this reason. Compare the whole folder, rules included."""
    rules: bool = False
    """An ignore file changed: decide again what belongs to the folder."""
    git: bool = False
    """Git wrote its own files: compare `GitState.fingerprint` before and after."""

    def __bool__(self) -> bool:
        return bool(self.files or self.directories or self.reconcile or self.rules or self.git)


@dataclass(slots=True)
class Pending:
    """Collected and not yet judged by the ignore rules."""

    files: set[str] = field(default_factory=set[str])
    directories: set[str] = field(default_factory=set[str])
    reconcile: str = ""
    rules: bool = False
    git: bool = False


class ChangeCollector:
    """Thread-safe. `quiet` and `longest` are in seconds of `clock`."""

    def __init__(self, quiet: float, longest: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._quiet = quiet
        self._longest = longest
        self._clock = clock
        self._condition = threading.Condition()
        self._pending = Pending()
        self._first = self._last = 0.0
        self._dirty = False
        self._appeared: set[str] = set()
        self._hinted: set[str] = set()
        self._broken = ""
        self._urgent = False

    # What happened

    def file(self, path: str) -> None:
        self.files((path,))

    def files(self, paths: Collection[str]) -> None:
        """All at once; must not itself wait for anything that reports changes."""
        if paths:
            with self._condition:
                self._pending.files.update(paths)
                self._note()

    def directory(self, path: str) -> None:
        """Something happened to all that is below."""
        with self._condition:
            self._pending.directories.add(path)
            self._note()

    def git(self) -> None:
        with self._condition:
            self._pending.git = True
            self._note()

    def rules(self) -> None:
        with self._condition:
            self._pending.rules = True
            self._note()

    def missed(self, reason: str) -> None:
        """Changes were missed."""
        with self._condition:
            self._pending.reconcile = reason
            self._note()

    def _note(self) -> None:
        for paths in (self._pending.files, self._pending.directories):
            if len(paths) > MOST_PATHS:
                paths.clear()
                self._pending.reconcile = f"more than {MOST_PATHS} changes at once"
        now = self._clock()
        self._last = now
        if not self._dirty:
            self._dirty, self._first = True, now
            self._condition.notify_all()

    # What the waiting thread has to do before

    def appeared(self, directory: str) -> None:
        """There is a new directory that has to be watched."""
        with self._condition:
            self._appeared.add(directory)
            self._wake()

    def hint(self, paths: Iterable[str]) -> None:
        """Someone else says that something happened there."""
        with self._condition:
            self._hinted.update(paths)
            self._wake()

    def broken(self, reason: str) -> None:
        """The watcher has to begin anew."""
        with self._condition:
            self._broken = reason
            self._wake()

    def wake(self) -> None:
        with self._condition:
            self._wake()

    def _wake(self) -> None:
        self._urgent = True
        self._condition.notify_all()

    # The waiting thread

    def wait(self, until: float) -> None:
        """Returns when changes are due, when there is something to do before, or at the time `until`."""
        with self._condition:
            while not self._urgent:
                now = self._clock()
                end = min(until, self._due()) if self._dirty else until
                if end <= now:
                    break
                self._condition.wait(end - now)
            self._urgent = False

    def take_appeared(self) -> set[str]:
        with self._condition:
            found, self._appeared = self._appeared, set()
            return found

    def take_hinted(self) -> set[str]:
        with self._condition:
            found, self._hinted = self._hinted, set()
            return found

    def take_broken(self) -> str:
        with self._condition:
            found, self._broken = self._broken, ""
            return found

    def take_due(self) -> Pending | None:
        """What has collected, if it is due; None otherwise."""
        with self._condition:
            if not self._dirty or self._clock() < self._due():
                return None
            found, self._pending, self._dirty = self._pending, Pending(), False
            return found

    def _due(self) -> float:
        return min(self._last + self._quiet, self._first + self._longest)
