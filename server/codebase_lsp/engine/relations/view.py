"""One file's facts with the look-ups that resolution needs."""

from collections.abc import Sequence
from functools import cached_property

from ..parse.facts import Facts
from ..parse.types import Import, Reference, Symbol

TYPE_KINDS = frozenset({"class", "struct", "interface", "enum", "type", "module"})
"""Kinds that can stand before a member: `module` is a Ruby or Elixir module, a namespace."""
CALLABLE_KINDS = frozenset({"function", "method", "constructor", "class", "struct", "enum", "type"})
MEMBER_KINDS = frozenset({"method", "constructor", "property", "field"})
FUNCTION_KINDS = frozenset({"function", "method", "constructor"})

Names = dict[str, list[Symbol]]


def parent_of(symbol: Symbol) -> str:
    """Canonical name of what it stands in; of the module for the outermost definitions."""
    if symbol.container:
        return symbol.container
    cut = len(symbol.canonical_name) - len(symbol.name) - 1
    return symbol.canonical_name[:cut] if cut > 0 else ""


class FileView:
    """Immutable but for what it computes when first asked."""

    def __init__(self, path: str, language: str | None, symbols: Sequence[Symbol], facts: Facts) -> None:
        self.path = path
        self.language = language or ""
        self.symbols = symbols
        self.facts = facts
        self.imports: Sequence[Import] = facts.imports

    @cached_property
    def by_canonical(self) -> Names:
        """Several where a name is defined more than once."""
        found: Names = {}
        for symbol in self.symbols:
            found.setdefault(symbol.canonical_name, []).append(symbol)
        return found

    @cached_property
    def members(self) -> dict[str, Names]:
        """By canonical name of the parent, then by name."""
        found: dict[str, Names] = {}
        for symbol in self.symbols:
            found.setdefault(parent_of(symbol), {}).setdefault(symbol.name, []).append(symbol)
        return found

    @cached_property
    def top(self) -> Names:
        """What is defined outside of everything else; namespaces do not count as something."""
        found: Names = {}
        for symbol in self.symbols:
            around = self.by_canonical.get(parent_of(symbol))
            inside = around is not None and around[0].kind != "module"
            if not inside and symbol.kind not in MEMBER_KINDS:
                found.setdefault(symbol.name, []).append(symbol)
        return found

    @cached_property
    def namespace(self) -> str:
        """What the canonical names of the file begin with: its package or module."""
        for symbol in self.symbols:
            if symbol.kind not in MEMBER_KINDS and parent_of(symbol) not in self.by_canonical:
                return parent_of(symbol)
        return ""

    @cached_property
    def imported(self) -> dict[str, list[Import]]:
        """By the name it has here."""
        found: dict[str, list[Import]] = {}
        for each in self.imports:
            if each.alias:
                found.setdefault(each.alias, []).append(each)
        return found

    @cached_property
    def stars(self) -> list[Import]:
        return [each for each in self.imports if each.name == "*" and not each.alias]

    def references_to(self, name: str) -> list[Reference]:
        return self.facts.named(name)

    def references_in(self, symbol: Symbol) -> list[Reference]:
        """Those in the lines of a definition, of what is nested in it too."""
        return self.facts.between(symbol.start_line, symbol.end_line)

    @cached_property
    def _supertypes(self) -> dict[str, list[Reference]]:
        found: dict[str, list[Reference]] = {}
        for reference in self.facts.of_kinds("extends", "implements"):
            found.setdefault(reference.within, []).append(reference)
        return found

    def supertypes(self, canonical: str) -> list[Reference]:
        """What the type of this name says it extends or implements, in order."""
        return self._supertypes.get(canonical, [])

    def scopes(self, within: str) -> list[Symbol]:
        """The definitions around a place, innermost first."""
        found: list[Symbol] = []
        while within:
            here = self.by_canonical.get(within)
            if here:
                found.append(here[-1])
            within = within.rpartition(".")[0]
        return found

    def type_around(self, within: str) -> Symbol | None:
        return next((s for s in self.scopes(within) if s.kind in TYPE_KINDS), None)

    def functions_around(self, line: int) -> list[str]:
        """Canonical names of the functions whose lines hold this one, innermost first."""
        around = self.around(line)
        scopes = self.scopes(around.canonical_name) if around else []
        return [symbol.canonical_name for symbol in scopes if symbol.kind in FUNCTION_KINDS]

    def around(self, line: int) -> Symbol | None:
        """The innermost definition whose lines hold this one."""
        best: Symbol | None = None
        for symbol in self.symbols:
            if symbol.start_line <= line < symbol.end_line and (
                best is None or symbol.end_line - symbol.start_line <= best.end_line - best.start_line
            ):
                best = symbol
        return best
