"""Names in Swift."""

from tree_sitter import Node

from .rule import Grammar, Named


def _swift_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    """Also operators, which are whatever stands behind `func`."""
    if kind == "function" and name is not None and name.type != "simple_identifier":
        return Named((), text) if not any(char.isalnum() or char in "()_" for char in text) else None
    return Named((), text.strip("`"))


SWIFT = Grammar(
    query="swift",
    doc_marks=("///", "/**"),
    naming=_swift_name,
    unnamed={
        "init_declaration": "init",
        "deinit_declaration": "deinit",
        "subscript_declaration": "subscript",
    },
    member_kind={"variable": "property"},
    upper_is_constant=False,
)
