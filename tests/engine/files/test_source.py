"""The text that is true now: buffer before disk, and a reason for every file left out."""

import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codebase_lsp.engine.files.source import FileSource, digest_text, inspect_text, read_source
from codebase_lsp.engine.files.types import Skipped, SkipReason, SourceFile
from codebase_lsp.engine.settings import Settings

SETTINGS = Settings(max_file_bytes=2000)


def reason_of(content: SourceFile | Skipped | None) -> SkipReason | None:
    return content.reason if isinstance(content, Skipped) else None


def test_a_source_file_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes("\ufeffdef größe():\r\n    pass\n".encode())
    content = read_source(tmp_path, "a.py", SETTINGS)
    assert content == SourceFile(
        "a.py", "def größe():\r\n    pass\n", digest_text("def größe():\r\n    pass\n"), "utf-8-sig"
    )


def test_equal_text_has_an_equal_digest_whatever_its_encoding(tmp_path: Path) -> None:
    digests: set[str] = set()
    for encoding in ("utf-8", "utf-16", "utf-8-sig", "latin-1"):
        (tmp_path / encoding).write_bytes("größer als früher\n".encode(encoding))
        content = read_source(tmp_path, encoding, SETTINGS)
        assert isinstance(content, SourceFile)
        digests.add(content.digest)
    assert len(digests) == 1
    assert len(digests.pop()) == 32


@given(st.text(st.characters()))
def test_every_string_has_a_digest(text: str) -> None:
    """Also one with lone surrogates, which an editor may send."""
    assert digest_text(text) != digest_text(text + "x")
    digest_text(text + "\ud800")


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("big.py", b"x = 1\n" * 400, SkipReason.TOO_LARGE),
        ("blank.py", b"\n\n", SkipReason.EMPTY),
        ("a.bin", b"\0\1\2", SkipReason.BINARY),
        ("a.min.js", b"a", SkipReason.MINIFIED),
        ("a_pb2.py", b"a", SkipReason.GENERATED),
        (".env", b"A=1", SkipReason.SECRET),
        (".npmrc", b"//r.example/:_authToken=a8b7c6d5e4f3g2h1", SkipReason.SECRET),
    ],
)
def test_reasons(tmp_path: Path, name: str, data: bytes, reason: SkipReason) -> None:
    """The buffer of an editor gets the same answer as the file."""
    (tmp_path / name).write_bytes(data)
    assert reason_of(read_source(tmp_path, name, SETTINGS)) is reason
    assert reason_of(inspect_text(name, data.decode(), SETTINGS)) is reason


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "link.py").symlink_to("a.py")
    (tmp_path / "d").mkdir()
    paths = [
        "gone.py",
        "link.py",
        "d",
        "a.py/b",
        "nul\0name",
        "../" + tmp_path.name + "/a.py",
        str(tmp_path / "a.py"),
    ]
    paths += ["n" * 5000, "lone\udcff", "lone\ud800"]
    assert {reason_of(read_source(tmp_path, path, SETTINGS)) for path in paths} == {SkipReason.UNREADABLE}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFO on this system")
@pytest.mark.timeout(20)
def test_a_fifo_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert reason_of(read_source(tmp_path, "pipe", SETTINGS)) is SkipReason.UNREADABLE


def test_a_file_without_permission(unprivileged: Path) -> None:
    (unprivileged / "a.py").write_text("x")
    (unprivileged / "a.py").chmod(0)
    assert reason_of(read_source(unprivileged, "a.py", SETTINGS)) is SkipReason.UNREADABLE


@given(data=st.binary(max_size=300))
def test_no_content_raises(data: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "any.txt"
    path.write_bytes(data)
    read_source(path.parent, "any.txt", SETTINGS)


def test_an_open_buffer_hides_the_file_until_it_is_closed(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("disk = 1\n")
    source = FileSource(tmp_path, SETTINGS)
    source.set_buffer("a.py", "buffer = 1\n")
    content = source.read("a.py")
    assert isinstance(content, SourceFile)
    assert content.text == "buffer = 1\n"
    (tmp_path / "a.py").unlink()
    assert source.read("a.py") == content
    assert source.buffers() == (content,)
    source.close_buffer("a.py")
    source.close_buffer("a.py")
    assert reason_of(source.read("a.py")) is SkipReason.UNREADABLE
    assert source.buffers() == ()


def test_a_buffer_that_became_unfit_does_not_fall_back_to_the_disk(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("disk = 1\n")
    source = FileSource(tmp_path, SETTINGS)
    assert reason_of(source.set_buffer("a.py", "")) is SkipReason.EMPTY
    assert reason_of(source.read("a.py")) is SkipReason.EMPTY
    assert source.is_buffer("a.py")


def test_buffers_may_be_set_from_many_threads(tmp_path: Path) -> None:
    source = FileSource(tmp_path, SETTINGS)

    def edit(number: int) -> None:
        for version in range(50):
            source.set_buffer(f"{number}.py", f"v = {version}\n")
            source.read(f"{(number + 1) % 8}.py")
            source.buffers()

    threads = [threading.Thread(target=edit, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [b.text for b in source.buffers() if isinstance(b, SourceFile)] == ["v = 49\n"] * 8
