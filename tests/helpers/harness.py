"""A server in this process: messages go in as values and come out as values.

The engine is a double, standard input and output are not touched.
"""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

from codebase_lsp.engine.settings import Settings
from codebase_lsp.errors import IndexUnavailable
from codebase_lsp.lsp.server import CodebaseServer
from helpers.double import WorkspaceDouble

SECONDS = 30.0
"""How long to wait for anything before a test fails. No test asserts a time."""


class Harness:
    """Made inside a running event loop."""

    def __init__(self, **replies: Any) -> None:
        self.doubles: dict[str, WorkspaceDouble] = {}
        """By name of the folder; the latest one opened."""
        self.opened: list[WorkspaceDouble] = []
        self.hold_new = False
        """Make folders that are opened from now on wait in whatever they do."""
        self.server = CodebaseServer(self._open)  # type: ignore[arg-type]
        self.server.protocol.set_writer(self)
        self.received: list[dict[str, Any]] = []
        self.replies = {"window/workDoneProgress/create": None} | replies
        """Answers to requests of the server by method; `...` means never."""
        self._arrived = asyncio.Event()
        self._numbers = iter(range(1, 10_000))

    def _open(self, root: Path, settings: Settings) -> WorkspaceDouble:
        double = WorkspaceDouble(root, settings)
        if any(other.root == root and "close" not in other.calls for other in self.opened):
            raise IndexUnavailable("The index is open already.")
        if self.hold_new:
            double.hold.clear()
        self.doubles[root.name] = double
        self.opened.append(double)
        return double

    def write(self, data: bytes) -> None:
        """The writer pygls sends to."""
        message = json.loads(data.split(b"\r\n\r\n", 1)[1])
        self.received.append(message)
        self._arrived.set()
        if "method" in message and "id" in message:
            reply = self.replies.get(message["method"], ...)
            if reply is not ...:
                response = {"jsonrpc": "2.0", "id": message["id"], "result": reply}
                asyncio.get_running_loop().call_soon(self.server.protocol.receive, response)

    def close(self) -> None:
        """Asked of a writer."""

    def notify(self, method: str, params: Any = None) -> None:
        self.server.protocol.receive({"jsonrpc": "2.0", "method": method, "params": params})

    def start(self, method: str, params: Any = None, msg_id: int | str | None = None) -> int | str:
        msg_id = next(self._numbers) if msg_id is None else msg_id
        message = {"jsonrpc": "2.0", "id": msg_id, "method": method, "params": params}
        self.server.protocol.receive(message)
        return msg_id

    def answers(self, msg_id: int | str) -> list[dict[str, Any]]:
        return [m for m in self.received if "method" not in m and m["id"] == msg_id]

    async def until(self, found: Any) -> Any:
        """The first true value of `found()`."""
        deadline = time.monotonic() + SECONDS
        while not (value := found()):
            assert time.monotonic() < deadline, "What was waited for did not happen."
            await asyncio.sleep(0.002)
        return value

    async def response(self, msg_id: int | str) -> dict[str, Any]:
        return (await self.until(lambda: self.answers(msg_id)))[0]

    async def request(self, method: str, params: Any = None) -> Any:
        response = await self.response(self.start(method, params))
        assert "result" in response, response
        return response["result"]

    async def error(self, method: str, params: Any = None) -> dict[str, Any]:
        response = await self.response(self.start(method, params))
        assert "error" in response, response
        return response["error"]

    def sent(self, method: str) -> list[Any]:
        """Params of what the server sent under `method`."""
        return [m.get("params") for m in self.received if m.get("method") == method]

    async def initialize(self, *folders: Path, **more: Any) -> Any:
        named = [{"uri": folder.as_uri(), "name": folder.name} for folder in folders]
        params = {"processId": None, "rootUri": None, "capabilities": {}, "workspaceFolders": named}
        result = await self.request("initialize", params | more)
        self.notify("initialized", {})
        if folders:
            await self.until(lambda: all(folder.name in self.doubles for folder in folders))
        return result

    def open(self, path: Path, text: str) -> None:
        item = {"uri": path.as_uri(), "languageId": "python", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def edit(self, path: Path, text: str, version: int = 2) -> None:
        document = {"uri": path.as_uri(), "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def shut(self, path: Path) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})
