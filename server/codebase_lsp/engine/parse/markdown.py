"""Headings of Markdown texts, found line by line.

ATX (`## Title`) and setext (underlined) headings as CommonMark defines them, outside of front
matter, fenced code, HTML comments and indented code.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)$")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_NOT_PARAGRAPH = re.compile(r" {0,3}(?:[-*+>|]|\d+[.)]|<)|\t| {4}")
_MARKUP = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?|[*`]+|(?<!\w)_+|_+(?!\w)|<[^>]+>")


class Heading(NamedTuple):
    """A heading on the lines `start` to `end` (exclusive)."""

    level: int
    title: str
    start: int
    end: int


def headings(lines: Sequence[str]) -> list[Heading]:
    """All headings in order; titles without markup."""
    found: list[Heading] = []
    fence = ""
    in_comment = False
    row = _after_front_matter(lines)
    paragraph = -1
    while row < len(lines):
        line = lines[row]
        if fence:
            match = _FENCE.match(line)
            if match and match.group(1).startswith(fence) and not match.group(2).strip():
                fence = ""
        elif in_comment:
            in_comment = "-->" not in line
        elif match := _FENCE.match(line):
            if match.group(1)[0] != "`" or "`" not in match.group(2):
                fence = match.group(1)
            paragraph = -1
        elif match := _ATX.match(line):
            found.append(Heading(len(match.group(1)), _plain(match.group(2) or ""), row, row + 1))
            paragraph = -1
        elif paragraph >= 0 and (match := _SETEXT.match(line)):
            level = 1 if match.group(1)[0] == "=" else 2
            title = " ".join(part.strip() for part in lines[paragraph:row])
            found.append(Heading(level, _plain(title), paragraph, row + 1))
            paragraph = -1
        else:
            if line.lstrip().startswith("<!--"):
                in_comment = "-->" not in line.split("<!--", 1)[1]
            if not line.strip() or (paragraph < 0 and _NOT_PARAGRAPH.match(line)):
                paragraph = -1
            elif paragraph < 0 and (row == 0 or not lines[row - 1].strip() or _ended_heading(found, row)):
                paragraph = row
        row += 1
    return [heading for heading in found if heading.title]


def _after_front_matter(lines: Sequence[str]) -> int:
    if lines and lines[0].rstrip() == "---":
        for row in range(1, min(len(lines), 200)):
            if lines[row].rstrip() in ("---", "..."):
                return row + 1
    return 0


def _ended_heading(found: list[Heading], row: int) -> bool:
    return bool(found) and found[-1].end == row


def _plain(title: str) -> str:
    text = _MARKUP.sub(lambda match: match.group(1) or "", title.replace("\\", ""))
    return " ".join(text.split())[:200]


def fenced_rows(lines: Sequence[str]) -> set[int]:
    """Rows inside fenced code, and the closing fences: no good places to cut."""
    rows: set[int] = set()
    fence = ""
    for row, line in enumerate(lines):
        match = _FENCE.match(line)
        if fence:
            rows.add(row)
            if match and match.group(1).startswith(fence) and not match.group(2).strip():
                fence = ""
        elif match:
            fence = match.group(1)
    return rows
