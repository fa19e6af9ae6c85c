"""Background indexing of opened folders, and the status notifications it causes."""

import asyncio
import gc
import logging
import time
from typing import TYPE_CHECKING

from ..engine.reports import IndexProgress
from ..engine.search.types import IndexState
from ..errors import Cancelled, CodebaseError, Paused
from ..wire import methods
from ..wire import types as wire
from ..wire.codec import encode
from .convert import index_status
from .executors import run_in
from .folders import Folder
from .progress import WorkDone

if TYPE_CHECKING:
    from .server import CodebaseServer

log = logging.getLogger(__name__)


async def index_folder(ls: "CodebaseServer", folder: Folder) -> None:
    """Bring one folder up to date; searches meanwhile get what there is."""
    token = folder.job
    try:
        workspace = await folder.workspace()
        # First, so that nothing that changes during the walk is missed.
        await run_in(ls.executors.indexing, lambda: workspace.watch(ls.status_changes.soon))
        if ls.paused:
            await run_in(ls.executors.questions, workspace.pause)
            return
        async with WorkDone(ls, f"Indexing {folder.root.name}", token) as shown:

            def report(step: IndexProgress) -> None:
                shown.report(step)
                ls.status_changes.soon()

            report_of = await run_in(ls.executors.indexing, lambda: workspace.index(report, token))
            # What an index keeps in memory stays: the garbage collector need not look through it, for a
            # tenth of a second, in the middle of somebody's search.
            gc.freeze()
            shown.close_with(f"{report_of.files} files, {report_of.chunks} chunks")
        log.info(
            "Indexed %s: %d files, %d chunks in %.1f s.",
            folder.root,
            report_of.files,
            report_of.chunks,
            report_of.seconds,
        )
    except Paused:
        log.info("Indexing of %s rests.", folder.root)
    except Cancelled:
        log.info("Indexing of %s was cancelled.", folder.root)
    except CodebaseError as error:
        log.error("Indexing of %s failed: %s", folder.root, error)
    finally:
        ls.status_changes.soon()


class StatusChanges:
    """Sends `codebase/didChangeStatus`, at most four times a second, to clients that asked."""

    SECONDS = 0.25

    def __init__(self, ls: "CodebaseServer") -> None:
        self._ls = ls
        self._loop = asyncio.get_running_loop()
        self._asked = 0.0
        self._pending = False

    def soon(self) -> None:
        """The status may have changed. Thread-safe and cheap."""
        now = time.monotonic()
        if self._ls.client.status_notifications and not self._pending:
            self._pending = True
            wait = max(0.0, self._asked + self.SECONDS - now)
            self._asked = now + wait
            self._loop.call_soon_threadsafe(self._loop.call_later, wait, self._start)

    def _start(self) -> None:
        self._pending = False
        self._ls.spawn(self._send())

    async def _send(self) -> None:
        states: list[tuple[str, IndexState]] = []
        for folder in self._ls.folders:
            try:
                state = await self._ls.folders.ask(
                    folder, self._ls.executors.questions, lambda workspace: workspace.index_state()
                )
                states.append((folder.uri, state))
            except CodebaseError as error:
                log.debug("No status of %s: %s", folder.root, error)
        params = wire.DidChangeStatusParams(
            index=index_status([state for _, state in states]),
            folders=tuple(wire.FolderIndex(uri, index_status([state])) for uri, state in states),
        )
        self._ls.protocol.notify(methods.DID_CHANGE_STATUS, encode(params))
