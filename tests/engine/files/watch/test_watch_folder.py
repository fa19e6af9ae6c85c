"""The folder itself comes and goes, is reached by a link, or lies on another machine."""

import shutil
from pathlib import Path

import pytest

from codebase_lsp.engine.files.mounts import file_system_of
from helpers.watched import Watching, all_ways, linux_only, needs_links

pytestmark = pytest.mark.filterwarnings("ignore:Callback with id")  # Of watchdog's recursive inotify.


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
