"""A definition while its file is being read."""

from dataclasses import dataclass, field

from tree_sitter import Node


@dataclass(slots=True)
class Definition:
    """Rows as the lines of `Symbol`."""

    kind: str
    name: str
    path: str
    """The names it is nested in and its own, joined by dots; without the package."""
    start: int
    end: int
    outer: int
    """Row where its syntax begins, decorators included, comments not."""
    head: int
    """Row of its name: where its signature is."""
    node: Node | None
    parent: "Definition | None" = None
    parts: list[int] = field(default_factory=list[int])
    """Rows where further parts of it begin: overloads, equations, clauses."""
    is_scope: bool = False
    """Lends its name to what is inside but is no symbol itself."""
    named: Node | None = None
    """The node of its name, or one that ends in it (`geo::Circle::area`)."""
    first: Node | None = None
    """Its node, or the first of several parts."""
    declared: Node | None = None
    """The same with the keywords before it (`export`, `local`), decorators left out."""
    comments: tuple[tuple[int, int], ...] = ()
    """Rows of the comments directly above it, from top to bottom; the end of each exclusive."""
    visibility: str = ""
