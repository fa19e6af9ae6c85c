"""Finds comments and the code they speak of, by lines alone.

Regular expressions are enough here: a wrong pair now and then costs nothing in contrastive training,
and the same rules serve two dozen languages.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.languages import Language

MAX_LINES, MAX_CHARS = 45, 1500
"""A body is cut at this many lines or characters, like the product's chunks."""

_DOCSTRING = re.compile(r'^\s*(?:[rRuUbB]{0,2})("""|\'\'\')')
_ELIXIR_DOC = re.compile(r'^\s*@(?:module|type)?doc\s+(?:~[sS])?"""')


@dataclass(frozen=True)
class Comment:
    """A comment and the code below it; lines are 0-based, ends exclusive."""

    text: str
    start: int
    end: int
    body_start: int
    body_end: int


def indent_of(line: str) -> int:
    return len(line) - len(line.lstrip())


def body_end(lines: list[str], start: int) -> int:
    """Where the block that starts at line `start` ends: at a dedent, or at the next sibling after a gap."""
    base, chars, row = indent_of(lines[start]), 0, start
    while row < len(lines) and row - start < MAX_LINES:
        line = lines[row]
        if line.strip() and row > start:
            closing = line.lstrip()[0] in "})];" or line.strip() in ("end", "fi", "done", "esac")
            indent = indent_of(line)
            if (indent < base or (indent == base and not lines[row - 1].strip())) and not closing:
                break
            if indent < base:
                break
        chars += len(line) + 1
        if chars > MAX_CHARS and row > start:
            break
        row += 1
    while row > start + 1 and not lines[row - 1].strip():
        row -= 1
    return row


def find_comments(lines: list[str], language: Language) -> Iterator[Comment]:
    """All full-line comments and docstrings that have code right below them (or around, for docstrings)."""
    is_line = re.compile(rf"^\s*(?:{language.line})").match
    row = 0
    while row < len(lines):
        line = lines[row]
        stripped = line.strip()
        if not stripped:
            row += 1
            continue
        start = row
        if (language.name == "python" and (found := _DOCSTRING.match(line))) or (
            language.name == "elixir" and (found := _ELIXIR_DOC.match(line))
        ):
            row = _quoted_end(lines, row, found.end(), '"""' if '"""' in found[0] else "'''")
            text = "\n".join(lines[start:row])
            if language.name == "python":
                # The definition stands above: signature and body make the code, without the docstring.
                top = _signature_above(lines, start)
                if top is not None:
                    yield Comment(text, start, row, top, body_end(lines, top))
                continue
        elif language.block and stripped.startswith(language.block[0]):
            while (
                row < len(lines)
                and language.block[1] not in lines[row][(len(language.block[0]) if row == start else 0) :]
            ):
                row += 1
            row += 1
            text = "\n".join(lines[start:row])
        elif is_line(line):
            while row < len(lines) and is_line(lines[row]):
                row += 1
            text = "\n".join(lines[start:row])
        else:
            row += 1
            continue
        # Attributes and blank lines may stand between a comment and what it documents, one blank at most.
        code = row
        if code < len(lines) and not lines[code].strip():
            code += 1
        if code < len(lines) and lines[code].strip() and not is_line(lines[code]):
            yield Comment(text, start, row, code, body_end(lines, code))


def _quoted_end(lines: list[str], row: int, column: int, quote: str) -> int:
    if quote in lines[row][column:]:
        return row + 1
    row += 1
    while row < len(lines) and quote not in lines[row]:
        row += 1
    return row + 1


def _signature_above(lines: list[str], start: int) -> int | None:
    for row in range(start - 1, max(-1, start - 12), -1):
        if re.match(r"^\s*(?:async\s+)?(?:def|class)\b", lines[row]):
            return row
        if not lines[row].strip():
            return None
    return None


_MARKUP = re.compile(
    r"<[^>\n]{1,60}>|\{@\w+\s+([^}]*)\}|`{1,3}|\*\*|:(?:class|func|meth|ref|mod|attr|exc|obj|data|term|doc):"
)
_EDGE = re.compile(r"^[\s/*#!|%;\-{}(~=<>\"']+|[\s/*#\-=~|]+$|^\s*@?(?:brief|summary)\b")
_TAG = re.compile(
    r"^\s*(?:[@\\](?:param|return|throws|see|since|author|deprecated|type|var|template|api|link|version|date|group)"
    r"|:param|:return|:rtype|:type|:raises|Args:|Arguments:|Returns?:|Raises:|Parameters?:?$|Example|Usage:|Note:"
    r"|Throws:|-{3,}|={3,}|>>>|```|#\s*(?:Examples|Errors|Panics|Safety|Arguments|Returns))",
    re.I,
)
_NOISE = re.compile(
    r"copyright|licen[cs]e|all rights reserved|spdx-|eslint|tslint|pylint|noqa|type:\s*ignore"
    r"|prettier-|istanbul|nolint|clang-format|go:build|go:generate|auto-?generated|generated by|do not edit"
    r"|@ts-|rubocop|phpcs|#region|endregion|pragma|shellcheck|coding[:=]|sourceMappingURL|fallthrough"
    r"|without warrant|jshint|jslint|swiftlint",
    re.I,
)
_HAN = re.compile(r"[\u4e00-\u9fff]")


def prose(text: str, limit: int = 320) -> str:
    """The first paragraph of a comment as plain words, "" when it is not worth learning from.

    Dropped are tags, licences, linter directives, commented-out code and fewer than three words
    (four Han characters).
    """
    if _NOISE.search(text[:400]):
        return ""
    rows: list[str] = []
    for raw in text.split("\n"):
        line = (
            _EDGE.sub("", _EDGE.sub("", raw))
            .replace("moduledoc", "")
            .replace("@doc", "")
            .strip()
            .strip('"')
            .strip()
        )
        if _TAG.match(line) or (not line and rows):
            break
        if line:
            rows.append(line)
    joined = " ".join(_MARKUP.sub(lambda found: found[1] or " ", " ".join(rows)).split())[:limit]
    letters = sum(char.isalpha() for char in joined)
    han = len(_HAN.findall(joined))
    if letters < 0.6 * len(joined.replace(" ", "")) or re.search(
        r"[;{}]\s*$|\)\s*;|=>|:=|^\s*(?:if|for|return)\b.*\(", joined
    ):
        return ""
    if han < 4 and len(re.findall(r"[^\W\d_]{2,}", joined)) < 3:
        return ""
    return joined
