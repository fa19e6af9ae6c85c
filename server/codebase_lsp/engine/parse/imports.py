"""The imports of a file, from the `@import.…` captures of a language's reference query.

    @import.module    what is taken from, as written but without quotes
    @import.name      one name taken from it
    @import.alias     what that name, or the module, is called here
    @import.wildcard  all names are taken
    @import.default   what JavaScript calls the default export is taken
    @import.nothing   the module is only loaded

Patterns are matched within each `@import` node; one match is one import. Imports that nest, or whose
path is one node, are taken apart in dotted_imports.py instead.
"""

import re

from tree_sitter import Node, Query, QueryCursor

from .dotted_imports import READERS
from .types import Import

_VERSION = re.compile(r"v\d+")
_PLACES = ("import.name", "import.default", "import.module")
_QUOTES = "\"'`<>"


def read_imports(language: str, query: Query, nodes: list[Node]) -> list[Import]:
    """One per name taken, in the order of the text."""
    reader = READERS.get(language)
    if reader is not None:
        return [each for node in nodes for each in reader(node)]
    found: dict[int, Import] = {}
    for node in nodes:
        for _, captures in QueryCursor(query).matches(node):
            if "import.module" not in captures:
                continue
            module, name, alias = (_text(captures, f"import.{each}") for each in ("module", "name", "alias"))
            if "import.wildcard" in captures:
                name = "*"
            elif "import.default" in captures:
                name = "default"
            first = next(each for each in _PLACES if each in captures)
            place = captures[first][0]
            if name == "*" or place.start_byte not in found:
                if not alias and name != "*" and "import.nothing" not in captures:
                    alias = name or _last_part(module)
                found[place.start_byte] = Import(module, name, alias, place.start_point[0])
    return [found[place] for place in sorted(found)]


def _text(captures: dict[str, list[Node]], name: str) -> str:
    nodes = captures.get(name)
    if not nodes:
        return ""
    text = (nodes[0].text or b"").decode("utf-8", "replace").strip()
    return "".join(text.strip(_QUOTES).split())


def _last_part(module: str) -> str:
    """`util` of `java.util`, `y` of `github.com/x/y`, `date` of `./date.js`."""
    if "/" in module:
        *folders, last = module.rstrip("/").split("/")
        if _VERSION.fullmatch(last) and folders:  # Go's `github.com/x/y/v2` is called `y`
            last = folders[-1]
        return last.partition(".")[0]
    return re.split(r"\.|::|\\", module)[-1]
