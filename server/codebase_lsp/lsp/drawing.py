"""The map of one folder, for `codebase/map` and for contexts that want it on top."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..engine.context.repomap import MapRequest, RepositoryMap
from ..engine.context.tokens import TokenCounter
from ..engine.mapping import map_of
from .folders import Folder

if TYPE_CHECKING:
    from .server import CodebaseServer


async def draw(
    ls: "CodebaseServer",
    folder: Folder,
    open_documents: Sequence[str],
    mentioned: Sequence[str],
    tokens: int,
    counter: TokenCounter,
) -> RepositoryMap:
    """At most `tokens` long; `open_documents` are URIs."""
    opened = [ls.folders.locate(uri) for uri in open_documents]
    paths = tuple(located[1] for located in opened if located and located[0] is folder)
    request = MapRequest(tokens, paths, tuple(mentioned))
    return await ls.folders.ask(
        folder, ls.executors.questions, lambda workspace: map_of(workspace, request, counter)
    )
