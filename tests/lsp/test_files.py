"""`codebase/files`: totals, parts of the list, cancelling."""

from pathlib import Path

from codebase_lsp.engine.reports import IndexProgress
from codebase_lsp.lsp.progress import in_words
from helpers.harness import Harness


async def test_folders_are_listed_with_totals_and_reasons(client: Harness, shop: Path, bank: Path) -> None:
    await client.initialize(shop, bank)
    answer = await client.request("codebase/files", {})
    assert [file["uri"] for file in answer["files"]] == [
        path.as_uri()
        for path in (
            shop / "cart.py",
            shop / "mail.py",
            shop / "logo.png",
            bank / "account.py",
            bank / "logo.png",
        )
    ]
    assert answer["total"] == 5
    cart, logo = answer["files"][0], answer["files"][2]
    assert cart["bytes"] == (shop / "cart.py").stat().st_size and cart["tokens"] > 0
    assert (cart["reason"], logo["reason"], logo["detail"]) == ("", "binary", "NUL bytes")
    assert answer["folders"][0]["files"] == 2 and answer["folders"][0]["skipped"] == {"binary": 1}
    part = await client.request(
        "workspace/executeCommand",
        {"command": "codebase.files", "arguments": [{"folder": shop.as_uri(), "offset": 1, "limit": 1}]},
    )
    assert part["files"] == answer["files"][1:2] and part["total"] == 3
    assert part["folders"] == answer["folders"][:1]


async def test_a_look_at_files_can_be_cancelled_and_blocks_no_search(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    double = client.doubles["shop"]
    await client.until(lambda: double.state == "ready")
    double.hold.clear()
    msg_id = client.start("codebase/files", {})
    await client.until(lambda: "plan" in double.calls)
    client.notify("$/cancelRequest", {"id": msg_id})
    assert (await client.response(msg_id))["error"]["code"] == -32800
    double.hold.set()
    assert (await client.request("workspace/codebaseSearch", {"query": "total"}))["results"]
    assert {name.split("_")[0] for name in double.threads} >= {"codebase-planning", "codebase-questions"}


async def test_bad_params_are_refused(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    error = await client.error("codebase/files", {"limit": 10_001})
    assert (error["code"], error["data"]["field"]) == (-32602, "$.limit")
    assert (await client.error("codebase/files", {"folder": "file:///nowhere"}))["code"] == -32803


def test_progress_says_how_much_and_how_long_in_words() -> None:
    assert in_words(IndexProgress("scanning", 10, 0)) == ""
    step = IndexProgress("indexing", 0, 250, 3_400_000, 41.7)
    assert in_words(step) == ", about 3.4 million tokens, 42 s left"
    assert (
        in_words(IndexProgress("indexing", 0, 2, 12_345, 600.0)) == ", about 12 thousand tokens, 10 min left"
    )
