"""Definitions in languages that no query was written for: found by how grammars name their nodes.

Grammars name a definition after what it is: `function_definition`, `class_declaration`,
`struct_item`. The words of such a name give the kind, and the `name` field, or else an identifier
at the beginning, gives the name.
"""

import re
from collections.abc import Iterator

from tree_sitter import Language, Query, QueryError

_ENDING = re.compile(r"_(?:declaration|declaration_statement|definition|item|statement|specifier|decl|def)$")
_NOT = re.compile(
    r"^(?:end|formal|forward|import|local|parameter|partial|use)_|_(?:body|forward|instantiation|interface_declaration"
    r"|parameter|storage_class)_|^(?:function_type|storage_class|sized_type|type_qualifier)_"
)
"""Words of nodes that name something without defining it."""
_KIND_OF = {
    "field": "field", "property": "property", "constant": "constant",
    "class": "class", "contract": "class", "actor": "class", "implementation": "class", "object": "class",
    "struct": "struct", "structure": "struct", "record": "struct", "union": "struct",
    "interface": "interface", "trait": "interface", "protocol": "interface", "mixin": "interface",
    "role": "interface", "enum": "enum", "enumeration": "enum",
    "module": "module", "namespace": "module", "library": "module",
    "constructor": "constructor", "method": "method",
    "function": "function", "func": "function", "fun": "function", "procedure": "function",
    "subroutine": "function", "macro": "function", "modifier": "function",
    "type": "type", "typedef": "type", "alias": "type",
}  # fmt: skip
"""By word of a node's type; of several the first in this order."""
_IDENTIFIER = re.compile(r"(?:^|_)(?:identifier|name|symbol|word)$")
_COMMENT = re.compile(r"^(?:\w+_)?comment$")


def generic_query(language: Language) -> str:
    """Patterns for the definitions and comments of a language, as in `queries/`."""
    return "\n".join(_patterns(language))


def _patterns(language: Language) -> Iterator[str]:
    named = [i for i in range(language.node_kind_count) if language.node_kind_is_named(i)]
    types = sorted({language.node_kind_for_id(i) or "" for i in named if language.node_kind_is_visible(i)})
    identifiers = " ".join(f"({each})" for each in types if _IDENTIFIER.search(each))
    for each in types:
        if _COMMENT.match(each):
            yield f"({each}) @doc"
        elif kind := kind_of(each):
            for name in ("name: (_) @name", f". [{identifiers}] @name"):
                pattern = f"({each} {name}) @definition.{kind}"
                if _compiles(language, pattern):
                    yield pattern
                    break


def kind_of(node_type: str) -> str:
    """The kind of symbol that nodes of this type define; empty if they define none."""
    if not _ENDING.search(node_type) or _NOT.search(node_type):
        return ""
    words = set(_ENDING.sub("", node_type).split("_"))
    return next((kind for word, kind in _KIND_OF.items() if word in words), "")


def _compiles(language: Language, pattern: str) -> bool:
    """A pattern that no tree can match is an error."""
    try:
        Query(language, pattern)
    except QueryError:
        return False
    return True
