"""Imports that a query cannot put together: paths that nest, or that are one node."""

from collections.abc import Callable, Iterator, Mapping

from tree_sitter import Node

from .types import Import


def _text(node: Node | None) -> str:
    return "".join((node.text or b"").decode("utf-8", "replace").split()) if node is not None else ""


def _rust(node: Node) -> Iterator[Import]:
    """`use a::{self, b::{C, D as E}, f::*};`"""
    if node.type == "extern_crate_declaration":
        name, alias = (_text(node.child_by_field_name(each)) for each in ("name", "alias"))
        yield Import(name, "", alias or name, node.start_point[0])
        return
    argument = node.child_by_field_name("argument")
    todo: list[tuple[Node, str]] = [(argument, "")] if argument is not None else []
    while todo:
        each, prefix = todo.pop()
        if each.type in ("scoped_use_list", "use_list"):
            inner = _joined(prefix, _text(each.child_by_field_name("path")))
            items = each if each.type == "use_list" else each.child_by_field_name("list")
            if items is not None:
                todo.extend((child, inner) for child in reversed(items.named_children))
        elif each.type == "use_wildcard":
            path = each.named_children[0] if each.named_children else None
            yield Import(_joined(prefix, _text(path)), "*", "", each.start_point[0])
        elif "comment" not in each.type:
            alias = _text(each.child_by_field_name("alias"))
            path = each.child_by_field_name("path") if each.type == "use_as_clause" else each
            module, _, name = _joined(prefix, _text(path)).rpartition("::")
            if not module:
                module, name = name, ""
            if name == "self":
                name = ""
            yield Import(module, name, alias or name or module.rpartition("::")[2], each.start_point[0])


def _joined(prefix: str, path: str) -> str:
    return f"{prefix}::{path}" if prefix and path else prefix or path


def _kotlin(node: Node) -> Iterator[Import]:
    """`import a.b.C as D`, `import a.b.*`"""
    children = {child.type: child for child in node.named_children}
    path = _text(children.get("identifier"))
    if "wildcard_import" in children:
        yield Import(path, "*", "", node.start_point[0])
        return
    module, _, name = path.rpartition(".")
    renamed = children.get("import_alias")
    alias = _text(renamed.named_children[0]) if renamed and renamed.named_children else ""
    yield Import(module or name, name if module else "", alias or name, node.start_point[0])


def _swift(node: Node) -> Iterator[Import]:
    """`import A` takes everything, `import struct A.B` one name."""
    path = next((child for child in node.named_children if child.type == "identifier"), None)
    if path is None:
        return
    is_one = any(child.type in _SWIFT_KINDS for child in node.children)
    module, _, name = _text(path).rpartition(".")
    if is_one and module:
        yield Import(module, name, name, node.start_point[0])
    else:
        yield Import(_text(path), "*", "", node.start_point[0])


_SWIFT_KINDS = frozenset(("struct", "class", "enum", "protocol", "typealias", "func", "let", "var"))


def _scala(node: Node) -> Iterator[Import]:
    """`import a.b.C`, `import a.{B, C => D, _}`, and several behind commas."""
    path: list[str] = []
    for child in node.children:
        line = child.start_point[0]
        if child.type == ",":
            yield from _scala_path(path, line)
            path = []
        elif child.type == "namespace_selectors":
            module, path = ".".join(path), []
            for each in child.named_children:
                name, alias = (_text(each.child_by_field_name(field)) for field in ("name", "alias"))
                if "wildcard" in each.type:
                    yield Import(module, "*", "", line)
                elif name:
                    yield Import(module, name, alias or name, each.start_point[0])
                elif each.type == "identifier":
                    yield Import(module, _text(each), _text(each), each.start_point[0])
        elif child.type == "namespace_wildcard":
            yield Import(".".join(path), "*", "", line)
            path = []
        elif child.type == "as_renamed_identifier":
            name, alias = (_text(child.child_by_field_name(field)) for field in ("name", "alias"))
            yield Import(".".join(path), name, alias, line)
            path = []
        elif child.is_named and "comment" not in child.type:
            path.append(_text(child))
    yield from _scala_path(path, node.start_point[0])


def _scala_path(path: list[str], line: int) -> Iterator[Import]:
    if len(path) > 1:
        yield Import(".".join(path[:-1]), path[-1], path[-1], line)
    elif path:
        yield Import(path[0], "", path[0], line)


READERS: Mapping[str, Callable[[Node], Iterator[Import]]] = {
    "kotlin": _kotlin,
    "rust": _rust,
    "scala": _scala,
    "swift": _swift,
}
"""By language, for an `@import` node."""
