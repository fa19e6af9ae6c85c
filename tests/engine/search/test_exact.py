"""Exact and regular-expression search against plain Python over the same files."""

import os
import re
import shutil
import time
from pathlib import Path

import pygls
import pytest

from codebase_lsp.engine.search.exact import TookTooLong, compile_regex, has_capital, required_literals
from codebase_lsp.engine.search.types import Filters, SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from codebase_lsp.errors import BadPattern

LITERALS = [
    "workspace",
    "text_document",
    "def _",
    "self.",
    "return None",
    "(params)",
    "\n\n",
    "Progress",
    "URI",
    "==",
]
REGEXES = [
    r"def \w+_async\(",
    r"class \w+\(",
    r"^import (\w+)$",
    r"TODO|FIXME",
    r"Json[A-Z]\w+",
    r"\bls\b.*uri",
]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory):
    root = tmp_path_factory.mktemp("package") / "pygls"
    shutil.copytree(Path(pygls.__file__).parent, root, ignore=shutil.ignore_patterns("__pycache__"))
    opened = Workspace(root, Settings(model="none"), tmp_path_factory.mktemp("cache"))
    opened.index()
    yield opened
    opened.close()


def expected(workspace: Workspace, pattern: str, flags: int) -> dict[str, int]:
    skipped = {item.path for item in workspace.status().skipped}  # generated ones
    counts = {}
    for path in filter(Path.is_file, workspace.root.rglob("*")):
        if path.relative_to(workspace.root).as_posix() in skipped:
            continue
        count = len(re.findall(pattern, path.read_text("utf-8"), flags))
        if count:
            counts[path.relative_to(workspace.root).as_posix()] = count
    return counts


def found(workspace: Workspace, request: SearchRequest) -> dict[str, int]:
    return {hit.path: int(hit.signals["matches"]) for hit in workspace.search(request).hits}


@pytest.mark.parametrize("literal", LITERALS)
@pytest.mark.parametrize("case_sensitive", [True, False])
def test_a_literal_is_found_wherever_it_stands(
    workspace: Workspace, literal: str, case_sensitive: bool
) -> None:
    # Quoted, so that white space at the ends is part of it.
    request = SearchRequest(f'"{literal}"', mode="exact", limit=200, case_sensitive=case_sensitive)
    flags = 0 if case_sensitive else re.IGNORECASE
    assert found(workspace, request) == expected(workspace, re.escape(literal), flags)


@pytest.mark.parametrize("pattern", REGEXES)
def test_a_regular_expression_is_found_wherever_it_matches(workspace: Workspace, pattern: str) -> None:
    request = SearchRequest(pattern, mode="regex", limit=200, case_sensitive=True)
    assert found(workspace, request) == expected(workspace, pattern, re.MULTILINE)


def test_whole_words_only(workspace: Workspace) -> None:
    request = SearchRequest("work", mode="exact", limit=200, whole_word=True, case_sensitive=True)
    assert found(workspace, request) == expected(workspace, r"\bwork\b", 0)


def test_a_highlight_is_the_match(workspace: Workspace) -> None:
    (hit, *_) = workspace.search(SearchRequest("JsonRPCProtocol", mode="exact", case_sensitive=True)).hits
    lines = (workspace.root / hit.path).read_text("utf-8").split("\n")
    for span in hit.highlights:
        assert lines[span.start_line][span.start_column : span.end_column] == "JsonRPCProtocol"


def test_the_definition_of_a_name_comes_first(workspace: Workspace) -> None:
    (hit, *_) = workspace.search(SearchRequest('"class JsonRPCProtocol"', limit=5)).hits
    assert hit.path == "protocol/json_rpc.py"
    assert "class JsonRPCProtocol" in hit.snippet


@pytest.mark.parametrize("mode", ["exact", "regex"])
def test_what_a_score_is_made_of_adds_up(workspace: Workspace, mode: str) -> None:
    hits = workspace.search(SearchRequest("JsonRPCProtocol", mode=mode, explain=True)).hits
    for hit in hits:
        total = sum(part.contribution for part in hit.contributions.values())
        assert total == pytest.approx(hit.score, abs=1e-6)
    assert (hits[0].contributions["definition"].value == 1.0) == (mode == "exact")
    assert not workspace.search(SearchRequest("JsonRPCProtocol", mode=mode)).hits[0].contributions


def test_filters_hold(workspace: Workspace) -> None:
    answer = workspace.search(
        SearchRequest("import", mode="exact", limit=200, filters=Filters(include=("protocol/",)))
    )
    assert answer.hits
    assert all(hit.path.startswith("protocol/") for hit in answer.hits)


def test_grouped_by_chunk_every_match_is_a_result(workspace: Workspace) -> None:
    request = SearchRequest("JsonRPCProtocol", mode="exact", limit=200, group_by="chunk", case_sensitive=True)
    assert len(workspace.search(request).hits) == sum(expected(workspace, "JsonRPCProtocol", 0).values())


@pytest.mark.parametrize("pattern", ["(", "[a-", "(?P<x>", "*a"])
def test_a_bad_pattern_gets_a_sentence(workspace: Workspace, pattern: str) -> None:
    with pytest.raises(BadPattern, match="not valid"):
        workspace.search(SearchRequest(pattern, mode="regex"))


def test_a_pattern_that_explodes_is_stopped() -> None:
    pattern = compile_regex(r"(a|aa)+$", case_sensitive=True, seconds=0.2)
    with pytest.raises(TookTooLong):
        list(pattern.matches("a" * 5000 + "b"))


def test_time_is_only_counted_while_matching() -> None:
    pattern = compile_regex("b", case_sensitive=True, seconds=5.0)
    list(pattern.matches("abc"))
    time.sleep(0.3)
    list(pattern.matches("abc"))
    assert pattern.seconds > 4.8


def test_one_file_that_takes_too_long_does_not_hide_what_was_found_before(tmp_path: Path) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "a.txt").write_text("aaa\n" * 3)
    (tmp_path / "code" / "b.txt").write_text("say " + "a" * 5000 + "b and more words of a text\n")
    opened = Workspace(tmp_path / "code", Settings(model="none", regex_seconds=0.3), tmp_path / "cache")
    try:
        opened.index()
        answer = opened.search(SearchRequest(r"(a|aa)+$", mode="regex"))
        assert [hit.path for hit in answer.hits] == ["a.txt"]
        assert "too long" in answer.warnings[0]
        with pytest.raises(BadPattern, match="too long"):
            opened.search(SearchRequest(r"(a|aa)+$", mode="regex", filters=Filters(include=("b.txt",))))
    finally:
        opened.close()


def test_whole_words_by_regular_expression(workspace: Workspace) -> None:
    request = SearchRequest("work|text", mode="regex", limit=200, whole_word=True, case_sensitive=True)
    assert found(workspace, request) == expected(workspace, r"\b(?:work|text)\b", 0)


@pytest.mark.parametrize(("literal", "flags"), [("progress", re.IGNORECASE), ("Progress", 0)])
def test_smart_case_counts_case_where_a_capital_is_asked_for(
    workspace: Workspace, literal: str, flags: int
) -> None:
    request = SearchRequest(f'"{literal}"', mode="exact", limit=200, smart_case=True)
    assert found(workspace, request) == expected(workspace, literal, flags)


def test_a_class_of_characters_is_no_capital() -> None:
    assert not has_capital(r"\W\S+\D")
    assert has_capital(r"\W[A-Z]") and has_capital("éÉ")


def test_a_file_changed_since_it_was_looked_at_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "code").mkdir()
    file = tmp_path / "code" / "a.py"
    file.write_text("lamp = 1\n")
    os.utime(file, (1_600_000_000, 1_600_000_000))  # long settled
    opened = Workspace(tmp_path / "code", Settings(model="none"), tmp_path / "cache")
    try:
        opened.index()
        assert found(opened, SearchRequest("lamp", mode="exact")) == {"a.py": 1}
        file.write_text("lamp = lamp_of(1)\n")
        assert found(opened, SearchRequest("lamp", mode="exact")) == {"a.py": 2}
        opened.set_buffer("a.py", "lamp lamp lamp")
        assert found(opened, SearchRequest("lamp", mode="exact")) == {"a.py": 3}
    finally:
        opened.close()


@pytest.mark.parametrize(
    ("pattern", "literals"),
    [
        ("foobar", ["foobar"]),
        (r"foo\.bar\(", ["foo.bar("]),
        ("foo.*bar", ["foo", "bar"]),
        ("foo|bar", []),
        ("(foo)?bar", ["bar"]),
        ("fo+bar", ["bar"]),
        ("[abc]def", ["def"]),
        (r"\bword\b", ["word"]),
        ("ab", []),
    ],
)
def test_what_every_match_must_hold(pattern: str, literals: list[str]) -> None:
    assert required_literals(pattern) == literals
