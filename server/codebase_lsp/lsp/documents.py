"""Open documents: what the editor holds is what is searched.

Changes are gathered for a moment, and only the latest text of a document goes to the
engine, on the buffers lane. A search first waits for what was typed before it.
"""

import asyncio
import logging
from typing import TYPE_CHECKING
from urllib.parse import unquote

from lsprotocol import types

from .convert import well_formed
from .executors import run_in
from .folders import Folder

if TYPE_CHECKING:
    from .server import CodebaseServer

log = logging.getLogger(__name__)

DEBOUNCE_SECONDS = 0.05
_SETTLE_SECONDS = 0.5
"""A search waits at most this long for buffers."""


class Documents:
    """Carries buffers from pygls' workspace to the engine. Used on the event loop only."""

    def __init__(self, ls: "CodebaseServer") -> None:
        self._ls = ls
        self._changed: dict[str, None] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._under_way: set[asyncio.Task[None]] = set()

    def changed(self, uri: str) -> None:
        """The document was opened, edited or closed."""
        self._changed[uri] = None
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(DEBOUNCE_SECONDS, self._flush)

    def folder_opened(self, folder: Folder) -> None:
        """Give a folder that was just opened the buffers that lie in it."""
        for document in self._ls.workspace.text_documents.values():
            located = self._ls.folders.locate(document.uri)
            if located and located[0] is folder:
                self.changed(document.uri)

    async def settled(self) -> None:
        """Wait until the engine has what was typed so far, or for half a second."""
        self._flush()
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=_SETTLE_SECONDS)

    def _flush(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        changed, self._changed = self._changed, {}
        for uri in changed:
            if located := self._ls.folders.locate(uri):
                task = asyncio.get_running_loop().create_task(self._deliver(*located, uri))
                self._under_way.add(task)
                task.add_done_callback(self._under_way.discard)

    async def _deliver(self, folder: Folder, path: str, uri: str) -> None:
        try:
            workspace = await folder.workspace()
            # Read after the wait: whatever was typed meanwhile is included.
            document = self._ls.workspace.text_documents.get(unquote(uri))
            if document is None:
                await run_in(self._ls.executors.buffers, lambda: workspace.close_buffer(path))
            else:
                text = well_formed(document.source)
                await run_in(self._ls.executors.buffers, lambda: workspace.set_buffer(path, text))
        except Exception as error:
            log.warning("The unsaved text of %s is not searched: %s", path, error)


def did_open(ls: "CodebaseServer", params: types.DidOpenTextDocumentParams) -> None:
    ls.documents.changed(params.text_document.uri)


def did_change(ls: "CodebaseServer", params: types.DidChangeTextDocumentParams) -> None:
    ls.documents.changed(params.text_document.uri)


def did_close(ls: "CodebaseServer", params: types.DidCloseTextDocumentParams) -> None:
    ls.documents.changed(params.text_document.uri)
