"""The relations of one definition: who implements it, calls it, uses it, imports it, and the reverse."""

from collections.abc import Callable, Iterator

from ..parse.types import Import, Reference
from .resolve import Resolver
from .structural import MethodSets
from .types import Edge, Target
from .view import FUNCTION_KINDS, TYPE_KINDS, FileView, parent_of

_DISPATCHED = 0.5
"""A call of a base's method that may run this one, which overrides it."""
_BY_MODULE = 0.5
"""A file that imports the whole module and holds the name."""
_CALLS = ("call",)
_ALL = ("call", "extends", "implements", "type", "value")

Key = tuple[str, str]
Stop = Callable[[], bool]
"""Whether the time is over: then answer with what is there."""


def place_of(relation: str, target: Target, confidence: float) -> Edge:
    """The whole lines of a definition."""
    symbol = target.symbol
    return Edge(relation, target.path, symbol.start_line, 0, symbol.end_line, 0, confidence, symbol)


def _site(relation: str, view: FileView, reference: Reference, confidence: float) -> Edge:
    """The name of a reference, and the definition around it."""
    around = view.by_canonical.get(reference.within)
    symbol = around[-1] if around else view.around(reference.line)
    end = reference.column + len(reference.name)
    return Edge(
        relation, view.path, reference.line, reference.column, reference.line, end, confidence, symbol
    )


class Graph:
    """Relations in one state of the folder. Iterators end early when `stop` says so."""

    def __init__(self, resolver: Resolver, stop: Stop) -> None:
        self.resolver = resolver
        self.corpus = resolver.corpus
        self.hierarchy = resolver.hierarchy
        self.method_sets = MethodSets(resolver.corpus, resolver.hierarchy)
        self.stop = stop

    # ── who refers to it ─────────────────────────────────────────────────────────────────

    def callers(self, target: Target) -> Iterator[Edge]:
        """Places that call it; of a class those that make one."""
        return self._references("callers", target, _CALLS)

    def usages(self, target: Target) -> Iterator[Edge]:
        """All places that name it, calls among them."""
        return self._references("usages", target, _ALL)

    def _references(self, relation: str, target: Target, kinds: tuple[str, ...]) -> Iterator[Edge]:
        keys = self._keys(target)
        names = {target.symbol.name}
        if target.symbol.kind == "constructor":
            names.add(parent_of(target.symbol).rpartition(".")[2])
        for name in sorted(names):
            for path in self._mentioning(name, target.path):
                if self.stop():
                    return
                view = self.corpus.view(path)
                if view is None:
                    continue
                for reference in self._named(view, name):
                    if reference.kind in kinds:
                        confidence = self._match(view, reference, keys)
                        if confidence:
                            yield _site(relation, view, reference, confidence)

    def _keys(self, target: Target) -> dict[Key, float]:
        """What a reference may resolve to that means this definition, and how surely it does."""
        keys = {target.key: 1.0}
        owner = self._owner(target)
        if owner is None:
            return keys
        symbol = target.symbol
        if symbol.kind == "constructor":
            keys[owner.key] = 1.0
        elif symbol.kind in FUNCTION_KINDS:
            for base in self.hierarchy.above(owner):
                for overridden in self.hierarchy.own_members(base, symbol.name):
                    keys.setdefault(overridden.key, _DISPATCHED * base.confidence)
            for method in self.method_sets.implemented(target):
                keys.setdefault(method.key, _DISPATCHED * method.confidence)
        return keys

    def _match(self, view: FileView, reference: Reference, keys: dict[Key, float]) -> float:
        found = self.resolver.resolve(view, reference)
        return max((t.confidence * keys[t.key] for t in found if t.key in keys), default=0.0)

    @staticmethod
    def _named(view: FileView, name: str) -> list[Reference]:
        """References by the name, and by what imports call it here."""
        found = view.references_to(name)
        for each in view.imports:
            if each.name == name and each.alias and each.alias != name:
                found = found + view.references_to(each.alias)
        return found

    def _mentioning(self, name: str, near: str) -> list[str]:
        """The definition's own file first."""
        paths = list(self.corpus.mentioning(name))
        return sorted(paths, key=lambda path: path != near)

    def _owner(self, target: Target) -> Target | None:
        """The type that it is a member of."""
        view = self.corpus.view(target.path)
        if view is None or target.symbol.kind in TYPE_KINDS:
            return None
        return self.resolver.meanings.type_around(view, target.symbol.canonical_name)

    # ── above and below ──────────────────────────────────────────────────────────────────

    def implementations(self, target: Target) -> Iterator[Edge]:
        """Types that directly extend or implement it; of a method those that override it."""
        if target.symbol.kind in TYPE_KINDS:
            for subtype in self.subtypes(target):
                yield place_of("implementations", subtype, subtype.confidence)
            return
        owner = self._owner(target)
        if owner is None or target.symbol.kind not in FUNCTION_KINDS:
            return
        seen: set[Key] = set()
        level = [owner]
        while level:
            below = [s.less(t.confidence) for t in level for s in self.subtypes(t) if s.key not in seen]
            seen.update(s.key for s in below)
            level = below
            for subtype in below:
                for member in self.hierarchy.own_members(subtype, target.symbol.name):
                    confidence = member.confidence * subtype.confidence
                    yield place_of("implementations", member, confidence)

    def subtypes(self, target: Target) -> list[Target]:
        found: dict[Key, Target] = {}
        for each in self.hierarchy.subtypes(target):
            if self.stop():
                break
            if each.target is not None:
                found.setdefault(each.target.key, each.target.less(each.confidence))
        if target.symbol.kind == "interface":
            for each in self.method_sets.implementing(target):
                found.setdefault(each.key, each)
        return list(found.values())

    # ── what it refers to ────────────────────────────────────────────────────────────────

    def callees(self, target: Target) -> Iterator[Edge]:
        """What is called in its lines, each definition once, with its best confidence."""
        best: dict[Key, Target] = {}
        for reference, found in self._inside(target, _CALLS):
            for each in found:
                if each.key != target.key and (
                    each.key not in best or best[each.key].confidence < each.confidence
                ):
                    best[each.key] = each
            del reference
        yield from (place_of("callees", each, each.confidence) for each in best.values())

    def mentioned_types(self, target: Target) -> Iterator[Edge]:
        """Types that it names, such as those of its parameters and its bases."""
        best: dict[Key, Target] = {}
        for _, found in self._inside(target, ("type", "extends", "implements")):
            for each in found:
                if each.key != target.key:
                    best.setdefault(each.key, each)
        yield from (place_of("related", each, each.confidence) for each in best.values())

    def _inside(self, target: Target, kinds: tuple[str, ...]) -> Iterator[tuple[Reference, list[Target]]]:
        view = self.corpus.view(target.path)
        for reference in view.references_in(target.symbol) if view else ():
            if self.stop():
                return
            if reference.kind in kinds:
                assert view is not None
                yield reference, self.resolver.resolve(view, reference)

    # ── imports ──────────────────────────────────────────────────────────────────────────

    def imports(self, target: Target) -> Iterator[Edge]:
        """What the file of the definition takes from other files of the folder."""
        view = self.corpus.view(target.path)
        for each in view.imports if view else ():
            assert view is not None
            found = self.resolver.names.imported(view, each)
            yield from (place_of("imports", t, t.confidence) for t in found.targets)
            for module in found.modules:
                yield from (Edge("imports", path, 0, 0, 1, 0, 1.0, None) for path in module.paths)

    def importers(self, target: Target) -> Iterator[Edge]:
        """Files that import it, or its whole module and hold its name."""
        for path in self._mentioning(target.symbol.name, target.path):
            if self.stop():
                return
            view = self.corpus.view(path)
            for each in view.imports if view and path != target.path else ():
                assert view is not None
                confidence = self._imports(view, each, target)
                if confidence:
                    around = view.around(each.line)
                    yield Edge("importers", path, each.line, 0, each.line + 1, 0, confidence, around)

    def _imports(self, view: FileView, each: Import, target: Target) -> float:
        if each.name not in ("", "*", "default", target.symbol.name):
            return 0.0
        found = self.resolver.names.imported(view, each)
        named = [t.confidence for t in found.targets if t.key == target.key]
        if named:
            return max(named)
        return _BY_MODULE if any(target.path in module.paths for module in found.modules) else 0.0
