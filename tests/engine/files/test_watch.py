"""Every kind of change on a real disk is noticed, in each way of watching; nothing ignored is."""

import logging
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from codebase_lsp.engine.cancel import CancelToken
from codebase_lsp.engine.files.changes import ChangeCollector, Changes
from codebase_lsp.engine.files.directory_watches import DirectoryWatches
from codebase_lsp.engine.files.ignore import IgnoreRules
from codebase_lsp.engine.files.inotify import WatchUnavailable
from codebase_lsp.engine.files.mounts import file_system_of
from codebase_lsp.engine.files.recursive_watch import RecursiveWatch
from codebase_lsp.engine.files.subtree import Descent
from codebase_lsp.engine.files.types import FileEntry
from codebase_lsp.engine.files.walk import walk
from codebase_lsp.engine.files.watch import FolderWatcher, OpenWatch, Watch, system_watch
from codebase_lsp.engine.settings import Settings

Git = Callable[..., bytes]
PATIENCE = 20.0
"""Seconds until a test gives up."""
pytestmark = pytest.mark.filterwarnings("ignore:Callback with id")  # Of watchdog's recursive inotify.

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


@pytest.fixture
def watching(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Watching]:
    """Watches `root` (a new folder) in the way the test is for, until the test ends."""
    opened: list[Watched] = []
    way = getattr(request, "param", "system")
    (tmp_path / "root").mkdir()

    def watch(root: Path = tmp_path / "root", **options: object) -> Watched:
        opened.append(Watched(root, way, **options))
        return opened[-1]

    yield watch
    for watched in opened:
        watched.watcher.stop()


@pytest.fixture
def root(tmp_path: Path, watching: Watching) -> Path:
    return tmp_path / "root"


all_ways = pytest.mark.parametrize("watching", WAYS, indirect=True)
by_events = pytest.mark.parametrize("watching", [way for way in WAYS if way != "polling"], indirect=True)

# watchdog's recursive inotify, which no system uses here, does not notice everything.
as_used = pytest.mark.parametrize("watching", ["system", "polling"], indirect=True)


# Files


@all_ways
def test_a_new_file(root: Path, watching: Watching) -> None:
    watched = watching()
    (root / "größe.py").write_text("x")
    watched.until_files("größe.py")


@all_ways
def test_a_file_written_again_and_again(root: Path, watching: Watching) -> None:
    (root / "sub").mkdir()
    (root / "sub/a.py").write_text("1")
    watched = watching()
    for text in ("12", "123"):
        (root / "sub/a.py").write_text(text)
        watched.until_files("sub/a.py")
        watched.calls.clear()


@by_events
def test_a_file_that_stays_open_while_it_is_written(root: Path, watching: Watching) -> None:
    watched = watching()
    with (root / "a.log").open("w") as file:
        watched.until_files("a.log")
        watched.forget()
        file.write("more")
        file.flush()
        watched.until_files("a.log")


@all_ways
def test_a_file_removed(root: Path, watching: Watching) -> None:
    (root / "a.py").write_text("x")
    watched = watching()
    (root / "a.py").unlink()
    watched.until_files("a.py")


@all_ways
def test_a_file_renamed_is_told_under_both_names(root: Path, watching: Watching) -> None:
    (root / "old.py").write_text("x")
    (root / "sub").mkdir()
    watched = watching()
    (root / "old.py").rename(root / "sub/new.py")
    watched.until_files("old.py", "sub/new.py")


@all_ways
def test_a_rename_that_changes_only_case_is_told_under_both_names(root: Path, watching: Watching) -> None:
    (root / "readme.py").write_text("x")
    watched = watching()
    (root / "readme.py").rename(root / "README.py")
    watched.until_files("readme.py", "README.py")


@all_ways
def test_an_atomic_save_by_rename(root: Path, watching: Watching) -> None:
    (root / "a.py").write_text("old")
    watched = watching()
    (root / "a.py.tmp").write_text("newer")
    (root / "a.py.tmp").replace(root / "a.py")
    watched.until_files("a.py")


@by_events
def test_an_atomic_save_of_the_same_size_and_time(root: Path, watching: Watching) -> None:
    (root / "a.py").write_text("old")
    before = (root / "a.py").stat()
    watched = watching()
    (root / "b.tmp").write_text("new")
    os.utime(root / "b.tmp", ns=(before.st_atime_ns, before.st_mtime_ns))
    (root / "b.tmp").replace(root / "a.py")
    watched.until_files("a.py")


@needs_links
@all_ways
def test_a_link_in_the_place_of_a_file_and_back(root: Path, watching: Watching) -> None:
    (root / "a.py").write_text("x")
    watched = watching()
    (root / "a.py").unlink()
    (root / "a.py").symlink_to("elsewhere")
    watched.until_files("a.py")
    watched.forget()
    (root / "a.py").unlink()
    (root / "a.py").write_text("y")
    watched.until_files("a.py")


@needs_links
@by_events
def test_a_link_that_points_elsewhere_now(root: Path, watching: Watching) -> None:
    (root / "link").symlink_to("one")
    watched = watching()
    (root / "new").symlink_to("two")
    (root / "new").replace(root / "link")
    watched.until_files("link")


# Directories


@all_ways
def test_files_in_new_nested_directories_written_at_once(root: Path, watching: Watching) -> None:
    """No file is lost between the making of a directory and the watching of it."""
    watched = watching()
    expected: set[str] = set()
    for number in range(30):
        path = f"new{number}/a/b/c/d.py"
        (root / path).parent.mkdir(parents=True)
        (root / path).write_text("x")
        expected.add(path)
    watched.until_files(*expected)


@linux_only
def test_a_file_made_while_its_directory_is_being_listed(
    root: Path, watching: Watching, monkeypatch: pytest.MonkeyPatch
) -> None:
    list_files = Descent.list

    def list_and_write(self: Descent, path: str) -> list[str]:
        files = list_files(self, path)
        if path == "new":
            (root / "new/late.py").write_text("x")
        return files

    monkeypatch.setattr(Descent, "list", list_and_write)
    watched = watching()
    (root / "new").mkdir()
    watched.until_files("new/late.py")


@linux_only
def test_a_directory_that_took_the_name_of_another_leaves_no_watch_behind(root: Path, tmp_path: Path) -> None:
    (root / "a").mkdir()
    watches = DirectoryWatches(str(root), ChangeCollector(1.0, 1.0), None)
    list(watches.cover(IgnoreRules(root, Settings()), {}, CancelToken()))
    watches._queue.stop()  # The events are still to be read when the new directory is found.
    watches._reader.join(PATIENCE)
    (root / "a").rename(tmp_path / "elsewhere")
    (root / "a").mkdir()
    list(watches.enter(IgnoreRules(root, Settings()), "a", CancelToken()))
    assert len(watches) == 2
    watches.close()


@all_ways
def test_a_new_directory_is_watched_from_then_on(root: Path, watching: Watching) -> None:
    watched = watching()
    (root / "new/deep").mkdir(parents=True)
    (root / "new/deep/a.py").write_text("x")
    watched.until_files("new/deep/a.py")
    watched.forget()
    (root / "new/deep/a.py").write_text("longer")
    (root / "new/b.py").write_text("x")
    watched.until_files("new/deep/a.py", "new/b.py")


def gone(watched: Watched, directory: str, *files: str) -> bool:
    """Either the directory is named, or each file that was in it."""
    return directory in watched.directories or set(files) <= watched.files


@all_ways
def test_a_directory_removed(root: Path, watching: Watching) -> None:
    (root / "d/e").mkdir(parents=True)
    (root / "d/e/a.py").write_text("x")
    watched = watching()
    shutil.rmtree(root / "d")
    watched.until(lambda: gone(watched, "d", "d/e/a.py"))


@all_ways
def test_a_directory_removed_and_made_again(root: Path, watching: Watching) -> None:
    (root / "d").mkdir()
    (root / "d/a.py").write_text("x")
    watched = watching()
    for number in range(5):
        shutil.rmtree(root / "d")
        (root / "d").mkdir()
        (root / f"d/{number}.py").write_text("x")
    watched.until_files("d/4.py")
    watched.forget()
    (root / "d/4.py").write_text("again")
    watched.until_files("d/4.py")


@all_ways
def test_a_directory_moved_within_the_folder(root: Path, watching: Watching) -> None:
    (root / "old/e").mkdir(parents=True)
    (root / "old/e/a.py").write_text("x")
    (root / "sub").mkdir()
    watched = watching()
    (root / "old").rename(root / "sub/new")
    watched.until(lambda: gone(watched, "old", "old/e/a.py"))
    watched.until_files("sub/new/e/a.py")
    watched.forget()
    (root / "sub/new/e/a.py").write_text("longer")
    watched.until_files("sub/new/e/a.py")
    assert not any(path.startswith("old") for path in watched.files)


@as_used
def test_a_directory_moved_in_from_elsewhere(root: Path, tmp_path: Path, watching: Watching) -> None:
    (tmp_path / "elsewhere/e").mkdir(parents=True)
    (tmp_path / "elsewhere/e/a.py").write_text("x")
    watched = watching()
    (tmp_path / "elsewhere").rename(root / "d")
    watched.until_files("d/e/a.py")
    watched.forget()
    (root / "d/e/a.py").write_text("longer")
    watched.until_files("d/e/a.py")


@as_used
def test_a_directory_moved_out_is_not_followed(root: Path, tmp_path: Path, watching: Watching) -> None:
    (root / "d/e").mkdir(parents=True)
    (root / "d/e/a.py").write_text("x")
    watched = watching()
    (root / "d").rename(tmp_path / "elsewhere")
    watched.until(lambda: gone(watched, "d", "d/e/a.py"))
    watched.forget()
    (tmp_path / "elsewhere/e/a.py").write_text("longer")
    watched.settle()
    assert not any(path.startswith("d/") for path in watched.files)


@all_ways
def test_two_directories_that_change_places(root: Path, watching: Watching) -> None:
    for name in "ab":
        (root / name / "in").mkdir(parents=True)
        (root / name / f"in/{name}.py").write_text("x")
    watched = watching()
    (root / "a").rename(root / "t")
    (root / "b").rename(root / "a")
    (root / "t").rename(root / "b")
    watched.until_files("a/in/b.py", "b/in/a.py")
    watched.forget()
    (root / "a/in/b.py").write_text("longer")
    (root / "b/in/a.py").write_text("longer")
    watched.until_files("a/in/b.py", "b/in/a.py")
    watched.settle()
    assert not {"a/in/a.py", "b/in/b.py"} & watched.files


@all_ways
def test_a_file_becomes_a_directory_and_the_reverse(root: Path, watching: Watching) -> None:
    (root / "a").write_text("x")
    (root / "b").mkdir()
    (root / "b/c.py").write_text("x")
    watched = watching()
    (root / "a").unlink()
    (root / "a").mkdir()
    (root / "a/d.py").write_text("x")
    shutil.rmtree(root / "b")
    (root / "b").write_text("x")
    watched.until_files("a", "a/d.py", "b")
    watched.until(lambda: gone(watched, "b", "b/c.py"))


@needs_links
@all_ways
def test_a_linked_directory_is_not_entered(root: Path, tmp_path: Path, watching: Watching) -> None:
    (tmp_path / "elsewhere").mkdir()
    (root / "early").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    watched = watching()
    (root / "late").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    watched.settle()
    (tmp_path / "elsewhere/a.py").write_text("x")
    watched.settle()
    assert not {path for path in watched.files if path.endswith("a.py")}


@linux_only
@all_ways
def test_names_that_are_not_utf8_are_left_out(root: Path, watching: Watching) -> None:
    watched = watching()
    name = os.fsencode(root) + b"/bad\xff"
    Path(os.fsdecode(name)).mkdir()
    Path(os.fsdecode(name + b"/a.py")).write_text("x")
    Path(os.fsdecode(name + b".py")).write_text("x")
    watched.settle()
    for call in watched.calls:
        "".join((*call.files, *call.directories)).encode()


# Ignored


@all_ways
def test_an_ignored_directory_costs_no_call(root: Path, watching: Watching) -> None:
    (root / ".gitignore").write_text("node_modules/\n*.log\n")
    (root / "node_modules/early").mkdir(parents=True)
    watched = watching()
    for path in ("node_modules/early/a.js", "sub/node_modules/b/c.js", "x.log"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x")
    shutil.rmtree(root / "node_modules")
    watched.settle()
    assert not {p for p in watched.files | watched.directories if "node_modules" in p or p.endswith(".log")}


@linux_only
def test_no_watch_is_spent_on_ignored_directories(root: Path, watching: Watching) -> None:
    (root / ".gitignore").write_text("node_modules/\n")
    (root / "node_modules/a/b").mkdir(parents=True)
    (root / "src/b").mkdir(parents=True)
    watched = watching(max_watches=4)
    assert watched.watcher.state == "watching"
    (root / "src/node_modules/c/d").mkdir(parents=True)
    watched.settle()
    assert watched.watcher.state == "watching"
    assert sorted(watched.watcher._watch._by_path) == ["", "src", "src/b"]  # type: ignore[union-attr]


@all_ways
def test_an_edit_of_the_rules_is_told_and_followed_both_ways(root: Path, watching: Watching) -> None:
    for name in ("one", "two"):
        (root / name / "in").mkdir(parents=True)
        (root / name / "in/a.py").write_text("x")
    (root / ".gitignore").write_text("one/\n")
    watched = watching()
    (root / ".gitignore").write_text("two/  \n")
    watched.until(lambda: any(call.rules for call in watched.calls))
    (root / "one/in/a.py").write_text("long")
    watched.until_files("one/in/a.py")
    watched.forget()
    (root / "one/in/a.py").write_text("longer")
    (root / "two/in/a.py").write_text("longer")
    watched.until_files("one/in/a.py")
    watched.settle()
    assert "two/in/a.py" not in watched.files


@linux_only
def test_watches_of_a_directory_that_became_ignored_are_given_back(root: Path, watching: Watching) -> None:
    (root / "d/e").mkdir(parents=True)
    watched = watching()
    (root / ".gitignore").write_text("d/\n")
    watched.until(lambda: any(call.rules for call in watched.calls))
    watched.settle()
    assert list(watched.watcher._watch._by_path) == [""]  # type: ignore[union-attr]


@all_ways
def test_rules_that_move_with_their_directory_are_told(
    root: Path, tmp_path: Path, watching: Watching
) -> None:
    (root / "d").mkdir()
    (root / "d/.gitignore").write_text("*.tmp\n")
    (root / "d/a.tmp").write_text("x")
    watched = watching()
    list(walk(root, watched.rules))
    (root / "d").rename(tmp_path / "elsewhere")
    watched.until(lambda: any(call.rules for call in watched.calls))
    watched.calls.clear()
    (tmp_path / "elsewhere").rename(root / "e")
    watched.until(lambda: any(call.rules for call in watched.calls))
    watched.settle()
    assert "e/a.tmp" not in {path for call in watched.calls[-1:] for path in call.files}


# Git


@pytest.fixture
def repository(root: Path, git: Git) -> Path:
    git(root, "init", "-q")
    (root / "a.py").write_text("x")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "one")
    return root


@all_ways
@pytest.mark.parametrize(
    "command",
    [("commit", "-q", "--allow-empty", "-m", "x"), ("switch", "-q", "-c", "feature/new"), ("stash", "-q")],
    ids=lambda command: command[0],
)
def test_a_git_operation_is_told(
    repository: Path, watching: Watching, git: Git, command: tuple[str, ...]
) -> None:
    (repository / "a.py").write_text("edited")
    watched = watching()
    for _ in range(2):  # Also after the branch, and with it the watched files, changed.
        git(repository, *command)
        watched.until(lambda: any(call.git for call in watched.calls))
        watched.forget()
        command = ("commit", "-q", "--allow-empty", "-m", "x")


@all_ways
def test_an_operation_in_a_worktree_is_told(
    repository: Path, tmp_path: Path, watching: Watching, git: Git
) -> None:
    git(repository, "worktree", "add", "-q", str(tmp_path / "second"))
    watched = watching(tmp_path / "second")
    git(tmp_path / "second", "commit", "-q", "--allow-empty", "-m", "x")
    watched.until(lambda: any(call.git for call in watched.calls))


@all_ways
def test_files_within_git_are_no_files_of_the_folder(repository: Path, watching: Watching, git: Git) -> None:
    watched = watching()
    for number in range(5):
        (repository / f"{number}.py").write_text("x")
        git(repository, "add", ".")
        git(repository, "commit", "-q", "-m", "x")
    watched.until(lambda: any(call.git for call in watched.calls))
    watched.settle()
    assert not {path for path in watched.files | watched.directories if ".git" in path}


@linux_only
def test_the_object_store_is_not_watched(repository: Path, watching: Watching) -> None:
    watched = watching()
    (repository / ".git/objects/ab").mkdir(exist_ok=True)
    (repository / ".git/objects/ab/cd").write_text("x")
    (repository / ".git/index.lock").write_text("x")
    watched.settle()
    assert not any(call.git for call in watched.calls)


@all_ways
def test_the_exclude_file_of_git_is_a_rule(repository: Path, watching: Watching) -> None:
    watched = watching()
    (repository / ".git/info/exclude").write_text("*.secret\n")
    watched.until(lambda: any(call.rules for call in watched.calls))


@all_ways
def test_a_repository_made_later_is_noticed_and_watched(root: Path, watching: Watching, git: Git) -> None:
    watched = watching()
    git(root, "init", "-q")
    watched.until(lambda: any(call.git and call.rules for call in watched.calls))
    watched.forget()
    git(root, "commit", "-q", "--allow-empty", "-m", "x")
    watched.until(lambda: any(call.git for call in watched.calls))


@all_ways
def test_a_repository_that_takes_long_to_be_made(
    root: Path, tmp_path: Path, watching: Watching, git: Git
) -> None:
    git(tmp_path, "init", "-q", "other")
    watched = watching()
    (root / ".git").mkdir()
    watched.settle()
    watched.calls.clear()
    for entry in (tmp_path / "other/.git").iterdir():
        entry.rename(root / ".git" / entry.name)
    watched.until(lambda: any(call.git for call in watched.calls))
    watched.forget()
    git(root, "commit", "-q", "--allow-empty", "-m", "x")
    watched.until(lambda: any(call.git for call in watched.calls))


# The folder itself


@all_ways
def test_the_folder_removed_and_made_again(root: Path, watching: Watching) -> None:
    (root / "d").mkdir()
    (root / "d/a.py").write_text("x")
    watched = watching()
    state = watched.watcher.state
    shutil.rmtree(root)
    watched.until(lambda: any(call.reconcile for call in watched.calls))
    watched.until(lambda: "cannot be read" in watched.watcher.state)
    watched.calls.clear()
    (root / "d").mkdir(parents=True)
    watched.until(lambda: any(call.reconcile for call in watched.calls))
    (root / "d/b.py").write_text("x")
    watched.until(lambda: watched.watcher.state == state)
    watched.forget()
    (root / "d/b.py").write_text("longer")
    watched.until_files("d/b.py")


@all_ways
def test_a_folder_above_is_moved_away_and_another_takes_its_place(tmp_path: Path, watching: Watching) -> None:
    (tmp_path / "above/root").mkdir(parents=True)
    watched = watching(tmp_path / "above/root")
    (tmp_path / "above").rename(tmp_path / "moved")
    (tmp_path / "above/root").mkdir(parents=True)
    watched.until(lambda: any(call.reconcile for call in watched.calls))
    watched.forget()
    (tmp_path / "moved/root/old.py").write_text("x")
    (tmp_path / "above/root/new.py").write_text("x")
    watched.until_files("new.py")
    watched.settle()
    assert "old.py" not in watched.files


@needs_links
@all_ways
def test_a_folder_reached_through_a_link(root: Path, tmp_path: Path, watching: Watching) -> None:
    (tmp_path / "link").symlink_to(tmp_path, target_is_directory=True)
    watched = watching(tmp_path / "link" / "root")
    (root / "d").mkdir()
    (root / "d/a.py").write_text("x")
    watched.until_files("d/a.py")


def test_a_folder_that_does_not_exist_yet(tmp_path: Path, watching: Watching) -> None:
    watched = watching(tmp_path / "later")
    assert watched.watcher.state.startswith("polling: ")
    (tmp_path / "later").mkdir()
    watched.until(lambda: any(call.reconcile for call in watched.calls))
    (tmp_path / "later/a.py").write_text("x")
    watched.until_files("a.py")


# Many at once


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


# Fallback


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


# Hints of the editor


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


# Life


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


# The debounce, on a clock of its own


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


# File systems


MOUNTS = r"""22 1 259:1 / / rw,relatime shared:1 - ext4 /dev/root rw
30 22 0:25 / /home/me/shared\040work rw - nfs4 server:/work rw
31 22 0:26 / /mnt rw - tmpfs tmpfs rw
32 31 0:27 / /mnt/c rw - 9p C:\134 rw
33 31 0:28 / /mnt/c rw - ext4 /dev/over rw
a line of another form
"""


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        ("/home/me/code", "ext4"),
        ("/home/me/shared work", "nfs4"),
        ("/home/me/shared work/a/b", "nfs4"),
        ("/home/me/shared works", "ext4"),
        ("/mnt/d", "tmpfs"),
        ("/mnt/c/code", "ext4"),
    ],
)
def test_the_file_system_of_a_folder_is_that_of_its_innermost_mount(folder: str, expected: str) -> None:
    assert file_system_of(folder, MOUNTS) == expected


def test_without_a_table_of_mounts_the_file_system_is_not_known() -> None:
    assert file_system_of("/a", "") is None


@linux_only
def test_a_folder_that_others_write_to_is_polled(
    root: Path, watching: Watching, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codebase_lsp.engine.files.mounts.file_system_of", lambda *_: "nfs4")
    watched = watching()
    assert watched.watcher.state == "polling: changes made elsewhere on nfs4 are not reported"
    (root / "a.py").write_text("x")
    watched.until_files("a.py")
