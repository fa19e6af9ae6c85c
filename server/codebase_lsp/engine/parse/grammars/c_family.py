"""Names in C, C++ and C#."""

from tree_sitter import Node

from .rule import Grammar, Named, without_generics

_MAX_DECLARATOR_DEPTH = 64
_KEYWORDS = frozenset(
    "namespace if else for while do switch return class struct union enum template typename sizeof using"
    " case default catch try new delete throw static const".split()
)
"""Where macros confuse the parser, these turn up as names."""

_GUARD_ENDINGS = ("_H", "_H_", "_H__", "_HH", "_HPP", "_HPP_", "_HXX", "_INCLUDED", "_INC")

_TEST_MACROS = frozenset({"TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P"})


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def _declared_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    """Follow a declarator (`*(*pick(int kind))(int)`) to the name inside; a function_declarator that
    directly holds a name, through pointers to it or not, makes it a function."""
    if name is None:
        return None
    if not name.type.endswith(("declarator", "operator_cast")):
        return _qualified(kind, text, node)
    at: Node | None = name
    holder = name
    for _ in range(_MAX_DECLARATOR_DEPTH):
        if at is None or not at.type.endswith("declarator"):
            break
        holder = at
        inner = at.child_by_field_name("declarator")
        if inner is None:
            children = at.named_children
            inner = children[-1] if children and at.type != "abstract_declarator" else None
        at = inner
    if at is None:
        return None
    is_function = holder.type == "function_declarator" or at.type == "operator_cast"
    if kind in ("function", "method") and not is_function and node.type == "function_definition":
        is_function = True
    if not is_function and kind in ("variable", "field"):
        return _qualified(kind, _text(at), node, at)
    found = _text(at)
    if at.type == "operator_cast":
        found = found.split("(")[0].strip()
    if kind == "type":
        return Named((), found, None, at)
    if found in _TEST_MACROS:
        parameters = holder.child_by_field_name("parameters")
        arguments = [_text(child) for child in parameters.named_children] if parameters else []
        if len(arguments) == 2:
            return Named((arguments[0],), arguments[1], "function", holder)
    return _qualified("method" if kind == "field" else "function", found, node, at)


def _qualified(kind: str, text: str, node: Node, at: Node | None = None) -> Named | None:
    before, operator, after = text.partition("operator")
    if operator and before[-1:].isidentifier():
        before, operator, after = text, "", ""
    parts = [part.strip() for part in without_generics(before).split("::") if part.strip()]
    if operator:
        parts.append(" ".join((operator + after).split()))
    if not parts:
        return None
    *scopes, name = parts
    if name in _KEYWORDS or (
        node.type == "preproc_def"
        and name.upper().endswith(_GUARD_ENDINGS)
        and node.child_by_field_name("value") is None
    ):
        return None
    if not (name.replace("~", "").isidentifier() or operator):
        return None
    if scopes and kind == "function":
        kind = "constructor" if name == scopes[-1] else "method"
    return Named(tuple(scopes), name, kind, at)


C = Grammar(
    query="c",
    naming=_declared_name,
    upper_is_constant=False,
)

CPP = Grammar(
    query="cpp",
    naming=_declared_name,
    constructors=frozenset({"{class}"}),
    upper_is_constant=False,
)


def _csharp_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    if node.type == "destructor_declaration":
        return Named((), f"~{text}")
    if node.type == "operator_declaration":
        return Named((), f"operator {text}")
    parts = text.split(".")
    return Named(tuple(parts[:-1]), parts[-1].removeprefix("@"))


CSHARP = Grammar(
    query="csharp",
    doc_marks=("///", "/**"),
    documentation="xml",
    naming=_csharp_name,
    unnamed={"indexer_declaration": "this"},
    upper_is_constant=False,
)
