"""Interfaces that are implemented by having their methods (Go): nothing says so but the names."""

import re

from .corpus import Corpus
from .hierarchy import Hierarchy
from .paths import folder_of
from .types import Target
from .view import parent_of

_SEVERAL_METHODS = 0.9
_ONE_METHOD = 0.7
_WITHOUT_ARITY = 0.8
"""Factor where the numbers of parameters and results cannot be compared."""


class MethodSets:
    """Which types have the methods of which interfaces, by name and numbers of parameters and results."""

    def __init__(self, corpus: Corpus, hierarchy: Hierarchy) -> None:
        self.corpus = corpus
        self.hierarchy = hierarchy

    def implementing(self, interface: Target) -> list[Target]:
        """Types with all methods of the interface; never certain, for only names are compared."""
        wanted = self._methods(interface)
        if not wanted:
            return []
        rarest = min(wanted, key=lambda name: len(self.corpus.defining(name)))
        owners = [owner for method in self.corpus.defining(rarest) if (owner := self._owner(method))]
        candidates = {owner.key: owner for owner in owners}
        for owner in owners:  # What embeds a type has its methods.
            for each in self.hierarchy.subtypes(owner):
                if each.target is not None and each.target.key not in candidates:
                    candidates[each.target.key] = each.target
                    owners.append(each.target)
        found: list[Target] = []
        for owner in candidates.values():
            confidence = self._fits(owner, wanted) if owner.symbol.kind != "interface" else 0.0
            if confidence:
                found.append(owner.less(confidence))
        return found

    def implemented(self, method: Target) -> list[Target]:
        """Methods of interfaces that a call of this one may stand for."""
        owner = self._owner(method)
        if owner is None:
            return []
        found: list[Target] = []
        for other in self.corpus.defining(method.symbol.name):
            interface = self._parent(other)
            if interface is not None and interface.symbol.kind == "interface":
                confidence = self._fits(owner, self._methods(interface))
                if confidence:
                    found.append(other.less(confidence))
        return found

    def _methods(self, interface: Target) -> dict[str, Target]:
        found: dict[str, Target] = {}
        for each in (interface, *self.hierarchy.above(interface)):
            view = self.corpus.view(each.path)
            members = view.members.get(each.symbol.canonical_name, {}) if view else {}
            for name, symbols in members.items():
                if symbols[0].kind == "method":
                    found.setdefault(name, Target(each.path, symbols[0]))
        return found

    def _fits(self, owner: Target, wanted: dict[str, Target]) -> float:
        """0 where a method is missing or takes or gives another number of values."""
        if not wanted:
            return 0.0
        confidence = _SEVERAL_METHODS if len(wanted) > 1 else _ONE_METHOD
        for name, method in wanted.items():
            have = self._method_of(owner, name)
            if have is None:
                return 0.0
            ours, theirs = self._arity(have), self._arity(method)
            if ours is None or theirs is None:
                confidence *= _WITHOUT_ARITY
            elif ours != theirs:
                return 0.0
        return confidence

    def _method_of(self, owner: Target, name: str) -> Target | None:
        folder, canonical = folder_of(owner.path), owner.symbol.canonical_name
        for method in self.corpus.defining(name):
            if folder_of(method.path) == folder and parent_of(method.symbol) == canonical:
                return method
        embedded = self.hierarchy.members(owner, name)
        return embedded[0] if embedded else None

    def _arity(self, method: Target) -> tuple[int, int] | None:
        view = self.corpus.view(method.path)
        known = view.by_canonical.get(method.symbol.canonical_name) if view else None
        signature = known[-1].signature if known else ""
        if not signature:
            lines = (self.corpus.text(method.path) or "").split("\n")
            line = method.symbol.name_line if method.symbol.name_line >= 0 else method.symbol.end_line - 1
            signature = lines[line] if line < len(lines) else ""
        return arity(method.symbol.name, signature)

    def _owner(self, method: Target) -> Target | None:
        """The type that has the method, unless that is an interface."""
        owner = self._parent(method)
        return None if owner is None or owner.symbol.kind == "interface" else owner

    def _parent(self, method: Target) -> Target | None:
        if method.symbol.kind != "method" or self.corpus.language(method.path) != "go":
            return None
        canonical = parent_of(method.symbol)
        view = self.corpus.view(method.path)
        if view is not None and canonical in view.by_canonical:
            return Target(method.path, view.by_canonical[canonical][0])
        folder = folder_of(method.path)
        for target in self.corpus.defining(canonical.rpartition(".")[2]):
            if target.symbol.canonical_name == canonical and folder_of(target.path) == folder:
                return target
        return None


def arity(name: str, signature: str) -> tuple[int, int] | None:
    """How many parameters and results the declaration of `name` has; None if it cannot be read."""
    found = re.search(rf"\b{re.escape(name)}\s*\(", signature)
    if found is None:
        return None
    taken, end = _listed(signature, found.end())
    rest = signature[end:].strip().removesuffix("{").strip()
    given = _listed(rest, 1)[0] if rest.startswith("(") else int(bool(rest))
    return taken, given


def _listed(text: str, start: int) -> tuple[int, int]:
    """How many parts a list in brackets has that opened before `start`, and where it ends."""
    depth, count, empty = 1, 0, True
    for position in range(start, len(text)):
        character = text[position]
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
            if not depth:
                return count + (not empty), position + 1
        elif character == "," and depth == 1:
            count, empty = count + 1, True
            continue
        empty = empty and character.isspace()
    return count + (not empty), len(text)
