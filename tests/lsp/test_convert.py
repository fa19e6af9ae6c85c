"""URIs and paths, characters and units, several answers as one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codebase_lsp.engine.search.types import (
    FurtherHit,
    Hit,
    HitSymbol,
    IndexState,
    QuestionInfo,
    SearchAnswer,
    Span,
)
from codebase_lsp.lsp import convert
from codebase_lsp.wire import types as wire
from codebase_lsp.wire.codec import encode

POSIX = pytest.mark.skipif(os.name == "nt", reason="paths of POSIX")


@POSIX
@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///a/b.py", "/a/b.py"),
        ("file:///a%20b/%C3%BC%23%3F.py", "/a b/ü#?.py"),
        ("FILE:///a", "/a"),
        ("file://localhost/a", "/a"),
        ("file:///a/../b/./c/", "/b/c"),
        ("file:///a%2Fb", "/a/b"),
        ("file:///C%3A/b", "/C:/b"),
    ],
)
def test_file_uris_name_paths(uri: str, path: str) -> None:
    assert convert.path_of_uri(uri) == Path(path)


@pytest.mark.parametrize(
    "uri", ["untitled:a", "git:/a/b", "http://a/b", "", "file:", "file:a", "/a/b", "file:///%00", "file://["]
)
def test_other_uris_name_none(uri: str) -> None:
    assert convert.path_of_uri(uri) is None


@POSIX
@given(
    st.lists(
        st.text(st.characters(exclude_characters="/\0", codec="utf-8"), min_size=1), min_size=1, max_size=4
    )
)
def test_paths_survive_the_way_to_a_uri_and_back(parts: list[str]) -> None:
    path = Path(os.path.normpath("/" + "/".join(parts)))
    if path.as_posix().startswith("//"):
        return
    assert convert.path_of_uri(convert.uri_of_path(path)) == path


@POSIX
def test_names_that_are_not_utf_8_survive() -> None:
    path = Path("/tmp") / os.fsdecode(b"latin\xe9.py")
    assert convert.path_of_uri(convert.uri_of_path(path)) == path


def test_paths_are_relative_only_below_the_root() -> None:
    root = Path("/a/b").absolute()
    assert convert.relative_to(root / "c" / "d.py", root) == "c/d.py"
    assert convert.relative_to(root, root) is None
    assert convert.relative_to(root.parent / "bc", root) is None


@pytest.mark.parametrize(("encoding", "units"), [("utf-8", 4 + 2 + 1), ("utf-16", 2 + 1 + 1), ("utf-32", 3)])
def test_units_of_each_encoding(encoding: str, units: int) -> None:
    assert convert.units("𝔘üx", encoding) == units


def test_unknown_encodings_count_as_utf_16() -> None:
    assert convert.units("𝔘", "utf-7") == 2


def hit(path: str = "a.py", score: float = 0.5, **more: object) -> Hit:
    fields: dict[str, object] = {
        "path": path,
        "start_line": 4,
        "end_line": 6,
        "score": score,
        "signals": {"bm25": 0.123456789},
        "reasons": ("named so",),
        "symbol": HitSymbol("f", "function", "a.f"),
        "language": "python",
        "snippet": "x = '𝔘' + total\ny\n",
        "highlights": (Span(4, 10, 4, 15),),
        "checked_against": "disk",
        "digest": "ab",
        "further": (FurtherHit(9, 12, 0.1, None),),
    }
    return Hit(**fields | more)  # type: ignore[arg-type]


def answer(*hits: Hit, state: IndexState | None = None, warnings: tuple[str, ...] = ()) -> SearchAnswer:
    index = state or IndexState("ready", 2, 2, 10, 1.0, 3)
    return SearchAnswer(
        hits, QuestionInfo("hybrid", "identifier", ("s",), ("t",)), index, {"total": 2.0}, warnings
    )


@pytest.mark.parametrize(
    ("encoding", "start", "end"), [("utf-8", 13, 18), ("utf-16", 11, 16), ("utf-32", 10, 15)]
)
def test_highlights_count_in_the_negotiated_encoding(encoding: str, start: int, end: int) -> None:
    result = convert.search_result([(Path("/r").absolute(), answer(hit()))], 10, encoding)
    (highlight,) = result.results[0].highlights
    assert highlight == wire.Range(wire.Position(4, start), wire.Position(4, end))


def test_highlights_over_several_lines_and_outside_the_snippet() -> None:
    spans = (Span(4, 0, 5, 1), Span(5, 1, 6, 0), Span(99, 3, 99, 4), Span(3, 1, 4, 2))
    result = convert.search_result([(Path("/r").absolute(), answer(hit(highlights=spans)))], 10, "utf-16")
    assert result.results[0].highlights == (
        wire.Range(wire.Position(4, 0), wire.Position(5, 1)),
        wire.Range(wire.Position(5, 1), wire.Position(6, 0)),
    )


def test_every_field_of_a_hit_travels() -> None:
    root = Path("/r").absolute()
    item = encode(convert.search_result([(root, answer(hit()))], 10, "utf-32"))["results"][0]
    assert item["uri"] == (root / "a.py").as_uri()
    assert item["range"] == {"start": {"line": 4, "character": 0}, "end": {"line": 6, "character": 0}}
    assert item["signals"] == {"bm25": 0.123457}
    assert item["symbol"] == {"name": "f", "kind": "function", "canonicalName": "a.f"}
    assert item["checkedAgainst"] == {"source": "disk", "hash": "ab"}
    assert item["further"][0]["range"]["start"]["line"] == 9


def test_answers_of_several_folders_are_one() -> None:
    first = answer(hit("a.py", 0.9), hit("b.py", 0.2), warnings=("slow", "same"))
    second = answer(hit("c.py", 0.5), state=IndexState("embedding", 1, 3, 30, 0.5, 7), warnings=("same",))
    result = convert.search_result(
        [(Path("/r").absolute(), first), (Path("/s").absolute(), second)], 2, "utf-16", ("told",)
    )
    assert [item.uri.rsplit("/", 2)[1:] for item in result.results] == [["r", "a.py"], ["s", "c.py"]]
    assert result.index == wire.IndexStatus("embedding", 3, 5, 40, 0.625, 7, result.index.root)
    assert len(result.index.root) == 32
    assert result.warnings == ("told", "slow", "same")


def test_no_folder_is_an_empty_index() -> None:
    assert convert.index_status([]) == wire.IndexStatus("empty", 0, 0, 0, 0.0, 0, "")


@pytest.mark.parametrize(
    ("inside", "patterns", "expected"),
    [
        (["src"], ["*.py"], ("/src/**/*.py",)),
        (["src"], ["/main.py", "lib/", "lib/*.py"], ("/src/main.py", "/src/**/lib/", "/src/lib/*.py")),
        (["src"], ["!*.py"], ("!/src/**/*.py",)),
        (["a", "b/c"], [], ("/a/", "/b/c/")),
        (["[id]"], [], ("/\\[id\\]/",)),
    ],
)  # fmt: skip
def test_patterns_are_read_inside_the_named_folders(
    inside: list[str], patterns: list[str], expected: tuple[str, ...]
) -> None:
    params = wire.SearchParams("q", filters=wire.SearchFilters(include=tuple(patterns)))
    assert convert.search_request(params, Path("/r").absolute(), inside).filters.include == expected


def test_the_patterns_match_what_gitignore_would() -> None:
    import pathspec

    params = wire.SearchParams("q", filters=wire.SearchFilters(include=("*.py", "doc/*.md")))
    include = convert.search_request(params, Path("/r").absolute(), ["we*rd [x]"]).filters.include
    spec = pathspec.GitIgnoreSpec.from_lines(include)
    paths = [
        "we*rd [x]/a.py",
        "we*rd [x]/b/c.py",
        "we*rd [x]/doc/d.md",
        "weird x/a.py",
        "a.py",
        "doc/d.md",
        "we*rd [x]/b/doc/d.md",
    ]
    assert [path for path in paths if spec.match_file(path)] == paths[:3]


def test_the_command_line_can_use_it_without_pygls() -> None:
    program = (
        "import sys, codebase_lsp.lsp.convert;"
        "bad = [name for name in sys.modules if name.startswith(('pygls', 'lsprotocol'))];"
        "sys.exit(str(bad) if bad else 0)"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stderr == ""
