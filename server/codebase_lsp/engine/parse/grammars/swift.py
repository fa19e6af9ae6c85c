"""Definitions in Swift."""

from tree_sitter import Node

from .rule import Grammar, Named, Rule

_PLACES = ("source_file", "class_body", "enum_class_body")


def _swift_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    """Also operators, which are whatever stands behind `func`."""
    if kind == "function" and name is not None and name.type != "simple_identifier":
        return Named((), text) if not any(char.isalnum() or char in "()_" for char in text) else None
    return Named((), text.strip("`"))


SWIFT = Grammar(
    rules=(
        Rule("class", '(class_declaration ["class" "actor"] name: (type_identifier) @n) @d'),
        Rule("struct", '(class_declaration "struct" name: (type_identifier) @n) @d'),
        Rule("enum", '(class_declaration "enum" name: (type_identifier) @n) @d'),
        Rule("scope", '(class_declaration "extension" name: (_) @n) @d'),
        Rule("interface", "(protocol_declaration name: (_) @n) @d"),
        Rule("function", "(function_declaration name: (simple_identifier) @n) @d"),
        Rule("function", '(function_declaration "func" . _ @n) @d'),
        Rule("method", "(protocol_function_declaration name: (simple_identifier) @n) @d"),
        Rule("constructor", "(init_declaration) @d"),
        Rule("method", "(deinit_declaration) @d"),
        Rule("method", "(subscript_declaration) @d"),
        *(
            Rule(
                "variable",
                f"({place} (property_declaration"
                " name: (pattern bound_identifier: (simple_identifier) @n)) @d)",
            )
            for place in _PLACES
        ),
        Rule(
            "property",
            "(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @n)) @d",
        ),
        Rule(
            "type",
            "[(typealias_declaration name: (type_identifier) @n)"
            " (associatedtype_declaration name: (type_identifier) @n)] @d",
        ),
        Rule("constant", "(enum_entry name: (simple_identifier) @n) @d"),
        Rule("lead", "[(comment) (multiline_comment)] @d"),
    ),
    naming=_swift_name,
    unnamed={
        "init_declaration": "init",
        "deinit_declaration": "deinit",
        "subscript_declaration": "subscript",
    },
    member_kind={"variable": "property"},
    upper_is_constant=False,
)
