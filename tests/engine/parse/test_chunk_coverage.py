"""What holds for the chunks of any text: real files, mutated files, and nonsense."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codebase_lsp.engine.parse.chunks import chunk_text, parse_file
from codebase_lsp.engine.parse.grammars import GRAMMARS
from codebase_lsp.engine.parse.languages import language_of
from codebase_lsp.engine.parse.types import Chunk

Check = Callable[[str, list[Chunk], int], None]
LANGUAGES = [*sorted(GRAMMARS), "markdown", "yaml", "text", "no-such-language"]
BREAKS = ["\n", "\r\n", "\r", "\t", " ", "{", "}", "(", ")", '"', "'", "`", "#", "/*", "*/", "\\", "\0",
          "\f", "\u2028", "\x85", "é", "🐍", "\ud800", "class ", "def ", "```\n", '"""', "<<EOF\n",
          "@", ";"]  # fmt: skip


@pytest.mark.parametrize("max_chars", [1, 40, 300, 1500])
def test_samples_are_covered_at_any_size(
    sample: tuple[str, str, str], max_chars: int, assert_covers: Check
) -> None:
    language, path, text = sample
    assert_covers(text, chunk_text(path, text, language, max_chars), max_chars)


def test_samples_are_covered_with_every_line_end(sample: tuple[str, str, str], assert_covers: Check) -> None:
    language, path, text = sample
    rows = [(chunk.start_line, chunk.end_line) for chunk in chunk_text(path, text, language, 300)]
    for end in ("\r\n", "\r"):
        changed = text.replace("\n", end)
        chunks = chunk_text(path, changed, language, 300)
        assert_covers(changed, chunks, 300)
        if end == "\r":
            assert [(chunk.start_line, chunk.end_line) for chunk in chunks] == rows


def test_standard_library_is_covered(standard_library: list[Path], assert_covers: Check) -> None:
    assert len(standard_library) > 50
    for path in standard_library[::4]:
        text = path.read_bytes().decode("utf-8", "replace")
        assert_covers(text, chunk_text(path.name, text, "python"), 1500)


def test_files_of_installed_packages_are_covered(assert_covers: Check) -> None:
    """Headers, scripts, data: whatever packages of this environment ship."""
    import numpy

    root = Path(numpy.__file__).parent
    seen: set[str] = set()
    for path in sorted(root.rglob("*")):
        if path.suffix not in (".h", ".hpp", ".c", ".ini", ".toml", ".f90", ".txt", ".pyx", ".pyi"):
            continue
        text = path.read_bytes().decode("utf-8", "replace")
        language = language_of(path.name, text)
        seen.add(language or "")
        assert_covers(text, chunk_text(path.name, text, language), 1500)
    assert {"c", "python"} <= seen


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_mutated_samples_are_covered_and_repeatable(
    data: st.DataObject, sample_texts: list[tuple[str, str, str]], assert_covers: Check
) -> None:
    """Cut anywhere, insert anything anywhere: half-typed code of every language."""
    language, path, text = data.draw(st.sampled_from(sample_texts))
    start = data.draw(st.integers(0, len(text)))
    text = text[start : data.draw(st.integers(start, len(text)))]
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.sampled_from(BREAKS)) + text[at:]
    max_chars = data.draw(st.sampled_from([20, 150, 1500]))
    parsed = parse_file(path, text, language, max_chars)
    assert_covers(text, parsed.chunks, max_chars)
    again = parse_file(path, text, language, max_chars)
    assert (again.chunks, again.symbols, again.facts.pack()) == (
        parsed.chunks,
        parsed.symbols,
        parsed.facts.pack(),
    )
    n_lines = len(re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$", text))
    assert all(0 <= each.start_line < each.end_line <= n_lines for each in parsed.symbols)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    language=st.sampled_from(LANGUAGES),
    text=st.one_of(st.text(), st.lists(st.sampled_from(BREAKS), max_size=60).map("".join)),
    max_chars=st.sampled_from([1, 30, 1500]),
)
def test_any_text_is_covered_in_any_language(
    language: str, text: str, max_chars: int, assert_covers: Check
) -> None:
    assert_covers(text, chunk_text("file", text, language, max_chars), max_chars)


def test_same_input_gives_equal_chunks_from_another_thread(sample: tuple[str, str, str]) -> None:
    from concurrent.futures import ThreadPoolExecutor

    language, path, text = sample
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda _: chunk_text(path, text, language, 400), range(6)))
    assert all(result == results[0] for result in results)
