"""One session of a real client with the real server over the source of a real package."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from codebase_lsp.lsp.convert import path_of_uri
from codebase_lsp.wire import types as wire
from codebase_lsp.wire.codec import decode
from helpers.lsp_client import CodebaseClient, configuration, initialize_params

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_lsp.fixture(config=configuration(), scope="module")
async def client(lsp_client: CodebaseClient, package: Path) -> AsyncIterator[None]:
    await lsp_client.initialize_session(initialize_params(package))
    await lsp_client.ready()
    yield
    await lsp_client.shutdown_session()


def names(answer: Any) -> list[str]:
    return [result["uri"].rsplit("/", 1)[1] for result in answer["results"]]


def lines_of(uri: str) -> list[str]:
    path = path_of_uri(uri)
    assert path is not None
    return path.read_text("utf-8").splitlines(keepends=True)


def is_folder(path: str) -> bool:
    return Path(path).is_dir()


def count_python(root: Path) -> int:
    return len(list(root.rglob("*.py")))


async def refused(client: CodebaseClient, method: str, params: Any) -> JsonRpcException:
    with pytest.raises(JsonRpcException) as raised:
        await client.ask(method, params)
    return raised.value


async def test_a_question_finds_the_code(client: CodebaseClient) -> None:
    answer = await client.search("convert a position to the units of the client")
    assert "position_codec.py" in names(answer)[:3]
    assert answer["question"]["mode"] != "auto"
    assert answer["index"]["state"] == "ready"
    assert answer["timings"]["total"] > 0


async def test_an_identifier_finds_its_definition(client: CodebaseClient, package: Path) -> None:
    answer = await client.search("StdinAsyncReader", limit=3)
    first = answer["results"][0]
    assert first["uri"] == (package / "io_.py").as_uri()
    assert first["symbol"]["name"] == "StdinAsyncReader"
    text = (package / "io_.py").read_text("utf-8").splitlines()
    assert text[first["range"]["start"]["line"]].startswith("class StdinAsyncReader")


async def test_the_answer_has_the_documented_shape(client: CodebaseClient) -> None:
    answer = await client.search("progress token", limit=5, groupBy="chunk")
    result = decode(wire.SearchResult, answer)
    assert 0 < len(result.results) <= 5
    scores = [item.score for item in result.results]
    assert scores == sorted(scores, reverse=True)
    for item in result.results:
        assert item.reasons and item.signals
        assert item.checked_against.source == "disk" and item.checked_against.hash


async def test_snippet_range_and_highlights_agree_with_the_file(client: CodebaseClient) -> None:
    answer = await client.search("workspace folders", limit=10)
    highlighted = 0
    for result in answer["results"]:
        lines = lines_of(result["uri"])
        start, end = result["range"]["start"]["line"], result["range"]["end"]["line"]
        assert "".join(lines[start:end]).rstrip() == result["snippet"].rstrip()
        for place in result["highlights"]:
            assert start <= place["start"]["line"] < end
            line = lines[place["start"]["line"]]
            word = line[place["start"]["character"] : place["end"]["character"]].lower()
            highlighted += any(stem in word for stem in ("work", "space", "folder"))
    assert highlighted


@pytest.mark.parametrize("mode", wire.MODES)
async def test_every_mode_answers(client: CodebaseClient, mode: str) -> None:
    answer = await client.search("handle_message", mode=mode)
    assert answer["question"]["mode"] == (mode if mode != "auto" else answer["question"]["mode"])
    if mode in ("auto", "exact", "regex", "symbol", "lexical"):
        assert "json_rpc.py" in names(answer)


async def test_filters_restrict(client: CodebaseClient) -> None:
    inside = await client.search("workspace", filters={"include": ["workspace/"]}, limit=50)
    assert inside["results"]
    assert all("/workspace/" in result["uri"] for result in inside["results"])
    outside = await client.search("workspace", filters={"exclude": ["workspace/"]}, limit=50)
    assert outside["results"]
    assert not any("/pygls/workspace/" in result["uri"] for result in outside["results"])
    classes = await client.search("workspace", filters={"kinds": ["class"]}, limit=50)
    assert {result["symbol"]["kind"] for result in classes["results"]} == {"class"}
    other = await client.search("workspace", filters={"languages": ["rust"]})
    assert other["results"] == []


async def test_a_folder_inside_the_workspace_can_be_asked_alone(
    client: CodebaseClient, package: Path
) -> None:
    folder = (package / "workspace").as_uri()
    answer = await client.search("document", filters={"folders": [folder]}, limit=50)
    assert answer["results"]
    assert all(result["uri"].startswith(folder + "/") for result in answer["results"])


@pytest.mark.parametrize(
    ("params", "field"),
    [
        (None, "$.query"),
        ({}, "$.query"),
        ({"query": 7}, "$.query"),
        ({"query": "x", "mode": "quick"}, "$.mode"),
        ({"query": "x", "limit": "7"}, "$.limit"),
        ({"query": "x", "filters": {"kinds": ["class", 5]}}, "$.filters.kinds[1]"),
        ([1], "$"),
    ],
)
async def test_bad_params_are_refused_with_the_field(client: CodebaseClient, params: Any, field: str) -> None:
    error = await refused(client, "workspace/codebaseSearch", params)
    assert error.code == -32602
    assert error.data and error.data["field"] == field


async def test_a_bad_pattern_is_refused(client: CodebaseClient) -> None:
    error = await refused(client, "workspace/codebaseSearch", {"query": "a(", "mode": "regex"})
    assert (error.code, error.data and error.data["kind"]) == (-32602, "badPattern")


async def test_unknown_folders_methods_and_commands(client: CodebaseClient) -> None:
    error = await refused(client, "codebase/reindex", {"folder": "file:///no/such/folder"})
    assert (error.code, error.data and error.data["kind"]) == (-32803, "unknownFolder")
    assert (await refused(client, "codebase/noSuchMethod", {})).code == -32601
    command = types.ExecuteCommandParams("codebase.no")
    assert (await refused(client, "workspace/executeCommand", command)).code == -32602


async def test_commands_mirror_the_requests(client: CodebaseClient) -> None:
    async def command(name: str, *arguments: Any) -> Any:
        return await client.ask("workspace/executeCommand", types.ExecuteCommandParams(name, list(arguments)))

    params = {"query": "text document", "limit": 4}
    assert (await command("codebase.search", params))["results"] == (await client.search(**params))["results"]
    status = await client.ask("codebase/status")
    assert (await command("codebase.status"))["folders"] == status["folders"]
    assert (await command("codebase.reindex", {}))["folders"][0]["files"] == status["folders"][0]["files"]


async def test_relations_of_a_symbol_in_an_open_document_follow_edits(
    client: CodebaseClient, package: Path
) -> None:
    async def callers(name: str) -> list[str]:
        answer = await client.ask("codebase/related", {"name": name, "relations": ["callers"]})
        return [item["uri"].rsplit("/", 1)[1] for item in answer["items"]]

    before = await callers("_normalize_win_path")
    assert set(before) == {"uris.py"}
    path = package / "uris.py"
    text = (
        path.read_text("utf-8") + "\n\ndef fresh_one():\n    return fresh_two()\n\n\ndef fresh_two(): ...\n"
    )
    document = types.TextDocumentItem(path.as_uri(), types.LanguageKind.Python, 1, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    assert await callers("fresh_two") == ["uris.py"]
    closed = types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(path.as_uri()))
    client.text_document_did_close(closed)
    assert await callers("fresh_two") == []
    assert await callers("_normalize_win_path") == before


async def test_the_status_counts_what_is_there(client: CodebaseClient, package: Path) -> None:
    status = decode(wire.StatusResult, await client.ready())
    (folder,) = status.folders
    python = count_python(package)
    skipped = [item for item in status.skipped if item.uri.endswith(".py")]
    assert folder.languages["python"] + len(skipped) == python
    assert folder.uri == package.as_uri()
    assert folder.writable
    assert folder.disk_bytes > 0
    assert is_folder(folder.index_directory)
    assert status.index.files_done == status.index.files_total == folder.files
    assert status.index.chunks > folder.files
    assert status.model.remote is False


class TestUnsaved:
    async def test_text_is_found_before_it_is_saved(self, client: CodebaseClient, package: Path) -> None:
        uri = (package / "uris.py").as_uri()
        text = "def polish_the_narwhal(horn):\n    return '𝔘' + shine(horn)\n"
        client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "python", 1, text))
        )
        answer = await client.search("polish_the_narwhal")
        first = answer["results"][0]
        assert first["uri"] == uri
        assert first["checkedAgainst"]["source"] == "buffer"

        exact = await client.search("shine", mode="exact")
        (place,) = exact["results"][0]["highlights"]
        # The letter before is two units wide in UTF-16.
        assert (place["start"], place["end"]) == ({"line": 1, "character": 18}, {"line": 1, "character": 23})

        change = types.TextDocumentContentChangePartial(
            types.Range(types.Position(0, 15), types.Position(0, 22)), "walrus"
        )
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(2, uri), [change])
        )
        assert (await client.search("polish_the_walrus", mode="exact"))["results"]
        assert (await client.search("polish_the_narwhal", mode="exact"))["results"] == []

        client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
        assert (await client.search("polish_the_walrus", mode="exact"))["results"] == []
        assert (await client.search("to_fs_path", limit=1))["results"][0]["uri"] == uri


async def test_what_others_write_is_found_without_a_word_from_the_client(
    client: CodebaseClient, package: Path
) -> None:
    written = package / "written_by_a_tool.py"
    written.write_text("def freshly_generated_answer():\n    return 42\n", "utf-8")
    try:
        answer = await client.search("freshly_generated_answer", mode="exact")
        deadline = time.monotonic() + 20
        while not answer["results"] and time.monotonic() < deadline:
            await asyncio.sleep(0.1)
            answer = await client.search("freshly_generated_answer", mode="exact")
        assert names(answer) == ["written_by_a_tool.py"]
        assert answer["results"][0]["checkedAgainst"]["source"] == "disk"
    finally:
        written.unlink()


async def test_a_search_can_be_cancelled_and_is_answered(client: CodebaseClient) -> None:
    outcomes: list[Any] = []
    for number in range(30):
        asked = client.protocol.send_request(
            "workspace/codebaseSearch", {"query": f"cancel {number}"}, msg_id=f"c{number}"
        )
        client.cancel_request(types.CancelParams(f"c{number}"))
        outcomes.append(asked)
    await client.search("after")
    await client.until(lambda: all(outcome.done() for outcome in outcomes))
    codes = {outcome.exception().code for outcome in outcomes if outcome.exception()}
    assert codes == {-32800}


async def test_status_changes_are_pushed(client: CodebaseClient, package: Path) -> None:
    before = len(client.status_changes)
    await client.ask("codebase/reindex", {"folder": package.as_uri()})
    await client.until(lambda: len(client.status_changes) > before)
    change = decode(wire.DidChangeStatusParams, client.status_changes[-1])
    assert [folder.uri for folder in change.folders] == [package.as_uri()]


async def test_nothing_popped_up(client: CodebaseClient) -> None:
    assert client.messages == []
    assert client.error is None
