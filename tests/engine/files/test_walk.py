"""What the walk reports, and that no file system oddity stops it."""

import os
import socket
from pathlib import Path

import pytest

from codebase_lsp.engine.cancel import CancelToken
from codebase_lsp.engine.files.ignore import IgnoreRules
from codebase_lsp.engine.files.types import FileEntry, Skipped, SkipReason
from codebase_lsp.engine.files.walk import walk
from codebase_lsp.engine.settings import Settings
from codebase_lsp.errors import Cancelled


def report(root: Path) -> list[FileEntry | Skipped]:
    return list(walk(root, IgnoreRules(root, Settings())))


def test_order_is_fixed_and_entries_carry_size_and_time(tmp_path: Path) -> None:
    for name in ("b.py", "a.py", "z/c.py", ".github/w.yml", "é.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    os.utime(tmp_path / "a.py", ns=(5, 1_700_000_000_123_456_700))
    entries = report(tmp_path)
    assert [e.path for e in entries] == ["a.py", "b.py", "é.py", ".github/w.yml", "z/c.py"]
    assert entries[0] == FileEntry("a.py", 4, (tmp_path / "a.py").stat().st_mtime_ns)
    assert entries == report(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFO on this system")
def test_links_and_special_files_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_text("x")
    (tmp_path / "d").mkdir()
    (tmp_path / "link.py").symlink_to("a.py")
    (tmp_path / "loop").symlink_to(".", target_is_directory=True)
    (tmp_path / "dangling").symlink_to("nowhere")
    os.mkfifo(tmp_path / "fifo")
    with socket.socket(socket.AF_UNIX) as listener:
        monkeypatch.chdir(tmp_path)  # The path of a socket must be short.
        listener.bind("socket")
        assert [e.path for e in report(tmp_path)] == ["a.py"]


def test_ignored_directory_is_reported_once_and_nothing_below_it(tmp_path: Path) -> None:
    for name in ("out/a/b.py", "out/keep/k.py", "x.log", "a.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / ".gitignore").write_text("out/\n*.log\n")
    (tmp_path / ".codebaseignore").write_text("!out/keep/\n")
    ignored = [e.path for e in report(tmp_path) if isinstance(e, Skipped)]
    assert ignored == ["out/", "x.log"]
    assert "out/keep/k.py" in [e.path for e in report(tmp_path)]


def test_name_that_is_not_utf8_is_reported_readably(tmp_path: Path) -> None:
    for name in (b"bad\xff.py", b"dir\xfe"):
        try:
            if name.endswith(b".py"):
                Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_text("x")
            else:
                Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).mkdir()
        except OSError:
            pytest.skip("the file system takes UTF-8 names only")
    entries = report(tmp_path)
    assert {(e.path, e.reason) for e in entries if isinstance(e, Skipped)} == {
        ("bad\ufffd.py", SkipReason.UNREADABLE),
        ("dir\ufffd/", SkipReason.UNREADABLE),
    }
    for entry in entries:
        entry.path.encode()


def test_unreadable_directory_is_reported(unprivileged: Path) -> None:
    (unprivileged / "shut").mkdir()
    (unprivileged / "shut").chmod(0)
    try:
        assert [(e.path, e.reason) for e in report(unprivileged) if isinstance(e, Skipped)] == [
            ("shut/", SkipReason.UNREADABLE)
        ]
    finally:
        (unprivileged / "shut").chmod(0o755)


def test_a_folder_that_vanished_is_unreadable(tmp_path: Path) -> None:
    [entry] = report(tmp_path / "gone")
    assert isinstance(entry, Skipped)
    assert entry.reason is SkipReason.UNREADABLE


def test_cancelling_stops_the_walk(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"d{number}").mkdir()
        (tmp_path / f"d{number}" / "a.py").write_text("x")
    token = CancelToken()
    steps = walk(tmp_path, IgnoreRules(tmp_path, Settings()), token)
    next(steps)
    token.cancel()
    with pytest.raises(Cancelled):
        list(steps)
