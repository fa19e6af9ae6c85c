"""What the parsing tests share: the samples, and what must hold for the chunks of any text."""

import re
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from codebase_lsp.engine.parse.types import Chunk

SAMPLES = Path(__file__).parent / "samples"


def sample_files() -> list[tuple[str, str]]:
    """(language, path within the language's folder) of every hand-written sample.

    The Python sample is called `….py.sample` so that no tool takes it for code of this project.
    """
    found: list[tuple[str, str]] = []
    for folder in sorted(SAMPLES.iterdir()):
        files = [path for path in folder.rglob("*") if path.is_file() and path.name != "expected.txt"]
        found.extend((folder.name, path.relative_to(folder).as_posix()) for path in sorted(files))
    return found


def read_exactly(path: Path) -> str:
    """With the line ends the file has."""
    return path.read_bytes().decode("utf-8", "replace")


def read_sample(language: str, path: str) -> tuple[str, str, str]:
    return language, path.removesuffix(".sample"), read_exactly(SAMPLES / language / path)


@pytest.fixture(params=sample_files(), ids=lambda each: each[0])
def sample(request: pytest.FixtureRequest) -> tuple[str, str, str]:
    """(language, path, text) of each sample in turn."""
    return read_sample(*request.param)


@pytest.fixture(scope="session")
def sample_texts() -> list[tuple[str, str, str]]:
    return [read_sample(*each) for each in sample_files()]


@pytest.fixture(scope="session")
def standard_library() -> list[Path]:
    """Python files that every machine with Python has, smallest path first."""
    root = Path(sysconfig.get_paths()["stdlib"])
    return sorted(path for path in root.glob("*.py"))


def lines_as_lsp_counts(text: str) -> list[str]:
    """Lines with their ends; only \\n, \\r\\n and \\r end a line."""
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$", text)
    assert "".join(lines) == text
    return lines


def check_chunks(text: str, chunks: list[Chunk], max_chars: int) -> None:
    """Whole lines, in order, no overlap, every non-blank line in exactly one chunk, none too long."""
    lines = lines_as_lsp_counts(text)
    covered = 0
    for chunk in chunks:
        assert covered <= chunk.start_line < chunk.end_line <= len(lines)
        left_out = lines[covered : chunk.start_line]
        assert not any(line.strip() for line in left_out), f"not in any chunk: {left_out!r}"
        assert chunk.text == "".join(lines[chunk.start_line : chunk.end_line])
        assert len(chunk.text) <= max_chars or chunk.end_line - chunk.start_line == 1
        assert len(chunk.header) <= 300
        covered = chunk.end_line
    assert not any(line.strip() for line in lines[covered:])


@pytest.fixture(scope="session")
def assert_covers() -> Callable[[str, list[Chunk], int], None]:
    return check_chunks
