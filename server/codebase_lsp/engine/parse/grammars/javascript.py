"""Definitions in JavaScript, TypeScript and their JSX forms."""

from tree_sitter import Node

from .rule import Grammar, Named, Rule

_FUNCTION = "[(arrow_function) (function_expression) (generator_function)]"
_DROPPED = frozenset({"exports", "module", "this", "window", "globalThis", "global", "self"})


def _member_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    """`exports.f`, `Router.prototype.use`, `"quoted"`, `#private`."""
    if name is None or name.type != "member_expression":
        return Named((), text.strip("\"'`"))
    parts = [part.strip().rstrip("?") for part in text.split(".")]
    if any(not part.isidentifier() and not part.startswith("#") and "$" not in part for part in parts):
        return None
    on_prototype = "prototype" in parts
    if parts[-1] == "prototype":
        return Named(tuple(parts[:-2]), parts[-2] if len(parts) > 1 else "", "scope")
    on_object = parts[0] == "this"
    kept = [part for part in parts if part not in _DROPPED and part != "prototype"]
    if not kept:
        right = node.child_by_field_name("right")
        own = right.child_by_field_name("name") if right is not None else None
        if own is None or own.text is None:
            return Named((), "", "scope")
        return Named((), own.text.decode("utf-8", "replace"))
    if kind == "function" and (on_prototype or on_object or len(kept) > 1):
        kind = "method"
    return Named(tuple(kept[:-1]), kept[-1], kind)


_FILE_PLACES = ("(program {})", "(program (export_statement {}))")
_NAMESPACE_PLACES = (
    "(internal_module body: (statement_block {}))",
    "(internal_module body: (statement_block (export_statement {})))",
)


_SHARED = (
    *(
        Rule("none", f'(variable_declarator name: (identifier) @n value: {value} (#eq? @k "require")) @d')
        for value in (
            "(call_expression function: (identifier) @k)",
            "(call_expression function: (call_expression function: (identifier) @k))",
            "(member_expression object: (call_expression function: (identifier) @k))",
        )
    ),
    Rule("function", "(function_declaration name: (_) @n) @d"),
    Rule("function", "(generator_function_declaration name: (_) @n) @d"),
    Rule("class", "(class_declaration name: (_) @n) @d"),
    Rule("method", "(method_definition name: (_) @n) @d"),
    Rule("function", f"(variable_declarator name: (identifier) @n value: {_FUNCTION}) @d"),
    Rule("class", "(variable_declarator name: (identifier) @n value: (class)) @d"),
    Rule("method", f"(pair key: [(property_identifier) (string)] @n value: {_FUNCTION}) @d"),
    Rule("function", f"(assignment_expression left: (member_expression) @n right: {_FUNCTION}) @d"),
    Rule("class", "(assignment_expression left: (member_expression) @n right: (class)) @d"),
    Rule("wrap", "[(export_statement) (lexical_declaration) (variable_declaration)] @d"),
    Rule("wrap", "(expression_statement) @d"),
    Rule("lead", "[(comment) (decorator)] @d"),
)


def _values(*places: str) -> tuple[Rule, ...]:
    """Declarations that are not local, one rule per place where such a one may stand."""
    declarations = (
        ('(lexical_declaration kind: "const"', "constant"),
        ('(lexical_declaration kind: "let"', "variable"),
        ("(variable_declaration", "variable"),
    )
    # `const Card = memo(function () {…})`, `const load = debounce(() => {…})`
    wrapped = f" value: (call_expression arguments: (arguments . {_FUNCTION}))"
    return tuple(
        Rule(rule_kind, place.format(f"{declaration} (variable_declarator name: (identifier) @n{value}) @d)"))
        for declaration, kind in declarations
        for place in places
        for rule_kind, value in (("function", wrapped), (kind, ""))
    )


_ASSIGNED = (
    Rule(
        "variable",
        "(program (expression_statement (assignment_expression left: (member_expression) @n) @d))",
    ),
    Rule("variable", "(assignment_expression left: (member_expression) @n right: (object)) @d"),
)

_JAVASCRIPT_ONLY = (
    Rule("method", f"(field_definition property: (_) @n value: {_FUNCTION}) @d"),
    Rule("field", "(field_definition property: (_) @n) @d"),
)

_TYPESCRIPT_ONLY = (
    Rule("function", "(function_signature name: (_) @n) @d"),
    Rule("class", "(abstract_class_declaration name: (_) @n) @d"),
    Rule("interface", "(interface_declaration name: (_) @n) @d"),
    Rule("enum", "(enum_declaration name: (_) @n) @d"),
    Rule("type", "(type_alias_declaration name: (_) @n) @d"),
    Rule("module", "[(internal_module name: (_) @n) (module name: (_) @n)] @d"),
    Rule("method", "[(method_signature name: (_) @n) (abstract_method_signature name: (_) @n)] @d"),
    Rule("method", f"(public_field_definition name: (_) @n value: {_FUNCTION}) @d"),
    Rule("field", "(public_field_definition name: (_) @n) @d"),
    Rule("property", "(interface_body (property_signature name: (_) @n) @d)"),
    Rule("property", "(type_alias_declaration value: (object_type (property_signature name: (_) @n) @d))"),
    Rule("constant", "(enum_body (enum_assignment name: (_) @n) @d)"),
    Rule("constant", "(enum_body name: (_) @n @d)"),
    Rule("wrap", "(ambient_declaration) @d"),
)


def _grammar(rules: tuple[Rule, ...]) -> Grammar:
    return Grammar(
        rules=rules,
        naming=_member_name,
        module="stem",
        constructors=frozenset({"constructor"}),
        joins_same_name=True,
        upper_is_constant=False,
    )


JAVASCRIPT = _grammar((*_SHARED, *_JAVASCRIPT_ONLY, *_values(*_FILE_PLACES), *_ASSIGNED))
TYPESCRIPT = _grammar((*_SHARED, *_TYPESCRIPT_ONLY, *_values(*_FILE_PLACES, *_NAMESPACE_PLACES), *_ASSIGNED))
