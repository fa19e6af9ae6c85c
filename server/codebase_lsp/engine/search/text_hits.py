"""From matches in texts to results: definitions first, tests and declarations last, then by number."""

from collections.abc import Mapping
from contextlib import suppress
from itertools import islice

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
            text = SourceText(source.text)
            spans: list[Span] = []
            with suppress(TookTooLong):  # then as far as it came
                for start, end in islice(pattern.matches(source.text), MAX_MATCHES_PER_FILE):
                    spans.append(span_at(text, start, end))
            hits.extend(_hits_of(run, path, spans, parts[path], definitions))
    return hits[: run.request.limit]


def _definitions(run: Run) -> Definitions:
    found: dict[str, list[SymbolRow]] = {}
    names = set(words(run.question.literal)) if run.question.mode == "exact" else set[str]()
    for name in names:
        for tier in (run.folder.base, run.folder.overlay):
            for row in tier.symbols_named(name.lower(), prefix=False, limit=1000):
                found.setdefault(row.path, []).append(row)
    return found


def _defining(path: str, spans: list[Span], definitions: Definitions) -> Span | None:
    """The match that stands where a name of the question is defined."""
    for row in definitions.get(path, ()):
        for span in spans:
            if row.start_line <= span.start_line < row.end_line:
                return span
    return None


def _parts(path: str, matches: int, defines: bool, scene: Scene) -> Parts:
    """What a score is made of; it is their sum."""
    lowered = max(SIGNALS[name](FileCandidate(path, None), scene) for name in _LOWERING)
    kept = 1 - _LOWERED * lowered
    many, definition, rest = 1 - 1 / (1 + matches), _DEFINES * kept, (1 - _DEFINES) * kept
    return {
        "definition": Contribution(float(defines), definition, definition * defines),
        "matches": Contribution(many, rest, rest * many),
    }


def _score(parts: Parts) -> float:
    return sum(part.contribution for part in parts.values())


def _hits_of(run: Run, path: str, spans: list[Span], parts: Parts, definitions: Definitions) -> list[Hit]:
    rows = run.folder.overlay.chunks_of(path) or run.folder.base.store.chunks_of(path)
    kinds = frozenset(run.request.filters.kinds)
    placed = [(span, _row_at(rows, span.start_line)) for span in spans]
    if kinds:
        placed = [(span, row) for span, row in placed if row is not None and row.kind in kinds]
    if not placed:
        return []
    defining = _defining(path, [span for span, _ in placed], definitions)
    placed.sort(key=lambda pair: pair[0] is not defining)  # stable: the others stay in order
    by_file = run.request.group_by == "file"
    others = placed[1 : 1 + _FURTHER] if by_file else []
    score = _score(parts)
    told = (f"{len(placed)} {'match' if len(placed) == 1 else 'matches'}",)
    if parts["definition"].weight < _DEFINES:
        told = (*told, "ranked lower: a test, an example, a declaration, or kept from elsewhere or before")
    return [
        make_hit(
            run.verifier.sources[path],
            lines=(span.start_line, span.end_line + 1),
            score=score,
            signals={"matches": float(len(placed)), "definition": float(defining is not None)},
            reasons=("it is the definition", *told) if span is defining else told,
            symbol=hit_symbol(row) if row else None,
            language=row.language if row else None,
            from_buffer=run.folder.is_buffer(path),
            highlights=tuple(spans[:MAX_HIGHLIGHTS]) if by_file else (span,),
            further=tuple(_further(other, score) for other in others),
            contributions=parts if run.request.explain else None,
        )
        for span, row in (placed[:1] if by_file else placed)
    ]


def _further(place: tuple[Span, ChunkRow | None], score: float) -> FurtherHit:
    span, row = place
    return FurtherHit(span.start_line, span.end_line + 1, round(score, 4), hit_symbol(row) if row else None)


def _row_at(rows: list[ChunkRow], line: int) -> ChunkRow | None:
    return next((row for row in rows if row.start_line <= line < row.end_line), None)
