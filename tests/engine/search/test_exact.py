"""Exact and regular-expression search against plain Python over the same files."""

import re
import shutil
from pathlib import Path

import pygls
import pytest

from codebase_lsp.engine.search.exact import compile_regex, required_literals
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
    with pytest.raises(BadPattern, match="too long"):
        list(pattern.matches("a" * 5000 + "b"))


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
