"""The lines that introduce a chunk that is a part of something larger."""

from collections.abc import Sequence

from .definition import Definition
from .items import Within
from .source import SourceText

MAX_HEADER = 300
"""Characters."""

_MAX_LINE = 160
_MAX_SIGNATURE_ROWS = 4
_SIGNATURE_ENDS = ("{", ":", "=>", "->", "=", " do", ";", "where", "begin", "then")
_MAX_DEPTH = 8


def header_above(
    source: SourceText, start: int, end: int, owner: Definition | None, within: Within | None
) -> str:
    """Signatures of the definitions around the rows, outermost first, and the first lines of
    larger statements around them; nothing that is in the rows themselves."""
    rows: dict[int, str] = {}
    depth = 0
    while within is not None and depth < _MAX_DEPTH:
        if within.row < start and within.row not in rows:
            rows[within.row] = _line(source, within.row)
        within = within.outer
        depth += 1
    depth = 0
    while owner is not None and depth < _MAX_DEPTH:
        if owner.head < start and owner.head not in rows:
            rows[owner.head] = signature(source, owner.head, min(owner.end, start))
        owner = owner.parent
        depth += 1
    return _joined([text for _, text in sorted(rows.items()) if len(text.strip()) > 2])


def signature(source: SourceText, row: int, end: int) -> str:
    """The lines from `row` to the one that opens a body, cut if long."""
    lines: list[str] = []
    length = 0
    for at in range(row, min(end, row + _MAX_SIGNATURE_ROWS)):
        line = _line(source, at)
        if lines and length + len(line) > MAX_HEADER - 20:
            break
        lines.append(line)
        length += len(line) + 1
        if line.endswith(_SIGNATURE_ENDS):
            break
        if not lines[0].rstrip().endswith(("(", ",", "[", "<", "|")) and at == row:
            break
    return "\n".join(lines)


def heading_path(covering: Sequence[Definition], inside: Sequence[Definition], start: int) -> str:
    """`Guide > Install` for prose below those headings."""
    names = [each.name for each in covering]
    if inside and inside[0].start == start and inside[0].parent is not None:
        ancestors: list[Definition] = []
        each = inside[0].parent
        while each is not None:
            ancestors.append(each)
            each = each.parent
        names = [each.name for each in reversed(ancestors) if each.start < start]
    return " > ".join(names)[:MAX_HEADER]


def _line(source: SourceText, row: int) -> str:
    line = source.lines[row].rstrip()
    return line if len(line) <= _MAX_LINE else f"{line[:_MAX_LINE]}…"


def _joined(texts: list[str]) -> str:
    """As many as fit, the innermost first."""
    kept: list[str] = []
    left = MAX_HEADER
    for text in reversed(texts):
        if len(text) + 1 > left:
            break
        kept.append(text)
        left -= len(text) + 1
    return "\n".join(reversed(kept))
