"""Cutting rows into pieces of at most so many characters, where it hurts least."""

from collections.abc import Sequence

from .source import SourceText

_TAB = 4
_CLOSERS = ("}", ")", "]", "end", "</", "else", "elif", "except", "finally", "catch")
_OPENERS = ("{", "(", "[", ":", "=>", " do", " then", "->")
_MANY = 4
"""From this many pieces on the wished size no longer depends on the total, so that an edit moves
cuts only near it."""


def split_rows(
    source: SourceText, starts: Sequence[int], levels: Sequence[int], end: int, max_chars: int
) -> list[tuple[int, int]]:
    """Cut the rows from `starts[0]` to `end` into runs of at most `max_chars` characters.

    Cuts fall only on `starts`, the first rows of things better kept whole; `levels` says how deep
    inside other things each of them stands. A thing too long by itself is returned alone, too long.
    The pieces are of about equal size. Time is linear in the number of starts.
    """
    pieces: list[tuple[int, int]] = []
    offsets = source.starts
    count = len(starts)
    first = 0
    while first < count:
        begin = offsets[starts[first]]
        left = offsets[end] - begin
        if left <= max_chars:
            pieces.append((starts[first], end))
            break
        wanted = left / -(-left // max_chars) if left < _MANY * max_chars else max_chars * 0.75
        best = first + 1
        best_cost = float("inf")
        at = first + 1
        while at < count:
            size = offsets[starts[at]] - begin
            if size > max_chars and at > first + 1:
                break
            if size >= wanted / 3:
                cost = _cut_cost(source, starts[at], levels[at]) + 4 * abs(size - wanted) / wanted
                if cost < best_cost:
                    best_cost, best = cost, at
            elif best_cost == float("inf"):
                best = at
            at += 1
        stop = starts[best] if best < count else end
        pieces.append((starts[first], stop))
        first = best
    return pieces


def split_lines(source: SourceText, start: int, end: int, max_chars: int) -> list[tuple[int, int]]:
    """Cut by lines alone: rather at blank lines, and rather where the text is indented little."""
    rows = range(start, end)
    indents = [_indent(source.lines[row]) for row in rows]
    least = min((indent for indent in indents if indent >= 0), default=0)
    levels = [0 if indent < 0 else min(6, (indent - least + 1) // 2) for indent in indents]
    return split_rows(source, rows, levels, end, max_chars)


def is_closing(line: str) -> bool:
    """Only ends what began above: brackets, `end`, an `else`."""
    return line.lstrip().startswith(_CLOSERS)


def _cut_cost(source: SourceText, row: int, level: int) -> float:
    cost = float(level)
    line = source.lines[row]
    above = source.lines[row - 1].rstrip() if row else ""
    if above:
        cost += 3.5 if above.endswith(_OPENERS) else 2.0
    if not line.strip():
        # The blank line belongs to what is above; the next row is the better cut.
        cost += 1.0
    elif is_closing(line):
        cost += 3.0
    return cost


def _indent(line: str) -> int:
    """Columns of leading white space, -1 for a blank line."""
    stripped = line.lstrip()
    if not stripped:
        return -1
    lead = line[: len(line) - len(stripped)]
    return len(lead) + (_TAB - 1) * lead.count("\t")
