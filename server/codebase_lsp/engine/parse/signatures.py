"""A definition's declaration on one line: what a person reads to know how to use it."""

import re

from tree_sitter import Node

from .definition import Definition
from .grammars.rule import FUNCTION_KINDS, VALUE_KINDS

MAX_SIGNATURE = 240
"""Characters."""

_ATTRIBUTES = frozenset(
    "annotation attribute attribute_item attribute_list block_comment comment decorator line_comment"
    " marker_annotation multiline_comment".split()
)
_ATTRIBUTE_STARTS = b"@[#/"
_BODIES = frozenset(
    "accessor_list arrow_expression_clause class_body compound_statement computed_property do_block"
    " enum_class_body function_body script_block".split()
)
"""Bodies in grammars that do not say so by a field."""
_TIGHT = (("( ", "("), (", )", ")"), (" )", ")"), ("[ ", "["), (", >", ">"))
_GENERIC = re.compile(r"(?<=\w)< ")
_TAILS = ("\\", " do", " end", " then", " where", "{", ";", ":", "=", "=>", "->", ",", " ")
"""What a declaration ends in where its body was cut off."""


def declaration_start(node: Node, data: bytes) -> int:
    """The byte where `node` begins, attributes, decorators and comments left out."""
    start = node.start_byte
    if data[start] not in _ATTRIBUTE_STARTS:
        return start
    for child in node.children:
        if child.type == "modifiers":
            for modifier in child.children:
                if modifier.type not in _ATTRIBUTES:
                    return modifier.start_byte
        elif child.type not in _ATTRIBUTES:
            return (
                declaration_start(child, data) if child.type == "decorated_definition" else child.start_byte
            )
    return start


def signature(definition: Definition, data: bytes, opens_body: str = "", *, one_line: bool = False) -> str:
    """Without body and initialisers over several lines; white space squeezed, at most `MAX_SIGNATURE`
    characters. `opens_body` is text that begins a body where no node does (Elixir's `, do:`); with
    `one_line` a line on which no bracket stays open is the last."""
    node, declared = definition.first, definition.declared
    if node is None or declared is None:
        return ""
    start = declaration_start(declared, data)
    kind = definition.kind
    rest = b""
    if kind in VALUE_KINDS:
        end = _end_of_value(node, start, data)
    elif kind == "type":
        end = node.end_byte
        inner = node.child_by_field_name("type")
        body = inner.child_by_field_name("body") if inner is not None else None
        if body is not None:
            end, rest = body.start_byte, data[body.end_byte : node.end_byte]
    else:
        end = _end_of_declaration(node, kind, start, data)
    head = data[start : min(end, start + 4 * MAX_SIGNATURE)]
    if b"#" in head or b"//" in head or b"/*" in head or b"--" in head:
        head = _without_comments(node, start, head, data)
    raw = (head + rest).decode("utf-8", "replace")
    if one_line:
        raw = _first_line(raw)
    text = " ".join(raw.split())
    if opens_body and kind in FUNCTION_KINDS:
        text = text.partition(opens_body)[0]
    if "\n" in raw:
        for spaced, tight in _TIGHT:
            text = text.replace(spaced, tight)
        text = _GENERIC.sub("<", text)
    while text.endswith(_TAILS):
        for tail in _TAILS:
            text = text.removesuffix(tail)
    if len(text) > MAX_SIGNATURE:
        text = f"{text[: MAX_SIGNATURE - 1]}…"
    return text


def _first_line(text: str) -> str:
    """With those that follow while a round or square bracket is open."""
    end = text.find("\n")
    while end >= 0 and (text.count("(", 0, end) > text.count(")", 0, end) or text[:end].endswith(",")):
        end = text.find("\n", end + 1)
    return text if end < 0 else text[:end]


def _body_of_value(value: Node) -> Node | None:
    """Of a function that is assigned, alone or wrapped once (`memo(function () {…})`), or a macro."""
    if value.type == "preproc_arg":
        return value
    if value.type == "call_expression":
        arguments = value.child_by_field_name("arguments")
        wrapped = arguments.named_children if arguments is not None else []
        return wrapped[0].child_by_field_name("body") if wrapped else None
    return value.child_by_field_name("body")


def _without_comments(node: Node, start: int, head: bytes, data: bytes) -> bytes:
    """Those that stand directly in the declaration."""
    kept: list[bytes] = []
    end = start + len(head)
    for child in node.children:
        if child.start_byte >= end:
            break
        if child.start_byte >= start and child.type.endswith("comment"):
            kept.append(data[start : child.start_byte])
            start = child.end_byte
    return b"".join((*kept, data[start : max(start, end)]))


def _end_of_value(node: Node, start: int, data: bytes) -> int:
    end = node.end_byte
    line_end = data.find(b"\n", start, end)
    if line_end >= 0:
        end = line_end
    if data.find(b"{", start, end) >= 0 or data.find(b"=>", start, end) >= 0:
        body = next((child for child in node.children if child.type in _BODIES), None)
        end = min(end, body.start_byte) if body is not None else end
    return end


def _end_of_declaration(node: Node, kind: str, start: int, data: bytes) -> int:
    body = node.child_by_field_name("body")
    if body is None and kind in FUNCTION_KINDS:
        value = node.child_by_field_name("value") or node.child_by_field_name("right")
        if value is not None:
            body = _body_of_value(value)
    if body is None:
        body = next((child for child in node.children if child.type in _BODIES), None)
    end = node.end_byte
    if body is not None and body.type != "ordered_field_declaration_list":
        end = body.start_byte
        if kind == "constructor":
            initialisers = (child for child in node.children if child.type == "field_initializer_list")
            end = next(initialisers, body).start_byte
    elif kind not in FUNCTION_KINDS:
        brace = data.find(b"{", start, end)
        end = brace if brace >= 0 else end
    return end
