"""Which names each file defines and uses: the graph that tells what a repository turns around.

Kept in memory once somebody asks: names are numbers, and a file costs a few hundred bytes. A file is
read again only when its text has changed.
"""

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..index.base import Base
from ..index.overlay import Overlay
from ..parse.facts import NAME, Facts

Ids = NDArray[np.int32]
Counts = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class FileLinks:
    """One file: names by number."""

    digest: str
    defines: Ids
    """Without repeats."""
    uses: Ids
    """Without repeats, in rising order."""
    counts: Counts
    """How often each of `uses` stands there."""


@dataclass(slots=True)
class Links:
    """Of one folder. Thread-safe."""

    names: list[str] = field(default_factory=list[str])
    _numbers: dict[str, int] = field(default_factory=dict[str, int])
    _files: dict[str, FileLinks] = field(default_factory=dict[str, FileLinks])
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def of(self, base: Base, overlay: Overlay) -> Mapping[str, FileLinks]:
        """Every file that answers, as it is now, in the order of their paths."""
        with self._lock:
            fresh = overlay.digests()
            wanted = {path: row.digest for path, row in base.files().items() if path not in fresh}
            wanted |= {path: digest for path, digest in fresh.items() if digest is not None}
            changed = [
                p for p, digest in wanted.items() if p not in self._files or self._files[p].digest != digest
            ]
            for path, names, facts in _read(base, overlay, changed):
                self._files[path] = self._linked(wanted[path], names, facts)
            self._files = {path: self._files[path] for path in sorted(wanted) if path in self._files}
            return self._files

    def number(self, name: str) -> int | None:
        return self._numbers.get(name)

    def _linked(self, digest: str, defined: list[str], facts: Facts) -> FileLinks:
        used = np.bincount(facts.columns[NAME].astype(np.int64), minlength=len(facts.names))
        present = np.flatnonzero(used)
        ids = self._ids([name for name, count in zip(facts.names, used.tolist(), strict=False) if count])
        order = np.argsort(ids, kind="stable")
        counts: Counts = used[present].astype(np.float32)
        return FileLinks(digest, np.unique(self._ids(defined)), ids[order], counts[order])

    def _ids(self, names: list[str]) -> Ids:
        numbers = self._numbers
        for name in names:
            if name not in numbers:
                numbers[name] = len(self.names)
                self.names.append(name)
        return np.array([numbers[name] for name in names], dtype=np.int32)


def _read(base: Base, overlay: Overlay, paths: list[str]) -> Iterator[tuple[str, list[str], Facts]]:
    """Defined names and facts of some files. A file that went away meanwhile is left out."""
    for path in paths:
        parsed = overlay.parsed(path)
        if parsed is not None:
            yield path, [symbol.name for symbol in parsed.symbols], Facts.unpack(parsed.facts)
        elif path in base.files():
            yield path, [symbol.name for symbol in base.store.symbols_of(path)], base.facts(path)
