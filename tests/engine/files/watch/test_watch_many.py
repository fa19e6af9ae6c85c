"""Very many changes at once, and random ones over a long time."""

import os
import shutil
import time
from pathlib import Path
from random import Random

import pytest

from codebase_lsp.engine.files.changes import ChangeCollector, Changes
from codebase_lsp.engine.files.ignore import IgnoreRules
from codebase_lsp.engine.files.types import FileEntry
from codebase_lsp.engine.files.walk import walk
from codebase_lsp.engine.settings import Settings
from helpers.watched import PATIENCE, Watching, as_used, by_events, linux_only

pytestmark = pytest.mark.filterwarnings("ignore:Callback with id")  # Of watchdog's recursive inotify.


@by_events
def test_ten_thousand_files_at_once_give_few_calls(root: Path, watching: Watching) -> None:
    watched = watching(quiet_seconds=0.3, longest_seconds=60.0)
    (root / "d").mkdir()
    for number in range(10_000):
        (root / f"d/{number}").write_text("")
    watched.until(lambda: any(c.reconcile for c in watched.calls) or len(watched.files) == 10_000)
    assert len(watched.calls) <= 10


@linux_only
def test_a_real_overflow_of_the_queue_asks_for_a_comparison(root: Path, watching: Watching) -> None:
    limit = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    if limit > 100_000:
        pytest.skip("the queue of this system is too long to fill it")
    for name in "ab":
        (root / name).write_text("x")
    watched = watching()
    with watched.watcher._watch._lock:  # type: ignore[union-attr]
        # The reader is held up; what it has read before that is the few thousand events more.
        for number in range(limit + 10_000):
            os.utime(root / "ab"[number % 2])
    watched.until(lambda: any("overflow" in call.reconcile for call in watched.calls))
    assert watched.watcher.state == "watching"
    watched.forget()
    (root / "after.py").write_text("x")
    watched.until_files("after.py")


def test_more_changes_than_can_be_counted_ask_for_a_comparison() -> None:
    collector = ChangeCollector(0.0, 0.0)
    collector.files([f"{number}" for number in range(60_000)])
    pending = collector.take_due()
    assert pending is not None
    assert (pending.files, bool(pending.reconcile)) == (set(), True)


@as_used
@pytest.mark.parametrize("seed", range(3))
def test_a_mirror_kept_by_the_changes_alone_ends_up_equal(root: Path, watching: Watching, seed: int) -> None:
    """Random work on a tree; the mirror looks only where the changes say."""
    random = Random(seed)
    (root / ".gitignore").write_text("ignored/\n")
    watched = watching()
    mirror = Mirror(root)
    done = 0
    for step in range(400):
        act_at_random(root, random, step)
        if step % 100 == 99:
            deadline = time.monotonic() + PATIENCE
            while mirror.texts != mirror.disk():
                assert time.monotonic() < deadline, (mirror.wrong(), watched.calls)
                time.sleep(0.02)
                calls = watched.calls[done:]
                done += len(calls)
                for call in calls:
                    mirror.apply(call)


class Mirror:
    """The texts of all files, as a consumer of changes knows them."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.texts = self.disk()

    def disk(self) -> dict[str, str]:
        texts: dict[str, str] = {}
        for entry in walk(self._root, IgnoreRules(self._root, Settings())):
            if isinstance(entry, FileEntry):
                texts[entry.path] = (self._root / entry.path).read_text()
        return texts

    def wrong(self) -> list[str]:
        disk = self.disk()
        return sorted(p for p in disk.keys() | self.texts.keys() if disk.get(p) != self.texts.get(p))

    def apply(self, changes: Changes) -> None:
        below = tuple(f"{directory}/" for directory in changes.directories)
        paths = {*changes.files, *(path for path in self.texts if path.startswith(below))}
        for path in paths:
            absolute = self._root / path
            if absolute.is_file() and not absolute.is_symlink():
                self.texts[path] = absolute.read_text()
            else:
                self.texts.pop(path, None)


def act_at_random(root: Path, random: Random, step: int) -> None:
    def anywhere() -> Path:
        return root.joinpath(
            *(random.choice(["a", "b", "c", "ignored"]) for _ in range(random.randint(1, 3)))
        )

    path, other = anywhere(), anywhere()
    try:
        match random.randrange(8):
            case 0 | 1 | 2:
                path.mkdir(parents=True, exist_ok=True)
                (path / f"{random.randrange(3)}.py").write_text(f"{step}" * random.randint(1, 3))
            case 3:
                other.parent.mkdir(parents=True, exist_ok=True)
                path.rename(other)
            case 4:
                shutil.rmtree(path)
            case 5:
                (path / "0.py").replace(other / "1.py")
            case 6:
                (path / "2.py").unlink()
            case _:
                (path / "0.py").unlink()
                (path / "0.py").mkdir()
                (path / "0.py/x.py").write_text(f"{step}")
    except OSError:
        pass  # Not possible now: nothing was done, or a part of it.
