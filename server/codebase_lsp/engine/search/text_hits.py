"""From matches in texts to results: definitions first, tests and declarations last, then by number."""

from bisect import bisect_left
from collections.abc import Mapping
from contextlib import suppress
from itertools import chain, islice

from ..index.types import ChunkRow, SymbolRow
from ..parse.source import SourceText
from ..parse.tokens import words
from .candidates import FileCandidate
from .exact import MAX_MATCHES_PER_FILE, Pattern, TookTooLong, span_at
from .present import MAX_HIGHLIGHTS, hit_symbol, make_hit
from .run import Run
from .signals import SIGNALS, Scene
from .types import Contribution, FurtherHit, Hit, Span

_FURTHER = 20
_DEFINES = 0.5
"""Share of the score that a definition of the searched name is worth."""
_LOWERED = 0.5
"""What a test, an example or a declaration loses of the rest."""
_LOWERING = ("testFile", "exampleFile", "legacyFile", "vendored", "declaration")

Definitions = Mapping[str, list[SymbolRow]]
"""By path."""
Parts = Mapping[str, Contribution]
"""By signal."""


def present_matches(run: Run, pattern: Pattern, counts: Mapping[str, int]) -> list[Hit]:
    """Results for the files with the highest scores, from the number of matches in each.

    Only what is shown is verified and looked up in the index, and matched once more for the places.
    """
    definitions = _definitions(run)
    scene = Scene.of(run.question, [], run.request.active_path, run.request.open_paths)
    parts = {path: _parts(path, count, path in definitions, scene) for path, count in counts.items()}
    hits: list[Hit] = []
    for path in sorted(parts, key=lambda path: (-_score(parts[path]), path)):
        if len(hits) >= run.request.limit:
            break
        run.verifier.refresh([path])
        source = run.verifier.sources.get(path)
        if source is not None:
            matches: list[tuple[int, int]] = []
            with suppress(TookTooLong):  # then as far as it came
                matches.extend(islice(pattern.matches(source.text), MAX_MATCHES_PER_FILE))
            hits.extend(_hits_of(run, path, _Places(source.text, matches), parts[path], definitions))
    return hits[: run.request.limit]


def _definitions(run: Run) -> Definitions:
    found: dict[str, list[SymbolRow]] = {}
    names = set(words(run.question.literal)) if run.question.mode == "exact" else set[str]()
    for name in names:
        for tier in (run.folder.base, run.folder.overlay):
            for row in tier.symbols_named(name.lower(), prefix=False, limit=1000):
                found.setdefault(row.path, []).append(row)
    return found


class _Places:
    """The matches in one text; their lines are found for those that are asked for."""

    def __init__(self, text: str, matches: list[tuple[int, int]]) -> None:
        self.text = SourceText(text)
        self.matches = matches

    def __len__(self) -> int:
        return len(self.matches)

    def span(self, number: int) -> Span:
        return span_at(self.text, *self.matches[number])

    def spans(self, most: int) -> list[Span]:
        """The first ones."""
        return [span_at(self.text, *match) for match in self.matches[:most]]

    def within(self, rows: list[ChunkRow]) -> "_Places":
        """Those that begin in one of these chunks."""
        kept = [n for n in range(len(self)) if _row_at(rows, self.span(n)) is not None]
        return _Places(self.text.text, [self.matches[number] for number in kept])

    def first_within(self, start_line: int, end_line: int) -> int | None:
        """The number of the first match that begins in these lines."""
        starts = self.text.starts
        if start_line >= len(starts):
            return None
        number = bisect_left(self.matches, (starts[start_line], 0))
        end = starts[end_line] if end_line < len(starts) else starts[-1] + 1
        return number if number < len(self.matches) and self.matches[number][0] < end else None


def _defining(path: str, places: _Places, definitions: Definitions) -> int | None:
    """The number of the match that stands where a name of the question is defined."""
    found = (places.first_within(row.start_line, row.end_line) for row in definitions.get(path, ()))
    return next((number for number in found if number is not None), None)


def _parts(path: str, matches: int, defines: bool, scene: Scene) -> Parts:
    """What a score is made of; it is their sum."""
    file = FileCandidate(path, None)
    lowered = max(SIGNALS[name](file, scene) for name in _LOWERING)
    kept = 1 - _LOWERED * lowered
    many, definition, rest = 1 - 1 / (1 + matches), _DEFINES * kept, (1 - _DEFINES) * kept
    return {
        "definition": Contribution(float(defines), definition, definition * defines),
        "matches": Contribution(many, rest, rest * many),
    }


def _score(parts: Parts) -> float:
    return sum(part.contribution for part in parts.values())


def _hits_of(run: Run, path: str, places: _Places, parts: Parts, definitions: Definitions) -> list[Hit]:
    by_file, kinds = run.request.group_by == "file", frozenset(run.request.filters.kinds)
    highlights = tuple(places.spans(MAX_HIGHLIGHTS)) if by_file else ()
    if kinds:
        places = places.within([row for row in _rows(run, path, None) if row.kind in kinds])
    if not len(places):
        return []
    defining = _defining(path, places, definitions)
    most = 1 + _FURTHER if by_file else len(places)
    others = (number for number in range(len(places)) if number != defining)
    shown = list(islice(chain([] if defining is None else [defining], others), most))
    spans = [places.span(number) for number in shown]
    lines = [span.start_line for span in spans]
    rows = _rows(run, path, (min(lines), max(lines) + 1))
    placed = [(number, span, _row_at(rows, span)) for number, span in zip(shown, spans, strict=True)]
    score, count = _score(parts), len(places)
    told = (f"{count} {'match' if count == 1 else 'matches'}",)
    if parts["definition"].weight < _DEFINES:
        told = (*told, "ranked lower: a test, an example, a declaration, or kept from elsewhere or before")
    return [
        make_hit(
            run.verifier.sources[path],
            lines=(span.start_line, span.end_line + 1),
            score=score,
            signals={"matches": float(count), "definition": float(defining is not None)},
            reasons=("it is the definition", *told) if number == defining else told,
            symbol=hit_symbol(row) if row else None,
            language=row.language if row else None,
            from_buffer=run.folder.is_buffer(path),
            highlights=highlights or (span,),
            further=tuple(_further(*other[1:], score) for other in placed[1:]) if by_file else (),
            contributions=parts if run.request.explain else None,
        )
        for number, span, row in (placed[:1] if by_file else placed)
    ]


def _further(span: Span, row: ChunkRow | None, score: float) -> FurtherHit:
    return FurtherHit(span.start_line, span.end_line + 1, round(score, 4), hit_symbol(row) if row else None)


def _rows(run: Run, path: str, lines: tuple[int, int] | None) -> list[ChunkRow]:
    """The chunks of the file in order, all or those with any of the lines."""
    return run.folder.overlay.chunks_of(path) or run.folder.base.store.chunks_of(path, lines)


def _row_at(rows: list[ChunkRow], span: Span) -> ChunkRow | None:
    return next((row for row in rows if row.start_line <= span.start_line < row.end_line), None)
