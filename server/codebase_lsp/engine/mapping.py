"""The map of one workspace: its links, ranked, drawn."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .context.repomap import MapRequest, RepositoryMap, draw, near_files
from .context.tokens import TokenCounter
from .files.types import SourceFile
from .parse.types import Symbol
from .relations.pagerank import rank

if TYPE_CHECKING:
    from .workspace import Workspace


def map_of(workspace: "Workspace", request: MapRequest, counter: TokenCounter) -> RepositoryMap:
    """The outline of the folder as it is now, buffers included. Raises IndexUnavailable."""
    base, overlay = workspace.tiers()
    links = workspace.links.of(base, overlay)
    near = near_files(list(links), request)
    ranks = rank(links, workspace.links.names, near, frozenset(request.mentioned))

    def symbols(path: str) -> Sequence[Symbol]:
        source = workspace.read(path)
        return workspace.symbols_in(source) if isinstance(source, SourceFile) else ()

    return draw(ranks, symbols, counter, request)
