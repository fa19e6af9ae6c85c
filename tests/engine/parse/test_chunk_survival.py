"""Texts that break parsers: each must still give chunks, and quickly."""

import sys
from collections.abc import Callable

import pytest

from codebase_lsp.engine.parse import parser
from codebase_lsp.engine.parse.chunks import chunk_text, parse_file
from codebase_lsp.engine.parse.definitions import definitions
from codebase_lsp.engine.parse.grammars import GRAMMARS
from codebase_lsp.engine.parse.types import Chunk

Check = Callable[[str, list[Chunk], int], None]


@pytest.mark.parametrize("text", ["", "\n", "\r\n\r\n", "   \n\t\n", "\f\n", "\r"])
@pytest.mark.parametrize("language", ["python", "markdown", "text", None])
def test_blank_text_has_no_chunks(text: str, language: str | None) -> None:
    assert chunk_text("a", text, language) == []


@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_ten_thousand_nested_brackets(language: str, assert_covers: Check) -> None:
    text = "x = " + "[\n" * 10_000 + "]\n" * 10_000
    assert_covers(text, chunk_text("a", text, language), 1500)


def test_deeply_nested_functions_do_not_recurse(assert_covers: Check) -> None:
    depth = 5_000
    assert depth > sys.getrecursionlimit()
    text = "function f() {\n" * depth + "}\n" * depth
    parsed = parse_file("a.js", text, "javascript")
    assert_covers(text, parsed.chunks, 1500)


def test_deeply_nested_python_blocks(assert_covers: Check) -> None:
    text = "".join(" " * n + "if x:\n" for n in range(800)) + " " * 800 + "pass\n"
    assert_covers(text, chunk_text("a.py", text, "python"), 1500)


@pytest.mark.parametrize("language", ["javascript", "json", "css", "python", "text"])
def test_a_minified_line_is_one_chunk(language: str, assert_covers: Check) -> None:
    text = "var a=1;function b(){return a}" * 10_000 + "\n"
    chunks = chunk_text("a.min.js", text, language)
    assert_covers(text, chunks, 1500)
    assert len(chunks) == 1


def test_long_lines_between_short_ones(assert_covers: Check) -> None:
    text = "def f():\n    x = '" + "y" * 50_000 + "'\n    return x\n\n\ndef g():\n    pass\n"
    chunks = chunk_text("a.py", text, "python")
    assert_covers(text, chunks, 1500)
    assert any("g" in chunk.defines for chunk in chunks)


def test_a_hundred_thousand_lines_of_code(assert_covers: Check) -> None:
    text = "".join(f"def f{n}(a):\n    b = a + {n}\n    return b\n\n\n" for n in range(20_000))
    parsed = parse_file("big.py", text, "python")
    assert_covers(text, parsed.chunks, 1500)
    assert len(parsed.symbols) == 20_000


def test_a_hundred_thousand_lines_of_one_table(assert_covers: Check) -> None:
    text = "TABLE = [\n" + "".join(f"    ({n}, 'name {n}'),\n" for n in range(100_000)) + "]\n"
    chunks = chunk_text("table.py", text, "python")
    assert_covers(text, chunks, 1500)
    assert {chunk.symbol.name for chunk in chunks if chunk.symbol} == {"TABLE"}


def test_a_hundred_thousand_lines_of_text(assert_covers: Check) -> None:
    text = "some words in a line\n" * 100_000
    assert_covers(text, chunk_text("big.txt", text, "text"), 1500)


def test_line_separators_of_unicode_end_no_line(assert_covers: Check) -> None:
    text = "a = '\u2028'\nb = '\x0b'\nc = '\x85'\n\x0cd = 4\n"
    chunks = chunk_text("a.py", text, "python")
    assert_covers(text, chunks, 1500)
    assert [each.start_line for each in definitions("a.py", text, "python")] == [0, 1, 2, 3]


def test_carriage_returns_alone_end_lines() -> None:
    symbols = definitions("a.py", "x = 1\rdef f():\r    pass\r\rclass A:\r    y = 2\r", "python")
    assert [(each.name, each.start_line, each.end_line) for each in symbols] == [
        ("x", 0, 1), ("f", 1, 3), ("A", 4, 6), ("y", 5, 6),
    ]  # fmt: skip


def test_mixed_line_ends_count_as_the_protocol_counts() -> None:
    symbols = definitions("a.py", "x = 1\r\n\rdef f():\n    pass\r\n", "python")
    assert [(each.name, each.start_line, each.end_line) for each in symbols] == [("x", 0, 1), ("f", 2, 4)]


def test_rows_behind_wide_characters_are_right() -> None:
    text = "s = '🐍éß漢'\n# ünïcode\ndef größe():\n    '''数'''\n    return 1\n"
    symbols = definitions("a.py", text, "python")
    assert [(each.name, each.start_line, each.end_line) for each in symbols] == [("s", 0, 1), ("größe", 1, 5)]


def test_lone_surrogates_and_nul(assert_covers: Check) -> None:
    text = "a = '\ud83d'\n\0\nb = 1\n\0def f():\n    pass\n"
    assert_covers(text, chunk_text("a.py", text, "python"), 1500)


@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_the_wrong_language(language: str, assert_covers: Check) -> None:
    text = '<html>\n<p>It\'s "text" & more: {{ not }} code; </p>\n' * 200
    assert_covers(text, chunk_text("a", text, language), 1500)


def test_a_text_too_long_to_parse_is_cut_by_lines_and_says_so(
    monkeypatch: pytest.MonkeyPatch, assert_covers: Check
) -> None:
    monkeypatch.setattr(parser, "MAX_PARSE_BYTES", 1000)
    text = "def f():\n    pass\n\n" * 200
    parsed = parse_file("a.py", text, "python")
    assert parsed.unparsed and parsed.symbols == []
    assert_covers(text, parsed.chunks, 1500)


def test_a_parse_that_takes_too_many_steps_is_given_up_and_leaves_no_trace(
    monkeypatch: pytest.MonkeyPatch, assert_covers: Check
) -> None:
    text = "def f():\n    return [1, 2, 3]\n\n" * 2000
    with monkeypatch.context() as patch:
        patch.setattr(parser, "_BASE_STEPS", 0)
        patch.setattr(parser, "_BYTES_PER_STEP", 1_000_000)
        parsed = parse_file("a.py", text, "python")
        assert parsed.unparsed
        assert_covers(text, parsed.chunks, 1500)
    again = parse_file("b.py", "def g():\n    pass\n", "python")
    assert [each.name for each in again.symbols] == ["g"]
