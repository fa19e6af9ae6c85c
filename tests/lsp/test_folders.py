"""Several folders: opening, closing, nesting, and searching some of them."""

from pathlib import Path
from typing import Any

from helpers.harness import Harness

SEARCH = "workspace/codebaseSearch"


def named(path: Path) -> dict[str, str]:
    return {"uri": path.as_uri(), "name": path.name}


def change(client: Harness, added: list[Path] = [], removed: list[Path] = []) -> None:  # noqa: B006
    event = {"added": [named(path) for path in added], "removed": [named(path) for path in removed]}
    client.notify("workspace/didChangeWorkspaceFolders", {"event": event})


async def uris(client: Harness, **params: Any) -> list[str]:
    answer = await client.request(SEARCH, {"query": "total"} | params)
    return [result["uri"] for result in answer["results"]]


async def test_two_folders_are_merged_by_score(client: Harness, shop: Path, bank: Path) -> None:
    await client.initialize(shop, bank)
    answer = await client.request(SEARCH, {"query": "total"})
    scores = [result["score"] for result in answer["results"]]
    assert scores == sorted(scores, reverse=True)
    assert {result["uri"].split("/")[-1] for result in answer["results"]} == {
        "cart.py",
        "mail.py",
        "account.py",
    }
    assert answer["index"]["chunks"] == 16
    assert len(await uris(client, limit=1)) == 1


async def test_folders_come_and_go(client: Harness, shop: Path, bank: Path) -> None:
    await client.initialize(shop)
    change(client, added=[bank])
    assert (bank / "account.py").as_uri() in await uris(client)
    change(client, removed=[shop])
    assert await uris(client) == [(bank / "account.py").as_uri()]
    await client.until(lambda: "close" in client.doubles["shop"].calls)
    assert "close" not in client.doubles["bank"].calls


async def test_an_inner_folder_is_covered_by_the_outer_one(client: Harness, shop: Path) -> None:
    inner = shop / "inner"
    inner.mkdir()
    await client.initialize(shop)
    change(client, added=[inner])
    assert len((await client.request("codebase/status", {}))["folders"]) == 1
    await client.request(
        SEARCH, {"query": "x", "filters": {"folders": [inner.as_uri()], "include": ["*.py", "/a/b"]}}
    )
    assert client.doubles["shop"].requests[-1].filters.include == ("/inner/**/*.py", "/inner/a/b")
    await client.request(SEARCH, {"query": "x", "filters": {"folders": [inner.as_uri()]}})
    assert client.doubles["shop"].requests[-1].filters.include == ("/inner/",)


async def test_an_outer_folder_takes_over_and_gives_back(client: Harness, tmp_path: Path, shop: Path) -> None:
    await client.initialize(shop)
    first = client.doubles["shop"]
    change(client, added=[tmp_path])
    await client.until(lambda: "close" in first.calls)
    assert [f["uri"] for f in (await client.request("codebase/status", {}))["folders"]] == [tmp_path.as_uri()]
    change(client, removed=[tmp_path])
    await client.until(lambda: client.doubles["shop"] is not first)
    assert [f["uri"] for f in (await client.request("codebase/status", {}))["folders"]] == [shop.as_uri()]


async def test_a_folder_named_like_the_start_of_another_is_not_inside_it(
    client: Harness, tmp_path: Path
) -> None:
    for name in ("app", "app-tests"):
        (tmp_path / name).mkdir()
    await client.initialize(tmp_path / "app", tmp_path / "app-tests")
    assert len((await client.request("codebase/status", {}))["folders"]) == 2


async def test_folders_that_are_not_on_a_disk_are_ignored(client: Harness, shop: Path) -> None:
    remote = {"uri": "vscode-vfs://github/a/b", "name": "remote"}
    await client.initialize(workspaceFolders=[remote, named(shop)])
    assert [f["uri"] for f in (await client.request("codebase/status", {}))["folders"]] == [shop.as_uri()]


async def test_only_the_named_folders_are_searched(client: Harness, shop: Path, bank: Path) -> None:
    await client.initialize(shop, bank)
    assert await uris(client, filters={"folders": [bank.as_uri()]}) == [(bank / "account.py").as_uri()]
    assert client.doubles["shop"].requests == []
    error = await client.error(SEARCH, {"query": "x", "filters": {"folders": ["file:///nowhere"]}})
    assert (error["code"], error["data"]) == (-32803, {"kind": "unknownFolder"})


async def test_root_uri_and_root_path_serve_older_clients(client: Harness, shop: Path) -> None:
    await client.initialize(workspaceFolders=None, rootUri=shop.as_uri())
    assert await uris(client)
    other = Harness()
    await other.initialize(workspaceFolders=None, rootPath=str(shop))
    assert await uris(other)
    await other.server.close()


async def test_names_with_blanks_and_marks_survive(client: Harness, tmp_path: Path) -> None:
    root = tmp_path / "a b#c%20ü"
    root.mkdir()
    (root / "x y?.py").write_text("total")
    await client.initialize(root)
    assert await uris(client) == [(root / "x y?.py").as_uri()]
    client.open(root / "x y?.py", "no more")
    assert await uris(client) == []


async def test_a_search_outlives_the_reopening_of_its_folder(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    first = client.doubles["shop"]
    await client.until(lambda: first.state == "ready")
    first.hold.clear()
    msg_id = client.start(SEARCH, {"query": "price"})
    await client.until(lambda: "search" in first.calls)
    client.notify("workspace/didChangeConfiguration", {"settings": {"codebase": {"chunkChars": 700}}})
    response = await client.response(msg_id)
    assert len(response["result"]["results"]) == 1
    assert client.doubles["shop"] is not first


async def test_a_search_in_a_folder_that_is_removed_meanwhile_is_answered(
    client: Harness, shop: Path
) -> None:
    await client.initialize(shop)
    await client.until(lambda: client.doubles["shop"].state == "ready")
    client.doubles["shop"].hold.clear()
    msg_id = client.start(SEARCH, {"query": "price"})
    await client.until(lambda: "search" in client.doubles["shop"].calls)
    change(client, removed=[shop])
    assert (await client.response(msg_id))["error"]["data"]["kind"] == "unknownFolder"


async def test_files_may_be_named_with_or_without_symbolic_links(
    client: Harness, shop: Path, tmp_path: Path
) -> None:
    link = tmp_path / "link"
    link.symlink_to(shop)
    await client.initialize(link)
    client.open(shop / "cart.py", "by_real_name")
    client.open(link / "mail.py", "by_link")
    assert await uris(client, query="by_real_name") == [(link / "cart.py").as_uri()]
    assert await uris(client, query="by_link") == [(link / "mail.py").as_uri()]
    assert (await client.request("codebase/status", {}))["folders"][0]["uri"] == link.as_uri()


async def test_the_status_says_whether_text_leaves_the_machine(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    assert (await client.request("codebase/status", {}))["model"]["remote"] is False
    client.doubles["shop"].notice = "Code is sent to example.com."
    model = (await client.request("codebase/status", {}))["model"]
    assert (model["remote"], model["notice"]) == (True, "Code is sent to example.com.")


async def test_the_status_says_which_model_answers_while_another_is_made(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    double = client.doubles["shop"]
    double.answering, double.change = "bundled", "Vectors of none are being made: 3 of 9 chunks."
    model = (await client.request("codebase/status", {}))["model"]
    assert (model["name"], model["answering"], model["change"]) == ("none", "bundled", double.change)
