"""Noticing that a folder changed: events where the system has them, else a look now and then.

What is delivered are hints, collected over a moment (`Changes`). Ignored directories are not
watched. Whenever events may have been lost, that is said too, so that the folder can be
compared as a whole.
"""

import logging
import os
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Protocol

from ...errors import Cancelled
from ..cancel import CancelToken
from .changes import ChangeCollector, Changes
from .git_state import git_watch_paths
from .ignore import IgnoreRules
from .inotify import WatchUnavailable
from .judge import judge, outermost
from .poll import Sweep

_log = logging.getLogger(__name__)
_HEALTH_SECONDS = 2.0
_RETRY_SECONDS = 300.0
_STOP_SECONDS = 0.9
_GONE = "the folder cannot be read"


class Watch(Protocol):
    """How a system watches one folder; see `DirectoryWatches`."""

    @property
    def alive(self) -> bool: ...
    def cover(self, rules: IgnoreRules, names: Mapping[str, str], cancel: CancelToken) -> Iterator[str]: ...
    def enter(self, rules: IgnoreRules, path: str, cancel: CancelToken) -> Iterator[str]: ...
    def watch_names(self, names: Mapping[str, str]) -> None: ...
    def close(self) -> None: ...


OpenWatch = Callable[[str, ChangeCollector, int | None], Watch]
"""(root without links, where to report, most directories) → a watch; raises WatchUnavailable."""


def system_watch(root: str, collector: ChangeCollector, max_watches: int | None) -> Watch:
    """The watch that fits this system. Raises WatchUnavailable where there is none."""
    if sys.platform.startswith("linux"):
        from .directory_watches import DirectoryWatches
        from .mounts import remote_file_system

        remote = remote_file_system(root)
        if remote is not None:
            raise WatchUnavailable(f"changes made elsewhere on {remote} are not reported")
        return DirectoryWatches(root, collector, max_watches)
    if sys.platform in ("darwin", "win32"):
        from .recursive_watch import RecursiveWatch

        return RecursiveWatch(root, collector)
    # kqueue would need an open file for every file of the folder.
    raise WatchUnavailable("this system cannot watch whole folders")


class FolderWatcher:
    """Watches one folder from `start` to `stop`. Thread-safe.

    `rules_provider` gives the rules in force, the same object until they change.
    `on_changes` is called in a thread of the watcher, one call at a time, and should only
    pass the changes on; what happens meanwhile is collected. Its exceptions are logged.
    After a call with `rules` the provider is asked again, and where it has new rules the
    watches follow them; if they come later, call `follow_rules`.
    """

    def __init__(
        self,
        root: Path,
        rules_provider: Callable[[], IgnoreRules],
        on_changes: Callable[[Changes], None],
        *,
        quiet_seconds: float = 0.1,
        longest_seconds: float = 0.5,
        max_watches: int | None = None,
        poll_seconds: tuple[float, float] = (2.0, 30.0),
        open_watch: OpenWatch = system_watch,
    ) -> None:
        """A set of changes is delivered `quiet_seconds` after the last event, at most
        `longest_seconds` after the first. `max_watches` is the number of directories to watch
        at most (None: as many as the system allows). `poll_seconds` are the shortest and the
        longest time between two looks where events are not to be had.
        """
        self._root = Path(os.path.abspath(root))  # noqa: PTH100 (resolve would follow links)
        self._rules_provider = rules_provider
        self._on_changes = on_changes
        self._max_watches = max_watches
        self._open_watch = open_watch
        self._collector = ChangeCollector(quiet_seconds, longest_seconds)
        self._sweep = Sweep(self._root, self._collector, *poll_seconds)
        self._least_poll = poll_seconds[0]
        self._stopping = CancelToken()
        self._starting = threading.Lock()
        self._ready = threading.Event()
        self._thread: threading.Thread | None = None
        self._state = "stopped"
        # Of the watcher's thread:
        self._rules: IgnoreRules | None = None
        self._watch: Watch | None = None
        self._identity: tuple[int, int] | None = None
        self._real_root = ""
        self._names: dict[str, str] = {}
        self._next_health = self._next_retry = 0.0

    # From any thread

    @property
    def state(self) -> str:
        """`watching`, `polling: ` and why, `starting` or `stopped`."""
        return self._state

    def start(self) -> None:
        """Returns when every later change will be noticed: a walk made now misses nothing.

        May take some tenths of a second for ten thousand directories. A second call waits
        for the first; after `stop` nothing happens.
        """
        with self._starting:
            if self._thread is None and not self._stopping.cancelled:
                self._state = "starting"
                self._thread = threading.Thread(target=self._run, name="folder-watch", daemon=True)
                self._thread.start()
        if not self._stopping.cancelled and threading.current_thread() is not self._thread:
            self._ready.wait()

    def stop(self) -> None:
        """No call of `on_changes` begins after this has returned, which takes less than a second.

        A call that is under way is waited for, unless it takes longer than that. For good.
        """
        with self._starting:
            self._stopping.cancel()
            thread = self._thread
        self._collector.wake()
        if thread is not None and thread is not threading.current_thread():
            thread.join(_STOP_SECONDS)
            if thread.is_alive():
                _log.warning("The watcher of %s is still busy delivering changes", self._root)
        self._state = "stopped"
        self._ready.set()

    def hint(self, paths: Iterable[str]) -> None:
        """Someone else (the editor) says that these files or directories changed.

        Relative to the folder with `/`, or absolute; those outside of it are left out. They
        go the way of all events.
        """
        inside = [path for path in map(self._relative, paths) if path is not None]
        if inside:
            self._collector.hint(inside)

    def follow_rules(self) -> None:
        """The rules provider has new rules."""
        self._collector.wake()

    def _relative(self, path: str) -> str | None:
        if os.path.isabs(path):  # noqa: PTH117
            for root in (str(self._root), self._real_root):
                if path == root:
                    return ""
                if root and path.startswith(root.rstrip(os.sep) + os.sep):
                    return path[len(root.rstrip(os.sep)) + 1 :].replace(os.sep, "/").rstrip("/")
            return None
        path = path.rstrip("/")
        return None if ".." in path.split("/") else path

    # The watcher's thread

    def _run(self) -> None:
        try:
            self._guarded(self._begin)
            if not self._stopping.cancelled:
                self._ready.set()
            while not self._stopping.cancelled:
                self._collector.wait(self._next_look())
                self._guarded(self._attend)
                self._guarded(self._deliver)
        except Cancelled:
            pass
        finally:
            self._close_watch()
            self._ready.set()

    def _guarded(self, step: Callable[[], None]) -> None:
        """A watcher that breaks goes on with looking now and then."""
        try:
            step()
        except Cancelled:
            raise
        except WatchUnavailable as error:
            self._poll(str(error))
        except Exception:
            _log.exception("Watching %s failed", self._root)
            self._poll("the watcher failed, see the log")

    def _next_look(self) -> float:
        if self._watch is not None:
            return self._next_health
        return min(self._sweep.next, self._next_health)

    def _begin(self) -> None:
        """Open a watch, or take a first look where there is none. Nothing is reported."""
        self._close_watch()
        self._identity = self._identify()
        if self._identity is None:
            raise WatchUnavailable(_GONE)
        self._real_root = os.path.realpath(self._root)
        self._rules = self._rules_provider()
        self._names = self._named(self._rules)
        self._watch = self._open_watch(self._real_root, self._collector, self._max_watches)
        for _ in self._watch.cover(self._rules, self._names, self._stopping):
            pass
        self._set_state("watching")
        self._next_health = time.monotonic() + _HEALTH_SECONDS

    def _poll(self, reason: str) -> None:
        self._close_watch()
        was, now = self._state, f"polling: {reason}"
        self._set_state(now)
        self._next_retry = time.monotonic() + (self._least_poll if reason == _GONE else _RETRY_SECONDS)
        self._next_health = time.monotonic() + min(_HEALTH_SECONDS, self._least_poll)
        if was == now:
            return  # Only an attempt to watch again has failed.
        try:
            self._rules = self._rules or self._rules_provider()
            self._sweep.begin(self._rules, self._names, self._stopping)
        except Cancelled:
            raise
        except Exception:
            _log.exception("Looking through %s failed", self._root)
        # After the first look, so that nothing falls between it and the comparison.
        if self._ready.is_set():
            self._collector.missed(reason)

    def _attend(self) -> None:
        """All that cannot wait until changes are due."""
        if self._watch is not None and not self._watch.alive:
            raise WatchUnavailable("the watcher stopped by itself")
        reason = self._collector.take_broken()
        if not reason and time.monotonic() >= self._next_health:
            reason = self._check()
        if reason:
            self._begin()
            self._collector.missed(reason)
            return
        self._follow()
        self._take_hints()
        appeared = self._collector.take_appeared()
        if self._watch is None or self._rules is None:
            if self._rules is not None and time.monotonic() >= self._sweep.next and self._identity:
                self._names = self._named(self._rules)
                self._sweep.look(self._rules, self._names, self._stopping)
            return
        for path in outermost(appeared):
            self._collector.files(list(self._watch.enter(self._rules, path, self._stopping)))

    def _check(self) -> str:
        """Why to begin anew, or nothing. Notices what no event tells: a folder above was moved."""
        now = time.monotonic()
        self._next_health = now + _HEALTH_SECONDS
        identity = self._identify()
        if self._watch is None:
            self._next_health = now + min(_HEALTH_SECONDS, self._least_poll)
            if identity != self._identity:
                self._collector.missed("the folder was replaced")
            if identity != self._identity or now >= self._next_retry:
                self._next_retry = now + _RETRY_SECONDS
                return "the folder is watched again"
            return ""
        if identity != self._identity:
            return "the folder was replaced"
        self._follow_git()
        return ""

    def _follow_git(self) -> None:
        """A repository may have been only half made, or on another branch, at the last look."""
        names = self._named(self._rules) if self._rules is not None else {}
        if self._watch is not None and names != self._names:
            self._names = names
            self._watch.watch_names(names)
            self._collector.git()

    def _identify(self) -> tuple[int, int] | None:
        try:
            found = self._root.stat()
        except OSError:
            return None
        readable = stat.S_ISDIR(found.st_mode) and os.access(self._root, os.R_OK | os.X_OK)
        return (found.st_dev, found.st_ino) if readable else None

    def _follow(self) -> None:
        rules = self._rules_provider()
        if rules is self._rules:
            return
        self._rules = rules
        self._names = self._named(rules)
        if self._watch is not None:
            self._collector.files(list(self._watch.cover(rules, self._names, self._stopping)))

    def _take_hints(self) -> None:
        hinted = self._collector.take_hinted()
        if hinted and self._watch is None:
            self._sweep.hurry()
        for path in hinted:
            here = f"{self._real_root}/{path}"
            if path.rpartition("/")[2] == ".git":
                self._collector.git()
                self._collector.rules()
            elif not path or not os.path.lexists(here):
                # Gone, and what it was is not known.
                self._collector.directory(path)
                self._collector.files([path] if path else [])
            elif os.path.isdir(here) and not os.path.islink(here):  # noqa: PTH112, PTH114
                if self._watch is None:
                    self._collector.directory(path)
                self._collector.appeared(path)
            else:
                self._collector.file(path)

    def _deliver(self) -> None:
        pending = self._collector.take_due()
        if pending is None or self._rules is None:
            return
        self._follow()
        changes = judge(pending, self._rules)
        if changes.git:
            self._follow_git()
        if not changes or self._stopping.cancelled:
            return
        try:
            self._on_changes(changes)
        except Exception:
            _log.exception("Passing on the changes in %s failed", self._root)
        self._follow()

    def _named(self, rules: IgnoreRules) -> dict[str, str]:
        """The files outside of what is walked that count, by absolute path: of `git` or `rules`."""
        names: dict[str, str] = {}
        for path in git_watch_paths(self._root):
            is_rules = path.name == "config" or path.parent.name == "info"
            names[str(path)] = "rules" if is_rules else "git"
        for path in rules.rule_files():
            if not path.is_relative_to(rules.root) or ".git" in path.relative_to(rules.root).parts:
                names[str(path)] = "rules"
        return names

    def _close_watch(self) -> None:
        watch, self._watch = self._watch, None
        if watch is not None:
            try:
                watch.close()
            except Exception:  # watchdog has been seen to fail here; its threads are daemons.
                _log.exception("Closing the watch of %s failed", self._root)

    def _set_state(self, state: str) -> None:
        if state != self._state and not self._stopping.cancelled:
            self._state = state
            _log.info("%s: %s", self._root, state)
