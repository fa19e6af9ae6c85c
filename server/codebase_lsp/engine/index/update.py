"""Bring the Base up to date with the folder: walk, and parse what changed.

Words first: everything can be found by its words before `embed.py` makes the first vector.
"""

import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from ..cancel import CancelToken
from ..files.ignore import IgnoreRules
from ..files.types import FileEntry, Skipped, SkipReason
from ..files.walk import walk
from ..settings import Settings
from .base import Base
from .ingest import LeftOut, ParseOutcome, ParseTask, SeenBefore, Unchanged, parse_files, recognise
from .pool import WorkerPool
from .store import WALKED
from .types import ParsedFile

Progress = Callable[[str, int, int], None]
"""(stage, done, total)."""

INLINE_FILES = 8
"""Fewer files than this are read at once: a worker process takes longer to start."""
_BATCH_FILES, _BATCH_BYTES = 32, 256 * 1024
_FIRST_PUBLISH, _PUBLISH_EVERY = 0.3, 2.0
"""Seconds: the first results early, then seldom enough to cost nothing."""
_RACY_NS = 50_000_000
"""A file changed this short a time before it was read may change again within the same time stamp."""


@dataclass(slots=True)
class UpdateReport:
    """Counts of one run."""

    parsed: int = 0
    taken_back: int = 0
    """Files whose text the index had seen before."""
    removed: int = 0
    embedded: int = 0
    changed_paths: set[str] = field(default_factory=set[str])


@dataclass(frozen=True, slots=True)
class _Changes:
    tasks: list[ParseTask]
    skipped: list[Skipped]
    removed: set[str]
    total: int


@dataclass(frozen=True, slots=True)
class Site:
    """The folder that an update works on, and what it works with."""

    base: Base
    root: Path
    settings: Settings
    pool: WorkerPool
    rules: IgnoreRules
    to_read: Callable[[int], None] = lambda size: None
    """Told the bytes that are new or changed, before they are read."""


def update(site: Site, progress: Progress, cancel: CancelToken, *, force: bool = False) -> UpdateReport:
    """Compare the whole folder with the index and read what differs; words only.

    What was published stays if it is cancelled. `force` reads every file.
    """
    changes = _scan(site, progress, cancel, force)
    if force:
        site.base.store.forget_parked()
    site.base.store.replace_walked(changes.skipped)
    site.to_read(sum(task.entry.size for task in changes.tasks))
    return _apply(site, changes, progress, cancel)


def update_paths(site: Site, paths: Iterable[str], cancel: CancelToken) -> UpdateReport:
    """The same for a few files that are known to have changed, appeared or gone."""
    known = site.base.files()
    tasks: list[ParseTask] = []
    removed: set[str] = set()
    for path in paths:
        try:
            status = os.lstat(site.root / path)
        except OSError:
            status = None
        if status is None or not stat.S_ISREG(status.st_mode) or site.rules.decide(path).ignored:
            removed.add(path)
            continue
        entry = _steady(FileEntry(path, status.st_size, status.st_mtime_ns), time.time_ns() - _RACY_NS)
        row = known.get(path)
        tasks.append(ParseTask(entry, row.digest if row else None))
    return _apply(site, _Changes(tasks, [], removed, len(tasks)), silent, cancel)


def _apply(site: Site, changes: _Changes, progress: Progress, cancel: CancelToken) -> UpdateReport:
    report, base = UpdateReport(), site.base
    base.remove(changes.removed)
    report.removed = len(changes.removed & base.files().keys())
    report.changed_paths |= changes.removed
    done = changes.total - len(changes.tasks)
    progress("indexing", done, changes.total)
    published, interval, dirty = time.monotonic(), _FIRST_PUBLISH, bool(changes.removed)
    try:
        for outcomes in _outcomes(site, changes.tasks, cancel):
            done += len(outcomes)
            dirty |= _write(base, outcomes, report)
            progress("indexing", done, changes.total)
            if dirty and time.monotonic() - published > interval:
                base.publish()
                published, interval, dirty = time.monotonic(), _PUBLISH_EVERY, False
    finally:
        if dirty:
            base.publish()
        base.lexical.release_writer()
    return report


def silent(stage: str, done: int, total: int) -> None:
    """Too little work to report."""


def _steady(entry: FileEntry, horizon: int) -> FileEntry:
    """Forget a time stamp that is so fresh that the file may change again within it."""
    return entry if entry.mtime_ns < horizon else replace(entry, mtime_ns=0)


def _scan(site: Site, progress: Progress, cancel: CancelToken, force: bool) -> _Changes:
    known, known_skipped = site.base.files(), site.base.store.skipped()
    tasks: list[ParseTask] = []
    skipped: list[Skipped] = []
    seen: set[str] = set()
    horizon = time.time_ns() - _RACY_NS
    for item in walk(site.root, site.rules, cancel):
        if isinstance(item, Skipped):
            skipped.append(item)
            continue
        seen.add(item.path)
        if len(seen) % 1000 == 0:
            progress("scanning", len(seen), 0)
        row, left_out = known.get(item.path), known_skipped.get(item.path)
        before = (row.size, row.mtime_ns) if row else left_out[1:] if left_out else None
        if force or before != (item.size, item.mtime_ns):
            tasks.append(ParseTask(_steady(item, horizon), row.digest if row and not force else None))
    read_before = {path for path, (_, _, mtime_ns) in known_skipped.items() if mtime_ns != WALKED}
    gone = (known.keys() | read_before) - seen
    return _Changes(tasks, skipped, gone, len(seen))


def _outcomes(site: Site, tasks: Sequence[ParseTask], cancel: CancelToken) -> Iterator[list[ParseOutcome]]:
    """What was seen before first: it costs next to nothing."""
    parked = site.base.store.parked([task.entry.path for task in tasks])
    seen_before = {path for path, _ in parked}
    rest = [task for task in tasks if task.entry.path not in seen_before]
    batch: list[ParseOutcome] = []
    for task in tasks:
        if task.entry.path not in seen_before:
            continue
        cancel.check()
        known = recognise(site.root, task, parked, site.settings)
        if known is None:
            rest.append(task)
        else:
            batch.append(known)
        if len(batch) >= _BATCH_FILES:
            yield batch
            batch = []
    if batch:
        yield batch
    yield from _parsed(site, rest, cancel)


def _parsed(site: Site, tasks: Sequence[ParseTask], cancel: CancelToken) -> Iterator[list[ParseOutcome]]:
    if len(tasks) <= INLINE_FILES:
        for task in tasks:
            cancel.check()
            yield parse_files(site.root, [task], site.settings)
        return

    def crashed(task: ParseTask) -> ParseOutcome:
        reason = Skipped(task.entry.path, SkipReason.UNREADABLE, "the parser crashed on it")
        return LeftOut(task.entry, reason)

    work = partial(_parse_batch, site.root, site.settings)
    yield from site.pool.map(work, _batches(tasks, lambda task: task.entry.size), cancel, crashed)


def _parse_batch(root: Path, settings: Settings, tasks: list[ParseTask]) -> list[ParseOutcome]:
    return parse_files(root, tasks, settings)


def _batches(tasks: Iterable[ParseTask], size: Callable[[ParseTask], int]) -> Iterator[list[ParseTask]]:
    batch: list[ParseTask] = []
    volume = 0
    for task in tasks:
        batch.append(task)
        volume += size(task)
        if len(batch) >= _BATCH_FILES or volume >= _BATCH_BYTES:
            yield batch
            batch, volume = [], 0
    if batch:
        yield batch


def _write(base: Base, outcomes: Sequence[ParseOutcome], report: UpdateReport) -> bool:
    parsed = [outcome for outcome in outcomes if isinstance(outcome, ParsedFile)]
    back = [o for o in outcomes if isinstance(o, SeenBefore)]
    same = [o.entry for o in outcomes if isinstance(o, Unchanged)]
    left_out = [(o.skipped, o.entry.size, o.entry.mtime_ns) for o in outcomes if isinstance(o, LeftOut)]
    if parsed:
        base.put(parsed)
    if back:
        base.take_back((o.entry.path, o.file_id, o.entry.size, o.entry.mtime_ns) for o in back)
    if same:
        base.store.touch((entry.path, entry.size, entry.mtime_ns) for entry in same)
    if left_out:
        base.store.put_skipped(left_out)
    report.parsed += len(parsed)
    report.taken_back += len(back)
    report.changed_paths.update(file.path for file in parsed)
    report.changed_paths.update(o.entry.path for o in back)
    report.changed_paths.update(skipped.path for skipped, _, _ in left_out)
    return bool(parsed or back or left_out)
