"""Unsaved text: what the editor holds is searched, the latest version of it, in order."""

from pathlib import Path

from helpers.harness import Harness

SEARCH = "workspace/codebaseSearch"


async def found(client: Harness, query: str) -> list[str]:
    answer = await client.request(SEARCH, {"query": query})
    return [result["checkedAgainst"]["source"] for result in answer["results"]]


async def test_unsaved_text_is_found_at_once(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    client.open(shop / "cart.py", "unsaved = 1")
    assert await found(client, "unsaved") == ["buffer"]
    client.edit(shop / "cart.py", "changed = 1")
    assert await found(client, "unsaved") == []
    assert await found(client, "changed") == ["buffer"]


async def test_a_closed_document_is_that_of_the_disk(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    client.open(shop / "cart.py", "unsaved = 1")
    await found(client, "unsaved")
    client.shut(shop / "cart.py")
    assert await found(client, "unsaved") == []
    assert await found(client, "price") == ["disk"]


async def test_only_the_latest_of_many_edits_goes_to_the_engine(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    client.open(shop / "cart.py", "v1")
    for version in range(2, 60):
        client.edit(shop / "cart.py", f"v{version}", version)
    await client.until(lambda: client.doubles["shop"].buffers)
    assert client.doubles["shop"].buffers == {"cart.py": "v59"}
    assert client.doubles["shop"].calls.count("set_buffer cart.py") == 1


async def test_edits_without_a_pause_are_not_put_off_for_ever(client: Harness, shop: Path) -> None:
    """The first edit starts the clock; later ones do not start it again."""
    await client.initialize(shop)
    client.open(shop / "cart.py", "v1")
    version = 1

    def typed() -> bool:
        nonlocal version
        version += 1
        client.edit(shop / "cart.py", f"v{version}", version)
        return bool(client.doubles["shop"].buffers)

    await client.until(typed)


async def test_other_schemes_and_other_places_are_ignored(
    client: Harness, shop: Path, tmp_path: Path
) -> None:
    await client.initialize(shop)
    for uri in (
        "untitled:Untitled-1",
        "git:/a/cart.py?HEAD",
        (tmp_path / "outside.py").as_uri(),
        "file://[",
        "::",
    ):
        item = {"uri": uri, "languageId": "python", "version": 1, "text": "total"}
        client.notify("textDocument/didOpen", {"textDocument": item})
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    await found(client, "x")
    assert not [call for call in client.doubles["shop"].calls if "buffer" in call]


async def test_documents_opened_before_their_folder_are_given_to_it(
    client: Harness, shop: Path, bank: Path
) -> None:
    await client.initialize(shop)
    client.open(bank / "account.py", "early = 1")
    assert await found(client, "early") == []
    event = {"added": [{"uri": bank.as_uri(), "name": "bank"}], "removed": []}
    client.notify("workspace/didChangeWorkspaceFolders", {"event": event})
    assert await found(client, "early") == ["buffer"]


async def test_a_search_does_not_wait_for_ever_for_a_buffer(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    double = client.doubles["shop"]
    await client.until(lambda: double.state == "ready")
    double.hold.clear()
    client.open(shop / "cart.py", "x")
    await client.until(lambda: "set_buffer cart.py" in double.calls)
    msg_id = client.start(SEARCH, {"query": "x"})
    await client.until(lambda: "search" in double.calls)
    double.hold.set()
    assert "result" in await client.response(msg_id)


async def test_edits_apply_in_the_negotiated_units(client: Harness, shop: Path) -> None:
    """The second character is two units wide in UTF-16."""
    await client.initialize(shop)
    client.open(shop / "cart.py", "a𝔘b")
    change = {
        "range": {"start": {"line": 0, "character": 3}, "end": {"line": 0, "character": 4}},
        "text": "Z",
    }
    document = {"uri": (shop / "cart.py").as_uri(), "version": 2}
    client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
    await client.until(lambda: client.doubles["shop"].buffers.get("cart.py") == "a𝔘Z")
