"""Pieces of code that may go into a context, and the forms each can take."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..files.types import SourceFile
from ..parse.source import SourceText
from ..parse.tokens import word_tokens, words
from ..parse.types import Symbol

Segments = tuple[tuple[int, int], ...]
"""Runs of lines, in order and apart from each other."""

_SIGNATURE_LINES = 8
"""A signature longer than this is cut: generated ones run over pages."""
_KEY_LINES = 4
"""So many lines that speak of the question stay in a compact form."""
_MEMBERS = 12
_SHORT_LINE = 8
_FUNCTIONS = frozenset({"function", "method", "constructor"})


@dataclass(slots=True)
class Piece:
    """One stretch of code; its forms are made when somebody looks at them."""

    folder: int
    """Number of the folder among those asked."""
    source: SourceFile
    lines: SourceText
    start_line: int
    end_line: int
    role: str
    canonical_name: str
    language: str | None
    score: float
    reasons: tuple[str, ...]
    is_buffer: bool
    make_forms: Callable[[], list[Segments]]
    barred: tuple[tuple[int, int], ...] = ()
    """Lines of the file that must not be shown."""
    _forms: list[Segments] | None = None
    _telling_lines: frozenset[str] | None = None

    @property
    def telling_lines(self) -> frozenset[str]:
        """Its lines without indentation, those that stand everywhere left out."""
        if self._telling_lines is None:
            rows = (line.strip() for line in self.lines.lines[self.start_line : self.end_line])
            self._telling_lines = frozenset(row for row in rows if len(row) > _SHORT_LINE)
        return self._telling_lines

    @property
    def path(self) -> str:
        return self.source.path

    @property
    def forms(self) -> list[Segments]:
        """From what tells least to what tells all; at least one."""
        if self._forms is None:
            self._forms = self.make_forms()
        return self._forms


def forms(
    lines: SourceText, start: int, end: int, symbols: Sequence[Symbol], terms: Mapping[str, float]
) -> list[Segments]:
    """From a few telling lines, over the chunk `start` to `end`, to the whole definition around it.

    `symbols` are those of the file; `terms` are the tokens of the question with their weights.
    """
    around = enclosing(symbols, start, end)
    whole = (start, end)
    if around is not None and around.kind in _FUNCTIONS:
        whole = lines.trimmed(around.start_line, min(around.end_line, len(lines)))
        whole = (min(whole[0], start), max(whole[1], end))
    compact = _joined(
        lines,
        [
            *_signature(lines, around, start, end),
            *_members(lines, symbols, around, whole),
            *_key_lines(lines, start, end, terms),
        ],
    )
    chunk = _joined(lines, [*_signature(lines, around, start, end), (start, end)])
    found: list[Segments] = []
    for form in (compact, chunk, (whole,)):
        if form and (not found or size(form) > size(found[-1])):
            found.append(form)
    return found


def size(segments: Segments) -> int:
    """Lines."""
    return sum(end - start for start, end in segments)


def text_of(lines: SourceText, segments: Segments) -> str:
    """The lines, verbatim, one segment after the other."""
    return "".join(lines.slice(start, end) for start, end in segments)


def enclosing(symbols: Sequence[Symbol], start: int, end: int) -> Symbol | None:
    """The smallest definition around the lines; where there is none, the first one in them."""
    around = [s for s in symbols if s.start_line <= start and s.end_line >= end and s.kind != "section"]
    if around:
        return min(around, key=lambda s: (s.end_line - s.start_line, -s.start_line))
    inside = [s for s in symbols if start <= s.start_line < end and s.kind != "section"]
    return max(inside, key=lambda s: s.end_line - s.start_line, default=None)


def _signature(lines: SourceText, symbol: Symbol | None, start: int, end: int) -> list[tuple[int, int]]:
    """From the name to the line that opens the body; a symbol without a name shows its first line."""
    if symbol is None:
        return [(start, min(start + 1, end))]
    first = symbol.name_line if symbol.name_line >= 0 else symbol.start_line
    last = min(first + _SIGNATURE_LINES, symbol.end_line, len(lines))
    for row in range(first, last):
        if lines.lines[row].rstrip().endswith((":", "{", "=", "=>", ";", ")", "do", "then", "where")):
            return [(first, row + 1)]
    return [(first, min(first + 1, len(lines)))]


def _members(
    lines: SourceText, symbols: Sequence[Symbol], around: Symbol | None, whole: tuple[int, int]
) -> list[tuple[int, int]]:
    """The first lines of what a class has, in place of its body."""
    if around is None or around.kind in _FUNCTIONS:
        return []
    start, end = max(around.start_line, whole[0]), min(around.end_line, whole[1], len(lines))
    rows = [s.name_line if s.name_line >= 0 else s.start_line for s in symbols if s is not around]
    return [(row, row + 1) for row in sorted(set(rows)) if start <= row < end][:_MEMBERS]


def _key_lines(
    lines: SourceText, start: int, end: int, terms: Mapping[str, float]
) -> Iterable[tuple[int, int]]:
    """The lines with most of the question's words, a word counting once."""
    found: list[tuple[float, int]] = []
    for row in range(start, end):
        tokens = {token for word in words(lines.lines[row]) for token in word_tokens(word)}
        worth = sum(weight for term, weight in terms.items() if term in tokens)
        if worth:
            found.append((-worth, row))
    return [(row, row + 1) for _, row in sorted(found)[:_KEY_LINES]]


def _joined(lines: SourceText, parts: Iterable[tuple[int, int]]) -> Segments:
    """In order, overlaps and gaps of one line closed: a mark for it would take as much."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(parts):
        end = min(end, len(lines))
        if start >= end:
            continue
        if joined and start <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return tuple(joined)
