"""Watching a folder on Linux: one inotify watch per directory that is not ignored.

The reader thread only notes what happened; the caller's thread enters new directories. Each
directory is watched before it is listed, so nothing falls between the two. A directory that
moved loses its watches at once and is entered again under its new name.
"""

import logging
import os
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..cancel import CancelToken
from . import inotify
from .changes import ChangeCollector
from .ignore import IgnoreRules
from .inotify import Inotify, WatchUnavailable
from .subtree import Descent

_log = logging.getLogger(__name__)
_MASK = (
    inotify.CREATE
    | inotify.DELETE
    | inotify.MOVED_FROM
    | inotify.MOVED_TO
    | inotify.MODIFY
    | inotify.CLOSE_WRITE
    | inotify.ATTRIB
    | inotify.EXCL_UNLINK
    | inotify.ONLYDIR
)
_ROOT_MASK = _MASK | inotify.DELETE_SELF | inotify.MOVE_SELF
_STOP_SECONDS = 0.5


@dataclass(slots=True)
class _Watch:
    path: str | None
    """Relative to the folder; None for a directory outside, of which only some names count."""
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    """`git` or `rules` by name of the file."""


class DirectoryWatches:
    """The watches of one folder. All but the reader runs in one thread of the caller."""

    def __init__(self, root: str, collector: ChangeCollector, max_watches: int | None) -> None:
        """`root` has no symbolic links. Raises WatchUnavailable."""
        self._root = root
        self._collector = collector
        self._max_watches = max_watches
        self._lock = threading.Lock()
        self._watches: dict[int, _Watch] = {}
        self._by_path: dict[str, int] = {}
        self._below: defaultdict[str, set[str]] = defaultdict(set)
        """Watched directories by the one that holds them."""
        self._queue = Inotify()
        self._reader = threading.Thread(target=self._read, name="folder-watch-reader", daemon=True)
        self._reader.start()

    @property
    def alive(self) -> bool:
        return self._reader.is_alive()

    def __len__(self) -> int:
        return len(self._watches)

    def close(self) -> None:
        self._queue.stop()
        self._reader.join(_STOP_SECONDS)
        if not self._reader.is_alive():
            self._queue.close()

    # Which directories

    def cover(self, rules: IgnoreRules, names: Mapping[str, str], cancel: CancelToken) -> Iterator[str]:
        """Watch what the rules leave open, and nothing else. → files in directories that were not
        watched before; they must be taken for the work to be done.

        `names` says for files outside, by absolute path, whether they are of `git` or `rules`.
        Raises WatchUnavailable, Cancelled.
        """
        with self._lock:
            before = set(self._by_path)
        for path, new, files in self._descend(rules, "", cancel):
            if new:
                yield from files
            before.discard(path)
        if "" not in self._by_path:
            raise WatchUnavailable("the folder cannot be read")
        for path in before:
            self._forget(path)
        self.watch_names(names)

    def enter(self, rules: IgnoreRules, path: str, cancel: CancelToken) -> Iterator[str]:
        """Watch a directory that appeared, and all below. → the files there."""
        for _, _, files in self._descend(rules, path, cancel):
            yield from files

    def _descend(
        self, rules: IgnoreRules, start: str, cancel: CancelToken
    ) -> Iterator[tuple[str, bool, list[str]]]:
        descent = Descent(self._root, rules, start)
        while (path := descent.next()) is not None:
            cancel.check()
            new = path not in self._by_path
            if self._watch(path):
                yield path, new, descent.list(path)

    def _watch(self, path: str) -> bool:
        """Also if it is watched already: it may be another directory of the same name by now."""
        with self._lock:
            if self._max_watches is not None and len(self._watches) >= self._max_watches:
                raise WatchUnavailable(f"more than {self._max_watches} directories")
            mask = (_ROOT_MASK if not path else _MASK) | (inotify.DONT_FOLLOW if path else 0)
            watch = self._queue.add(f"{self._root}/{path}", mask)
            if watch is None:
                return False
            known = self._watches.get(watch)
            if known is not None and known.path != path and known.path is not None:
                self._unlink(known.path, watch)
            old = self._by_path.get(path)
            if old is not None and old != watch:
                self._watches.pop(old, None)
                self._queue.remove(old)
            self._watches[watch] = _Watch(path, known.names if known else {})
            self._by_path[path] = watch
            if path:
                self._below[path.rpartition("/")[0]].add(path)
            return True

    def watch_names(self, names: Mapping[str, str]) -> None:
        """Watch these files, by absolute path, instead of those named before."""
        by_directory: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for path, kind in names.items():
            directory, name = os.path.split(path)
            by_directory[directory][name] = kind
        with self._lock:
            unused = {number for number, watch in self._watches.items() if watch.names}
            for directory, here in by_directory.items():
                number = self._queue.add(directory, _MASK | inotify.MASK_ADD)
                if number is None:
                    continue
                unused.discard(number)
                self._watches.setdefault(number, _Watch(None)).names = here
            for number in unused:
                self._watches[number].names = {}
                if self._watches[number].path is None:
                    del self._watches[number]
                    self._queue.remove(number)

    def _forget(self, path: str) -> None:
        with self._lock:
            self._drop(path)

    def _drop(self, path: str) -> None:
        """Stop watching a directory and all below."""
        pending = [path]
        while pending:
            here = pending.pop()
            pending.extend(self._below.pop(here, ()))
            number = self._by_path.get(here)
            if number is not None:
                self._unlink(here, number)
                watch = self._watches[number]
                if watch.names:
                    watch.path = None
                else:
                    del self._watches[number]
                    self._queue.remove(number)

    def _unlink(self, path: str, number: int) -> None:
        if self._by_path.get(path) != number:
            return  # Another directory has this path by now.
        del self._by_path[path]
        above = path.rpartition("/")[0]
        beside = self._below.get(above)
        if beside is not None:
            beside.discard(path)
            if not beside:
                del self._below[above]

    # What happened

    def _read(self) -> None:
        try:
            while events := self._queue.read():
                files: set[str] = set()
                with self._lock:
                    for number, mask, name in events:
                        self._note(number, mask, name, files)
                if files:
                    self._collector.files(files)
        except Exception:
            _log.exception("Reading file events failed")
            self._collector.wake()

    def _note(self, number: int, mask: int, name: str, files: set[str]) -> None:
        if mask & inotify.OVERFLOW:
            self._collector.broken("the queue of file events overflowed")
            return
        watch = self._watches.get(number)
        if watch is None:
            return
        if mask & inotify.IGNORED:  # The kernel dropped the watch: its directory is gone.
            del self._watches[number]
            if watch.path is not None:
                self._unlink(watch.path, number)
            return
        kind = watch.names.get(name)
        if kind is not None:
            self._collector.rules() if kind == "rules" else self._collector.git()
        if watch.path is None:
            return
        if not watch.path and mask & (inotify.DELETE_SELF | inotify.MOVE_SELF | inotify.UNMOUNT):
            self._collector.broken("the folder itself was moved or removed")
        elif name == ".git":
            self._collector.git()
            self._collector.rules()
        elif name:
            path = f"{watch.path}/{name}" if watch.path else name
            if mask & inotify.ISDIR:
                self._note_directory(path, mask)
            else:
                files.add(path)

    def _note_directory(self, path: str, mask: int) -> None:
        if mask & (inotify.DELETE | inotify.MOVED_FROM):
            self._drop(path)
            self._collector.directory(path)
        elif mask & (inotify.CREATE | inotify.MOVED_TO) or path not in self._by_path:
            self._collector.appeared(path)
