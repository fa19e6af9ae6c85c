"""What is said of a definition, by the comment above it or the text inside it, without the marks."""

import re
from collections.abc import Sequence
from inspect import cleandoc

from tree_sitter import Node

from .definition import Definition

MAX_DOCUMENTATION = 400
"""Characters. The beginning says what something is; the rest is read where it stands."""

_MAX_ROWS = 40
_LINE_MARK = re.compile(r"[ \t]*(?://[/!]?<?|#+[:|']?|--+[ \t]*[|^]?|;+|%+|![<>!]?|\"+)[ \t]?")
_RULE = re.compile(r"\s*[-=*#~_/+]{3,}\s*")
_BLOCKS = (
    ("/*", "*/"),
    ("--[", "]"),
    ("{-", "-}"),
    ("(*", "*)"),
    ("<#", "#>"),
    ("#=", "=#"),
    ("=begin", "=end"),
)
_XML_NAME = re.compile(r"<(?:see|seealso|paramref|typeparamref)\s+\w+=\"([^\"]*)\"\s*/>")
_XML = re.compile(r"</?[a-z]\w*(?:\s+\w+=\"[^\"]*\")*\s*/?>")
_STRING = re.compile(r"[a-zA-Z]{0,2}(\"\"\"|'''|\"|')(.*)\1", re.DOTALL)
_STRING_STARTS = frozenset({b'"', b"'", b"r", b"R", b"u", b"U"})
_DIRECTIVE = re.compile(r"//[a-z]+:\S|#!|#\s*-\*-")


def comment_text(lines: Sequence[str], definition: Definition, marks: tuple[str, ...]) -> str:
    """The text of the comments above. `marks` are what documentation begins with in a language that
    sets it apart from other comments; without them every comment counts."""
    kept: list[str] = []
    for start, end in definition.comments:
        first = lines[start].lstrip()
        if marks and not first.startswith(marks):
            continue
        if marks and first.startswith(("////", "/***", "/**/")):
            continue
        block = next((each for each in _BLOCKS if first.startswith(each[0])), None)
        rows = lines[start : min(end, start + _MAX_ROWS)]
        kept.extend(_block_lines(rows, block[1]) if block else _plain_lines(rows))
    return _joined(kept)


def python_docstring(node: Node, data: bytes) -> str:
    """The string that a body begins with."""
    body = node.child_by_field_name("body")
    if body is None or data[body.start_byte : body.start_byte + 1] not in _STRING_STARTS:
        return ""
    first = body.named_child(0)
    if first.type == "expression_statement":
        first = first.named_child(0)
    if first.type != "string":
        return ""
    return _string_text(data[first.start_byte : min(first.end_byte, first.start_byte + 8000)])


def elixir_doc(node: Node, definition: Definition, lines: Sequence[str], data: bytes) -> str:
    """`@moduledoc` inside a module, `@doc` or `@typedoc` above anything else."""
    if definition.kind in ("module", "interface"):
        block = node.children[-1]
        inside = block.named_children if block.type == "do_block" else []
        first = next((child for child in inside if child.type != "comment"), None)
        if first is None or not data.startswith(b"@moduledoc", first.start_byte):
            return ""
        return _string_text(data[first.start_byte + len(b"@moduledoc") : first.end_byte].strip())
    above = "\n".join(lines[definition.start : definition.outer])
    found = re.search(r"@(?:type)?doc[ (]+(~[sS])?(\"\"\"|\"|')(.*?)\2", above, re.DOTALL)
    return _joined(cleandoc(found.group(3)).splitlines()) if found else ""


def plain_xml(text: str) -> str:
    """C# documentation without its tags."""
    return _joined(_XML.sub("", _XML_NAME.sub(r"\1", text)).splitlines())


def _string_text(raw: bytes) -> str:
    text = raw.decode("utf-8", "replace")
    found = _STRING.match(text)
    inner = found.group(2) if found else text.lstrip("rRuUbBfFsS~").lstrip("\"'")
    return _joined(cleandoc(inner[: 4 * MAX_DOCUMENTATION]).splitlines())


def _block_lines(rows: Sequence[str], closing: str) -> list[str]:
    kept: list[str] = []
    for number, row in enumerate(rows):
        line = row.strip()
        if number == 0:
            line = re.sub(r"^(?:/\*+!?<?|--\[=*\[|\{-\s*\|?|\(\*+|=begin)", "", line)
        if number == len(rows) - 1:
            line = re.sub(r"(?:\*+/|--\]=*\]|\]=*\]|-\}|\*+\)|=end)$", "", line) if closing in line else line
        if number and line.startswith("*"):
            line = line[1:]
        kept.append(line.removeprefix(" ") if number else line.strip())
    return kept


def _plain_lines(rows: Sequence[str]) -> list[str]:
    return [_LINE_MARK.sub("", row, count=1).rstrip() for row in rows if not _DIRECTIVE.match(row.lstrip())]


def _joined(lines: Sequence[str]) -> str:
    """Without rules (`-----`) and blank lines at either end, and no longer than the maximum."""
    kept = [line.rstrip() for line in lines if not line.strip() or not _RULE.fullmatch(line)]
    text = "\n".join(kept).strip()
    if len(text) > MAX_DOCUMENTATION:
        text = f"{text[: MAX_DOCUMENTATION - 1].rstrip()}…"
    return text
