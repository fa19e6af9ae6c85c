"""`codebase/pause` and `codebase/resume` over all folders, also those opened meanwhile."""

from pathlib import Path

from helpers.harness import Harness


async def test_pausing_reaches_every_folder_and_resuming_indexes_again(
    client: Harness, shop: Path, bank: Path
) -> None:
    await client.initialize(shop, bank)
    doubles = [client.doubles[name] for name in ("shop", "bank")]
    await client.until(lambda: all(double.state == "ready" for double in doubles))
    answer = await client.request("codebase/pause")
    assert answer["paused"] is True and answer["index"]["state"] == "paused"
    assert all("pause" in double.calls for double in doubles)
    runs = [double.calls.count("index") for double in doubles]
    answer = await client.request("codebase/resume", {})
    assert answer["paused"] is False
    await client.until(lambda: [d.calls.count("index") for d in doubles] > runs)
    await client.until(lambda: all(double.state == "ready" for double in doubles))


async def test_a_folder_opened_while_paused_waits(client: Harness, shop: Path, bank: Path) -> None:
    await client.initialize(shop)
    await client.until(lambda: client.doubles["shop"].state == "ready")
    await client.request("workspace/executeCommand", {"command": "codebase.pause"})
    event = {"added": [{"uri": bank.as_uri(), "name": "bank"}], "removed": []}
    client.notify("workspace/didChangeWorkspaceFolders", {"event": event})
    await client.until(lambda: "bank" in client.doubles and "pause" in client.doubles["bank"].calls)
    assert "index" not in client.doubles["bank"].calls
    assert (await client.request("codebase/status", {}))["index"]["state"] == "paused"
    await client.request("workspace/executeCommand", {"command": "codebase.resume", "arguments": [{}]})
    await client.until(lambda: client.doubles["bank"].state == "ready")


async def test_resuming_what_was_not_paused_does_nothing(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    await client.until(lambda: client.doubles["shop"].state == "ready")
    runs = client.doubles["shop"].calls.count("index")
    assert (await client.request("codebase/resume"))["paused"] is False
    await client.request("codebase/status", {})
    assert client.doubles["shop"].calls.count("index") == runs


async def test_bad_params_are_refused(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    error = await client.error("codebase/pause", {"workDoneToken": []})
    assert (error["code"], error["data"]["field"]) == (-32602, "$.workDoneToken")
