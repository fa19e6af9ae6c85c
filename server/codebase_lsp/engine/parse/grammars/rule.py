"""What a grammar table says: which syntax nodes are definitions, and how their names read."""

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


class Rule(NamedTuple):
    """One tree-sitter query pattern and what its match is.

    Captures: `@d` the node (required); `@n` its name; `@s` a container named apart from nesting
    (a Go receiver); any other name only serves predicates.

    `kind` is a symbol kind or one of these, which produce no symbol:

        none      the name is taken, but not by a definition (`const fs = require("fs")`)
        scope     a container that only lends its name (Rust `impl`, Swift `extension`); nameless
                  ones lend nothing
        package   its name goes before every canonical name of the file
        export    a name left out of canonical names (the table a Lua module returns)
        wrap      a node around a single definition whose lines belong to it (`export`, decorators)
        lead      belongs to the definition directly below (comments, attributes)
        tail      belongs to the definition directly above (Kotlin accessors)
    """

    kind: str
    pattern: str


class Named(NamedTuple):
    """A name taken apart: `geo::Circle::area` is `(("geo", "Circle"), "area", None)`."""

    scopes: tuple[str, ...]
    name: str
    kind: str | None = None
    """Replaces the rule's kind if given."""


Naming = Callable[[str, str, Node, Node | None], Named | None]
"""(rule kind, name text, definition node, name node) → the parts, or None for "no definition"."""

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

    rules: tuple[Rule, ...]
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
