"""File events of the client: hints beside the engine's own watching.

The engine watches the disk by itself; an editor may know of a change sooner, or where the
system's events do not reach (some network and container file systems).
"""

import logging
from collections import defaultdict
from typing import TYPE_CHECKING

from lsprotocol import types

from ..errors import CodebaseError
from .executors import run_in
from .folders import Folder

if TYPE_CHECKING:
    from .server import CodebaseServer

log = logging.getLogger(__name__)


def registration() -> types.Registration:
    """Asks the client for events of all files."""
    everything = types.FileSystemWatcher(glob_pattern="**/*")
    options = types.DidChangeWatchedFilesRegistrationOptions([everything])
    return types.Registration("codebase-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)


def did_change_watched_files(ls: "CodebaseServer", params: types.DidChangeWatchedFilesParams) -> None:
    changed: dict[Folder, list[str]] = defaultdict(list)
    for change in params.changes:
        if located := ls.folders.locate(change.uri):
            changed[located[0]].append(located[1])
    for folder, paths in changed.items():
        ls.spawn(_hint(ls, folder, paths))


async def _hint(ls: "CodebaseServer", folder: Folder, paths: list[str]) -> None:
    try:
        workspace = await folder.workspace()
        await run_in(ls.executors.buffers, lambda: workspace.hint(paths))
    except CodebaseError as error:
        log.debug("File events of %s are not used: %s", folder.root, error)
