"""Names in Python and Starlark."""

from .rule import Grammar

PYTHON = Grammar(
    query="python",
    documentation="docstring",
    module="path",
    constructors=frozenset({"__init__"}),
)

STARLARK = Grammar(
    query="starlark",
    documentation="docstring",
    module="stem",
)
