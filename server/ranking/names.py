"""Questions that are one identifier, answered by the files that define it."""

import random
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from asked import Asked, is_code, is_main_code

from codebase_lsp.engine.parse.chunks import parse_file
from codebase_lsp.engine.parse.languages import language_of
from codebase_lsp.engine.parse.tokens import split_identifier

_KINDS = frozenset(["function", "method", "class", "struct", "interface", "enum", "type", "constant"])
_MOST_FILES = 3
"""A name that more files define has no file that a person could mean by it alone."""


@dataclass(frozen=True, slots=True)
class Names:
    """All names that the code of a repository defines."""

    files: dict[str, set[str]]
    """By name, the files that define it."""
    qualified: dict[str, str]
    """By name, the last two parts of its canonical name."""

    def main_files(self, name: str) -> tuple[str, ...]:
        """Those that are neither tests nor examples."""
        return tuple(sorted(path for path in self.files.get(name, ()) if is_main_code(path)))


def defined_names(root: Path) -> Names:
    files: dict[str, set[str]] = defaultdict(set)
    qualified: dict[str, str] = {}
    for file in sorted(root.rglob("*")):
        path = str(file.relative_to(root))
        if not file.is_file() or not is_code(path):
            continue
        text = file.read_text("utf-8", "replace")
        if len(text) > 300_000:
            continue
        for symbol in parse_file(path, text, language_of(path, text[:16384])).symbols:
            if symbol.kind in _KINDS and len(symbol.name) >= 4 and symbol.name.isidentifier():
                files[symbol.name].add(path)
                qualified[symbol.name] = ".".join(symbol.canonical_name.split(".")[-2:])
    return Names(files, qualified)


def name_questions(names: Names, name: str, rng: random.Random, limit: int) -> list[Asked]:
    """At most `limit` questions: of ten, eight as written, one qualified, one spelled otherwise."""
    usable = [symbol for symbol in sorted(names.files) if 1 <= len(names.main_files(symbol)) <= _MOST_FILES]
    chosen = rng.sample(usable, min(limit, len(usable)))
    asked: list[Asked] = []
    for number, symbol in enumerate(chosen):
        query = symbol
        if number % 10 == 8:
            query = names.qualified[symbol]
        elif number % 10 == 9:
            query = _respelled(symbol)
        asked.append(Asked(name, "name", query, names.main_files(symbol)))
    return asked


def _respelled(name: str) -> str:
    """Snake case as camel case, and camel case as snake case."""
    parts = split_identifier(name)
    return parts[0] + "".join(part.title() for part in parts[1:]) if "_" in name else "_".join(parts)
