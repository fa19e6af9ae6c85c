"""A folder under watch, in each way of watching there is on this system."""

import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from codebase_lsp.engine.files.changes import ChangeCollector, Changes
from codebase_lsp.engine.files.ignore import IgnoreRules
from codebase_lsp.engine.files.inotify import WatchUnavailable
from codebase_lsp.engine.files.recursive_watch import RecursiveWatch
from codebase_lsp.engine.files.watch import FolderWatcher, OpenWatch, Watch, system_watch
from codebase_lsp.engine.settings import Settings

PATIENCE = 20.0
"""Seconds until a test gives up."""

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="inotify is of Linux")
needs_links = pytest.mark.skipif(os.name == "nt", reason="symbolic links need rights on Windows")


def no_watch(root: str, collector: ChangeCollector, max_watches: int | None) -> Watch:
    raise WatchUnavailable("not wanted here")


WAYS: dict[str, OpenWatch] = {"system": system_watch, "recursive": RecursiveWatch, "polling": no_watch}
if not sys.platform.startswith("linux"):
    del WAYS["recursive"]  # It is the system's way there.


class Watched:
    """A folder under watch, and what was said about it so far."""

    def __init__(self, root: Path, way: str, **options: object) -> None:
        self.root = root
        self.rules = IgnoreRules(root, Settings())
        self.calls: list[Changes] = []
        self._said = threading.Condition()
        defaults: dict[str, object] = {
            "quiet_seconds": 0.03,
            "longest_seconds": 0.2,
            "poll_seconds": (0.03, 0.1),
            "open_watch": WAYS[way],
        }
        self.watcher = FolderWatcher(root, lambda: self.rules, self.listen, **{**defaults, **options})  # type: ignore[arg-type]
        self.watcher.start()

    def listen(self, changes: Changes) -> None:
        with self._said:
            if changes.rules:
                self.rules = IgnoreRules(self.root, Settings())
            self.calls.append(changes)
            self._said.notify_all()

    @property
    def files(self) -> set[str]:
        return set().union(*(call.files for call in self.calls))

    @property
    def directories(self) -> set[str]:
        return set().union(*(call.directories for call in self.calls))

    def until(self, expected: Callable[[], bool]) -> None:
        with self._said:
            assert self._said.wait_for(expected, PATIENCE), (self.watcher.state, self.calls)

    def until_files(self, *paths: str) -> None:
        self.until(lambda: set(paths) <= self.files)

    def settle(self) -> None:
        """Whatever happened before has been said when this returns."""
        marker = f"marker{time.monotonic_ns()}"
        (self.root / marker).write_text("x")
        self.until_files(marker)
        (self.root / marker).unlink()

    def forget(self) -> None:
        self.settle()
        with self._said:
            self.calls.clear()


Watching = Callable[..., Watched]

all_ways = pytest.mark.parametrize("watching", WAYS, indirect=True)
by_events = pytest.mark.parametrize("watching", [way for way in WAYS if way != "polling"], indirect=True)

# watchdog's recursive inotify, which no system uses here, does not notice everything.
as_used = pytest.mark.parametrize("watching", ["system", "polling"], indirect=True)
