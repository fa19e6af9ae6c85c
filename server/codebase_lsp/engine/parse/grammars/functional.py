"""Definitions in Haskell and Elixir."""

from tree_sitter import Node

from .rule import CLASS_KINDS, Grammar, Named, Rule


def _haskell_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    return Named((), text.strip("() "))


def _haskell_values() -> tuple[Rule, ...]:
    return tuple(
        Rule("function", f"({place} {node} @d)")
        for place in ("declarations", "class_declarations", "instance_declarations")
        for node in (
            "(signature name: (variable) @n)",
            "(signature name: (prefix_id) @n)",
            "(function name: (variable) @n)",
            "(function name: (prefix_id) @n)",
            "(function (infix operator: (_) @n))",
            "(bind name: (variable) @n)",
        )
    )


HASKELL = Grammar(
    rules=(
        Rule("type", "[(data_type name: (_) @n) (newtype name: (_) @n) (type_synomym name: (_) @n)] @d"),
        Rule("type", "[(type_family name: (_) @n) (data_family name: (_) @n)] @d"),
        Rule("interface", "(class name: (_) @n) @d"),
        Rule("scope", "(instance name: (_) @n) @d"),
        *_haskell_values(),
        Rule("constructor", "(data_constructor (prefix name: (constructor) @n)) @d"),
        Rule("constructor", "(data_constructor (record name: (constructor) @n)) @d"),
        Rule("constructor", "(newtype_constructor name: (constructor) @n) @d"),
        Rule("constructor", "(gadt_constructor name: (constructor) @n) @d"),
        Rule("field", "(field name: (field_name (variable) @n)) @d"),
        Rule("package", "(header module: (module) @n) @d"),
        Rule("lead", "[(comment) (haddock) (pragma)] @d"),
    ),
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


def _call(words: str, arguments: str) -> str:
    quoted = " ".join(f'"{word}"' for word in words.split())
    return f"(call target: (identifier) @k (arguments . {arguments}) (#any-of? @k {quoted})) @d"


_DEFINERS = "def defp defmacro defmacrop defguard defguardp defdelegate defn defnp"
_ANNOTATIONS = "doc spec impl deprecated typedoc since dialyzer decorate callback"
_NOT_CONSTANTS = frozenset(
    f"{_ANNOTATIONS} moduledoc type typep opaque behaviour macrocallback derive compile on_load"
    " before_compile after_compile enforce_keys external_resource tag moduletag describetag".split()
)

ELIXIR = Grammar(
    rules=(
        Rule("function", _call(_DEFINERS, "(call target: (identifier) @n)")),
        Rule("function", _call(_DEFINERS, "(identifier) @n")),
        Rule(
            "function",
            _call(
                _DEFINERS,
                '(binary_operator left: [(call target: (identifier) @n) (identifier) @n] operator: "when")',
            ),
        ),
        Rule(
            "function",
            _call(
                _DEFINERS,
                '(binary_operator left: (binary_operator operator: _ @n) operator: "when")',
            ),
        ),
        Rule("function", _call(_DEFINERS, "(binary_operator operator: _ @n)")),
        Rule("module", _call("defmodule", "(alias) @n")),
        Rule("interface", _call("defprotocol", "(alias) @n")),
        Rule("scope", _call("defimpl", "(alias) @n")),
        Rule(
            "type",
            "(unary_operator operand: (call target: (identifier) @k"
            " (arguments . (binary_operator left: [(call target: (identifier) @n) (identifier) @n]))"
            ' (#any-of? @k "type" "typep" "opaque"))) @d',
        ),
        Rule(
            "constant",
            "(do_block (unary_operator operand: (call target: (identifier) @n (arguments))) @d)",
        ),
        Rule(
            "lead",
            "(unary_operator operand: (call target: (identifier) @k)"
            f" (#any-of? @k {' '.join(chr(34) + word + chr(34) for word in _ANNOTATIONS.split())})) @d",
        ),
        Rule("lead", "(comment) @d"),
    ),
    naming=_elixir_name,
    method_parents=CLASS_KINDS - {"scope", "interface"},
    joins_same_name=True,
    upper_is_constant=False,
)
