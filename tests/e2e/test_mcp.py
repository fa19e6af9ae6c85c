"""The official SDK's client lists and calls the tools of the real process."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="the extra `mcp` is not installed")

from mcp import Client, StdioServerParameters
from mcp_types import TextContent

from helpers.files import write_files

PROJECT = """
=== ships/harbour.py
def assign_berth(ship, berths):
    \"\"\"Give an arriving ship the first free berth that is long enough.\"\"\"
    for berth in berths:
        if berth.free and berth.length >= ship.length:
            return berth
    raise HarbourFull(ship)

=== ships/pilot.py
from ships.harbour import assign_berth

def guide(ship):
    berth = assign_berth(ship, BERTHS)
    steer(ship, berth.position)
"""


@asynccontextmanager
async def connected(tmp_path: Path) -> AsyncIterator[Client]:
    """In the test itself: the SDK's tasks must end where they began."""
    write_files(tmp_path / "ships", PROJECT)
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "codebase_lsp", "mcp", str(tmp_path / "ships")],
        env={**os.environ, "CODEBASE_LSP_CACHE_DIR": str(tmp_path / "cache")},
    )
    async with Client(parameters, read_timeout_seconds=60) as client:
        while "Note: the index" in (await call(client, "codebase_search", query="ship"))[0]:
            pass
        yield client


async def call(client: Client, tool: str, /, **arguments: object) -> tuple[str, bool]:
    """→ the text, and whether it is an error."""
    result = await client.call_tool(tool, arguments)
    text = "".join(part.text for part in result.content if isinstance(part, TextContent))
    return text, bool(result.is_error)


async def test_the_tools_are_listed_as_read_only_with_what_they_take(tmp_path: Path) -> None:
    async with connected(tmp_path) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {"codebase_search", "codebase_context", "codebase_related", "codebase_map"}
        for tool in tools.values():
            assert tool.description and tool.annotations and tool.annotations.read_only_hint
        assert tools["codebase_search"].input_schema["required"] == ["query"]
        assert tools["codebase_related"].input_schema["required"] == ["name"]


async def test_search_answers_with_place_reasons_and_code(tmp_path: Path) -> None:
    async with connected(tmp_path) as client:
        text, failed = await call(
            client, "codebase_search", query="which berth does an arriving ship get", limit=1
        )
        assert not failed
        assert text.startswith("1. ships/harbour.py:1-6 function")
        assert "def assign_berth(ship, berths):" in text


async def test_context_answers_within_the_budget(tmp_path: Path) -> None:
    async with connected(tmp_path) as client:
        text, failed = await call(client, "codebase_context", query="which berth does an arriving ship get")
        assert not failed
        assert "raise HarbourFull(ship)" in text and "steer(ship, berth.position)" in text
        small, _ = await call(client, "codebase_context", query="assign_berth", max_tokens=100)
        assert len(small) < len(text)


async def test_related_and_map_answer_from_the_same_index(tmp_path: Path) -> None:
    async with connected(tmp_path) as client:
        text, failed = await call(client, "codebase_related", name="assign_berth", relations=["callers"])
        assert not failed and "ships/pilot.py" in text and "pilot.guide" in text
        text, failed = await call(client, "codebase_map", max_tokens=200)
        assert not failed and "ships/harbour.py:" in text and "def assign_berth(ship, berths)" in text


async def test_what_makes_no_sense_is_an_error_in_words(tmp_path: Path) -> None:
    async with connected(tmp_path) as client:
        text, failed = await call(client, "codebase_search", query="(", mode="regex")
        assert failed and "regular expression" in text
        text, failed = await call(client, "codebase_search", query=" ")
        assert failed and "empty" in text
        assert not (await call(client, "codebase_search", query="ship"))[1], "and the server goes on"
