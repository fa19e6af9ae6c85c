"""Where events cannot be had the folder is polled; the editor's hints count as well."""

import threading
import time
from pathlib import Path

import pytest

from codebase_lsp.engine.files.changes import ChangeCollector, Changes
from codebase_lsp.engine.files.ignore import IgnoreRules
from codebase_lsp.engine.files.inotify import WatchUnavailable
from codebase_lsp.engine.files.watch import FolderWatcher, Watch
from codebase_lsp.engine.settings import Settings
from helpers.watched import PATIENCE, Watching, all_ways, linux_only

pytestmark = pytest.mark.filterwarnings("ignore:Callback with id")  # Of watchdog's recursive inotify.


@linux_only
def test_too_many_directories_from_the_start_are_polled(root: Path, watching: Watching) -> None:
    for number in range(5):
        (root / f"d{number}").mkdir()
    watched = watching(max_watches=3)
    assert watched.watcher.state == "polling: more than 3 directories"
    (root / "d4/a.py").write_text("x")
    watched.until_files("d4/a.py")
    assert not any(call.reconcile for call in watched.calls), "nothing was missed"


@linux_only
def test_running_out_of_watches_later_asks_for_a_comparison_and_polls(root: Path, watching: Watching) -> None:
    watched = watching(max_watches=3)
    for number in range(5):
        (root / f"d{number}").mkdir()
    watched.until(lambda: any("more than 3" in call.reconcile for call in watched.calls))
    assert watched.watcher.state == "polling: more than 3 directories"
    (root / "d4/a.py").write_text("x")
    watched.until_files("d4/a.py")


def test_trying_in_vain_to_watch_again_forgets_no_change(
    root: Path, watching: Watching, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codebase_lsp.engine.files.watch._RETRY_SECONDS", 0.0)
    attempts = 0

    def fail(root_text: str, collector: ChangeCollector, max_watches: int | None) -> Watch:
        nonlocal attempts
        attempts += 1
        if attempts == 3:
            (root / "between.py").write_text("x")
        raise WatchUnavailable("still not possible")

    watched = watching(open_watch=fail)
    watched.until_files("between.py")
    assert not any(call.reconcile for call in watched.calls)


@linux_only
def test_a_reader_that_dies_asks_for_a_comparison_and_polls(root: Path, watching: Watching) -> None:
    watched = watching()
    watched.watcher._watch._queue.stop()  # type: ignore[union-attr]
    watched.until(lambda: any(call.reconcile for call in watched.calls))
    assert watched.watcher.state == "polling: the watcher stopped by itself"
    (root / "a.py").write_text("x")
    watched.until_files("a.py")


@linux_only
def test_a_reader_that_fails_is_logged(
    root: Path, watching: Watching, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    watched = watching()
    monkeypatch.setattr(watched.watcher._watch, "_note", None)
    (root / "a.py").write_text("x")
    watched.until(lambda: any(call.reconcile for call in watched.calls))
    assert "Reading file events failed" in caplog.text


def test_rules_that_cannot_be_had_do_not_end_the_watch(root: Path) -> None:
    calls: list[Changes] = []
    heard = threading.Event()
    rules = IgnoreRules(root, Settings())
    failing = True

    def provide() -> IgnoreRules:
        if failing:
            raise OSError("not now")
        return rules

    def listen(changes: Changes) -> None:
        calls.append(changes)
        heard.set()

    watcher = FolderWatcher(root, provide, listen, poll_seconds=(0.05, 0.1))
    watcher.start()
    try:
        assert watcher.state.startswith("polling: ")
        failing = False
        watcher.follow_rules()
        deadline = time.monotonic() + PATIENCE
        while not any("a.py" in call.files for call in calls):
            assert time.monotonic() < deadline
            (root / "a.py").write_text(f"{time.monotonic_ns()}")
            heard.wait(0.1)
    finally:
        watcher.stop()


@all_ways
def test_a_hint_is_told_like_an_event(root: Path, tmp_path: Path, watching: Watching) -> None:
    (root / ".gitignore").write_text("*.log\n")
    (root / "d").mkdir()
    for path in ("a.py", "b.py", "x.log", "d/c.py"):
        (root / path).write_text("x")
    watched = watching()
    watched.watcher.hint(
        ["a.py", str(root / "b.py"), "x.log", "../y", str(tmp_path / "z.py"), "d", "no/more.py"]
    )
    watched.until_files("a.py", "b.py", "no/more.py")
    watched.until(lambda: "d/c.py" in watched.files or "d" in watched.directories)
    assert "no/more.py" in watched.directories
    watched.settle()
    assert not {"x.log", "../y", "y", str(tmp_path / "z.py")} & watched.files


@all_ways
def test_a_hint_about_the_rules_is_told_as_such(root: Path, watching: Watching) -> None:
    (root / ".gitignore").write_text("*.log\n")
    watched = watching()
    watched.watcher.hint([".gitignore"])
    watched.until(lambda: any(call.rules for call in watched.calls))
