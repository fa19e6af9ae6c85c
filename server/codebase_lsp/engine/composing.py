"""What one workspace gives to a context: the search, the texts and the symbols it needs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from .cancel import CancelToken
from .context.gather import Sources
from .context.pipeline import HITS, Part
from .context.types import Place
from .search.types import SearchRequest

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
    answer = workspace.search(replace(request, limit=HITS, group_by="file"), cancel)
    return Part(
        hits=answer.hits,
        terms=dict.fromkeys(answer.question.terms, 1.0),
        sources=Sources(workspace.read, workspace.symbols_in, workspace.is_buffer),
        index=answer.index,
        prefix=prefix,
        pinned=pinned,
        excluded=excluded,
        warnings=answer.warnings,
        milliseconds=answer.milliseconds,
    )
