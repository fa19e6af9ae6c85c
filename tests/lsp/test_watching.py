"""File events of the client go to the folder they belong to."""

from pathlib import Path

from helpers.harness import Harness

FILE_EVENTS = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}


async def test_folders_are_watched_before_they_are_walked(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    await client.until(lambda: client.doubles["shop"].state == "ready")
    calls = client.doubles["shop"].calls
    assert calls.index("watch") < calls.index("index")


async def test_events_are_asked_for_where_the_client_can_send_them(client: Harness, shop: Path) -> None:
    client.replies["client/registerCapability"] = None
    await client.initialize(shop, capabilities=FILE_EVENTS)
    await client.until(lambda: client.sent("client/registerCapability"))
    (params,) = client.sent("client/registerCapability")
    assert [r["method"] for r in params["registrations"]] == ["workspace/didChangeWatchedFiles"]


async def test_an_event_reaches_its_folder_as_a_hint(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    inside, outside = shop / "cart.py", shop.parent / "elsewhere.py"
    changes = [{"uri": path.as_uri(), "type": 2} for path in (inside, outside)]
    client.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    await client.until(lambda: "hint cart.py" in client.doubles["shop"].calls)
    assert not [call for call in client.doubles["shop"].calls if "elsewhere" in call]
