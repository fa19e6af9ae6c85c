"""Progress and status notifications while indexing, and cancelling it."""

import gc
from pathlib import Path
from typing import Any

from codebase_lsp.lsp import progress
from helpers.harness import Harness

SHOWS = {"window": {"workDoneProgress": True}}


def of_token(client: Harness, token: Any = None) -> list[dict[str, Any]]:
    return [p["value"] for p in client.sent("$/progress") if token is None or p["token"] == token]


async def test_indexing_shows_progress_with_counts(client: Harness, shop: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(progress, "REPORT_SECONDS", 0.0)
    client.hold_new = True
    await client.initialize(shop, capabilities=SHOWS)
    await client.until(lambda: of_token(client))
    client.doubles["shop"].hold.set()
    await client.until(lambda: of_token(client)[-1]["kind"] == "end")
    values = of_token(client)
    kinds = [value["kind"] for value in values]
    assert kinds[0] == "begin" and kinds.count("begin") == 1 and kinds.count("end") == 1
    assert values[0]["title"] == "Indexing shop" and values[0]["cancellable"] is True
    percentages = [value["percentage"] for value in values if value["kind"] == "report"]
    assert percentages == sorted(percentages) and percentages[-1] == 100
    assert "embedding 8 of 8 chunks" in [value.get("message") for value in values]
    assert values[-1]["message"] == "4 files, 8 chunks"
    assert client.server.work_done_progress.tokens == {}, "pygls would keep them for ever"


async def test_the_garbage_collector_leaves_alone_what_indexing_made(client: Harness, shop: Path) -> None:
    gc.unfreeze()
    await client.initialize(shop)
    await client.until(lambda: gc.get_freeze_count() > 0)


async def test_without_the_capability_nothing_is_shown(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    await client.until(lambda: client.doubles["shop"].state == "ready")
    await client.request("codebase/reindex", {})
    assert client.sent("window/workDoneProgress/create") == []
    assert of_token(client) == []


async def test_the_work_does_not_wait_for_the_client(client: Harness, shop: Path) -> None:
    client.replies["window/workDoneProgress/create"] = ...
    await client.initialize(shop, capabilities=SHOWS)
    await client.until(lambda: client.doubles["shop"].state == "ready")
    assert of_token(client) == []
    # The answer that comes after all is not an error.
    (create,) = [m for m in client.received if m.get("method") == "window/workDoneProgress/create"]
    await client.request("codebase/status", {})
    client.server.protocol.receive({"jsonrpc": "2.0", "id": create["id"], "result": None})
    assert await client.request("codebase/status", {})
    assert client.sent("window/showMessage") == []


async def test_cancelling_the_progress_stops_the_indexing(client: Harness, shop: Path) -> None:
    client.hold_new = True
    await client.initialize(shop, capabilities=SHOWS)
    await client.until(lambda: of_token(client))
    token = client.sent("$/progress")[0]["token"]
    client.notify("window/workDoneProgress/cancel", {"token": token})
    await client.until(lambda: of_token(client)[-1]["kind"] == "end")
    assert of_token(client)[-1]["message"] == "cancelled"
    assert client.doubles["shop"].state == "empty"
    client.doubles["shop"].hold.set()
    assert (await client.request("workspace/codebaseSearch", {"query": "total"}))["results"]


async def test_reindex_reports_on_the_token_of_the_client(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    answer = await client.request("codebase/reindex", {"folder": shop.as_uri(), "workDoneToken": 0})
    assert answer == {
        "folders": [
            {
                "uri": shop.as_uri(),
                "files": 4,
                "chunks": 8,
                "parsed": 4,
                "embedded": 8,
                "removed": 0,
                "skipped": {"binary": 1},
                "seconds": 0.25,
            }
        ]
    }
    kinds = [value["kind"] for value in of_token(client, 0)]
    assert (kinds[0], kinds[-1]) == ("begin", "end")
    assert client.sent("window/workDoneProgress/create") == []


async def test_reindex_can_be_cancelled(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    double = client.doubles["shop"]
    await client.until(lambda: double.state == "ready")
    double.hold.clear()
    msg_id = client.start("codebase/reindex", {})
    await client.until(lambda: "reindex" in double.calls)
    client.notify("$/cancelRequest", {"id": msg_id})
    assert (await client.response(msg_id))["error"]["code"] == -32800
    double.hold.set()
    assert (await client.request("codebase/reindex", None))["folders"]


async def test_reindex_of_an_unknown_folder_fails(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    error = await client.error("codebase/reindex", {"folder": "file:///nowhere"})
    assert (error["code"], error["data"]["kind"]) == (-32803, "unknownFolder")
    assert (await client.error("codebase/reindex", {"folder": 5}))["data"]["field"] == "$.folder"


async def test_status_notifications_come_to_clients_that_asked(client: Harness, shop: Path) -> None:
    await client.initialize(shop, capabilities={"experimental": {"codebaseStatus": True}})

    def ready() -> bool:
        return any(p["index"]["state"] == "ready" for p in client.sent("codebase/didChangeStatus"))

    await client.until(ready)
    last = client.sent("codebase/didChangeStatus")[-1]
    assert set(last) == {"index", "folders"}
    assert last["folders"] == [{"uri": shop.as_uri(), "index": last["index"]}]
    assert len(client.sent("codebase/didChangeStatus")) < 10, "throttled"


async def test_status_notifications_do_not_come_to_others(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    await client.until(lambda: client.doubles["shop"].state == "ready")
    await client.request("codebase/reindex", {})
    assert client.sent("codebase/didChangeStatus") == []
