"""What happens to a directory is told of all that is in it."""

import os
import shutil
from pathlib import Path

import pytest

from codebase_lsp.engine.cancel import CancelToken
from codebase_lsp.engine.files.changes import ChangeCollector
from codebase_lsp.engine.files.directory_watches import DirectoryWatches
from codebase_lsp.engine.files.ignore import IgnoreRules
from codebase_lsp.engine.files.subtree import Descent
from codebase_lsp.engine.settings import Settings
from helpers.watched import PATIENCE, Watched, Watching, all_ways, as_used, linux_only, needs_links

pytestmark = pytest.mark.filterwarnings("ignore:Callback with id")  # Of watchdog's recursive inotify.


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
