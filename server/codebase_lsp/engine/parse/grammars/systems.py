"""Definitions in Go, Rust and Zig."""

from tree_sitter import Node

from .rule import Grammar, Named, Rule, without_generics

_RECEIVER = (
    "[(type_identifier) @s (generic_type type: (type_identifier) @s)"
    " (pointer_type [(type_identifier) @s (generic_type type: (type_identifier) @s)])]"
)

GO = Grammar(
    rules=(
        Rule("function", "(function_declaration name: (_) @n) @d"),
        Rule(
            "method",
            f"(method_declaration receiver: (parameter_list (parameter_declaration type: {_RECEIVER}))"
            " name: (_) @n) @d",
        ),
        Rule("method", "(method_declaration name: (_) @n) @d"),
        Rule("struct", "(type_spec name: (_) @n type: (struct_type)) @d"),
        Rule("interface", "(type_spec name: (_) @n type: (interface_type)) @d"),
        Rule("type", "[(type_spec name: (_) @n) (type_alias name: (_) @n)] @d"),
        Rule("method", "(method_elem name: (_) @n) @d"),
        Rule("field", "(field_declaration name: (field_identifier) @n) @d"),
        Rule("constant", "(source_file (const_declaration (const_spec name: (identifier) @n) @d))"),
        Rule("variable", "(source_file (var_declaration (var_spec name: (identifier) @n) @d))"),
        Rule(
            "variable",
            "(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @n) @d)))",
        ),
        Rule("wrap", "[(type_declaration) (const_declaration) (var_declaration)] @d"),
        Rule("package", "(package_clause (package_identifier) @n) @d"),
        Rule("lead", "(comment) @d"),
    ),
    upper_is_constant=False,
)


def _rust_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    if kind != "scope":
        return Named((), text.removeprefix("r#"))
    # `impl Trait for crate::net::Pool<T>`, `&'a mut [T]`, `dyn Any + Send`: the bare type name.
    bare = without_generics(text).split("+")[0].split("::")[-1]
    words = bare.replace("&", " ").replace("*", " ").split()
    return Named((), words[-1].strip("()[],") if words else "")


RUST = Grammar(
    rules=(
        Rule("function", "[(function_item name: (_) @n) (function_signature_item name: (_) @n)] @d"),
        Rule("function", "(macro_definition name: (_) @n) @d"),
        Rule("struct", "[(struct_item name: (_) @n) (union_item name: (_) @n)] @d"),
        Rule("enum", "(enum_item name: (_) @n) @d"),
        Rule("interface", "(trait_item name: (_) @n) @d"),
        Rule("type", "[(type_item name: (_) @n) (associated_type name: (_) @n)] @d"),
        Rule("constant", "(const_item name: (_) @n) @d"),
        Rule("variable", "(static_item name: (_) @n) @d"),
        Rule("module", "(mod_item name: (_) @n) @d"),
        Rule("field", "(field_declaration name: (_) @n) @d"),
        Rule("constant", "(enum_variant name: (_) @n) @d"),
        Rule("scope", "(impl_item type: (_) @n) @d"),
        Rule("lead", "[(line_comment) (block_comment) (attribute_item)] @d"),
    ),
    naming=_rust_name,
    module="crate",
    upper_is_constant=False,
)


def _zig_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    return Named((), text.removeprefix("@").strip('"'))


def _zig_values() -> tuple[Rule, ...]:
    return tuple(
        Rule(
            kind,
            f'({place} (Decl (VarDecl "{word}" variable_type_function: (IDENTIFIER) @n)) @d)',
        )
        for place in ("source_file", "ContainerDecl")
        for word, kind in (("const", "constant"), ("var", "variable"))
    )


def _zig_containers() -> tuple[Rule, ...]:
    return tuple(
        Rule(
            kind,
            "(Decl (VarDecl variable_type_function: (IDENTIFIER) @n (ErrorUnionExpr (SuffixExpr"
            f" (ContainerDecl (ContainerDeclType {words})))))) @d",
        )
        for words, kind in (('["struct" "union" "opaque"]', "struct"), ('"enum"', "enum"))
    )


ZIG = Grammar(
    rules=(
        Rule(
            "none",
            "(Decl (VarDecl variable_type_function: (IDENTIFIER) @n (ErrorUnionExpr (SuffixExpr"
            ' . (BUILTINIDENTIFIER) @k))) (#eq? @k "@import")) @d',
        ),
        Rule("function", "(Decl (FnProto function: (IDENTIFIER) @n)) @d"),
        *_zig_containers(),
        Rule(
            "enum",
            "(Decl (VarDecl variable_type_function: (IDENTIFIER) @n (ErrorUnionExpr (SuffixExpr"
            " (ErrorSetDecl))))) @d",
        ),
        Rule("field", "(ContainerField field_member: (IDENTIFIER) @n) @d"),
        Rule(
            "constant",
            "(ContainerField . (ErrorUnionExpr (SuffixExpr . variable_type_function: (IDENTIFIER) @n .))) @d",
        ),
        *_zig_values(),
        Rule("function", "(TestDecl [(STRINGLITERALSINGLE) (IDENTIFIER)] @n) @d"),
        Rule("lead", "[(doc_comment) (line_comment)] @d"),
    ),
    naming=_zig_name,
    module="stem",
    upper_is_constant=False,
)
