"""Definitions in Ruby, PHP, Lua and Bash."""

from tree_sitter import Node

from .rule import CLASS_KINDS, Grammar, Named, Rule


def _ruby_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    parts = [part for part in text.lstrip(":").split("::") if part]
    return Named(tuple(parts[:-1]), parts[-1].strip("\"'")) if parts else None


RUBY = Grammar(
    rules=(
        Rule("class", "(class name: (_) @n) @d"),
        Rule("module", "(module name: (_) @n) @d"),
        Rule("scope", "(singleton_class) @d"),
        Rule("function", "[(method name: (_) @n) (singleton_method name: (_) @n)] @d"),
        *(
            Rule("constant", f"({place} (assignment left: (constant) @n) @d)")
            for place in ("program", "body_statement")
        ),
        Rule(
            "property",
            "(call method: (identifier) @k arguments: (argument_list (simple_symbol) @n)"
            ' (#any-of? @k "attr_reader" "attr_writer" "attr_accessor")) @d',
        ),
        Rule(
            "method",
            "(call method: (identifier) @k arguments: (argument_list . (simple_symbol) @n)"
            ' (#eq? @k "define_method")) @d',
        ),
        Rule("lead", "(comment) @d"),
    ),
    naming=_ruby_name,
    method_parents=CLASS_KINDS | {"module"},
    constructors=frozenset({"initialize"}),
)


def _php_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    parts = [part for part in text.split("\\") if part]
    return Named(tuple(parts[:-1]), parts[-1]) if parts else None


PHP = Grammar(
    rules=(
        Rule("module", "(namespace_definition name: (_) @n body: (_)) @d"),
        Rule("package", "(namespace_definition name: (_) @n !body) @d"),
        Rule("class", "[(class_declaration name: (_) @n) (trait_declaration name: (_) @n)] @d"),
        Rule("interface", "(interface_declaration name: (_) @n) @d"),
        Rule("enum", "(enum_declaration name: (_) @n) @d"),
        Rule("constant", "(enum_case name: (_) @n) @d"),
        Rule("function", "(function_definition name: (_) @n) @d"),
        Rule("method", "(method_declaration name: (_) @n) @d"),
        Rule("constant", "(const_declaration (const_element (name) @n)) @d"),
        Rule("field", "(property_declaration (property_element name: (variable_name (name) @n))) @d"),
        Rule("property", "(property_promotion_parameter name: (variable_name (name) @n)) @d"),
        Rule("scope", "(anonymous_class) @d"),
        Rule(
            "constant",
            "(function_call_expression function: (name) @k"
            ' arguments: (arguments . (argument (string (string_content) @n))) (#eq? @k "define")) @d',
        ),
        Rule("lead", "(comment) @d"),
    ),
    naming=_php_name,
    constructors=frozenset({"__construct"}),
    upper_is_constant=False,
)


def _lua_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    if name is not None and name.type == "bracket_index_expression":
        table = name.child_by_field_name("table")
        key = name.child_by_field_name("field")
        if table is None or key is None or key.type != "string":
            return None
        key_text = (key.text or b"").decode("utf-8", "replace").strip("\"'")
        text = f"{(table.text or b'').decode('utf-8', 'replace')}.{key_text}"
    parts = [part.strip() for part in text.replace(":", ".").split(".")]
    if not all(part.isidentifier() for part in parts[:-1]) or not parts[-1]:
        return None
    if len(parts) > 1 and kind == "function":
        kind = "method"
    return Named(tuple(part for part in parts[:-1] if part != "self"), parts[-1], kind)


LUA = Grammar(
    rules=(
        Rule(
            "none",
            "(variable_declaration (assignment_statement (variable_list name: (identifier) @n)"
            ' (expression_list . value: (function_call name: (identifier) @k)) (#eq? @k "require"))) @d',
        ),
        Rule(
            "none",
            "(variable_declaration (assignment_statement (variable_list . name: (identifier) @n)"
            " (expression_list . value: (dot_index_expression)))) @d",
        ),
        Rule("function", "(function_declaration name: (_) @n) @d"),
        Rule(
            "function",
            "(assignment_statement (variable_list . name: (_) @n)"
            " (expression_list . value: (function_definition))) @d",
        ),
        Rule("method", "(field name: (identifier) @n value: (function_definition)) @d"),
        Rule(
            "variable",
            "(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @n)) @d))",
        ),
        Rule("variable", "(chunk (assignment_statement (variable_list name: (identifier) @n)) @d)"),
        Rule(
            "variable",
            "(chunk (assignment_statement (variable_list . name: (dot_index_expression) @n)"
            " (expression_list . value: (table_constructor))) @d)",
        ),
        Rule("export", "(chunk (return_statement (expression_list . (identifier) @n)) @d)"),
        Rule("wrap", "(variable_declaration) @d"),
        Rule("lead", "(comment) @d"),
    ),
    naming=_lua_name,
    module="stem",
)

BASH = Grammar(
    rules=(
        Rule("function", "(function_definition name: (_) @n) @d"),
        Rule("variable", "(program (variable_assignment name: (variable_name) @n) @d)"),
        Rule("variable", "(program (declaration_command (variable_assignment name: (variable_name) @n)) @d)"),
        Rule("lead", "(comment) @d"),
    ),
    module="stem",
)
