"""Which definitions a question is about: by name, or at a place in a file."""

import re

from ..parse.path_facts import path_facts
from ..parse.tokens import whole_token
from ..parse.types import Symbol
from .resolve import Resolver
from .tiers import TieredCorpus
from .types import Target
from .view import FileView

_QUALIFIERS = re.compile(r"::|->|#|\\|/|\.")
_ORDER = ("interface", "class", "struct", "enum", "module", "type", "function", "method", "constructor")
_WORD = re.compile(r"[\w$]+")


def by_name(corpus: TieredCorpus, name: str) -> list[Target]:
    """Definitions of the name, the likeliest first; of a qualified name those it fits.

    The exact spelling if there is any, else any other case.
    """
    parts = [part for part in _QUALIFIERS.split(name.strip().rstrip("()!?")) if part]
    if not parts:
        return []
    spelled = corpus.spelled_like(parts[-1]) or corpus.spelled_like(whole_token(parts[-1]))
    found = [t for t in spelled if t.symbol.kind != "section"]
    fitting = [t for t in found if _fits(parts, t.symbol)]
    exact = [t for t in fitting if t.symbol.name == parts[-1]]
    best: dict[tuple[str, str], Target] = {}
    for target in sorted(exact or fitting, key=_likelihood):
        best.setdefault(target.key, target)
    return list(best.values())


def _fits(parts: list[str], symbol: Symbol) -> bool:
    dotted = f".{_QUALIFIERS.sub('.', symbol.canonical_name)}".lower()
    return dotted.endswith("." + ".".join(parts).lower())


def _likelihood(target: Target) -> tuple[object, ...]:
    facts, kind = path_facts(target.path), target.symbol.kind
    order = _ORDER.index(kind) if kind in _ORDER else len(_ORDER)
    minor = facts.is_test or facts.is_example or facts.is_vendored
    return minor, facts.is_declaration, order, target.path.count("/"), target.path, target.symbol.start_line


def at_place(resolver: Resolver, path: str, line: int, column: int) -> list[Target]:
    """What the name at a place means; where there is none, the definition around it."""
    view = resolver.corpus.view(path)
    if view is None:
        return []
    for symbol in view.symbols:
        if symbol.name_line == line and 0 <= column - symbol.name_column <= len(symbol.name):
            return [Target(path, symbol)]
    for reference in view.facts.between(line, line + 1):
        if 0 <= column - reference.column <= len(reference.name):
            return resolver.resolve(view, reference)
    word = _word(resolver, path, line, column)
    if word:
        found = _introduced(resolver, view, word, line)
        if found:
            return found
    around = view.around(line)
    return [Target(path, around)] if around else []


def _introduced(resolver: Resolver, view: FileView, word: str, line: int) -> list[Target]:
    """What an import or a definition on this line calls by this word."""
    for each in view.imports:
        if each.line == line and word in (each.name, each.alias, each.module.rpartition(".")[2]):
            found = resolver.names.imported(view, each)
            tops = [v for m in found.modules for p in m.paths if (v := resolver.corpus.view(p))]
            modules = [Target(v.path, whole_file(v)) for v in tops]
            return found.targets or modules
    return [
        Target(view.path, s) for s in view.symbols if s.name == word and s.start_line <= line < s.end_line
    ][-1:]


def whole_file(view: FileView) -> Symbol:
    """A file as a definition: a module by the name that its path or its namespace gives."""
    name = (view.namespace or view.path).rpartition("." if view.namespace else "/")[2]
    end = max((symbol.end_line for symbol in view.symbols), default=1)
    return Symbol(name, "module", view.namespace or view.path, 0, end)


def _word(resolver: Resolver, path: str, line: int, column: int) -> str:
    lines = resolver.meanings.lines(path)
    if line >= len(lines):
        return ""
    for match in _WORD.finditer(lines[line]):
        if match.start() <= column <= match.end():
            return match.group()
    return ""
