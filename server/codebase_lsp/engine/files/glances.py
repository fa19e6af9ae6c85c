"""Texts seen a moment ago, kept while their files look untouched.

For choosing what to look at, never for answering: a file is taken to be the same when its time stamp,
size and identity are, as `git status` does. One that was written just before it was read is not kept,
since another write may not show in its time stamp ("racy git").
"""

import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .types import Skipped, SourceFile

MAX_CHARS = 32 << 20
"""Of all texts kept; source code takes about a byte each."""
_SETTLED_NS = 2_000_000_000


@dataclass(frozen=True, slots=True)
class _Seen:
    stamp: tuple[int, int, int]
    digest: str
    text: str


class Glances:
    """Thread-safe. The texts used last are kept."""

    def __init__(
        self, root: Path, read: Callable[[str, str | None], SourceFile | Skipped], max_chars: int = MAX_CHARS
    ) -> None:
        """`read` gets a path relative to `root` and the digest that the index has of it."""
        self._root, self._read, self._max_chars = str(root), read, max_chars
        self._seen: OrderedDict[str, _Seen] = OrderedDict()
        self._chars = 0
        self._lock = threading.Lock()

    def text(self, path: str, digest: str) -> str | None:
        """The text of a file on disk that is indexed with `digest`; None where there is none."""
        try:
            status = os.stat(f"{self._root}/{path}")  # noqa: PTH116 (pathlib takes longer than the system call)
        except (OSError, ValueError):
            return None
        stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
        with self._lock:
            seen = self._seen.get(path)
            if seen is not None and seen.stamp == stamp and seen.digest == digest:
                self._seen.move_to_end(path)
                return seen.text
        now = time.time_ns()
        source = self._read(path, digest)
        if isinstance(source, Skipped):
            return None
        if source.digest == digest and stamp[0] < now - _SETTLED_NS:
            self._keep(path, _Seen(stamp, digest, source.text))
        return source.text

    def _keep(self, path: str, seen: _Seen) -> None:
        with self._lock:
            before = self._seen.pop(path, None)
            self._chars += len(seen.text) - (len(before.text) if before else 0)
            self._seen[path] = seen
            while self._chars > self._max_chars:
                _, oldest = self._seen.popitem(last=False)
                self._chars -= len(oldest.text)
