"""Names in Python and Starlark."""

from .rule import Grammar

PYTHON = Grammar(
    query="python",
    module="path",
    constructors=frozenset({"__init__"}),
)

STARLARK = Grammar(
    query="starlark",
    module="stem",
)
