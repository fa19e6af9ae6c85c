"""Symbols of a document as LSP has them."""

import pytest
from lsprotocol import types

from codebase_lsp.engine.parse.definitions import definitions
from codebase_lsp.engine.parse.source import SourceText
from codebase_lsp.lsp.symbols import flat, nested

TEXT = """\
class Box:
    \"\"\"Holds.\"\"\"

    width = 1

    def open(self):
        return self.width


def größe(): pass
"""


def outline(text: str, language: str, encoding: str = "utf-16") -> list[types.DocumentSymbol]:
    return nested(definitions("m", text, language), SourceText(text).lines, encoding)


def test_members_are_inside_what_they_are_members_of() -> None:
    box, size = outline(TEXT, "python")
    assert (box.name, box.kind, box.detail) == ("Box", types.SymbolKind.Class, "class Box")
    assert [child.name for child in box.children or []][-1:] == ["open"]
    assert (size.name, size.children) == ("größe", [])


def test_names_of_one_declaration_are_neighbours() -> None:
    names = outline("class A { int a, b; enum E { X } }\n", "java")[0].children or []
    assert [name.name for name in names] == ["a", "b", "E"]
    assert [(each.name, each.kind) for each in names[2].children or []] == [
        ("X", types.SymbolKind.EnumMember)
    ]


@pytest.mark.parametrize(("encoding", "start", "end"), [("utf-8", 4, 8), ("utf-16", 3, 5), ("utf-32", 3, 4)])
def test_columns_are_in_the_units_of_the_client(encoding: str, start: int, end: int) -> None:
    (symbol,) = outline("é, 𝒳 = 1, 2\n", "python", encoding)[1:]
    place = symbol.selection_range
    assert (place.start.character, place.end.character) == (start, end)


@pytest.mark.parametrize("language", ["python", "swift"])
def test_the_name_is_always_inside_the_range(language: str) -> None:
    text = TEXT if language == "python" else "class A {\n  init() {}\n}\n"

    def check(symbols: list[types.DocumentSymbol]) -> None:
        for symbol in symbols:
            outer, inner = symbol.range, symbol.selection_range
            assert (outer.start.line, outer.start.character) <= (inner.start.line, inner.start.character)
            assert (inner.end.line, inner.end.character) <= (outer.end.line, outer.end.character)
            check(list(symbol.children or []))

    check(outline(text, language))


def test_clients_without_nesting_get_a_list_with_containers() -> None:
    found = flat(definitions("m", TEXT, "python"), "file:///m.py", SourceText(TEXT).lines, "utf-16")
    assert [(each.name, each.container_name) for each in found][-2:] == [("open", "m.Box"), ("größe", None)]
