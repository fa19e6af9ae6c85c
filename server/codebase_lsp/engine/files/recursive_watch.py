"""Watching a folder where the system itself watches whole trees: macOS (FSEvents) and Windows.

watchdog's observer does the work. Events below ignored directories arrive here too and are
dropped at the first ignored directory on their path.
"""

import os
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from ..cancel import CancelToken
from .changes import ChangeCollector
from .ignore import IgnoreRules
from .inotify import WatchUnavailable
from .subtree import Descent, OpenDirectories

_KINDS = frozenset({"created", "modified", "moved", "deleted", "closed", "attrib"})
_STOP_SECONDS = 0.5


class RecursiveWatch(FileSystemEventHandler):
    """The watch of one folder; the same interface as `DirectoryWatches`."""

    def __init__(self, root: str, collector: ChangeCollector, max_watches: int | None = None) -> None:
        """`root` has no symbolic links. Raises WatchUnavailable."""
        self._root = root
        self._prefix = root.rstrip(os.sep) + os.sep
        self._collector = collector
        self._names: Mapping[str, str] = {}
        self._outside: set[str] = set()
        self._open: OpenDirectories | None = None
        self._judging = threading.Lock()
        self._observer = Observer(timeout=0.2)
        try:
            self._observer.schedule(self, root, recursive=True)
            self._observer.start()
        except (OSError, RuntimeError) as error:
            raise WatchUnavailable(getattr(error, "strerror", None) or str(error)) from error

    @property
    def alive(self) -> bool:
        return self._observer.is_alive() and all(emitter.is_alive() for emitter in self._observer.emitters)

    def close(self) -> None:
        self._observer.stop()
        self._observer.join(_STOP_SECONDS)

    def cover(self, rules: IgnoreRules, names: Mapping[str, str], cancel: CancelToken) -> Iterator[str]:
        """→ files below directories that were ignored so far, and where something was dropped."""
        cancel.check()
        self.watch_names(names)
        with self._judging:
            before, self._open = self._open, OpenDirectories(rules)
        for path in before.closed() if before else ():
            yield from self.enter(rules, path, cancel)

    def enter(self, rules: IgnoreRules, path: str, cancel: CancelToken) -> Iterator[str]:
        """→ the files in a directory that appeared, and below."""
        descent = Descent(self._root, rules, path)
        while (inner := descent.next()) is not None:
            cancel.check()
            yield from descent.list(inner)

    def watch_names(self, names: Mapping[str, str]) -> None:
        self._names = {os.path.normcase(path): kind for path, kind in names.items()}
        for path in names:
            directory = str(Path(path).parent)
            inside = directory == self._root or directory.startswith(self._prefix)
            if not inside and directory not in self._outside:
                self._outside.add(directory)
                try:
                    self._observer.schedule(self, directory, recursive=False)
                except (OSError, RuntimeError):
                    continue  # There is no such directory.

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type not in _KINDS:
            return
        gone = event.event_type in ("deleted", "moved")
        self._note(os.fsdecode(event.src_path), event, gone)
        if event.dest_path:
            self._note(os.fsdecode(event.dest_path), event, False)

    def _note(self, absolute: str, event: FileSystemEvent, gone: bool) -> None:
        if not absolute:
            return
        kind = self._names.get(os.path.normcase(absolute))
        if kind is not None:
            self._collector.rules() if kind == "rules" else self._collector.git()
        if absolute == self._root and gone:
            self._collector.broken("the folder itself was moved or removed")
        if not absolute.startswith(self._prefix):
            return
        path = absolute[len(self._prefix) :].replace(os.sep, "/")
        parent, _, name = path.rpartition("/")
        if name == ".git":
            if event.event_type in ("created", "deleted", "moved"):
                self._collector.git()
                self._collector.rules()
            return
        with self._judging:
            if self._open is not None and parent not in self._open:
                return  # Remembered there, in case the rules change.
        if gone and (event.is_directory or os.name == "nt"):
            # Windows does not say what it was that is gone.
            self._collector.directory(path)
        if not event.is_directory:
            self._collector.file(path)
        elif not gone and event.event_type in ("created", "moved"):
            self._collector.appeared(path)
