"""Names in Java, Kotlin and Scala."""

from tree_sitter import Node

from .rule import CLASS_KINDS, Grammar, Named

JAVA = Grammar(
    query="java",
    doc_marks=("/**",),
)


def _kotlin_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    return Named((), text.strip("`"))


KOTLIN = Grammar(
    query="kotlin",
    doc_marks=("/**",),
    naming=_kotlin_name,
    method_parents=CLASS_KINDS | {"constant"},
    unnamed={"secondary_constructor": "{class}"},
    member_kind={"variable": "property"},
)


SCALA = Grammar(
    query="scala",
    doc_marks=("/**",),
    method_parents=frozenset({"class", "interface", "enum", "module", "scope", "variable"}),
    constructors=frozenset({"this"}),
    member_kind={"variable": "field", "constant": "field"},
    upper_is_constant=False,
)
