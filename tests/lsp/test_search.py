"""`workspace/codebaseSearch` from params to answer, and its command mirror."""

from pathlib import Path
from typing import Any

import pytest

from codebase_lsp.engine.search.types import Queries
from codebase_lsp.errors import BadPattern, IndexUnavailable
from helpers.harness import Harness

SEARCH = "workspace/codebaseSearch"


async def test_results_carry_every_field(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    answer = await client.request(SEARCH, {"query": "price"})
    question = {"mode": "exact", "kind": "literal", "intent": "locate", "symbols": [], "terms": ["price"]}
    assert answer["question"] == question
    assert answer["timings"] == {"total": 1.0}
    assert answer["warnings"] == []
    (result,) = answer["results"]
    assert result == {
        "uri": (shop / "cart.py").as_uri(),
        "range": {"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 0}},
        "score": 1.0,
        "signals": {"exact": 0.0},
        "reasons": ["contains it"],
        "symbol": None,
        "language": None,
        "snippet": "price = total\n",
        "highlights": [{"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 5}}],
        "checkedAgainst": {"source": "disk", "hash": "00"},
        "further": [],
        "contributions": {},
    }


async def test_params_reach_the_engine(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    params: dict[str, Any] = {
        "query": "q",
        "mode": "regex",
        "filters": {"languages": ["python"], "include": ["a"], "exclude": ["b"], "kinds": ["class"]},
        "activeDocument": (shop / "cart.py").as_uri(),
        "openDocuments": [(shop / "mail.py").as_uri(), "untitled:1", "file:///elsewhere.py"],
        "limit": 3,
        "groupBy": "chunk",
        "caseSensitive": True,
        "smartCase": True,
        "wholeWord": True,
        "profile": "rrf",
        "queries": {"english": "e", "original": "o", "hypotheticalCode": "c", "keywords": ["k", "k"]},
        "weights": {"body": 2},
        "explain": True,
    }
    await client.request(SEARCH, params)
    (request,) = client.doubles["shop"].requests
    assert (request.query, request.mode, request.limit, request.group_by) == ("q", "regex", 3, "chunk")
    assert (request.case_sensitive, request.smart_case, request.whole_word) == (True, True, True)
    assert (request.profile, request.weights, request.explain) == ("rrf", {"body": 2}, True)
    assert request.queries == Queries("e", "o", "c", "k k")
    assert (request.active_path, request.open_paths) == ("cart.py", ("mail.py",))
    filters = request.filters
    assert (filters.languages, filters.include, filters.exclude, filters.kinds) == (
        ("python",), ("a",), ("b",), ("class",),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("params", "field"),
    [(None, "$.query"), ([], "$"), ({"query": 5}, "$.query"), ({"query": "x", "mode": "no"}, "$.mode")],
)
async def test_bad_params_are_answered_with_the_field(client: Harness, params: Any, field: str) -> None:
    await client.initialize()
    error = await client.error(SEARCH, params)
    assert error["code"] == -32602
    assert error["data"] == {"kind": "badRequest", "field": field}
    assert error["message"].startswith(field)
    by_command = {"command": "codebase.search", "arguments": [] if params is None else [params]}
    assert await client.error("workspace/executeCommand", by_command) == error


async def test_the_command_gives_the_same_answer(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    params = {"query": "total", "limit": 2}
    by_command = {"command": "codebase.search", "arguments": [params]}
    assert await client.request("workspace/executeCommand", by_command) == await client.request(
        SEARCH, params
    )


async def test_commands_take_one_argument_and_must_exist(client: Harness) -> None:
    await client.initialize()
    two = {"command": "codebase.search", "arguments": [{"query": "a"}, {"query": "b"}]}
    assert (await client.error("workspace/executeCommand", two))["code"] == -32602
    assert (await client.error("workspace/executeCommand", {"command": "no"}))["code"] == -32602


async def test_without_a_folder_the_answer_says_so(client: Harness) -> None:
    await client.initialize()
    answer = await client.request(SEARCH, {"query": "x"})
    assert answer["results"] == []
    assert answer["index"]["state"] == "empty"
    assert "No folder is open" in answer["warnings"][0]


async def test_a_search_while_indexing_answers_with_what_there_is(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    double = client.doubles["shop"]
    assert (await client.request(SEARCH, {"query": "price"}))["results"]
    await client.until(lambda: double.state == "ready")


class TestCancel:
    @pytest.mark.parametrize("way", ["request", "command"])
    async def test_running_search(self, client: Harness, shop: Path, way: str) -> None:
        await client.initialize(shop)
        double = client.doubles["shop"]
        await client.until(lambda: double.state == "ready")
        double.hold.clear()
        if way == "request":
            msg_id = client.start(SEARCH, {"query": "x"})
        else:
            params = {"command": "codebase.search", "arguments": [{"query": "x"}]}
            msg_id = client.start("workspace/executeCommand", params)
        await client.until(lambda: "search" in double.calls)
        client.notify("$/cancelRequest", {"id": msg_id})
        assert (await client.response(msg_id))["error"]["code"] == -32800
        # The thread noticed too.
        await client.until(lambda: double.held == 0)
        again = [client.start(SEARCH, {"query": "y"}) for _ in range(8)]
        double.hold.set()
        for other in again:
            assert "result" in await client.response(other)
        assert len(client.answers(msg_id)) == 1

    async def test_before_it_started(self, client: Harness, shop: Path) -> None:
        await client.initialize(shop)
        msg_id = client.start(SEARCH, {"query": "x"})
        client.notify("$/cancelRequest", {"id": msg_id})
        assert (await client.response(msg_id))["error"]["code"] == -32800
        assert client.doubles["shop"].requests == []

    async def test_by_the_progress_of_the_client(self, client: Harness, shop: Path) -> None:
        await client.initialize(shop)
        double = client.doubles["shop"]
        await client.until(lambda: double.state == "ready")
        double.hold.clear()
        msg_id = client.start(SEARCH, {"query": "x", "workDoneToken": "mine"})
        await client.until(lambda: "search" in double.calls)
        client.notify("window/workDoneProgress/cancel", {"token": "mine"})
        assert (await client.response(msg_id))["error"]["code"] == -32800
        values = [p["value"]["kind"] for p in client.sent("$/progress") if p["token"] == "mine"]
        assert values == ["begin", "end"]

    async def test_of_nothing_is_ignored(self, client: Harness) -> None:
        await client.initialize()
        client.notify("$/cancelRequest", {"id": 999})
        client.notify("$/cancelRequest", {"id": {}})
        assert await client.request("codebase/status", {})


class TestFailures:
    async def test_of_the_only_folder_fails_the_request(self, client: Harness, shop: Path) -> None:
        await client.initialize(shop)
        await client.until(lambda: client.doubles["shop"].state == "ready")
        client.doubles["shop"].failure = IndexUnavailable("The disk is gone.")
        error = await client.error(SEARCH, {"query": "x"})
        assert error == {"code": -32803, "message": "The disk is gone.", "data": {"kind": "indexUnavailable"}}

    async def test_of_one_folder_of_two_is_a_warning(self, client: Harness, shop: Path, bank: Path) -> None:
        await client.initialize(shop, bank)
        await client.until(lambda: all(d.state == "ready" for d in client.opened))
        client.doubles["shop"].failure = IndexUnavailable("The disk is gone.")
        answer = await client.request(SEARCH, {"query": "total"})
        assert [r["uri"] for r in answer["results"]] == [(bank / "account.py").as_uri()]
        assert answer["warnings"] == ["shop was not searched: The disk is gone."]

    async def test_of_the_question_is_never_a_warning(self, client: Harness, shop: Path, bank: Path) -> None:
        await client.initialize(shop, bank)
        await client.until(lambda: all(d.state == "ready" for d in client.opened))
        client.doubles["bank"].failure = BadPattern("Unbalanced bracket.", "query")
        error = await client.error(SEARCH, {"query": "["})
        assert error["code"] == -32602
        assert error["data"] == {"kind": "badPattern", "field": "$.query"}

    async def test_defects_show_no_path_and_no_traceback(self, client: Harness, shop: Path) -> None:
        await client.initialize(shop)
        await client.until(lambda: client.doubles["shop"].state == "ready")
        client.doubles["shop"].failure = ZeroDivisionError("/home/me/secret.py")
        error = await client.error(SEARCH, {"query": "x"})
        assert error["code"] == -32603
        assert error["data"] == {"kind": "internal"}
        assert "secret" not in str(error)

    async def test_a_folder_that_is_gone_is_reported(self, client: Harness, tmp_path: Path) -> None:
        await client.initialize()
        event = {"added": [{"uri": (tmp_path / "gone").as_uri(), "name": "gone"}], "removed": []}
        client.notify("workspace/didChangeWorkspaceFolders", {"event": event})
        assert (await client.error(SEARCH, {"query": "x"}))["data"]["kind"] == "unknownFolder"


async def test_the_engine_never_runs_on_the_event_loop(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    client.open(shop / "cart.py", "x")
    await client.request(SEARCH, {"query": "total"})
    await client.request("codebase/status", {})
    await client.request("codebase/reindex", {})
    client.shut(shop / "cart.py")
    await client.request(SEARCH, {"query": "total"})
    lanes = {name.rsplit("_", 1)[0] for name in client.doubles["shop"].threads}
    assert lanes == {"codebase-indexing", "codebase-buffers", "codebase-questions"}
    assert client.server._thread_pool is None, "pygls' pool is not used"


async def test_searches_that_take_long_hold_up_nothing_else(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    double = client.doubles["shop"]
    await client.until(lambda: double.state == "ready")
    double.hold.clear()
    held = [client.start(SEARCH, {"query": "x"}) for _ in range(20)]
    await client.until(lambda: double.calls.count("search") == 4)
    assert (await client.error("no/such/method"))["code"] == -32601
    assert (await client.error(SEARCH, {}))["code"] == -32602
    client.notify("$/cancelRequest", {"id": held[-1]})
    assert (await client.response(held[-1]))["error"]["code"] == -32800
    double.hold.set()
    for msg_id in held[:-1]:
        assert "result" in await client.response(msg_id)
