"""Names in Ruby, PHP, Lua and Bash."""

from tree_sitter import Node

from .rule import CLASS_KINDS, Grammar, Named


def _ruby_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    parts = [part for part in text.lstrip(":").split("::") if part]
    return Named(tuple(parts[:-1]), parts[-1].strip("\"'")) if parts else None


RUBY = Grammar(
    query="ruby",
    naming=_ruby_name,
    method_parents=CLASS_KINDS | {"module"},
    constructors=frozenset({"initialize"}),
)


def _php_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    parts = [part for part in text.split("\\") if part]
    return Named(tuple(parts[:-1]), parts[-1]) if parts else None


PHP = Grammar(
    query="php",
    doc_marks=("/**",),
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
    query="lua",
    naming=_lua_name,
    module="stem",
)

BASH = Grammar(
    query="bash",
    module="stem",
)
