"""`workspace/symbol` and `textDocument/documentSymbol` of the real server."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_lsp
from lsprotocol import types

from helpers.lsp_client import CodebaseClient, configuration, initialize_params

ON = {"symbols": {"workspace": True, "document": True}}


@pytest_lsp.fixture(config=configuration())
async def client(lsp_client: CodebaseClient) -> AsyncIterator[None]:
    yield
    await lsp_client.shutdown_session()


def opened(uri: str, text: str) -> types.DidOpenTextDocumentParams:
    return types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "python", 1, text))


async def document_symbols(client: CodebaseClient, uri: str) -> Any:
    params = types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    return await client.text_document_document_symbol_async(params)


async def workspace_symbols(client: CodebaseClient, query: str) -> Any:
    return await client.workspace_symbol_async(types.WorkspaceSymbolParams(query))


def at(line: int, character: int) -> types.Position:
    return types.Position(line, character)


async def test_symbols_are_off_unless_asked_for(client: CodebaseClient, zoo: Path) -> None:
    result = await client.initialize_session(initialize_params(zoo))
    assert result.capabilities.workspace_symbol_provider is None
    assert result.capabilities.document_symbol_provider is None
    await client.ready()
    assert await workspace_symbols(client, "lion") is None
    assert await document_symbols(client, (zoo / "lion.py").as_uri()) is None


async def test_definitions_of_the_workspace_are_found_as_typed(client: CodebaseClient, zoo: Path) -> None:
    params = initialize_params(zoo, initialization_options=ON)
    result = await client.initialize_session(params)
    assert result.capabilities.workspace_symbol_provider
    await client.ready()
    found = await workspace_symbols(client, "fedTheLion")
    assert [symbol.name for symbol in found] == ["feed_the_lion"]
    place = found[0].location
    assert place.uri == (zoo / "lion.py").as_uri()
    assert place.range == types.Range(at(0, 4), at(0, 17))
    assert await workspace_symbols(client, "") == []
    assert await workspace_symbols(client, "where is the elephant fed") == []


async def test_a_document_has_the_symbols_of_its_unsaved_text(client: CodebaseClient, zoo: Path) -> None:
    await client.initialize_session(initialize_params(zoo, initialization_options=ON))
    uri = (zoo / "lion.py").as_uri()
    saved = await document_symbols(client, uri)
    client.text_document_did_open(opened(uri, "class Löwe:\n    def brüllen(self):\n        pass\n"))
    unsaved = await document_symbols(client, uri)
    assert [symbol.name for symbol in saved] == ["feed_the_lion"]
    (lion,) = unsaved
    assert (lion.name, lion.detail) == ("Löwe", "class Löwe")
    (roar,) = lion.children
    assert roar.selection_range.start == at(1, 8)
    assert roar.range.end == at(2, 12)


async def test_a_document_that_is_not_there_has_no_symbols(client: CodebaseClient, zoo: Path) -> None:
    await client.initialize_session(initialize_params(zoo, initialization_options=ON))
    assert await document_symbols(client, (zoo / "gone.py").as_uri()) == []


async def test_settings_that_are_pulled_register_the_features(client: CodebaseClient, zoo: Path) -> None:
    client.set_configuration({"codebase": ON})
    await client.initialize_session(initialize_params(zoo))
    methods = {"workspace/symbol", "textDocument/documentSymbol"}
    await client.until(lambda: methods <= set(client.registrations))
    await client.ready()
    assert [symbol.name for symbol in await workspace_symbols(client, "count_peng")] == ["count_penguins"]
