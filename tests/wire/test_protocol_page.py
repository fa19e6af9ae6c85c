"""docs/protocol.md says what the wire types say."""

import re
from pathlib import Path

import attrs
import pytest

from codebase_lsp import errors
from codebase_lsp.lsp import failures
from codebase_lsp.wire import context, methods, related
from codebase_lsp.wire import map as repository_map
from codebase_lsp.wire import types as wire
from codebase_lsp.wire.codec import camel_case

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
CLASSES = dict.fromkeys(
    cls
    for page in (wire, context, related, repository_map)
    for cls in vars(page).values()
    if isinstance(cls, type) and attrs.has(cls)
)


def about(name: str) -> str:
    """The first line or table that lists the fields of a type."""
    for paragraph in re.split(r"\n(?=\n)", PAGE):
        if re.match(rf"\n?.*`{name}`(?:, all optional|; all must hold.*)?:", paragraph.strip()):
            following = PAGE[PAGE.index(paragraph) + len(paragraph) :].lstrip("\n")
            return paragraph + (following.split("\n\n")[0] if paragraph.rstrip().endswith(":") else "")
    inline = [line for line in PAGE.splitlines() if f"`{name}`" in line and line.count("`") > 4]
    assert inline, f"{name} is not described."
    return inline[0]


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_every_field_is_described_with_its_type(cls: type) -> None:
    described = set(re.findall(r"`(\w+)`", about(cls.__name__)))
    for field in attrs.fields(cls):
        assert camel_case(field.name) in described, f"{cls.__name__}.{field.name}"


TABLES = (
    wire.SearchParams,
    wire.SearchFilters,
    wire.SearchQueries,
    wire.SearchResult,
    wire.SearchResultItem,
    related.RelatedParams,
    related.RelatedResult,
    related.RelatedItem,
    wire.IndexStatus,
    wire.StatusResult,
    wire.ReindexedFolder,
    repository_map.MapParams,
    context.ContextParams,
    context.ContextResult,
    context.ContextItem,
)


@pytest.mark.parametrize("cls", TABLES, ids=lambda cls: cls.__name__)
def test_tables_list_no_field_that_is_gone(cls: type) -> None:
    rows = set(re.findall(r"^\| `(\w+)` \|", about(cls.__name__), re.MULTILINE))
    assert rows == {camel_case(field.name) for field in attrs.fields(cls)}


def test_defaults_are_those_of_the_code() -> None:
    for cls in (wire.SearchParams, wire.SearchFilters, wire.SearchQueries, context.ContextParams):
        table = dict(re.findall(r"^\| `(\w+)` \| [^|]* \| ([^|]*) \|", about(cls.__name__), re.MULTILINE))
        for field in attrs.fields(cls):
            default = field.default
            if default is attrs.NOTHING:
                word = "required"
            elif isinstance(default, attrs.Factory):  # type: ignore[arg-type]
                word = "none"
            else:
                named = {(): "`[]`", None: "`null`", False: "`false`"}
                word = (
                    named.get(default, f"`{default}`") if default != 0 or default is False else f"`{default}`"
                )
            assert table[camel_case(field.name)] == word, field.name


def test_every_method_command_and_capability_is_listed() -> None:
    rows = re.findall(r"^\| `([\w/]+)` \| (\S+) \| (\S+) \|", PAGE, re.MULTILINE)
    listed = {method: (command.strip("`"), key.strip("`")) for method, command, key in rows if "/" in method}
    expected = {name: (methods.COMMANDS[name], methods.CAPABILITIES[name]) for name in methods.REQUESTS}
    assert listed == expected | {methods.DID_CHANGE_STATUS: ("–", "–")}
    assert set(re.findall(r"^## ((?:workspace|codebase)/\w+)$", PAGE, re.MULTILINE)) == set(listed)


def test_every_word_of_a_fixed_set_is_listed() -> None:
    table = dict(re.findall(r"^\| `(\w+)` \|(.*)$", about("SearchParams"), re.MULTILINE))
    assert set(wire.MODES) <= set(re.findall(r"`(\w+)`", table["mode"]))
    assert set(wire.PROFILES) <= set(re.findall(r"`([\w-]+)`", table["profile"]))
    assert set(wire.GROUPINGS) <= set(re.findall(r"`(\w+)`", table["groupBy"]))
    assert str(wire.LIMIT) in table["limit"] and f"{wire.QUERY_CHARACTERS:,}" in table["query"]
    table = dict(re.findall(r"^\| `(\w+)` \|(.*)$", about("ContextParams"), re.MULTILINE))
    assert set(context.FORMATS) <= set(re.findall(r"`(\w+)`", table["format"]))
    assert set(context.ORDERS) <= set(re.findall(r"`(\w+)`", table["order"]))
    assert f"{context.FEWEST_TOKENS} to {context.MOST_TOKENS:,}" in table["maxTokens"]
    filters = dict(re.findall(r"^\| `(\w+)` \|(.*)$", about("SearchFilters"), re.MULTILINE))
    assert set(re.findall(r"`(\w+)`", filters["kinds"])) == set(wire.SYMBOL_KINDS)
    asked = dict(re.findall(r"^\| `(\w+)` \|(.*)$", about("RelatedParams"), re.MULTILINE))
    assert set(related.RELATIONS) <= set(re.findall(r"`(\w+)`", asked["relations"]))
    assert str(related.DEPTH) in asked["depth"] and str(wire.LIMIT) in asked["limit"]


def test_every_error_code_and_kind_is_listed() -> None:
    rows = re.findall(r"^\| −(\d+) \|(.*)$", PAGE, re.MULTILINE)
    codes = {value for name, value in vars(failures).items() if name.isupper()}
    assert {-int(code) for code, _ in rows} == codes | {-32601}
    kinds = {
        cls.kind
        for cls in vars(errors).values()
        if isinstance(cls, type) and issubclass(cls, errors.CodebaseError)
    }
    text = "".join(text for _, text in rows)
    for kind in kinds | {"internal"}:
        assert f"`{kind}`" in text, kind
