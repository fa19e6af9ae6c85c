"""Texts kept while their files look untouched."""

import os
from pathlib import Path

from codebase_lsp.engine.files.glances import Glances
from codebase_lsp.engine.files.source import FileSource, digest_text
from codebase_lsp.engine.files.types import Skipped, SourceFile
from codebase_lsp.engine.settings import Settings


class Counting:
    """Reads, and remembers what was read."""

    def __init__(self, root: Path) -> None:
        self.source, self.read_paths = FileSource(root, Settings()), list[str]()

    def read(self, path: str, digest: str | None) -> SourceFile | Skipped:
        self.read_paths.append(path)
        return self.source.read(path)


def settled(file: Path, text: str, second: int = 1_600_000_000) -> str:
    file.write_text(text)
    os.utime(file, (second, second))
    return digest_text(text)


def test_an_untouched_file_is_read_once(tmp_path: Path) -> None:
    reader = Counting(tmp_path)
    glances, digest = Glances(tmp_path, reader.read), settled(tmp_path / "a.py", "a = 1\n")
    assert [glances.text("a.py", digest) for _ in range(3)] == ["a = 1\n"] * 3
    assert reader.read_paths == ["a.py"]


def test_another_time_stamp_is_another_look(tmp_path: Path) -> None:
    reader = Counting(tmp_path)
    glances, digest = Glances(tmp_path, reader.read), settled(tmp_path / "a.py", "a = 1\n")
    glances.text("a.py", digest)
    settled(tmp_path / "a.py", "b = 2\n", 1_600_000_001)
    assert glances.text("a.py", digest) == "b = 2\n"


def test_another_digest_in_the_index_is_another_look(tmp_path: Path) -> None:
    reader = Counting(tmp_path)
    glances, digest = Glances(tmp_path, reader.read), settled(tmp_path / "a.py", "a = 1\n")
    glances.text("a.py", digest)
    glances.text("a.py", "0" * 32)
    assert len(reader.read_paths) == 2


def test_a_file_written_just_now_is_not_kept(tmp_path: Path) -> None:
    reader = Counting(tmp_path)
    (tmp_path / "a.py").write_text("a = 1\n")
    glances = Glances(tmp_path, reader.read)
    for _ in range(2):
        assert glances.text("a.py", digest_text("a = 1\n")) == "a = 1\n"
    assert len(reader.read_paths) == 2


def test_what_is_kept_is_bounded_and_the_oldest_goes_first(tmp_path: Path) -> None:
    reader = Counting(tmp_path)
    glances = Glances(tmp_path, reader.read, max_chars=25)
    digests = {name: settled(tmp_path / name, f"{name} = 1\n") for name in ("a.py", "b.py", "c.py")}
    for name in ("a.py", "b.py", "a.py", "c.py", "a.py"):
        glances.text(name, digests[name])
    assert reader.read_paths == ["a.py", "b.py", "c.py"]
    glances.text("b.py", digests["b.py"])
    assert reader.read_paths[-1] == "b.py"


def test_a_file_that_is_gone_has_no_text(tmp_path: Path) -> None:
    glances = Glances(tmp_path, Counting(tmp_path).read)
    assert glances.text("nowhere.py", "") is None
