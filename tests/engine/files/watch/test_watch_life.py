"""Starting, stopping, waiting for quiet, and callbacks that misbehave."""

import logging
import sys
import threading
import time
from pathlib import Path
from random import Random

import pytest

from codebase_lsp.engine.files.changes import ChangeCollector, Changes
from codebase_lsp.engine.files.ignore import IgnoreRules
from codebase_lsp.engine.files.walk import walk
from codebase_lsp.engine.files.watch import FolderWatcher
from codebase_lsp.engine.settings import Settings
from helpers.watched import PATIENCE, Watching, all_ways

pytestmark = pytest.mark.filterwarnings("ignore:Callback with id")  # Of watchdog's recursive inotify.


def test_without_changes_nothing_is_said(root: Path, watching: Watching) -> None:
    (root / "a.py").write_text("x")
    watched = watching()
    assert watched.watcher.state == "watching" or not sys.platform.startswith("linux")
    (root / "a.py").read_text()
    list(walk(root, watched.rules))
    watched.settle()
    assert all(path.startswith("marker") for path in watched.files)


@all_ways
def test_nothing_is_said_after_stop(root: Path, watching: Watching) -> None:
    watched = watching()
    watched.settle()
    for number in range(50):
        (root / f"{number}.py").write_text("x")
    watched.watcher.stop()
    said = len(watched.calls)
    assert watched.watcher.state == "stopped"
    assert not [t for t in threading.enumerate() if t is watched.watcher._thread]
    (root / "late.py").write_text("x")
    watched.watcher.hint(["late.py"])
    time.sleep(0.3)  # Longer than the debounce; nothing to wait for.
    assert len(watched.calls) == said


def test_start_and_stop_in_any_order_and_number(root: Path) -> None:
    rules = IgnoreRules(root, Settings())
    watcher = FolderWatcher(root, lambda: rules, lambda _: None)
    assert watcher.state == "stopped"
    threads = [threading.Thread(target=step) for step in [watcher.start] * 4 + [watcher.stop] * 4]
    Random(1).shuffle(threads)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    watcher.stop()
    watcher.start()
    assert watcher.state == "stopped"


def test_stop_from_within_a_call(root: Path, watching: Watching) -> None:
    watched = watching()
    stopped = threading.Event()
    listen = watched.listen

    def stop(changes: Changes) -> None:
        listen(changes)
        watched.watcher.stop()
        stopped.set()

    watched.watcher._on_changes = stop
    (root / "a.py").write_text("x")
    assert stopped.wait(PATIENCE)
    assert watched.watcher._thread is not None
    watched.watcher._thread.join(PATIENCE)
    assert not watched.watcher._thread.is_alive()


def test_stop_does_not_wait_for_a_call_that_hangs(root: Path, watching: Watching) -> None:
    watched = watching()
    hangs, go_on = threading.Event(), threading.Event()

    def hang(changes: Changes) -> None:
        watched.calls.append(changes)
        hangs.set()
        go_on.wait(PATIENCE)

    watched.watcher._on_changes = hang
    (root / "a.py").write_text("x")
    assert hangs.wait(PATIENCE)
    (root / "b.py").write_text("x")
    watched.watcher.stop()
    go_on.set()
    assert watched.watcher._thread is not None
    watched.watcher._thread.join(PATIENCE)
    assert len(watched.calls) == 1


def test_what_happens_during_a_call_is_said_afterwards(root: Path, watching: Watching) -> None:
    watched = watching()
    listen = watched.listen
    first = threading.Event()

    def slow(changes: Changes) -> None:
        if not first.is_set():
            first.set()
            (root / "new/deep").mkdir(parents=True)
            (root / "new/deep/b.py").write_text("x")
        listen(changes)

    watched.watcher._on_changes = slow
    (root / "a.py").write_text("x")
    watched.until_files("a.py", "new/deep/b.py")


def test_an_exception_of_the_callback_is_logged_and_the_watch_goes_on(
    root: Path, watching: Watching, caplog: pytest.LogCaptureFixture
) -> None:
    watched = watching()
    listen = watched.listen

    def fail(changes: Changes) -> None:
        listen(changes)
        raise RuntimeError("the consumer's own trouble")

    watched.watcher._on_changes = fail
    with caplog.at_level(logging.ERROR):
        (root / "a.py").write_text("x")
        watched.until_files("a.py")
        (root / "b.py").write_text("x")
        watched.until_files("b.py")
    assert "the consumer's own trouble" in caplog.text


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_changes_are_due_when_it_has_been_quiet() -> None:
    clock = Clock()
    collector = ChangeCollector(0.1, 0.5, clock)
    collector.file("a")
    clock.now += 0.09
    collector.file("b")
    clock.now += 0.09
    assert collector.take_due() is None
    clock.now += 0.02
    pending = collector.take_due()
    assert pending is not None
    assert pending.files == {"a", "b"}
    assert collector.take_due() is None


def test_changes_that_never_end_are_due_after_the_longest_time() -> None:
    clock = Clock()
    collector = ChangeCollector(0.1, 0.5, clock)
    for number in range(9):
        collector.file(f"{number}")
        assert collector.take_due() is None
        clock.now += 0.06
    assert collector.take_due() is not None


def test_waiting_ends_for_what_cannot_wait() -> None:
    collector = ChangeCollector(60.0, 60.0)
    collector.file("a")
    collector.appeared("d")
    collector.wait(time.monotonic() + PATIENCE)
    assert collector.take_appeared() == {"d"}
    assert collector.take_due() is None
