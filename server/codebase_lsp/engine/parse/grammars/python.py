"""Definitions in Python and Starlark."""

from .rule import Grammar, Rule

PYTHON = Grammar(
    rules=(
        Rule("function", "(function_definition name: (identifier) @n) @d"),
        Rule("class", "(class_definition name: (identifier) @n) @d"),
        Rule("wrap", "(decorated_definition) @d"),
        Rule("lead", "(comment) @d"),
        Rule(
            "function",
            "(module (assignment left: (identifier) @n right: (lambda)) @d)",
        ),
        Rule("variable", "(module (assignment left: (identifier) @n) @d)"),
        Rule(
            "variable",
            "(module (assignment left: (pattern_list (identifier) @n)) @d)",
        ),
        Rule(
            "field",
            "(class_definition body: (block (assignment left: (identifier) @n) @d))",
        ),
        Rule("type", "(type_alias_statement left: (type (identifier) @n)) @d"),
    ),
    module="path",
    constructors=frozenset({"__init__"}),
)

STARLARK = Grammar(
    rules=(
        Rule("function", "(function_definition name: (identifier) @n) @d"),
        Rule("variable", "(module (expression_statement (assignment left: (identifier) @n)) @d)"),
        Rule("lead", "(comment) @d"),
    ),
    module="stem",
)
