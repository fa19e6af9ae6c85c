"""Patterns made from the names of a grammar's nodes."""

import pytest

from codebase_lsp.engine.parse.chunks import parse_file
from codebase_lsp.engine.parse.definitions import definitions
from codebase_lsp.engine.parse.generic_query import generic_query, kind_of
from codebase_lsp.engine.parse.parser import language_for


@pytest.mark.parametrize(
    ("node_type", "kind"),
    [
        ("function_definition", "function"),
        ("contract_declaration", "class"),
        ("struct_item", "struct"),
        ("enum_specifier", "enum"),
        ("struct_field_declaration", "field"),
        ("if_statement", ""),
        ("end_function_statement", ""),
        ("formal_parameter_declaration", ""),
        ("function_type_specifier", ""),
        ("class_body", ""),
    ],
)
def test_the_words_of_a_node_type_say_the_kind(node_type: str, kind: str) -> None:
    assert kind_of(node_type) == kind


def test_patterns_that_no_tree_can_match_are_left_out() -> None:
    lines = generic_query(language_for("solidity")).splitlines()
    assert "(contract_declaration name: (_) @name) @definition.class" in lines
    assert "(comment) @doc" in lines
    assert not any("if_statement" in line for line in lines)


def test_a_grammar_that_names_no_definitions_gives_none() -> None:
    assert "@definition" not in generic_query(language_for("json"))


def test_chunks_follow_definitions_of_languages_without_a_query_file() -> None:
    functions = [f"    function f{i}() public {{\n" + "        g();\n" * 30 + "    }\n" for i in range(4)]
    parsed = parse_file("A.sol", "contract A {\n" + "\n".join(functions) + "}\n", "solidity", 600)
    assert [chunk.defines for chunk in parsed.chunks] == [("A", "f0"), ("f1",), ("f2",), ("f3",)]


def test_a_head_over_several_lines_is_told_to_its_last_bracket() -> None:
    (symbol,) = definitions("a.R", "area <- function(width,\n                 height = 2) {\n  1\n}\n", "r")
    assert symbol.signature == "area <- function(width, height = 2)"
