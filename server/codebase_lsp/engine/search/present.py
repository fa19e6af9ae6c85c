"""From a ranked chunk to a result a person reads: snippet, highlights, symbol."""

from collections.abc import Mapping

import numpy as np
import regex

from ..files.types import SourceFile
from ..index.types import ChunkRow
from ..parse.source import SourceText
from ..parse.tokens import word_tokens
from .types import Contribution, FurtherHit, Hit, HitSymbol, Span

MAX_HIGHLIGHTS = 50
MAX_SNIPPET_LINES = 60
_WORD = regex.compile(r"\w+")
_LINE_END = ord("\n")
_FEW_LINES = 500
"""So many lines before those that are wanted are simply split off."""


def hit_symbol(row: ChunkRow) -> HitSymbol | None:
    return HitSymbol(row.name, row.kind, row.canonical_name) if row.name else None


def further_hit(row: ChunkRow, score: float) -> FurtherHit:
    return FurtherHit(row.start_line, row.end_line, score, hit_symbol(row))


def highlight_terms(lines: list[str], start: int, terms: frozenset[str]) -> tuple[Span, ...]:
    """Words that share a token with the question, in lines numbered from `start`."""
    different = set(_WORD.findall("".join(lines)))
    telling = {word for word in different if not terms.isdisjoint(word_tokens(word))}
    if not telling:
        return ()
    spans: list[Span] = []
    for number, line in enumerate(lines, start):
        if not any(word in line for word in telling):
            continue
        for match in _WORD.finditer(line):
            if match.group() in telling:
                spans.append(Span(number, match.start(), number, match.end()))
                if len(spans) == MAX_HIGHLIGHTS:
                    return tuple(spans)
    return tuple(spans)


def lines_of(text: str, start: int, end: int) -> list[str]:
    """Some lines with their ends."""
    if "\r" in text or start < _FEW_LINES:
        return _split(text, start, end)
    # Far down in a long text, its line ends are found sooner than its lines are made.
    encoded, unit = (text.encode(), np.uint8) if text.isascii() else (_codes(text), np.uint32)
    ends = np.flatnonzero(np.frombuffer(encoded, dtype=unit) == _LINE_END)
    if start > len(ends):
        return []
    first = int(ends[start - 1]) + 1
    last = int(ends[end - 1]) + 1 if end <= len(ends) else len(text)
    return _split(text[first:last], 0, end - start)


def _codes(text: str) -> bytes:
    return text.encode("utf-32-le", "surrogatepass")


def _split(text: str, start: int, end: int) -> list[str]:
    if "\r" in text:
        source = SourceText(text)
        return [source.slice(row, row + 1) for row in range(start, min(end, len(source)))]
    lines = text.split("\n", end)  # what follows stays one piece: long files cost no more
    shown = [line + "\n" for line in lines[start:end]]
    if len(lines) <= end and shown:
        shown[-1] = lines[-1]
    return [line for line in shown if line]


def make_hit(
    source: SourceFile,
    *,
    lines: tuple[int, int],
    score: float,
    signals: dict[str, float],
    reasons: tuple[str, ...],
    symbol: HitSymbol | None,
    language: str | None,
    from_buffer: bool,
    terms: frozenset[str] = frozenset(),
    highlights: tuple[Span, ...] | None = None,
    further: tuple[FurtherHit, ...] = (),
    contributions: "Mapping[str, Contribution] | None" = None,
) -> Hit:
    """`lines` are 0-based, the end exclusive; long snippets are cut, the range stays whole."""
    start, end = lines
    shown = lines_of(source.text, start, min(end, start + MAX_SNIPPET_LINES))
    if highlights is None:
        highlights = highlight_terms(shown, start, terms)
    return Hit(
        path=source.path,
        start_line=start,
        end_line=end,
        score=round(score, 6),
        signals=signals,
        reasons=reasons,
        symbol=symbol,
        language=language,
        snippet="".join(shown),
        highlights=highlights,
        checked_against="buffer" if from_buffer else "disk",
        digest=source.digest,
        further=further,
        contributions=contributions or {},
    )
