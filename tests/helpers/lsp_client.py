"""A pytest-lsp client for the real server process."""

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest_lsp
from lsprotocol import types
from pygls.protocol import (
    JsonRPCNotification,
    JsonRPCRequestMessage,
    JsonRPCResponseMessage,
    default_converter,
)
from pytest_lsp import ClientServerConfig, LanguageClient
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES

SECONDS = 60.0
"""How long to wait for anything before a test fails. No test asserts a time."""


class CodebaseClient(LanguageClient):
    """Speaks the project's own methods with plain JSON values."""

    def __init__(self) -> None:
        super().__init__(converter_factory=_converter)
        self.status_changes: list[Any] = []
        self.registrations: list[str] = []
        for method, handler in DEFAULT_CLIENT_FEATURES.items():
            self.feature(method)(handler)
        # pytest-lsp advertises dynamic registration in its profiles and has no handler for it.
        self.feature(types.CLIENT_REGISTER_CAPABILITY)(_register)
        self.feature("codebase/didChangeStatus")(lambda ls, params: ls.status_changes.append(params))

    async def ask(self, method: str, params: Any = None, msg_id: int | str | None = None) -> Any:
        """The result as plain JSON; raises JsonRpcException."""
        asked = self.protocol.send_request_async(method, params, msg_id)
        return await asyncio.wait_for(asked, SECONDS)

    async def search(self, query: str, **more: Any) -> Any:
        return await self.ask("workspace/codebaseSearch", {"query": query} | more)

    async def until(self, found: Any) -> Any:
        """The first true value of `found()`, which may be a coroutine function."""
        deadline = time.monotonic() + SECONDS
        while True:
            value = found()
            value = await value if asyncio.iscoroutine(value) else value
            if value:
                return value
            assert time.monotonic() < deadline, f"{found} did not come true."
            await asyncio.sleep(0.02)

    async def ready(self) -> Any:
        """The status once every folder is indexed."""

        async def status() -> Any:
            status = await self.ask("codebase/status", {})
            folders = status["folders"]
            return status if folders and all(f["index"]["state"] == "ready" for f in folders) else None

        return await self.until(status)


def _register(ls: CodebaseClient, params: types.RegistrationParams) -> None:
    ls.registrations += [registration.method for registration in params.registrations]


_CACHE = tempfile.TemporaryDirectory(prefix="codebase-lsp-tests-", ignore_cleanup_errors=True)


def configuration() -> ClientServerConfig:
    """How pytest-lsp starts the server."""
    return ClientServerConfig(
        server_command=[sys.executable, "-m", "codebase_lsp", "serve", "--stdio"],
        client_factory=CodebaseClient,
        server_env=dict(os.environ) | {"CODEBASE_LSP_CACHE_DIR": _CACHE.name},
    )


def initialize_params(
    *folders: Path, profile: str = "visual-studio-code", **more: Any
) -> types.InitializeParams:
    """As the editor `profile` would send them."""
    capabilities = pytest_lsp.client_capabilities(profile)
    capabilities.experimental = {"codebaseStatus": True}
    return types.InitializeParams(
        capabilities=capabilities,
        workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name) for folder in folders],
        **more,
    )


def _converter() -> Any:
    """pygls turns unknown results into named tuples; keep them as they came."""
    converter = default_converter()
    for cls in (JsonRPCRequestMessage, JsonRPCResponseMessage, JsonRPCNotification):
        names = [field.name for field in cls.__attrs_attrs__]  # type: ignore[attr-defined]
        converter.register_structure_hook(
            cls, lambda value, _, cls=cls, names=names: cls(**{name: value.get(name) for name in names})
        )
    return converter
