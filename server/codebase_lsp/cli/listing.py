"""Search results for people: where, what, why, and the first lines."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from ..engine.search.types import Contribution, Hit

SNIPPET_LINES = 6
_REASONS = 3
WIDEST = 140
_COLUMNS = 4
"""Results side by side in an explanation."""


class Paint:
    """Colours, if the stream is a terminal and NO_COLOR is not set."""

    def __init__(self, stream: TextIO) -> None:
        self._on = stream.isatty() and not os.environ.get("NO_COLOR")

    def __call__(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._on else text


def write_hits(stream: TextIO, hits: Sequence[Hit], root: Path) -> None:
    """One paragraph for each hit, best first."""
    paint = Paint(stream)
    for number, hit in enumerate(hits, 1):
        stream.write(_heading(paint, number, hit, root) + "\n")
        if hit.reasons:
            stream.write(paint("2", f"   {'; '.join(hit.reasons[:_REASONS])}") + "\n")
        lines = hit.snippet.splitlines()
        for offset, line in enumerate(lines[:SNIPPET_LINES]):
            stream.write(paint("2", f"{hit.start_line + offset + 1:>6} ") + line.rstrip()[:WIDEST] + "\n")
        if len(lines) > SNIPPET_LINES:
            stream.write(paint("2", f"       … {len(lines) - SNIPPET_LINES} more lines") + "\n")
        stream.write("\n")


def _heading(paint: Paint, number: int, hit: Hit, root: Path) -> str:
    place = f"{shown(root / hit.path)}:{hit.start_line + 1}"
    named = f"  {hit.symbol.kind} {hit.symbol.canonical_name}" if hit.symbol else ""
    return f"{number}. {paint('1;36', place)}{paint('33', named)}  {paint('2', f'{hit.score:.3f}')}"


def shown(path: Path) -> str:
    """Relative to where the person is, if it lies below."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def write_explanation(stream: TextIO, hits: Sequence[Hit]) -> None:
    """A table of signals by results: value × weight = contribution, and their sums."""
    shown = [(number, hit) for number, hit in enumerate(hits, 1) if hit.contributions]
    names = {name: None for _, hit in shown for name in hit.contributions}
    if not names:
        return
    largest = {
        name: max(abs(h.contributions[name].contribution) for _, h in shown if name in h.contributions)
        for name in names
    }
    rows = [["signal", *(f"{number}." for number, _ in shown)]]
    for name in sorted(names, key=lambda name: -largest[name]):
        rows.append([name, *(_cell(hit.contributions.get(name)) for _, hit in shown)])
    sums = (sum(part.contribution for part in hit.contributions.values()) for _, hit in shown)
    rows.append(["sum", *(f"{total:.3f}" for total in sums)])
    for start in range(1, len(rows[0]), _COLUMNS):
        part = [[row[0], *row[start : start + _COLUMNS]] for row in rows]
        widths = [max(len(row[column]) for row in part) for column in range(len(part[0]))]
        for row in part:
            first = row[0].ljust(widths[0])
            others = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
            stream.write("  ".join((first, *others)).rstrip() + "\n")
        stream.write("\n")


def _cell(part: Contribution | None) -> str:
    return f"{part.value:.2f} × {part.weight:.3f} = {part.contribution:.3f}" if part else "–"
