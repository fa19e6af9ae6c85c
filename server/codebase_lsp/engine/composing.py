"""What one workspace gives to a context: the search, the texts and the symbols it needs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from .cancel import CancelToken
from .context.expand import related_pieces
from .context.gather import Sources
from .context.pieces import Piece
from .context.pipeline import HITS, Part
from .context.types import Place
from .relations.types import RelatedAnswer, RelatedRequest
from .search.types import SearchAnswer, SearchRequest

if TYPE_CHECKING:
    from .workspace import Workspace


def part_of(
    workspace: "Workspace",
    request: SearchRequest,
    prefix: str = "",
    pinned: Sequence[Place] = (),
    excluded: Sequence[Place] = (),
    cancel: CancelToken | None = None,
) -> Part:
    """The part of one folder in a context. `request` says what to search for; how many results are
    wanted is decided here. Raises BadRequest, Cancelled, IndexUnavailable."""
    answer = workspace.search(as_asked(request), cancel)
    return part_with(workspace, answer, prefix, pinned, excluded, cancel)


def as_asked(request: SearchRequest) -> SearchRequest:
    """With as many results as a context begins with."""
    return replace(request, limit=HITS, group_by="file")


def part_with(
    workspace: "Workspace",
    answer: SearchAnswer,
    prefix: str = "",
    pinned: Sequence[Place] = (),
    excluded: Sequence[Place] = (),
    cancel: CancelToken | None = None,
) -> Part:
    """The part of one folder of several, which were searched together with `as_asked`."""
    sources = Sources(workspace.read, workspace.symbols_in, workspace.is_buffer)

    def expand(pieces: Sequence[Piece], folder: int) -> Sequence[Piece]:
        def related(asked: RelatedRequest) -> RelatedAnswer:
            return workspace.related(asked, cancel)

        return related_pieces(pieces, folder, sources, related, answer.question.intent)

    return Part(
        hits=answer.hits,
        terms=dict.fromkeys(answer.question.terms, 1.0),
        sources=sources,
        expand=expand,
        index=answer.index,
        prefix=prefix,
        pinned=pinned,
        excluded=excluded,
        warnings=answer.warnings,
        milliseconds=answer.milliseconds,
    )
