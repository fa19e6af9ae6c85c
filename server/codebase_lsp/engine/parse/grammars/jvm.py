"""Definitions in Java, Kotlin and Scala."""

from tree_sitter import Node

from .rule import CLASS_KINDS, Grammar, Named, Rule

JAVA = Grammar(
    rules=(
        Rule("class", "(class_declaration name: (_) @n) @d"),
        Rule("interface", "(interface_declaration name: (_) @n) @d"),
        Rule("interface", "(annotation_type_declaration name: (_) @n) @d"),
        Rule("enum", "(enum_declaration name: (_) @n) @d"),
        Rule("class", "(record_declaration name: (_) @n) @d"),
        Rule("method", "(method_declaration name: (_) @n) @d"),
        Rule("method", "(annotation_type_element_declaration name: (_) @n) @d"),
        Rule("constructor", "(constructor_declaration name: (_) @n) @d"),
        Rule("constructor", "(compact_constructor_declaration name: (_) @n) @d"),
        Rule("field", "(field_declaration declarator: (variable_declarator name: (_) @n)) @d"),
        Rule("constant", "(constant_declaration declarator: (variable_declarator name: (_) @n)) @d"),
        Rule("constant", "(enum_constant name: (_) @n) @d"),
        Rule("package", "(package_declaration [(scoped_identifier) (identifier)] @n) @d"),
        Rule("lead", "[(line_comment) (block_comment)] @d"),
    ),
)


def _kotlin_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    return Named((), text.strip("`"))


def _kotlin_properties() -> tuple[Rule, ...]:
    places = ("(source_file {})", "(class_body {})", "(enum_class_body {})")
    inner = "(property_declaration (variable_declaration (simple_identifier) @n)) @d"
    return tuple(Rule("variable", place.format(inner)) for place in places)


KOTLIN = Grammar(
    rules=(
        Rule("function", "(function_declaration (simple_identifier) @n) @d"),
        Rule("interface", '(class_declaration "interface" (type_identifier) @n) @d'),
        Rule("enum", '(class_declaration "enum" (type_identifier) @n) @d'),
        Rule("class", "(class_declaration (type_identifier) @n) @d"),
        Rule("class", "(object_declaration (type_identifier) @n) @d"),
        Rule("class", "(companion_object (type_identifier) @n) @d"),
        Rule("scope", "(companion_object) @d"),
        Rule("constructor", "(secondary_constructor) @d"),
        Rule("property", "(class_parameter (binding_pattern_kind) (simple_identifier) @n) @d"),
        Rule("constant", "(enum_entry (simple_identifier) @n) @d"),
        Rule("type", "(type_alias (type_identifier) @n) @d"),
        *_kotlin_properties(),
        Rule("package", "(package_header (identifier) @n) @d"),
        Rule("tail", "[(getter) (setter)] @d"),
        Rule("lead", "[(line_comment) (multiline_comment)] @d"),
    ),
    naming=_kotlin_name,
    method_parents=CLASS_KINDS | {"constant"},
    unnamed={"secondary_constructor": "{class}"},
    member_kind={"variable": "property"},
)


def _scala_values() -> tuple[Rule, ...]:
    places = ("(compilation_unit {})", "(template_body {})", "(enum_body {})", "(with_template_body {})")
    nodes = (
        ("constant", "(val_definition pattern: (identifier) @n) @d"),
        ("variable", "(var_definition pattern: (identifier) @n) @d"),
        ("constant", "(val_declaration name: (identifier) @n) @d"),
        ("variable", "(var_declaration name: (identifier) @n) @d"),
    )
    return tuple(Rule(kind, place.format(node)) for place in places for kind, node in nodes)


SCALA = Grammar(
    rules=(
        Rule("class", "[(class_definition name: (_) @n) (object_definition name: (_) @n)] @d"),
        Rule("interface", "(trait_definition name: (_) @n) @d"),
        Rule("enum", "(enum_definition name: (_) @n) @d"),
        Rule("constant", "[(simple_enum_case name: (_) @n) (full_enum_case name: (_) @n)] @d"),
        Rule("function", "[(function_definition name: (_) @n) (function_declaration name: (_) @n)] @d"),
        Rule("type", "(type_definition name: (_) @n) @d"),
        Rule("variable", "(given_definition name: (_) @n) @d"),
        Rule("scope", "(extension_definition) @d"),
        Rule("module", "(package_object name: (_) @n) @d"),
        Rule("scope", "(package_clause name: (_) @n body: (_)) @d"),
        Rule("package", "(package_clause name: (_) @n !body) @d"),
        *_scala_values(),
        Rule("wrap", "(enum_case_definitions) @d"),
        Rule("lead", "[(comment) (block_comment)] @d"),
    ),
    method_parents=frozenset({"class", "interface", "enum", "module", "scope", "variable"}),
    constructors=frozenset({"this"}),
    member_kind={"variable": "field", "constant": "field"},
    upper_is_constant=False,
)
