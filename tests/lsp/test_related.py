"""`codebase/related` from params to answer, with the real engine behind the handlers."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from codebase_lsp.lsp.server import CodebaseServer
from helpers.files import write_files
from helpers.harness import Harness

RELATED = "codebase/related"


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[Harness]:
    harness = Harness()

    def open_workspace(root: Path, settings: Settings) -> Workspace:
        workspace = Workspace(root, Settings(model="none", workers=1), tmp_path / "cache")
        harness.doubles[root.name] = workspace  # type: ignore[assignment]
        return workspace

    harness.server = CodebaseServer(open_workspace)
    harness.server.protocol.set_writer(harness)
    yield harness
    await harness.server.close()


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return write_files(
        tmp_path / "shop",
        """
        === cart.py
        def total(prices):
            return sum(prices)
        === mail.py
        from cart import total

        def receipt(prices):
            return "𝒳", total(prices)
        """,
    )


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    return write_files(
        tmp_path / "bank",
        """
        === account.py
        def total(entries):
            return len(entries)

        def balance(entries):
            return total(entries)
        """,
    )


async def ready(client: Harness, *folders: Path) -> None:
    await client.initialize(*folders)
    for folder in folders:
        workspace = client.doubles[folder.name]
        await client.until(lambda opened=workspace: opened.index_state().state == "ready")


async def test_items_carry_every_field(client: Harness, shop: Path) -> None:
    await ready(client, shop)
    answer = await client.request(RELATED, {"name": "total", "relations": ["callers"]})
    assert answer["symbol"] == {"name": "total", "kind": "function", "canonicalName": "cart.total"}
    assert (answer["nextOffset"], answer["warnings"]) == (None, [])
    assert answer["index"]["state"] == "ready"
    (item,) = answer["items"]
    hash_ = item["checkedAgainst"].pop("hash")
    assert len(hash_) == 32
    assert item == {
        "relation": "callers",
        "symbol": {"name": "receipt", "kind": "function", "canonicalName": "mail.receipt"},
        "uri": (shop / "mail.py").as_uri(),
        "range": {"start": {"line": 3, "character": 17}, "end": {"line": 3, "character": 22}},
        "confidence": 1.0,
        "snippet": '    return "𝒳", total(prices)\n',
        "depth": 1,
        "checkedAgainst": {"source": "disk"},
    }


async def test_places_count_units_of_the_encoding(client: Harness, shop: Path) -> None:
    await ready(client, shop)
    document = {"uri": (shop / "mail.py").as_uri()}
    params = {"textDocument": document, "position": {"line": 3, "character": 22}, "relations": ["definition"]}
    answer = await client.request(RELATED, params)
    (item,) = answer["items"]
    assert item["uri"] == (shop / "cart.py").as_uri()
    assert item["range"] == {"start": {"line": 0, "character": 0}, "end": {"line": 2, "character": 0}}


async def test_the_command_gives_the_same_answer(client: Harness, shop: Path) -> None:
    await ready(client, shop)
    params = {"name": "total", "relations": ["usages", "importers"]}
    by_command = {"command": "codebase.related", "arguments": [params]}
    answer = await client.request(RELATED, params)
    assert answer["items"]
    assert await client.request("workspace/executeCommand", by_command) == answer


async def test_several_folders_answer_page_by_page(client: Harness, shop: Path, bank: Path) -> None:
    await ready(client, shop, bank)
    params = {"name": "total", "relations": ["definition", "callers"], "limit": 3}
    first = await client.request(RELATED, params)
    assert [item["relation"] for item in first["items"]] == ["definition", "definition", "callers"]
    assert first["nextOffset"] == 3
    second = await client.request(RELATED, params | {"offset": 3})
    assert second["nextOffset"] is None
    uris = {item["uri"] for item in first["items"] + second["items"] if item["relation"] == "callers"}
    assert uris == {(shop / "mail.py").as_uri(), (bank / "account.py").as_uri()}


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({}, "$.name"),
        ({"name": " "}, "$.name"),
        ({"name": "x", "relations": ["friends"]}, "$.relations[0]"),
        ({"name": "x", "depth": 11}, "$.depth"),
        ({"name": "x", "limit": 0}, "$.limit"),
        ({"textDocument": {"uri": "file:///x"}}, "$.name"),
    ],
)
async def test_bad_params_are_answered_with_the_field(
    client: Harness, shop: Path, params: Any, field: str
) -> None:
    await client.initialize(shop)
    error = await client.error(RELATED, params)
    assert error["code"] == -32602
    assert error["data"] == {"kind": "badRequest", "field": field}


async def test_a_document_outside_of_all_folders_is_an_error(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    params = {"textDocument": {"uri": "file:///elsewhere.py"}, "position": {"line": 0, "character": 0}}
    error = await client.error(RELATED, params)
    assert (error["code"], error["data"]["kind"]) == (-32803, "unknownFolder")
