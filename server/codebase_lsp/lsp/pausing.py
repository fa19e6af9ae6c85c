"""`codebase/pause` and `codebase/resume`: background work rests when a person asks for it."""

import asyncio
from typing import TYPE_CHECKING

from ..engine.search.types import IndexState
from ..engine.workspace import Workspace
from ..errors import CodebaseError
from ..wire import types as wire
from ..wire.codec import decode
from .convert import index_status
from .folders import Folder
from .indexing import index_folder
from .requests import encoded
from .rpc import EncodedResult

if TYPE_CHECKING:
    from .server import CodebaseServer


async def pause(ls: "CodebaseServer", params: object) -> EncodedResult:
    """Nothing is indexed in the background until `resume`; what is under way stops where it is."""
    return await _set(ls, params, paused=True)


async def resume(ls: "CodebaseServer", params: object) -> EncodedResult:
    """Go on where it was."""
    was_paused = ls.paused
    result = await _set(ls, params, paused=False)
    if was_paused:
        for folder in ls.folders:
            ls.spawn(index_folder(ls, folder))
    return result


async def _set(ls: "CodebaseServer", params: object, *, paused: bool) -> EncodedResult:
    decode(wire.PauseParams, {} if params is None else params)
    ls.paused = paused

    def tell(workspace: Workspace) -> IndexState:
        workspace.pause() if paused else workspace.resume()
        return workspace.index_state()

    async def one(folder: Folder) -> IndexState | None:
        try:
            return await ls.folders.ask(folder, ls.executors.questions, tell)
        except CodebaseError:  # Logged when it could not be opened.
            return None

    states = [state for state in await asyncio.gather(*map(one, ls.folders)) if state is not None]
    ls.status_changes.soon()
    return encoded(wire.PauseResult(paused, index_status(states)))
