"""From search results to pieces: every place that answers, once, with the forms it can take."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..files.types import Skipped, SourceFile
from ..parse.languages import language_of
from ..parse.source import SourceText
from ..parse.types import Symbol
from ..search.types import Hit
from .pieces import Piece, Segments, forms
from .types import Place

_FURTHER = 0.6
"""What a further hit of a file is worth beside its best one."""


@dataclass(slots=True)
class Sources:
    """The texts that one context is made of; each file is read once."""

    read: Callable[[str, str | None], SourceFile | Skipped]
    symbols: Callable[[SourceFile], Sequence[Symbol]]
    is_buffer: Callable[[str], bool]
    _known: dict[str, tuple[SourceFile, SourceText, Sequence[Symbol]] | None] = field(
        default_factory=dict[str, "tuple[SourceFile, SourceText, Sequence[Symbol]] | None"]
    )

    def of(
        self, path: str, digest: str | None = None
    ) -> tuple[SourceFile, SourceText, Sequence[Symbol]] | None:
        """Text, lines and definitions of a file as it is now; None where it cannot be read."""
        if path not in self._known:
            source = self.read(path, digest)
            self._known[path] = (
                (source, SourceText(source.text), self.symbols(source))
                if isinstance(source, SourceFile)
                else None
            )
        return self._known[path]

    def symbols_of(self, path: str) -> Sequence[Symbol]:
        known = self.of(path)
        return known[2] if known else ()


def from_hits(hits: Iterable[Hit], folder: int, sources: Sources, terms: Mapping[str, float]) -> list[Piece]:
    """Pieces, best first. A file that has changed since it was searched gives none."""
    found: list[Piece] = []
    for hit in hits:
        known = sources.of(hit.path, hit.digest)
        if known is None or known[0].digest != hit.digest:
            continue
        name = hit.symbol.canonical_name if hit.symbol else ""
        found.append(
            _piece(known, hit, folder, (hit.start_line, hit.end_line), name, hit.score, sources, terms)
        )
        for further in hit.further:
            name = further.symbol.canonical_name if further.symbol else ""
            lines = further.start_line, further.end_line
            score = _FURTHER * further.score
            found.append(_piece(known, hit, folder, lines, name, score, sources, terms))
    return sorted(found, key=lambda piece: -piece.score)


def _piece(
    known: tuple[SourceFile, SourceText, Sequence[Symbol]],
    hit: Hit,
    folder: int,
    rows: tuple[int, int],
    name: str,
    score: float,
    sources: Sources,
    terms: Mapping[str, float],
) -> Piece:
    source, lines, symbols = known
    return Piece(
        folder=folder,
        source=source,
        lines=lines,
        start_line=rows[0],
        end_line=rows[1],
        role="match",
        canonical_name=name,
        language=hit.language,
        score=score,
        reasons=hit.reasons,
        is_buffer=sources.is_buffer(hit.path),
        make_forms=lambda: forms(lines, *rows, symbols, terms),
    )


def from_place(place: Place, folder: int, sources: Sources, role: str, score: float) -> Piece | None:
    """A piece that somebody asked for by its place; None where there is no such text."""
    known = sources.of(place.path)
    if known is None:
        return None
    source, lines, symbols = known
    start, end = lines.trimmed(
        min(place.start_line, len(lines)), min(place.end_line or len(lines), len(lines))
    )
    if start == end:
        return None
    around = [s for s in symbols if s.start_line <= start and s.end_line >= end]
    name = min(around, key=lambda s: s.end_line - s.start_line).canonical_name if around else ""

    def made() -> list[Segments]:
        """A short form must stay within what was asked for."""
        short = forms(lines, start, end, symbols, {})[0]
        inside = short[0][0] >= start and short[-1][1] <= end and short != ((start, end),)
        return [*([short] if inside else []), ((start, end),)]

    return Piece(
        folder=folder,
        source=source,
        lines=lines,
        start_line=start,
        end_line=end,
        role=role,
        canonical_name=name,
        language=language_of(place.path, source.text[:1000]),
        score=score,
        reasons=(),
        is_buffer=sources.is_buffer(place.path),
        make_forms=made,
    )


def without(piece: Piece, excluded: Sequence[Place]) -> Piece | None:
    """The piece without excluded lines; None if nothing is left of it."""
    gaps = [
        (place.start_line, len(piece.lines) if place.end_line is None else place.end_line)
        for place in excluded
        if place.path == piece.path
    ]
    if not gaps:
        return piece
    left = [form for form in (_minus(form, gaps) for form in piece.forms) if form]
    return replace(piece, make_forms=lambda: left, barred=tuple(gaps), _forms=None) if left else None


def _minus(segments: Segments, gaps: Iterable[tuple[int, int]]) -> Segments:
    left = list(segments)
    for low, high in gaps:
        cut: list[tuple[int, int]] = []
        for start, end in left:
            cut.extend(
                part for part in ((start, min(end, low)), (max(start, high), end)) if part[0] < part[1]
            )
        left = cut
    return tuple(left)
