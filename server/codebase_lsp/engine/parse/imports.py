"""The imports of a file, from the `@import.…` captures of a language's reference query.

    @import.module    what is taken from, as written but without quotes
    @import.name      one name taken from it
    @import.alias     what that name, or the module, is called here
    @import.wildcard  all names are taken

Patterns are matched within each `@import` node; one match is one import.
"""

from tree_sitter import Node, Query, QueryCursor

from .types import Import

_QUOTES = "\"'`<>"


def read_imports(language: str, query: Query, nodes: list[Node]) -> list[Import]:
    """One per name taken, in the order of the text."""
    found: dict[Import, int] = {}
    for node in nodes:
        for _, captures in QueryCursor(query).matches(node):
            if "import.module" not in captures:
                continue
            module, name, alias = (_text(captures, f"import.{each}") for each in ("module", "name", "alias"))
            if "import.wildcard" in captures:
                name = "*"
            place = captures.get("import.name", captures["import.module"])[0]
            if not alias and name != "*":
                alias = name or _last_part(module)
            found.setdefault(Import(module, name, alias, place.start_point[0]), place.start_byte)
    return sorted(found, key=lambda each: found[each])


def _text(captures: dict[str, list[Node]], name: str) -> str:
    nodes = captures.get(name)
    if not nodes:
        return ""
    text = (nodes[0].text or b"").decode("utf-8", "replace").strip()
    return "".join(text.strip(_QUOTES).split())


def _last_part(module: str) -> str:
    """`util` of `java.util`, `y` of `github.com/x/y`, `date` of `./date.js`."""
    for separator in ("/", "::", "\\"):
        module = module.rstrip(separator).rpartition(separator)[2]
    return module.rpartition(".")[2] or module
