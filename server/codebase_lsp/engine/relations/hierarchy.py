"""Types above and below a type, and what a type offers under a name."""

from collections.abc import Callable
from dataclasses import dataclass

from ..parse.types import Reference, Symbol
from .annotations import named_types
from .corpus import Corpus
from .memo import Memo
from .types import INHERITED, SAME_SCOPE, Target
from .view import TYPE_KINDS, FileView, parent_of

_MOST_BASES = 60

ResolveType = Callable[[FileView, Reference], list[Target]]


@dataclass(frozen=True, slots=True)
class Subtype:
    """A type that extends or implements another, and where it says so."""

    target: Target | None
    """None where the type cannot be found, such as one of another library (`impl Show for Vec`)."""
    path: str
    reference: Reference
    confidence: float


class Hierarchy:
    """Look-ups in one state of the folder; they are remembered as long as it lives."""

    def __init__(self, corpus: Corpus, memo: Memo) -> None:
        self.corpus = corpus
        self._memo = memo
        self.resolve_type: ResolveType = lambda view, reference: []

    def bases(self, target: Target) -> list[Target]:
        """What it says it extends or implements, as far as that is in the folder; in order."""
        return self._memo.get(("bases", target.key), lambda: self._find_bases(target))

    def _find_bases(self, target: Target) -> list[Target]:
        view = self.corpus.view(target.path)
        found: dict[tuple[str, str], Target] = {}
        for reference in _declared(view, target.symbol) if view else ():
            assert view is not None
            for base in self.resolve_type(view, reference):
                if base.key != target.key and base.symbol.kind in TYPE_KINDS:
                    found.setdefault(base.key, base)
        return list(found.values())

    def above(self, target: Target) -> list[Target]:
        """All bases, nearest first, each once, with the confidence of the way to it."""
        found: dict[tuple[str, str], Target] = {}
        level = [target]
        while level and len(found) < _MOST_BASES:
            upper = [base.less(each.confidence) for each in level for base in self.bases(each)]
            level = [base for base in upper if base.key not in found and base.key != target.key]
            for base in level:
                found.setdefault(base.key, base)
        return list(found.values())

    def members(self, target: Target, name: str) -> list[Target]:
        """Members of this name: of the type itself, else of the nearest base that has one."""
        known = self._memo.get(("members", target.key, name), lambda: self._find(target, name))
        return [member.less(target.confidence) for member in known]

    def _find(self, target: Target, name: str) -> list[Target]:
        if own := self.own_members(target, name):
            return own
        plain = Target(target.path, target.symbol)
        for base in self.above(plain):
            if found := self.own_members(base, name):
                return [member.less(base.confidence * INHERITED) for member in found]
        return []

    def own_members(self, target: Target, name: str) -> list[Target]:
        """Without its bases, but with what stands outside of it: Rust `impl`s, C++ definitions."""
        view = self.corpus.view(target.path)
        canonical = target.symbol.canonical_name
        here = view.members.get(canonical, {}).get(name, []) if view else []
        if here:
            return [Target(target.path, symbol, SAME_SCOPE) for symbol in here]
        return self._elsewhere(target, name)

    def _elsewhere(self, target: Target, name: str) -> list[Target]:
        exact: list[Target] = []
        alike: list[Target] = []
        language = self.corpus.language(target.path)
        for member in self.corpus.defining(name):
            parent = parent_of(member.symbol)
            if member.path == target.path or parent.rpartition(".")[2] != target.symbol.name:
                continue
            view = self.corpus.view(member.path)
            if view is None or view.language != language or _defines_type(view, parent):
                continue  # A member of another type of the same name.
            (exact if parent == target.symbol.canonical_name else alike).append(member)
        return exact or [member.less(INHERITED) for member in alike]

    def subtypes(self, target: Target) -> list[Subtype]:
        """Types that name it as a base; only the direct ones."""
        found: list[Subtype] = []
        for path in self.corpus.mentioning(target.symbol.name):
            view = self.corpus.view(path)
            if view is None:
                continue
            for reference in self._declarations(view, target.symbol.name):
                match = next((t for t in self.resolve_type(view, reference) if t.key == target.key), None)
                if match is not None:
                    subtype = self.owner(view, reference)
                    found.append(Subtype(subtype, path, reference, match.confidence))
        return found

    def _declarations(self, view: FileView, name: str) -> list[Reference]:
        names = {name, *(each.alias for each in view.imports if each.name == name and each.alias)}
        found = [r for n in names for r in view.references_to(n)]
        return [r for r in found if r.kind in ("extends", "implements")]

    def owner(self, view: FileView, reference: Reference) -> Target | None:
        """The type that says it; in Rust and others its definition may be elsewhere."""
        for symbol in view.by_canonical.get(reference.within, []):
            return Target(view.path, symbol)
        name = reference.within.rpartition(".")[2]
        asked = Reference(name, "type", reference.line, reference.column)
        return next(iter(self.resolve_type(view, asked)), None) if name else None


def _declared(view: FileView, symbol: Symbol) -> list[Reference]:
    """What the type says it extends; of `type A = B & { … }` what it is made of."""
    said = view.supertypes(symbol.canonical_name)
    if said or symbol.kind != "type" or "=" not in symbol.signature:
        return said
    parts = {t.name for part in symbol.signature.partition("=")[2].split("&") for t in named_types(part)}
    inside = view.facts.between(symbol.start_line, symbol.end_line)
    return [r for r in inside if r.kind == "type" and r.name in parts and not r.receiver]


def _defines_type(view: FileView, canonical: str) -> bool:
    return any(symbol.kind in TYPE_KINDS for symbol in view.by_canonical.get(canonical, []))
