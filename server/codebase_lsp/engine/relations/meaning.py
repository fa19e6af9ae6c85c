"""What the thing before a dot is: a module, a type, a value of a type, something from outside."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from . import evidence
from .annotations import named_types
from .chains import LITERAL, Chain, Step, chain_at
from .corpus import Corpus
from .hierarchy import Hierarchy
from .memo import Memo
from .names import Found, Names
from .rules import Rules, rules_of
from .types import EVIDENT_TYPE, Module, Target
from .view import FUNCTION_KINDS, TYPE_KINDS, FileView, parent_of

_DEEPEST = 7
"""Steps from one name's evidence to another's."""
_MOST = 4
"""Meanings followed at once."""


_SCRIPTS = frozenset({"javascript", "typescript", "tsx", "jsx", "vue", "svelte"})
_SAME_ELEMENTS = frozenset(
    "values iter iter_mut into_iter copy clone sort filter sorted reversed reverse slice concat stream toList"
    " to_vec collect unwrap skip take".split()
)
_ONE_ELEMENT = frozenset(
    "get pop popleft first last setdefault at shift find findLast next peek getOrDefault getFirst getLast"
    " elementAt poll pollFirst pop_front pop_back front back get_mut".split()
)


@dataclass(frozen=True, slots=True)
class Meaning:
    """Exactly one of the fields but `confidence` and `is_value` is set; none means `outside`."""

    module: Module | None = None
    target: Target | None = None
    """A type, or with `is_value` the type of the value; a function that is not called."""
    is_value: bool = False
    elements: int = 0
    """How many containers are around the value: what is known is only what they hold."""

    @property
    def outside(self) -> bool:
        return self.module is None and self.target is None


OUTSIDE = Meaning()


class Meanings:
    """Reads chains of names in one state of the folder."""

    def __init__(self, corpus: Corpus, names: Names, hierarchy: Hierarchy, memo: Memo) -> None:
        self._memo = memo
        self.corpus = corpus
        self.names = names
        self.hierarchy = hierarchy
        self._lines: dict[str, list[str]] = {}

    def lines(self, path: str) -> list[str]:
        known = self._lines.get(path)
        if known is None:
            known = self._lines[path] = (self.corpus.text(path) or "").split("\n")
        return known

    def of_chain(self, view: FileView, chain: Chain, within: str, line: int, depth: int = 0) -> list[Meaning]:
        """Empty where nothing is known; OUTSIDE where it is known to come from elsewhere."""
        if chain == LITERAL:
            return [OUTSIDE]
        if depth > _DEEPEST:
            return []
        whole = self._dotted_import(view, chain) or self._module_path(view, chain)
        meanings, rest = whole or (self._first(view, chain[0], within, line, depth), chain[1:])
        meanings = _elements(meanings) if chain[0].indexed else meanings
        for step in rest:
            meanings = _distinct([m for meaning in meanings for m in self._step(meaning, step, depth)])
            meanings = _elements(meanings) if step.indexed else meanings
        return meanings

    def _dotted_import(self, view: FileView, chain: Chain) -> tuple[list[Meaning], Chain] | None:
        """`import a.b` and then `a.b.c`: as much of the chain as an import names."""
        if view.language != "python" or len(chain) < 2:
            return None
        for length in range(len(chain), 1, -1):
            dotted = ".".join(step.name for step in chain[:length])
            for each in view.imports:
                if not each.name and each.alias == dotted:
                    return self._of_found(self.names.imported(view, each), chain[length - 1], 0), chain[
                        length:
                    ]
        first = chain[0].name
        for each in view.imports:
            if not each.name and each.alias.startswith(f"{first}."):
                files = self.names.files_of(view, first)
                return ([Meaning(module=Module(tuple(files)))] if files else [OUTSIDE]), chain[1:]
        return None

    def _module_path(self, view: FileView, chain: Chain) -> tuple[list[Meaning], Chain] | None:
        """`crate::net::pool` and then `::open`: as much of the chain as files stand for."""
        if view.language != "rust" or chain[0].name not in ("crate", "super"):
            return None
        for length in range(len(chain), 0, -1):
            path = "::".join(step.name for step in chain[:length])
            files = self.names.files_of(view, path)
            if files and (length == 1 or _stands_for(files[0], chain[length - 1].name)):
                return [Meaning(module=Module(tuple(files)))], chain[length:]
        return [OUTSIDE], chain[1:]

    # ── the first name ───────────────────────────────────────────────────────────────────

    def _first(self, view: FileView, step: Step, within: str, line: int, depth: int) -> list[Meaning]:
        rules = rules_of(view.language)
        if special := self._special(view, rules, step, within):
            return special
        function = next((s for s in view.scopes(within) if s.kind in FUNCTION_KINDS), None)
        start = function.start_line if function else 0
        found = Found()
        if function is None or step.called or step.is_path:
            found = self.names.lookup(view, step.name, within)
        if not found and not step.called:
            near = evidence.of_name(step.name, view.language, self.lines(view.path), start, line + 1)
            if meanings := self._of_evidence(view, near, within, depth, (step.name, line)):
                return meanings
            found = self.names.lookup(view, step.name, within)
        if not found and step.name[:1].isupper():
            return [OUTSIDE]  # A type, and none that can be seen from here.
        return self._of_found(found, step, depth)

    def _special(self, view: FileView, rules: Rules, step: Step, within: str) -> list[Meaning]:
        name = step.name
        if name in rules.own or name in rules.own_type:
            own = self.type_around(view, within)
            return [Meaning(target=own, is_value=name in rules.own or step.called)] if own else []
        if name in rules.base:
            own = self.type_around(view, within)
            bases = self.hierarchy.bases(own) if own else []
            return [Meaning(target=base, is_value=True) for base in bases] or [OUTSIDE]
        return []

    def type_around(self, view: FileView, within: str) -> Target | None:
        """The type whose method or body this is, wherever it is defined."""
        symbol = view.type_around(within)
        if symbol is not None and (symbol.kind != "module" or view.language in ("ruby", "elixir")):
            return Target(view.path, symbol)
        owner = within.rpartition(".")[0]
        if owner and owner not in view.by_canonical:
            found = self.names.lookup(view, owner.rpartition(".")[2], "").targets
            return next((t for t in found if t.symbol.kind in TYPE_KINDS), None)
        return None

    # ── one step further ─────────────────────────────────────────────────────────────────

    def _step(self, meaning: Meaning, step: Step, depth: int) -> list[Meaning]:
        if meaning.outside:
            held = step.name in _ONE_ELEMENT or step.name in _SAME_ELEMENTS
            return [] if held else [OUTSIDE]  # A list comes from outside, what it holds may not.
        if meaning.module is not None:
            found = self.names.in_module(meaning.module, step.name)
            return self._of_found(found, step, depth) or [OUTSIDE]
        assert meaning.target is not None
        if meaning.elements:
            return _of_container(meaning, step)
        if meaning.target.symbol.kind not in TYPE_KINDS:
            return []
        members = self.hierarchy.members(meaning.target, step.name)
        if members:
            return self._of_found(Found(members), step, depth, owner=meaning.target)
        if step.name == "new" and not meaning.is_value:
            return [replace(meaning, is_value=True)]
        return [] if step.called else self._attribute(meaning.target, step.name, depth)

    def _attribute(self, owner: Target, name: str, depth: int) -> list[Meaning]:
        """An attribute that no definition stands for: what the class's text gives to it."""
        key = ("attribute", owner.key, name)
        return self._memo.get(key, lambda: self._given(owner, name, depth))

    def _given(self, owner: Target, name: str, depth: int) -> list[Meaning]:
        for each in (owner, *self.hierarchy.above(owner)):
            view = self.corpus.view(each.path)
            if view is None:
                continue
            own, lines = rules_of(view.language).own, self.lines(each.path)
            symbol = each.symbol
            found = evidence.of_attribute(name, own, view.language, lines, symbol.start_line, symbol.end_line)
            if meanings := self._of_evidence(view, found, None, depth, (name, -1)):
                return meanings
        return []

    def _of_evidence(
        self,
        view: FileView,
        found: Iterable[evidence.Evidence],
        within: str | None,
        depth: int,
        avoid: tuple[str, int],
    ) -> list[Meaning]:
        """The first evidence that says something; `within` is found from its line if None."""
        for each in found:
            scope = within
            if scope is None:
                around = view.around(each.line)
                scope = around.canonical_name if around else ""
            if each.is_type:
                meanings = self.of_type(view, each.text, scope)
            else:
                chain = chain_at(each.text)
                if chain is None or (chain and chain[0].name == avoid[0] and each.line == avoid[1]):
                    continue
                if chain and len(chain) == 1 and chain[0].name == avoid[0]:
                    continue
                before = max(0, each.line - 1) if chain and chain[0].name == avoid[0] else each.line
                meanings = self.of_chain(view, chain, scope, before, depth + 1)
                if each.is_element:
                    meanings = _elements(meanings)
            if meanings:
                return [_evident(meaning) for meaning in meanings]
        return []

    def of_type(self, view: FileView, text: str, within: str) -> list[Meaning]:
        """Values of the types that an annotation names."""
        found: list[Meaning] = []
        for dotted, elements in named_types(text):
            first, *others = map(Step, dotted.split("."))
            if first.name in rules_of(view.language).own_type or first.name == "Self":
                own = self.type_around(view, within)
                meanings = [Meaning(target=own)] if own else []
            else:
                looked_up = self.names.lookup(view, first.name, within, as_type=not others)
                meanings = self._of_found(looked_up, first, _DEEPEST)
                if not meanings and view.language in _SCRIPTS and dotted[0].islower():
                    continue  # More likely a value: `{ name: value }` looks like an annotation.
            for step in others:
                meanings = [m for meaning in meanings for m in self._step(meaning, step, _DEEPEST)]
            found += [replace(m, is_value=True, elements=elements) for m in meanings] or [OUTSIDE]
        types = [m for m in found if m.target is None or m.target.symbol.kind in TYPE_KINDS]
        return _distinct([m for m in types if not m.outside] or types)

    # ── from definitions to values ───────────────────────────────────────────────────────

    def _of_found(self, found: Found, step: Step, depth: int, owner: Target | None = None) -> list[Meaning]:
        meanings = [Meaning(module=module) for module in found.modules]
        for target in found.targets[-_MOST:]:
            for meaning in self._value(target, step.called, depth, owner):
                if meaning.target is not None:
                    meaning = replace(meaning, target=meaning.target.less(target.confidence))
                meanings.append(meaning)
        if not meanings and found.outside:
            return [OUTSIDE]
        return _distinct(meanings)

    def _value(self, target: Target, called: bool, depth: int, owner: Target | None) -> list[Meaning]:
        """What it means to name this definition, or to call it. Confidence is the way's, not the target's."""
        kind = target.symbol.kind
        plain = Target(target.path, target.symbol)
        if kind in TYPE_KINDS:
            if kind == "type" and (alias := self._alias(plain)):
                return [Meaning(None, m.target, called or m.is_value) for m in alias]
            return [Meaning(target=plain, is_value=called)]
        if depth > _DEEPEST:
            return []
        key = ("value", target.key, called)
        return self._memo.get(key, lambda: self._compute(plain, called, depth, owner))

    def _compute(self, target: Target, called: bool, depth: int, owner: Target | None) -> list[Meaning]:
        view = self.corpus.view(target.path)
        if view is None:
            return []
        symbol = target.symbol
        if symbol.kind == "constructor":
            own = self.type_around(view, symbol.canonical_name)
            return [Meaning(target=own, is_value=True)] if own else []
        lines = self.lines(target.path)
        if symbol.kind in FUNCTION_KINDS:
            if not called and not _is_property(view, target, lines):
                return []
            return self._returned(view, target, lines, depth, owner)
        parent = parent_of(symbol)
        names = (symbol.name, symbol.name.lstrip("$"))
        end = min(symbol.end_line, symbol.start_line + 12)
        found = [
            e
            for n in dict.fromkeys(names)
            for e in evidence.of_name(n, view.language, lines, symbol.start_line, end)
        ]
        meanings = self._of_evidence(view, found, parent, depth, (symbol.name, symbol.start_line))
        if not meanings and owner is not None:
            meanings = self._attribute(owner, symbol.name, depth)
        return meanings

    def _returned(
        self, view: FileView, target: Target, lines: list[str], depth: int, owner: Target | None
    ) -> list[Meaning]:
        symbol = target.symbol
        signature = symbol.signature or "\n".join(lines[symbol.start_line : symbol.start_line + 8])
        annotated = evidence.returned_type(symbol.name, view.language, signature)
        if annotated is not None:
            if annotated in ("Self", "this", "static") and owner is not None:
                return [Meaning(target=owner, is_value=True)]
            return [_evident(m) for m in self.of_type(view, annotated, parent_of(symbol))]
        for row in range(min(symbol.end_line, len(lines)) - 1, symbol.start_line, -1):
            line = lines[row].strip()
            if line.startswith("return "):
                chain = chain_at(line[7:])
                if chain and chain != LITERAL:
                    meanings = self.of_chain(view, chain, symbol.canonical_name, row, depth + 1)
                    if meanings:
                        return [_evident(meaning) for meaning in meanings]
        return []

    def type_of_name(self, target: Target) -> list[Target]:
        """The types that a variable is another name for: `Base = module.Shape`."""
        if target.symbol.kind not in ("variable", "constant"):
            return []
        known = self._value(target, called=False, depth=0, owner=None)
        found = [m.target for m in known if m.target is not None and not m.is_value]
        return [each.less(target.confidence) for each in found if each.symbol.kind in TYPE_KINDS]

    def _alias(self, target: Target) -> list[Meaning]:
        view = self.corpus.view(target.path)
        if view is None:
            return []
        line = "".join(self.lines(target.path)[target.symbol.start_line : target.symbol.start_line + 1])
        _, equals, right = line.partition("=")
        if not equals or any(mark in right for mark in "{(&|[=>"):
            return []
        names = [
            t.name for t in named_types(right.strip(" ;")) if t.name != target.symbol.name and not t.elements
        ]
        return self.of_type(view, names[0], "") if len(names) == 1 else []


def _stands_for(path: str, module: str) -> bool:
    """Whether the file is the Rust module of this name, not just the one around it."""
    return path.endswith((f"/{module}.rs", f"/{module}/mod.rs")) or path == f"{module}.rs"


def _is_property(view: FileView, target: Target, lines: list[str]) -> bool:
    head = lines[target.symbol.start_line : max(target.symbol.name_line, target.symbol.start_line + 3)]
    return any("property" in line for line in head if line.lstrip().startswith("@"))


def _evident(meaning: Meaning) -> Meaning:
    if meaning.target is None:
        return meaning
    factor = EVIDENT_TYPE if meaning.target.confidence > EVIDENT_TYPE else 1.0
    return replace(meaning, target=meaning.target.less(factor))


def _elements(meanings: list[Meaning]) -> list[Meaning]:
    """What the elements of these values are; nothing is known of those of other types."""
    return [replace(m, elements=m.elements - 1) for m in meanings if m.elements]


def _of_container(meaning: Meaning, step: Step) -> list[Meaning]:
    """Containers are no types of the folder, but some of their methods give what they hold."""
    if step.name in _SAME_ELEMENTS:
        return [meaning]
    if step.name in _ONE_ELEMENT and step.called:
        return [replace(meaning, elements=meaning.elements - 1)]
    return [OUTSIDE]


def _distinct(meanings: list[Meaning]) -> list[Meaning]:
    """Without repeats; what is outside says nothing beside what is inside."""
    inside = [meaning for meaning in meanings if not meaning.outside]
    found: dict[object, Meaning] = {}
    for meaning in inside:
        key = meaning.target.key if meaning.target else meaning.module
        found.setdefault((key, meaning.is_value, meaning.elements), meaning)
    return list(found.values())[:_MOST] if inside else meanings[:1]
