"""Exact and regular-expression search, the whole way: candidates, matches, results."""

from collections import defaultdict

from ..files.types import Skipped
from ..index.types import ChunkRow
from ..parse.source import SourceText
from .candidates import FileCandidate
from .exact import Pattern, candidate_chunks, compile_literal, compile_regex, span_at
from .present import MAX_HIGHLIGHTS, hit_symbol, make_hit
from .run import Run
from .signals import SIGNALS, Scene
from .types import FurtherHit, Hit, Span

MAX_MATCHES = 10_000
"""In all files together; more are counted as one warning."""
MAX_MATCHES_PER_FILE = 500
_FURTHER = 20
_DEFINES, _LOWER = 0.5, 0.5


def search_text(run: Run) -> list[Hit]:
    """Files with matches: definitions of the text first, tests and prose last, then by matches."""
    pattern = _compile(run)
    with run.timed("recall"):
        paths = _candidate_paths(run, pattern)
    matches: dict[str, list[Span]] = {}
    total = 0
    with run.timed("scan"):
        for path in paths:
            run.cancel.check()
            spans = _matches(run, pattern, path)
            if spans:
                matches[path] = spans
                total += len(spans)
            if total >= MAX_MATCHES:
                run.warnings.append(f"Stopped after {total} matches; narrow the question or add filters.")
                break
    with run.timed("present"):
        return _present(run, matches)


def _compile(run: Run) -> Pattern:
    question, request, seconds = run.question, run.request, run.folder.regex_seconds
    if question.mode == "regex":
        return compile_regex(question.text, case_sensitive=request.case_sensitive, seconds=seconds)
    return compile_literal(
        question.literal,
        case_sensitive=request.case_sensitive,
        whole_word=request.whole_word,
        seconds=max(seconds, 10.0),
    )


def _candidate_paths(run: Run, pattern: Pattern) -> list[str]:
    base, overlay = run.folder.base, run.folder.overlay
    files, hidden = base.files(), set(overlay.paths())
    chunk_ids = candidate_chunks(pattern, base.lexical)
    if chunk_ids is None:
        known = [row.path for row in files.values() if run.admitted(row.path, row.language)]
    else:
        rows = base.store.paths_of(chunk_ids)
        known = [path for path in rows if path in files and run.admitted(path, files[path].language)]
    fresh = [file.path for file in overlay.files() if run.admitted(file.path, file.language)]
    return sorted({path for path in known if path not in hidden}.union(fresh))


def _matches(run: Run, pattern: Pattern, path: str) -> list[Span]:
    source = run.folder.read(path)
    if isinstance(source, Skipped):
        return []
    spans: list[Span] = []
    text: SourceText | None = None
    for start, end in pattern.matches(source.text):
        text = text or SourceText(source.text)
        spans.append(span_at(text, start, end))
        if len(spans) == MAX_MATCHES_PER_FILE:
            break
    return spans


def _present(run: Run, matches: dict[str, list[Span]]) -> list[Hit]:
    """Only files that are shown are verified and looked up in the index."""
    scene = Scene.of(run.question, [], run.request.active_path, run.request.open_paths)
    order = sorted(matches, key=lambda path: (-_quick_score(path, len(matches[path]), scene), path))
    hits: list[Hit] = []
    for path in order:
        if len(hits) >= 2 * run.request.limit:
            break
        run.verifier.refresh([path])
        if path in run.verifier.sources:
            hits.extend(_hits_of(run, path, matches[path], scene))
    hits.sort(key=lambda hit: -hit.score)
    return hits[: run.request.limit]


def _quick_score(path: str, count: int, scene: Scene) -> float:
    file = FileCandidate(path, None)
    lower = max(SIGNALS[name](file, scene) for name in ("testFile", "exampleFile", "legacyFile"))
    return (1 - 1 / (1 + count)) * (1 - _LOWER * lower)


def _hits_of(run: Run, path: str, spans: list[Span], scene: Scene) -> list[Hit]:
    rows = run.folder.overlay.chunks_of(path) or run.folder.base.store.chunks_of(path)
    by_row: dict[int, list[Span]] = defaultdict(list)
    placed = [(span, _row_at(rows, span.start_line)) for span in spans]
    kinds = frozenset(run.request.filters.kinds)
    if kinds:
        placed = [(span, row) for span, row in placed if row is not None and row.kind in kinds]
    if not placed:
        return []
    for span, row in placed:
        by_row[row.id if row else 0].append(span)
    base_score = _quick_score(path, len(placed), scene)
    defining = [(span, row) for span, row in placed if row and _defines(row, span, run.question.literal)]
    first = defining[0] if defining else placed[0]
    ordered = [first, *(pair for pair in placed if pair is not first)]
    shown = ordered if run.request.group_by == "chunk" else ordered[:1]
    score = min(1.0, (1 - _DEFINES) * base_score + (_DEFINES if defining else 0.0))
    further = tuple(
        FurtherHit(span.start_line, span.end_line + 1, round(score, 4), hit_symbol(row) if row else None)
        for span, row in ordered[1 : 1 + _FURTHER]
    )
    count = len(placed)
    reasons = [f"{count} {'match' if count == 1 else 'matches'}"]
    if defining:
        reasons.insert(0, f"it defines {run.question.literal}")
    source = run.verifier.sources[path]
    return [
        make_hit(
            source,
            lines=(span.start_line, span.end_line + 1),
            score=score,
            signals={"matches": float(count), **({"definition": 1.0} if defining else {})},
            reasons=tuple(reasons),
            symbol=hit_symbol(row) if row else None,
            language=row.language if row else None,
            from_buffer=run.folder.is_buffer(path),
            highlights=(span,) if run.request.group_by == "chunk" else tuple(spans[:MAX_HIGHLIGHTS]),
            further=further if run.request.group_by == "file" else (),
        )
        for span, row in shown
    ]


def _row_at(rows: list[ChunkRow], line: int) -> ChunkRow | None:
    return next((row for row in rows if row.start_line <= line < row.end_line), None)


def _defines(row: ChunkRow, span: Span, literal: str) -> bool:
    return literal in row.defines
