"""The server of one client: its parts put together, and the table of what it answers."""

import asyncio
import logging
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from .. import __version__
from ..engine.context.conversation import Conversations
from ..engine.settings import Settings
from ..engine.workspace import Workspace
from ..wire import methods
from . import (
    contexts,
    documents,
    lifecycle,
    map,
    pausing,
    planning,
    related,
    requests,
    symbols,
    watching,
)
from .capabilities import ClientFeatures
from .chat import Chat
from .documents import Documents
from .executors import Executors
from .folders import Folders, OpenWorkspace
from .indexing import StatusChanges
from .logs import ClientLog
from .parent import ParentWatch
from .rpc import CodebaseProtocol
from .symbols import SymbolFeatures

log = logging.getLogger(__name__)


def _open_workspace(root: Path, settings: Settings) -> Workspace:
    workspace = Workspace(root, settings)
    workspace.announce()  # nobody may take what the last run left behind for complete
    return workspace


class CodebaseServer(LanguageServer):
    """Everything one connection needs. Made and used on the event loop."""

    protocol: CodebaseProtocol  # pyright: ignore[reportIncompatibleVariableOverride]

    def __init__(self, open_workspace: OpenWorkspace = _open_workspace) -> None:
        super().__init__(
            "codebase-lsp",
            __version__,
            protocol_cls=CodebaseProtocol,
            converter_factory=default_converter,
            # Nothing may run there; see Executors.
            max_workers=1,
        )
        self.client = ClientFeatures()
        self.settings = Settings()
        self.initialization_options: Any = None
        self.first_folders: list[str] = []
        self.reported_faults: set[str] = set()
        self.executors = Executors()
        self.folders = Folders(self.executors, open_workspace, self.settings)
        self.documents = Documents(self)
        self.conversations = Conversations()
        self.chat = Chat()
        self.symbols = SymbolFeatures(self)
        self.status_changes = StatusChanges(self)
        self.client_log = ClientLog(self.window_log_message)
        self.paused = False
        """The client asked for rest; holds for folders that are opened later, too."""
        self.stopped = asyncio.Event()
        self.closing: list[asyncio.Task[None]] = []
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._parent: ParentWatch | None = None
        _register(self)

    @property
    def position_encoding(self) -> str:
        """`utf-8`, `utf-16` or `utf-32`, as negotiated."""
        return str(getattr(self.workspace.position_encoding, "value", self.workspace.position_encoding))

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run `work` beside the handlers; what goes wrong is logged."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("Background work failed.", exc_info=error)

    def watch_parent(self, process_id: int) -> None:
        """Stop when the process `process_id` is gone, even if its end of the pipe is still held."""
        if self._parent is None:
            self._parent = ParentWatch(process_id, lambda: self.request_stop("The client's process is gone."))
            self._parent.start()

    def request_stop(self, reason: str) -> None:
        """End `serve`. Thread-safe."""
        log.info("Stopping: %s", reason)
        try:
            self._loop.call_soon_threadsafe(self.stopped.set)
        except RuntimeError:  # The loop was closed already.
            pass

    @property
    def exit_code(self) -> int:
        """0 after a proper shutdown, else 1."""
        return 0 if self.protocol._shutdown else 1

    async def close(self) -> None:
        """Close the folders and the lanes. Idempotent."""
        closing = self.closing or self.folders.close()
        self.closing = []
        if closing:
            await asyncio.wait(closing)
        self.chat.close()
        self.executors.close()

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Into the log; pygls would show a pop-up."""
        log.error("%s: %s", getattr(source, "__name__", source), error)


def _register(server: CodebaseServer) -> None:
    features = {
        types.INITIALIZE: lifecycle.initialize,
        types.INITIALIZED: lifecycle.initialized,
        types.SHUTDOWN: lifecycle.shutdown,
        types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: lifecycle.did_change_workspace_folders,
        types.WORKSPACE_DID_CHANGE_CONFIGURATION: lifecycle.did_change_configuration,
        types.WORKSPACE_DID_CHANGE_WATCHED_FILES: watching.did_change_watched_files,
        types.TEXT_DOCUMENT_DID_OPEN: documents.did_open,
        types.TEXT_DOCUMENT_DID_CHANGE: documents.did_change,
        types.TEXT_DOCUMENT_DID_CLOSE: documents.did_close,
        types.WORKSPACE_SYMBOL: symbols.workspace_symbol,
        types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: symbols.document_symbol,
        methods.SEARCH: requests.search,
        methods.CONTEXT: contexts.context,
        methods.EXPANSION_PROMPT: contexts.expansion_prompt,
        methods.MAP: map.map_request,
        methods.STATUS: requests.status,
        methods.RELATED: related.related,
        methods.REINDEX: requests.reindex,
        methods.FILES: planning.files,
        methods.PAUSE: pausing.pause,
        methods.RESUME: pausing.resume,
    }
    for method, handler in features.items():
        server.feature(method)(handler)
    for method, command in methods.COMMANDS.items():
        server.command(command)(features[method])
