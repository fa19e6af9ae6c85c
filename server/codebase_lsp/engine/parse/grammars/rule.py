"""What the queries cannot say of a language: how names read, and how kinds change by nesting."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tree_sitter import Node

CLASS_KINDS = frozenset({"class", "struct", "interface", "enum", "type", "scope"})
"""Kinds whose functions are methods."""

FUNCTION_KINDS = frozenset({"function", "method", "constructor"})
"""Kinds whose variables are local and therefore no definitions."""

VALUE_KINDS = frozenset({"constant", "variable", "property", "field"})


class Named(NamedTuple):
    """A name taken apart: `geo::Circle::area` is `(("geo", "Circle"), "area", None)`."""

    scopes: tuple[str, ...]
    name: str
    kind: str | None = None
    """Replaces the kind of the pattern if given."""
    node: Node | None = None
    """The node of the name itself, where the captured one is more than that."""


Naming = Callable[[str, str, Node, Node | None], Named | None]
"""(kind of the pattern, name text, definition node, name node) → the parts, or None for "no definition"."""

_GENERICS = re.compile(r"<[^<>]*>|\[[^\[\]]*\]")


def without_generics(text: str) -> str:
    """`Map<K, List<V>>::get` → `Map::get`. Innermost brackets go first."""
    while "<" in text or "[" in text:
        shorter = _GENERICS.sub("", text)
        if shorter == text:
            break
        text = shorter
    return text


def plain_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    """The name as it stands."""
    return Named((), text)


@dataclass(frozen=True, slots=True)
class Grammar:
    """How one language's definitions are found and named."""

    query: str
    """The file in `queries/` with its patterns, without `.scm`; empty for the generic ones."""
    naming: Naming = plain_name
    module: str = ""
    """Where canonical names begin if the file declares no package: `path` (dotted path), `stem`
    (file name), `crate` (Rust modules), or nothing."""
    method_parents: frozenset[str] = CLASS_KINDS
    constructors: frozenset[str] = frozenset()
    """Names of methods that construct; `{class}` stands for the class's own name."""
    unnamed: Mapping[str, str] = field(default_factory=dict[str, str])
    """Names for nodes without one, by node type; `{class}` as above."""
    member_kind: Mapping[str, str] = field(default_factory=dict[str, str])
    """Kinds that change inside a class, such as `variable` → `field`."""
    joins_same_name: bool = False
    """Neighbours of one name are one definition (Haskell equations, Elixir clauses, overloads)."""
    upper_is_constant: bool = True
    """A variable or field named in capitals is a constant."""
    doc_marks: tuple[str, ...] = ()
    """What a comment begins with to be documentation; without it any comment directly above is."""
    documentation: str = "comment"
    """Where else it stands: `docstring` (Python), `attribute` (Elixir), or a comment in `xml` (C#)."""
    opens_body: str = ""
    """Text that ends a signature where no node does."""
    head_is_a_line: bool = False
    """No node tells the head of a definition from its body: it ends with its line, open brackets aside."""
