"""Names in Go, Rust and Zig."""

from tree_sitter import Node

from .rule import Grammar, Named, without_generics

GO = Grammar(
    query="go",
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
    query="rust",
    opens_body=" {",
    doc_marks=("///", "/**"),
    naming=_rust_name,
    module="crate",
    upper_is_constant=False,
)


def _zig_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    return Named((), text.removeprefix("@").strip('"'))


ZIG = Grammar(
    query="zig",
    doc_marks=("///",),
    naming=_zig_name,
    module="stem",
    upper_is_constant=False,
)
