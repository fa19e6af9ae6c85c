"""`codebase/files`: what would be indexed, how much that is, and why the rest is left out."""

from typing import TYPE_CHECKING

from ..engine.cancel import CancelToken
from ..wire import types as wire
from ..wire.codec import decode
from . import convert
from .executors import cancelling, run_in
from .progress import WorkDone
from .requests import encoded
from .rpc import EncodedResult

if TYPE_CHECKING:
    from .server import CodebaseServer


async def files(ls: "CodebaseServer", params: object) -> EncodedResult:
    """Of one folder or of all; changes nothing."""
    wanted = decode(wire.FilesParams, {} if params is None else params)
    folders = [ls.folders.resolve(wanted.folder)[0]] if wanted.folder is not None else list(ls.folders)
    with cancelling(CancelToken()) as token:
        async with WorkDone(ls, "Looking at files", token, wanted.work_done_token, start_own=False):
            plans = [
                (
                    folder.root,
                    await ls.folders.ask(
                        folder, ls.executors.planning, lambda workspace: workspace.plan(token)
                    ),
                )
                for folder in folders
            ]
        return await run_in(ls.executors.planning, lambda: encoded(convert.files_result(plans, wanted)))
