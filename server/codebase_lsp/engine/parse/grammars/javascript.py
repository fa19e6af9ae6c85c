"""Names in JavaScript, TypeScript and their JSX forms."""

from dataclasses import replace

from tree_sitter import Node

from .rule import Grammar, Named

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


JAVASCRIPT = Grammar(
    query="javascript",
    doc_marks=("/**",),
    naming=_member_name,
    module="stem",
    constructors=frozenset({"constructor"}),
    joins_same_name=True,
    upper_is_constant=False,
)

TYPESCRIPT = replace(JAVASCRIPT, query="typescript")
