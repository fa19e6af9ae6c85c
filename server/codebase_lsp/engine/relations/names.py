"""What a bare name means where it stands: scopes from the inside out, imports, neighbours."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from ..parse.types import Import, Symbol
from .corpus import Corpus
from .modules import finder_for
from .paths import folder_of
from .rules import rules_of, same_world
from .types import EVERYTHING_IMPORTED, ONLY_ONE_OF_ITS_NAME, SAME_PACKAGE, SAME_SCOPE, Module, Target
from .view import FUNCTION_KINDS, MEMBER_KINDS, TYPE_KINDS, FileView, parent_of

_MOST_STEPS = 6
"""Re-exports followed, and files included by included ones."""
_MOST_INCLUDED = 80
_DEFAULT = re.compile(
    r"export\s+default\s+(?:async\s+)?(?:(?:abstract\s+)?class|function\s*\*?|new)?\s*([A-Za-z_$][\w$]*)"
)
_ONE_PROGRAM = 0.9
"""The only definition of a name that all files of the program share."""

MembersOf = Callable[[Target, str], list[Target]]


@dataclass(slots=True)
class Found:
    """What a name may mean: definitions, or whole modules."""

    targets: list[Target] = field(default_factory=list[Target])
    modules: list[Module] = field(default_factory=list[Module])
    outside: bool = False
    """The language's rules say that it is defined outside the folder, or is a local variable."""

    def __bool__(self) -> bool:
        return bool(self.targets or self.modules or self.outside)

    def less(self, factor: float) -> "Found":
        return Found([t.less(factor) for t in self.targets], self.modules, self.outside)


OUTSIDE = Found(outside=True)


class Names:
    """Look-ups in one state of the folder; they are remembered as long as it lives."""

    def __init__(self, corpus: Corpus, members: MembersOf) -> None:
        self.corpus = corpus
        self._members = members
        self._files: dict[tuple[str, str], list[str]] = {}

    def lookup(self, view: FileView, name: str, within: str, *, as_type: bool = False) -> Found:
        """Empty where the language's rules say nothing. `as_type`: members that are none do not count."""
        rules = rules_of(view.language)
        scopes = view.scopes(within)
        for depth, scope in enumerate(scopes):
            is_class = scope.kind in TYPE_KINDS and scope.kind != "module"
            if is_class and rules.bare_members:
                found = self._members(Target(view.path, scope), name)
            elif is_class and (depth or view.language != "python"):
                continue  # A class body is no scope of the functions in it.
            else:
                here = view.members.get(scope.canonical_name, {}).get(name, [])
                found = [Target(view.path, symbol) for symbol in here]
            if as_type:
                found = [target for target in found if target.symbol.kind in TYPE_KINDS]
            if found:
                return Found(found)
        orphan = self._orphan_scope(view, within, name) if rules.bare_members else []
        if orphan:
            return Found(orphan)
        if here := view.top.get(name):
            return _all(view.path, here)
        if name in view.imported:
            return self._by_imports(view, view.imported[name], scopes)
        for star in view.stars:
            if found := self._from_star(view, star, name):
                return found
        if view.language == "rust" and (found := self._submodule(view, name)):
            return found
        return self._neighbours(view, name, rules.neighbours)

    def _by_imports(self, view: FileView, imports: list[Import], scopes: list[Symbol]) -> Found:
        """Of the imports of one name those in the innermost function around, else those in none.
        Several that name different things (`try: … except ImportError: …`) share the confidence."""
        places = [(each, next(iter(view.functions_around(each.line)), None)) for each in imports]
        inner = [s.canonical_name for s in scopes if s.kind in FUNCTION_KINDS]
        near = [each for each, function in places if function in inner]
        near = near or [each for each, function in places if function is None]
        found = [known for each in near if (known := self.imported(view, each))]
        targets = {t.key: t for each in found for t in each.targets}
        modules = list(dict.fromkeys(m for each in found for m in each.modules))
        if not targets and not modules:
            return OUTSIDE
        share = 1 / max(1, len({each.targets[0].key for each in found if each.targets}))
        return Found([t.less(share) for t in targets.values()], modules)

    def _orphan_scope(self, view: FileView, within: str, name: str) -> list[Target]:
        """Inside a method whose class is in another file (C++ definitions outside the class)."""
        owner = within.rpartition(".")[0]
        if not owner or owner in view.by_canonical:
            return []
        for target in self.corpus.defining(owner.rpartition(".")[2]):
            is_owner = target.symbol.canonical_name == owner and target.symbol.kind in TYPE_KINDS
            if is_owner and (found := self._members(target, name)):
                return found
        return []

    # ── imports ──────────────────────────────────────────────────────────────────────────

    def files_of(self, view: FileView, module: str) -> list[str] | None:
        """Files of a module as written in `view`; None if this language has no such thing."""
        finder = finder_for(view.language)
        if finder is None:
            return None
        known = self._files.get((view.path, module))
        if known is None:
            known = self._files[view.path, module] = finder(self.corpus, view.path, module)
        return known

    def imported(self, view: FileView, imported: Import, steps: int = 0) -> Found:
        """What one import names; `outside` where that is not in the folder."""
        if steps > _MOST_STEPS:
            return Found()
        module, name = imported.module, imported.name
        files = self.files_of(view, module)
        if files is None:
            return self._by_namespace(view, module, name)
        if not name or name == "*":
            return Found(modules=[Module(tuple(files))]) if files else OUTSIDE
        if not files:
            inside = self._inside_type(view, module, name)
            return Found(inside) if inside else OUTSIDE
        if name == "default":
            return self._default(files, imported.alias)
        return self.in_module(Module(tuple(files)), name, steps + 1) or OUTSIDE

    def _inside_type(self, view: FileView, module: str, name: str) -> list[Target]:
        """`use Shape::Circle`: the module is a type of this file."""
        last = re.split(r"::|\.", module)[-1]
        return [t for s in view.top.get(last, []) for t in self._members(Target(view.path, s), name)]

    def _by_namespace(self, view: FileView, module: str, name: str) -> Found:
        dotted = re.sub(r"::|\\|/", ".", f"{module}.{name}" if name and name != "*" else module).strip(".")
        found = [
            target
            for target in self._defining(view, dotted.rpartition(".")[2])
            if target.symbol.canonical_name == dotted
        ]
        return Found(found) if found else Found(modules=[Module(namespace=dotted)])

    def _default(self, files: list[str], alias: str) -> Found:
        for path in files:
            view = self.corpus.view(path)
            if view is None:
                continue
            written = _DEFAULT.search(self.corpus.text(path) or "")
            for name in ([written[1]] if written else []) + [alias]:
                if here := view.top.get(name):
                    return _all(path, here)
            if len(view.top) == 1:
                return _all(path, next(iter(view.top.values())))
        return Found(modules=[Module(tuple(files))])

    def in_module(self, module: Module, name: str, steps: int = 0) -> Found:
        """What a module offers under this name: its own, a submodule, what it passes on."""
        if module.namespace:
            return self._in_namespace(module.namespace, name)
        if steps > _MOST_STEPS:
            return Found()
        views = [view for path in module.paths if (view := self.corpus.view(path))]
        targets = [Target(v.path, s) for v in views for s in v.top.get(name, [])]
        if targets:
            return Found(targets)
        for view in views:
            for imported in reversed(view.imported.get(name, [])):
                if found := self.imported(view, imported, steps + 1):
                    return found
        for view in views:
            if found := self._submodule(view, name):
                return found
            for star in view.stars:
                if found := self._from_star(view, star, name, steps + 1):
                    return found
        return Found()

    def _submodule(self, view: FileView, name: str) -> Found:
        if view.language == "python" and view.path.endswith("/__init__.py"):
            files = self.files_of(view, f".{name}")
        elif view.language == "rust":
            files = self.files_of(view, f"self::{name}")
            files = [] if files and view.path in files else files
        else:
            return Found()
        return Found(modules=[Module(tuple(files))]) if files else Found()

    def _in_namespace(self, namespace: str, name: str) -> Found:
        dotted = f"{namespace}.{name}"
        found = [t for t in self.corpus.defining(name) if t.symbol.canonical_name == dotted]
        return Found(found) if found else OUTSIDE

    def _from_star(self, view: FileView, star: Import, name: str, steps: int = 0) -> Found:
        if steps > _MOST_STEPS:
            return Found()
        files = self.files_of(view, star.module)
        if files is None:
            dotted = re.sub(r"::|\\|/", ".", star.module).strip(".")
            found = [t for t in self.corpus.defining(name) if parent_of(t.symbol) == dotted]
            return Found(found).less(EVERYTHING_IMPORTED)
        if view.path in files:
            return Found()
        found = self.in_module(Module(tuple(files)), name, steps + 1)
        return Found() if found.outside else found.less(EVERYTHING_IMPORTED)

    # ── neighbours ───────────────────────────────────────────────────────────────────────

    def _neighbours(self, view: FileView, name: str, how: str) -> Found:
        if how == "none":
            return Found()
        everywhere = [t for t in self._defining(view, name) if t.symbol.kind not in MEMBER_KINDS]
        if not everywhere:
            return Found()
        if how == "folder":
            folder = folder_of(view.path)
            return Found([t.less(SAME_PACKAGE) for t in everywhere if folder_of(t.path) == folder])
        if how == "namespace":
            return Found([t.less(SAME_PACKAGE) for t in everywhere if _sees(view.namespace, t.symbol)])
        if how == "includes":
            reached = self._included(view)
            if near := [t.less(SAME_PACKAGE) for t in everywhere if t.path in reached]:
                return Found(near)
        keys = {target.key for target in everywhere}
        return Found([t.less(_ONE_PROGRAM / len(keys)) for t in everywhere])

    def _included(self, view: FileView) -> set[str]:
        reached: set[str] = {view.path}
        level = [view]
        for _ in range(_MOST_STEPS // 2):
            files = [f for v in level for each in v.imports for f in self.files_of(v, each.module) or ()]
            new = [f for f in dict.fromkeys(files) if f not in reached][: _MOST_INCLUDED - len(reached)]
            reached.update(new)
            level = [v for f in new if (v := self.corpus.view(f))]
        return reached

    # ── by name alone ────────────────────────────────────────────────────────────────────

    def anywhere(self, view: FileView, name: str, kinds: Iterable[str]) -> list[Target]:
        """Definitions of the name that the language could reach; each with its share of the confidence."""
        wanted = frozenset(kinds)
        found = [t for t in self._defining(view, name) if t.symbol.kind in wanted]
        keys = {target.key for target in found}
        share = ONLY_ONE_OF_ITS_NAME / max(1, len(keys))
        if name in rules_of(view.language).built_in:
            share *= 0.3
        return [target.less(share) for target in found]

    def _defining(self, view: FileView, name: str) -> list[Target]:
        """In languages that code of this file can reach."""
        language = self.corpus.language
        return [t for t in self.corpus.defining(name) if same_world(language(t.path), view.language)]


def _all(path: str, symbols: Iterable[Symbol]) -> Found:
    return Found([Target(path, symbol, SAME_SCOPE) for symbol in symbols])


def _sees(namespace: str, symbol: Symbol) -> bool:
    """Whether code of a namespace sees an outermost definition: of its own or of one around it."""
    parent = parent_of(symbol)
    return parent == namespace or (bool(parent) and namespace.startswith(f"{parent}."))
