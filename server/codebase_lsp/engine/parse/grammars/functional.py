"""Names in Haskell and Elixir."""

from tree_sitter import Node

from .rule import CLASS_KINDS, Grammar, Named


def _haskell_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    return Named((), text.strip("() "))


HASKELL = Grammar(
    query="haskell",
    doc_marks=("-- |", "{-|", "{- |"),
    opens_body=" = ",
    naming=_haskell_name,
    method_parents=frozenset({"interface", "scope"}),
    joins_same_name=True,
    upper_is_constant=False,
)


def _elixir_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    parts = text.split(".")
    if kind in ("module", "interface", "scope") and len(parts) > 1:
        return Named(tuple(parts[:-1]), parts[-1])
    if text == "when" or (kind == "constant" and text in _NOT_CONSTANTS):
        return None
    return Named((), text)


_ANNOTATIONS = "doc spec impl deprecated typedoc since dialyzer decorate callback"
_NOT_CONSTANTS = frozenset(
    f"{_ANNOTATIONS} moduledoc type typep opaque behaviour macrocallback derive compile on_load"
    " before_compile after_compile enforce_keys external_resource tag moduletag describetag".split()
)

ELIXIR = Grammar(
    query="elixir",
    documentation="attribute",
    opens_body=", do:",
    naming=_elixir_name,
    method_parents=CLASS_KINDS - {"scope", "interface"},
    joins_same_name=True,
    upper_is_constant=False,
)
