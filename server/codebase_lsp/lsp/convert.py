"""Between the wire and the engine: URIs and paths, characters and code points, values and values.

Shared by the server and the command line, so it imports neither pygls nor lsprotocol.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlsplit

from ..engine.plan import Plan
from ..engine.reports import FolderStatus, IndexReport
from ..engine.search.types import (
    Filters,
    FurtherHit,
    Hit,
    HitSymbol,
    IndexState,
    Queries,
    SearchAnswer,
    SearchRequest,
    Span,
)
from ..wire import types as wire

_STATES = ("failed", "empty", "paused", "scanning", "indexing", "embedding", "ready")
"""Several folders together are in the first of these that one of them is in."""

SKIPPED_LISTED = 5_000
"""More skipped files than this are only counted in an answer."""

# URIs and paths


def uri_of_path(path: Path) -> str:
    """An absolute path as a `file:` URI."""
    return path.as_uri()


def path_of_uri(uri: str) -> Path | None:
    """The absolute path of a `file:` URI, without `.` and `..`; None for other schemes."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme.lower() != "file":
        return None
    text = os.fsdecode(unquote_to_bytes(parts.path))
    if "\0" in text:
        return None
    if os.name == "nt" and re.match(r"/[A-Za-z]:", text):
        text = text[1:]
    if parts.netloc and parts.netloc != "localhost":
        text = f"//{parts.netloc}{text}"
    path = Path(os.path.normpath(text)) if text else None
    return path if path and path.is_absolute() else None


def relative_to(path: Path, root: Path) -> str | None:
    """The path inside `root` with `/` between parts; None if it is not inside."""
    try:
        inside = path.relative_to(root).as_posix()
    except ValueError:
        return None
    return None if inside == "." else inside


# Questions


def search_request(params: wire.SearchParams, root: Path, inside: Sequence[str] = ()) -> SearchRequest:
    """The question to the folder at `root`, restricted to the folders `inside` it if there are any."""
    active = _path_inside(params.active_document, root)
    opened = (_path_inside(uri, root) for uri in params.open_documents)
    include = params.filters.include
    return SearchRequest(
        query=well_formed(params.query),
        mode=params.mode,
        filters=Filters(
            languages=params.filters.languages,
            include=_include_inside(inside, include) if inside else include,
            exclude=params.filters.exclude,
            kinds=params.filters.kinds,
        ),
        limit=params.limit,
        group_by=params.group_by,
        case_sensitive=params.case_sensitive,
        smart_case=params.smart_case,
        whole_word=params.whole_word,
        active_path=active,
        open_paths=tuple(path for path in opened if path),
        profile=params.profile,
        queries=_queries(params.queries),
        weights=params.weights,
        explain=params.explain,
    )


def _queries(sent: wire.SearchQueries) -> Queries:
    keywords = sent.keywords or ""
    return Queries(
        english=well_formed(sent.english or ""),
        original=well_formed(sent.original or ""),
        hypothetical_code=well_formed(sent.hypothetical_code or ""),
        keywords=well_formed(keywords if isinstance(keywords, str) else " ".join(keywords)),
        expansion=well_formed(sent.expansion or ""),
    )


def _path_inside(uri: str | None, root: Path) -> str | None:
    path = path_of_uri(uri) if uri else None
    return relative_to(path, root) if path else None


def _include_inside(folders: Iterable[str], patterns: Sequence[str]) -> tuple[str, ...]:
    """`patterns`, read as if each stood in a .gitignore of each of `folders`."""
    prefixed: list[str] = []
    for folder in folders:
        prefix = "/" + re.sub(r"([*?\[\]\\!#])", r"\\\1", folder)
        for pattern in patterns or ("/",):
            sign, bare = ("!", pattern[1:]) if pattern.startswith("!") else ("", pattern)
            anchored = "/" in bare.rstrip("/")
            between = "/" if anchored or bare == "/" else "/**/"
            prefixed.append(f"{sign}{prefix}{between}{bare.lstrip('/')}")
    return tuple(prefixed)


def well_formed(text: str) -> str:
    """Without halves of surrogate pairs, which JSON can carry and UTF-8 cannot."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


# Answers


def search_result(
    answers: Sequence[tuple[Path, SearchAnswer]], limit: int, encoding: str, warnings: Sequence[str] = ()
) -> wire.SearchResult:
    """The answers of several folders as one, best first.

    `encoding` is the negotiated one: `utf-8`, `utf-16` or `utf-32`.
    """
    found = [(root, hit) for root, answer in answers for hit in answer.hits]
    found.sort(key=lambda pair: -pair[1].score)
    first = answers[0][1] if answers else None
    timings: dict[str, float] = {}
    for _, answer in answers:
        for stage, spent in answer.milliseconds.items():
            timings[stage] = max(timings.get(stage, 0.0), round(spent, 3))
    told = [*warnings, *(text for _, answer in answers for text in answer.warnings)]
    return wire.SearchResult(
        results=tuple(_result(root, hit, encoding) for root, hit in found[:limit]),
        index=index_status([answer.index for _, answer in answers]),
        question=wire.QuestionInfo(
            mode=first.question.mode if first else "hybrid",
            kind=first.question.kind if first else "naturalLanguage",
            symbols=first.question.symbols if first else (),
            terms=first.question.terms if first else (),
            intent=first.question.intent if first else "locate",
        ),
        timings=timings,
        warnings=tuple(dict.fromkeys(told)),
    )


def index_status(states: Sequence[IndexState]) -> wire.IndexStatus:
    """The states of several folders as one."""
    chunks = sum(state.chunks for state in states)
    with_vector = sum(state.vector_share * state.chunks for state in states)
    alone = states[0].vector_share if len(states) == 1 else 0.0
    words = [state.state for state in states]
    return wire.IndexStatus(
        state=min(words, key=lambda word: _STATES.index(word) if word in _STATES else 0, default="empty"),
        files_done=sum(state.files_done for state in states),
        files_total=sum(state.files_total for state in states),
        chunks=chunks,
        vector_share=with_vector / chunks if chunks else alone,
        generation=max((state.generation for state in states), default=0),
        root=_root_of([state.root for state in states]),
    )


def _root_of(roots: Sequence[str]) -> str:
    """Of several folders: a hash over their roots, in any order."""
    if len(roots) == 1:
        return roots[0]
    return hashlib.blake2b("\n".join(sorted(roots)).encode(), digest_size=16).hexdigest() if roots else ""


def _result(root: Path, hit: Hit, encoding: str) -> wire.SearchResultItem:
    lines = re.split(r"\r\n|\n|\r", hit.snippet)
    highlights = (_range_of_span(span, hit.start_line, lines, encoding) for span in hit.highlights)
    return wire.SearchResultItem(
        uri=uri_of_path(root / hit.path),
        range=range_of_lines(hit.start_line, hit.end_line),
        score=round(hit.score, 6),
        signals={name: round(value, 6) for name, value in hit.signals.items()},
        reasons=hit.reasons,
        symbol=_symbol(hit.symbol),
        language=hit.language,
        snippet=hit.snippet,
        highlights=tuple(place for place in highlights if place),
        checked_against=wire.CheckedAgainst(source=hit.checked_against, hash=hit.digest),
        further=tuple(_further(other) for other in hit.further),
        contributions={
            name: wire.Contribution(round(c.value, 6), round(c.weight, 6), round(c.contribution, 6))
            for name, c in hit.contributions.items()
        },
    )


def _further(hit: FurtherHit) -> wire.FurtherResult:
    lines = range_of_lines(hit.start_line, hit.end_line)
    return wire.FurtherResult(range=lines, score=round(hit.score, 6), symbol=_symbol(hit.symbol))


def _symbol(symbol: HitSymbol | None) -> wire.ResultSymbol | None:
    return symbol and wire.ResultSymbol(symbol.name, symbol.kind, symbol.canonical_name)


def range_of_lines(start: int, end: int) -> wire.Range:
    return wire.Range(wire.Position(start, 0), wire.Position(end, 0))


def _range_of_span(span: Span, first_line: int, lines: Sequence[str], encoding: str) -> wire.Range | None:
    """None when a line of the span is not among `lines`: its characters cannot be counted."""
    ends: list[wire.Position] = []
    for line, column in ((span.start_line, span.start_column), (span.end_line, span.end_column)):
        if column == 0:
            ends.append(wire.Position(line, 0))
        elif 0 <= line - first_line < len(lines):
            ends.append(wire.Position(line, units(lines[line - first_line][:column], encoding)))
        else:
            return None
    return wire.Range(*ends)


def units(text: str, encoding: str) -> int:
    """How many units of `encoding` the characters of `text` take."""
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    if encoding == "utf-32":
        return len(text)
    return len(text) + sum(character > "\uffff" for character in text)


# Status and reports


def status_result(
    folders: Sequence[tuple[Path, FolderStatus, bool]],
) -> wire.StatusResult:
    """Each folder as the client names it, its status, and whether this process writes its index."""
    counters: dict[str, int] = {}
    for _, status, _ in folders:
        for name, count in status.counters.items():
            counters[name] = counters.get(name, 0) + count
    skipped = [(root, item) for root, status, _ in folders for item in status.skipped]
    model = folders[0][1] if folders else None
    return wire.StatusResult(
        index=index_status([status.index for _, status, _ in folders]),
        model=wire.ModelStatus(
            name=model.model if model else "",
            state=model.model_state if model else "notLoaded",
            remote=bool(model and model.model_notice),
            notice=model.model_notice if model else "",
            answering=model.model_answering if model else "",
            change=model.model_change if model else "",
        ),
        folders=tuple(_folder_status(*folder) for folder in folders),
        skipped=tuple(
            wire.SkippedFile(uri_of_path(root / item.path), item.reason.value, item.detail)
            for root, item in skipped[:SKIPPED_LISTED]
        ),
        skipped_total=len(skipped),
        counters=counters,
    )


def _folder_status(root: Path, status: FolderStatus, writable: bool) -> wire.FolderStatus:
    return wire.FolderStatus(
        uri=uri_of_path(root),
        index_directory=str(status.index_dir),
        index=index_status([status.index]),
        files=status.files,
        languages=dict(status.languages),
        disk_bytes=status.disk_bytes,
        writable=writable,
    )


def reindexed_folder(root: Path, report: IndexReport) -> wire.ReindexedFolder:
    """What one run did, as it travels."""
    return wire.ReindexedFolder(
        uri=uri_of_path(root),
        files=report.files,
        chunks=report.chunks,
        parsed=report.parsed,
        embedded=report.embedded,
        removed=report.removed,
        skipped=dict(report.skipped),
        seconds=round(report.seconds, 3),
    )


def files_result(plans: Sequence[tuple[Path, Plan]], params: wire.FilesParams) -> wire.FilesResult:
    """The part of the list that was asked for, and the totals of each folder."""
    listed = [(root, entry) for root, plan in plans for entry in plan.entries]
    return wire.FilesResult(
        files=tuple(
            wire.PlannedFile(
                uri=uri_of_path(root / entry.path),
                bytes=entry.size,
                tokens=entry.tokens,
                reason=entry.skipped.reason.value if entry.skipped else "",
                detail=entry.skipped.detail if entry.skipped else "",
            )
            for root, entry in listed[params.offset : params.offset + params.limit]
        ),
        total=len(listed),
        folders=tuple(
            wire.FolderPlan(uri_of_path(root), plan.files, plan.bytes, plan.tokens, dict(plan.skipped))
            for root, plan in plans
        ),
    )
