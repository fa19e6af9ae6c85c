"""Every kind of change of a file is noticed, in each way of watching."""

import os
from pathlib import Path

import pytest

from helpers.watched import Watching, all_ways, by_events, needs_links

pytestmark = pytest.mark.filterwarnings("ignore:Callback with id")  # Of watchdog's recursive inotify.


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
