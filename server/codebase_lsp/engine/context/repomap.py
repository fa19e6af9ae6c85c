"""The outline of a repository within a token budget: its most used definitions, file by file."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..parse.types import Symbol
from ..relations.pagerank import Ranks
from .tokens import TokenCounter

_KINDS = frozenset(
    {"function", "method", "class", "struct", "interface", "enum", "type", "constant", "module"}
)
_MOST_FILES = 400
_WIDEST = 100
"""Characters of a line."""


@dataclass(frozen=True, slots=True)
class MapRequest:
    """What the map is for."""

    max_tokens: int = 2000
    open_paths: tuple[str, ...] = ()
    """Files the person works with."""
    mentioned: tuple[str, ...] = ()
    """Names, or parts of paths, that are being talked about."""


@dataclass(frozen=True, slots=True)
class RepositoryMap:
    text: str
    tokens: int
    files: tuple[str, ...]
    """Paths in the order in which they stand in the text."""


@dataclass(frozen=True, slots=True)
class _Line:
    path: str
    symbol: Symbol
    around: tuple[Symbol, ...]
    """What it is in, which is shown with it."""


def near_files(paths: Sequence[str], request: MapRequest) -> dict[str, float]:
    """The files that the restart of the PageRank favours, with weights."""
    opened, wanted = frozenset(request.open_paths), frozenset(request.mentioned)
    near: dict[str, float] = {}
    for path in paths:
        parts = path.split("/")
        stem = parts[-1].rsplit(".", 1)[0]
        if path in opened:
            near[path] = 1.0
        elif path in wanted or not wanted.isdisjoint((*parts, stem)):
            near[path] = 0.5
    return near


def draw(
    ranks: Ranks, symbols: Callable[[str], Sequence[Symbol]], counter: TokenCounter, request: MapRequest
) -> RepositoryMap:
    """As many definitions as fit, by rank. `symbols` gives the definitions of a file."""
    lines = _ranked(ranks, symbols, frozenset(request.open_paths))
    low, high = 0, len(lines)
    best = RepositoryMap("", 0, ())
    while low < high:
        middle = (low + high + 1) // 2
        text, files = _written(lines[:middle], ranks.files)
        tokens = counter.count(text)
        if tokens <= request.max_tokens:
            low, best = middle, RepositoryMap(text, tokens, files)
        else:
            high = middle - 1
    return best


def _ranked(ranks: Ranks, symbols: Callable[[str], Sequence[Symbol]], opened: frozenset[str]) -> list[_Line]:
    """Definitions of the highest files, the most used first. What is open is known to the reader."""
    files = sorted(ranks.files, key=lambda path: (-ranks.files[path], path))[:_MOST_FILES]
    found: list[tuple[float, str, int, _Line]] = []
    for path in files:
        if path in opened:
            continue
        outlined = {
            symbol.canonical_name: symbol for symbol in reversed(symbols(path)) if symbol.kind in _KINDS
        }
        for symbol in outlined.values():
            worth = ranks.definitions.get((path, symbol.name), 0.0) * ranks.files[path]
            if worth > 0:
                around = tuple(outlined[name] for name in _containers(symbol) if name in outlined)
                found.append((-worth, path, symbol.start_line, _Line(path, symbol, around)))
    return [line for *_, line in sorted(found, key=lambda each: each[:3])]


def _written(lines: Sequence[_Line], files: Mapping[str, float]) -> tuple[str, tuple[str, ...]]:
    """Files by rank, their definitions in the order of the text, below what they are in."""
    by_file: dict[str, dict[str, Symbol]] = {}
    for line in lines:
        shown = by_file.setdefault(line.path, {})
        shown.update({each.canonical_name: each for each in (*line.around, line.symbol)})
    order = sorted(by_file, key=lambda path: (-files[path], path))
    parts: list[str] = []
    for path in order:
        parts.append(f"{path}:")
        shown = by_file[path]
        for symbol in sorted(shown.values(), key=lambda each: (each.start_line, each.canonical_name)):
            depth = 1 + sum(name in shown for name in _containers(symbol))
            text = symbol.signature or f"{symbol.kind} {symbol.name}"
            parts.append(f"{'  ' * depth}{text[:_WIDEST]}")
        parts.append("")
    return "\n".join(parts), tuple(order)


def _containers(symbol: Symbol) -> list[str]:
    """Canonical names of everything it may stand in, from the outside in."""
    pieces = symbol.canonical_name.split(".")
    return [".".join(pieces[:count]) for count in range(1, len(pieces))]
