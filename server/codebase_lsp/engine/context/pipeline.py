"""One context, end to end: search, expand, fit, merge, order, render."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ...errors import BadRequest
from ..search.types import Hit, IndexState
from .budget import Choice, fit
from .conversation import raised
from .gather import Sources, from_hits, from_place, without
from .merge import merge
from .order import arrange
from .pieces import Piece, Segments, text_of
from .render import RENDERERS, Block
from .tokens import TokenCounter
from .types import FORMATS, ORDERS, Context, ContextItem, ContextRequest, Omitted, Place

HITS = 40
"""Files asked of the search: more than fit into any usual budget."""
_OMITTED = 20
_COPY = 0.8
"""From this share of equal lines on, a piece is a copy of another."""
MIN_TOKENS, MAX_TOKENS = 100, 200_000

Expand = Callable[[Sequence[Piece], int], Sequence[Piece]]
"""(the pieces of a folder, its number) → pieces that the best of them are related to."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one folder gives for the question."""

    hits: Sequence[Hit]
    terms: Mapping[str, float]
    sources: Sources
    index: IndexState
    prefix: str = ""
    """Goes before paths in the text, where several folders are asked: the folder's name and a slash."""
    pinned: Sequence[Place] = ()
    """Goes in first, whatever the question."""
    excluded: Sequence[Place] = ()
    """Never goes in: files, or some of their lines."""
    expand: "Expand | None" = None
    warnings: Sequence[str] = ()
    milliseconds: Mapping[str, float] = field(default_factory=dict[str, float])


def check(request: ContextRequest) -> None:
    """Raises BadRequest."""
    if not MIN_TOKENS <= request.max_tokens <= MAX_TOKENS:
        raise BadRequest(f"The budget is between {MIN_TOKENS} and {MAX_TOKENS} tokens.", "maxTokens")
    if request.format not in FORMATS:
        raise BadRequest(f"There is no format {request.format!r}; there are {', '.join(FORMATS)}.", "format")
    if request.order not in ORDERS:
        raise BadRequest(f"There is no order {request.order!r}; there are {', '.join(ORDERS)}.", "order")


def build(
    request: ContextRequest,
    parts: Sequence[Part],
    counter: TokenCounter,
    seen: frozenset[str] = frozenset(),
    repository_map: str = "",
) -> Context:
    """The text for `request` from what the folders gave. The same input gives the same text.

    `seen` are canonical names that earlier answers of the conversation showed. Raises BadRequest.
    """
    check(request)
    started = time.perf_counter()
    pieces = _pieces(parts, seen)
    render = RENDERERS[request.format]
    question = request.query if request.instructions else ""

    def block(piece: Piece, segments: Segments) -> Block:
        path = parts[piece.folder].prefix + piece.path
        return Block(path, piece.lines, segments, piece.role, piece.canonical_name, piece.language)

    def rendered(choices: Sequence[Choice]) -> str:
        ordered = arrange(choices, request.order, _place)
        return render([block(c.piece, c.segments) for c in ordered], question, repository_map)

    frame = counter.count(render([], question, repository_map))

    costs: dict[tuple[int, str, Segments], int] = {}

    def cost(piece: Piece, segments: Segments) -> int:
        key = piece.folder, piece.path, segments
        if key not in costs:
            costs[key] = counter.count(render([block(piece, segments)], "", "")) + 1
        return costs[key]

    budget = max(0, request.max_tokens - frame)
    choices, left_out = fit(pieces, budget, cost)
    choices = merge(choices, budget, cost)
    text = rendered(choices)
    tokens = counter.count(text)
    while tokens > request.max_tokens and choices:  # counts of parts need not add up to that of the whole
        left_out.insert(0, choices.pop().piece)
        text = rendered(choices)
        tokens = counter.count(text)
    if tokens > request.max_tokens:
        text, tokens = "", 0
    ordered = arrange(choices, request.order, _place)
    spent = round((time.perf_counter() - started) * 1000, 2)
    return Context(
        text=text,
        items=tuple(_item(choice) for choice in ordered),
        tokens=tokens,
        max_tokens=request.max_tokens,
        omitted=tuple(_omitted(left_out, choices)),
        milliseconds=_slowest(parts) | {"context": spent},
        warnings=tuple(dict.fromkeys(text for part in parts for text in part.warnings)),
    )


def _place(choice: Choice) -> tuple[int, str, int]:
    return choice.piece.folder, choice.piece.path, choice.segments[0][0]


def _slowest(parts: Sequence[Part]) -> dict[str, float]:
    """Folders are asked side by side."""
    found: dict[str, float] = {}
    for part in parts:
        for stage, spent in part.milliseconds.items():
            found[stage] = max(spent, found.get(stage, 0.0))
    return found


def _pieces(parts: Sequence[Part], seen: frozenset[str]) -> list[Piece]:
    """What is pinned, then what answers, best first; without what is excluded, and without copies."""
    pinned: list[Piece] = []
    ranked: list[Piece] = []
    for number, part in enumerate(parts):
        places = (from_place(place, number, part.sources, place.role, 1.0) for place in part.pinned)
        pinned += [piece for place in places if place and (piece := without(place, part.excluded))]
        matches = from_hits(part.hits, number, part.sources, part.terms)
        related = part.expand(matches, number) if part.expand else ()
        ranked += [piece for found in (*matches, *related) if (piece := without(found, part.excluded))]
    for piece in ranked:
        piece.score = raised(piece.score, piece.canonical_name, seen)
    ranked.sort(key=lambda piece: -piece.score)
    kept: list[Piece] = []
    for piece in (*pinned, *ranked):
        if not any(_repeats(piece, other) for other in kept):
            kept.append(piece)
    return kept


def _repeats(piece: Piece, other: Piece) -> bool:
    """Whether another file shows (nearly) all lines of `piece` already: a copy says nothing new."""
    lines = piece.telling_lines
    elsewhere = (piece.folder, piece.path) != (other.folder, other.path)
    return elsewhere and len(lines & other.telling_lines) > _COPY * max(1, len(lines))


def _item(choice: Choice) -> ContextItem:
    piece, segments = choice.piece, choice.segments
    return ContextItem(
        folder=piece.folder,
        path=piece.path,
        start_line=segments[0][0],
        end_line=segments[-1][1],
        segments=segments,
        role=piece.role,
        canonical_name=piece.canonical_name,
        language=piece.language,
        text=text_of(piece.lines, segments),
        tokens=choice.tokens,
        score=piece.score,
        reasons=piece.reasons,
        checked_against="buffer" if piece.is_buffer else "disk",
        digest=piece.source.digest,
    )


def _omitted(pieces: Sequence[Piece], choices: Sequence[Choice]) -> list[Omitted]:
    """The best of what did not fit and is not shown with something else."""
    shown = [(c.piece.folder, c.piece.path, c.segments[0][0], c.segments[-1][1]) for c in choices]
    return [
        Omitted(
            piece.folder,
            piece.path,
            piece.start_line,
            piece.end_line,
            piece.canonical_name,
            "over the budget",
        )
        for piece in pieces
        if not any(
            (folder, path) == (piece.folder, piece.path)
            and start <= piece.start_line
            and piece.end_line <= end
            for folder, path, start, end in shown
        )
    ][:_OMITTED]
