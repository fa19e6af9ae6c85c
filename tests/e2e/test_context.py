"""`workspace/codebaseContext` and `codebase-lsp context` with the real server on a real package."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from codebase_lsp.lsp.convert import path_of_uri
from codebase_lsp.wire.codec import decode
from codebase_lsp.wire.context import ContextResult
from helpers.lsp_client import CodebaseClient, configuration, initialize_params

pytestmark = pytest.mark.asyncio(loop_scope="module")

CONTEXT = "workspace/codebaseContext"
QUESTION = "convert a position to the units of the client"


@pytest_lsp.fixture(config=configuration(), scope="module")
async def client(lsp_client: CodebaseClient, package: Path) -> AsyncIterator[None]:
    await lsp_client.initialize_session(initialize_params(package))
    await lsp_client.ready()
    yield
    await lsp_client.shutdown_session()


async def context(client: CodebaseClient, **params: Any) -> Any:
    return await client.ask(CONTEXT, {"query": QUESTION, **params})


def shown(item: Any) -> str:
    path = path_of_uri(item["uri"])
    assert path is not None
    lines = path.read_text("utf-8").splitlines(keepends=True)
    return "".join("".join(lines[part["start"]["line"] : part["end"]["line"]]) for part in item["segments"])


@pytest.mark.parametrize("tokens", [200, 1000, 4000])
async def test_the_text_answers_within_its_budget_and_names_its_sources(
    client: CodebaseClient, tokens: int
) -> None:
    answer = await context(client, maxTokens=tokens)
    assert decode(ContextResult, answer).tokens <= tokens
    assert any(item["uri"].endswith("position_codec.py") for item in answer["items"])
    assert "position_codec.py:" in answer["text"]
    for item in answer["items"]:
        for part in shown(item).splitlines():
            assert part in answer["text"]


async def test_the_command_gives_the_same(client: CodebaseClient) -> None:
    asked = await context(client, maxTokens=1000)
    params = types.ExecuteCommandParams("codebase.context", [{"query": QUESTION, "maxTokens": 1000}])
    answer: Any = await client.workspace_execute_command_async(params)
    assert answer["text"] == asked["text"]


async def test_pinned_lines_are_there_and_excluded_files_are_not(
    client: CodebaseClient, package: Path
) -> None:
    lines = {"start": {"line": 0, "character": 0}, "end": {"line": 5, "character": 0}}
    answer = await context(
        client,
        pinned=[{"uri": (package / "io_.py").as_uri(), "range": lines}],
        excluded=[{"uri": (package / "workspace" / "position_codec.py").as_uri()}],
    )
    assert answer["items"][0]["role"] == "pinned"
    assert answer["items"][0]["uri"].endswith("/io_.py")
    assert not any(item["uri"].endswith("position_codec.py") for item in answer["items"])


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"maxTokens": 99}, "$.maxTokens"),
        ({"format": "html"}, "$.format"),
        ({"pinned": [{"uri": 7}]}, "$.pinned[0].uri"),
        ({"query": "  "}, "$.query"),
    ],
)
async def test_bad_params_are_named(client: CodebaseClient, params: dict[str, Any], field: str) -> None:
    with pytest.raises(JsonRpcException) as refused:
        await context(client, **params)
    assert refused.value.code == -32602
    assert refused.value.data and refused.value.data["field"] == field


async def test_the_map_outlines_the_package_within_its_budget(client: CodebaseClient, package: Path) -> None:
    answer = await client.ask("codebase/map", {"maxTokens": 600, "mentioned": ["PositionCodec"]})
    assert 0.85 * 600 <= answer["tokens"] <= 600
    assert "class PositionCodec" in answer["text"]
    assert all(uri.startswith(package.as_uri()) for uri in answer["files"])


async def test_a_selection_and_a_complaint_come_first_and_the_message_is_part_of_the_question(
    client: CodebaseClient, package: Path
) -> None:
    def lines(first: int, last: int) -> dict[str, Any]:
        return {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}}

    answer = await context(
        client,
        query="fix this error",
        selection={"uri": (package / "exceptions.py").as_uri(), "range": lines(0, 4)},
        diagnostics=[
            {
                "message": "StdinAsyncReader has no attribute readline",
                "location": {"uri": (package / "io_.py").as_uri(), "range": lines(20, 24)},
            }
        ],
    )
    assert [item["role"] for item in answer["items"][:2]] == ["selection", "diagnostic"]
    assert "class StdinAsyncReader" in answer["text"], "found by the message"


async def test_the_map_stands_on_top_where_it_is_wanted(client: CodebaseClient) -> None:
    plain = await context(client, maxTokens=3000)
    mapped = await context(client, maxTokens=3000, includeMap=True)
    assert "Map of the repository" not in plain["text"]
    assert mapped["text"].startswith("### Map of the repository")
    assert mapped["tokens"] <= 3000


async def test_a_conversation_favours_what_it_has_seen(client: CodebaseClient) -> None:
    async def names(query: str, conversation: "str | None") -> list[str]:
        answer = await context(client, query=query, maxTokens=1500, conversationId=conversation)
        return [item["canonicalName"] for item in answer["items"]]

    alone = await names("text document", None)
    await names("position codec range of client units", "talk")
    after = await names("text document", "talk")
    assert await names("text document", None) == alone, "other conversations are not touched"
    codec = [name for name in after if "PositionCodec" in name]
    assert len(codec) >= len([name for name in alone if "PositionCodec" in name])


async def test_many_at_once_are_all_answered(client: CodebaseClient) -> None:
    answers = await asyncio.gather(*(context(client, maxTokens=500 + n) for n in range(20)))
    assert [answer["maxTokens"] for answer in answers] == [500 + n for n in range(20)]


async def test_the_command_line_prints_the_text(package: Path, tmp_path: Path) -> None:
    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "codebase_lsp", "context", QUESTION, str(package), *arguments]
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)

    printed = await asyncio.to_thread(run, "--tokens", "800")
    assert printed.returncode == 0, printed.stderr
    assert printed.stdout.startswith("### ") and "position_codec.py" in printed.stdout
    told = await asyncio.to_thread(run, "--tokens", "800", "--json")
    result = decode(ContextResult, json.loads(told.stdout))
    assert result.text == printed.stdout
    refused = await asyncio.to_thread(run, "--tokens", "1")
    assert refused.returncode == 2 and "maxTokens" in refused.stderr
