"""The beginning of a session: progress, settings, several folders. A server for each test."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from helpers.lsp_client import CodebaseClient, configuration, initialize_params


@pytest_lsp.fixture(config=configuration())
async def client(lsp_client: CodebaseClient) -> AsyncIterator[None]:
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def long(tmp_path: Path) -> Path:
    """Takes a while to index."""
    root = tmp_path / "long"
    root.mkdir()
    for number in range(250):
        body = "\n".join(f"def job_{number}_{i}(order):\n    return order + {i}\n" for i in range(40))
        Path(root, f"part_{number}.py").write_text(body)
    return root


def values(client: CodebaseClient) -> list[Any]:
    return [value for reports in client.progress_reports.values() for value in reports]


async def test_indexing_shows_progress_with_counts(client: CodebaseClient, long: Path) -> None:
    await client.initialize_session(initialize_params(long))
    await client.ready()
    await client.until(lambda: any(isinstance(v, types.WorkDoneProgressEnd) for v in values(client)))
    shown = values(client)
    assert isinstance(shown[0], types.WorkDoneProgressBegin)
    assert shown[0].title == "Indexing long" and shown[0].cancellable
    reports = [v for v in shown if isinstance(v, types.WorkDoneProgressReport)]
    percentages = [report.percentage for report in reports]
    assert percentages == sorted(percentages, key=lambda p: p or 0)
    assert any(" of 250 files" in (report.message or "") for report in reports)
    assert isinstance(shown[-1], types.WorkDoneProgressEnd)
    assert sum(isinstance(v, types.WorkDoneProgressEnd) for v in shown) == 1


async def test_cancelling_the_progress_stops_indexing_and_keeps_the_server(
    client: CodebaseClient, long: Path
) -> None:
    await client.initialize_session(initialize_params(long))
    token = (await client.until(lambda: list(client.progress_reports)))[0]
    client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
    ends = await client.until(lambda: [v for v in values(client) if isinstance(v, types.WorkDoneProgressEnd)])
    assert ends[0].message in ("cancelled", None) or "files" in ends[0].message
    assert "results" in await client.search("job_7_7")
    # What was cancelled can be taken up again.
    report = await client.ask("codebase/reindex", {})
    assert report["folders"][0]["files"] == 250
    assert (await client.search("job_7_7", limit=1))["results"][0]["uri"].endswith("part_7.py")


async def test_reindex_reports_on_the_token_of_the_client_and_can_be_cancelled(
    client: CodebaseClient, long: Path
) -> None:
    await client.initialize_session(initialize_params(long))
    await client.ready()
    client.progress_reports["mine"] = []
    asked = client.protocol.send_request("codebase/reindex", {"workDoneToken": "mine"}, msg_id="reindex")
    await client.until(lambda: client.progress_reports["mine"])
    client.cancel_request(types.CancelParams("reindex"))
    await client.until(asked.done)
    error = asked.exception()
    assert isinstance(error, JsonRpcException) and error.code == -32800
    await client.until(lambda: isinstance(client.progress_reports["mine"][-1], types.WorkDoneProgressEnd))
    # The old index served and still does.
    assert (await client.search("job_7_7", limit=1))["results"][0]["uri"].endswith("part_7.py")


async def test_searches_are_answered_from_the_first_moment(client: CodebaseClient, long: Path) -> None:
    await client.initialize_session(initialize_params(long))
    first = await client.search("job_249_39")
    assert first["index"]["state"] in ("empty", "scanning", "indexing", "embedding", "ready")
    await client.ready()
    assert (await client.search("job_249_39", limit=1))["results"][0]["uri"].endswith("part_249.py")


async def test_initialization_options_are_used(client: CodebaseClient, zoo: Path) -> None:
    options = {"exclude": ["lion.py"], "noSuchSetting": 1, "workers": "many"}
    await client.initialize_session(initialize_params(zoo, initialization_options=options))
    status = await client.ready()
    assert status["folders"][0]["files"] == 1
    assert (await client.search("feed_the_lion", mode="exact"))["results"] == []
    told = [params.message for params in client.log_messages]
    assert sum("noSuchSetting" in message for message in told) == 1
    assert sum("workers" in message for message in told) == 1
    assert client.messages == []


async def test_settings_are_pulled_at_the_start_and_after_a_change(client: CodebaseClient, zoo: Path) -> None:
    client.set_configuration({"codebase": {"exclude": ["lion.py"]}})
    await client.initialize_session(
        initialize_params(zoo, initialization_options={"exclude": ["penguin.py"]})
    )
    await client.ready()
    assert (await client.search("count_penguins", mode="exact"))["results"]
    assert (await client.search("feed_the_lion", mode="exact"))["results"] == []
    await client.until(lambda: "workspace/didChangeConfiguration" in client.registrations)

    client.set_configuration({"codebase": {"exclude": []}})
    client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))

    async def both() -> bool:
        return bool((await client.search("feed_the_lion", mode="exact"))["results"])

    await client.until(both)
    assert (await client.search("count_penguins", mode="exact"))["results"]


async def test_folders_come_and_go(client: CodebaseClient, zoo: Path, harbour: Path) -> None:
    await client.initialize_session(initialize_params(zoo, harbour))
    assert len((await client.ready())["folders"]) == 2
    both = await client.search("weight of the container, or penguins on rocks", limit=10)
    assert {result["uri"].rsplit("/", 2)[1] for result in both["results"]} == {"zoo", "harbour"}

    def change(added: list[Path], removed: list[Path]) -> None:
        event = types.WorkspaceFoldersChangeEvent(
            [types.WorkspaceFolder(path.as_uri(), path.name) for path in added],
            [types.WorkspaceFolder(path.as_uri(), path.name) for path in removed],
        )
        client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))

    change([], [harbour])
    assert (await client.search("lift_container", mode="exact"))["results"] == []
    change([harbour, harbour / "inner"], [])
    assert len((await client.ready())["folders"]) == 2
    assert (await client.search("lift_container", mode="exact"))["results"]


async def test_without_a_folder_the_server_says_so(client: CodebaseClient) -> None:
    await client.initialize_session(initialize_params())
    answer = await client.search("anything")
    assert answer["results"] == []
    assert "No folder is open" in answer["warnings"][0]
    await asyncio.sleep(0)
    assert client.messages == []


@pytest.mark.parametrize("profile", ["neovim", "emacs", "visual-studio-code"])
async def test_each_editor_can_ask(client: CodebaseClient, zoo: Path, profile: str) -> None:
    await client.initialize_session(initialize_params(zoo, profile=profile))
    await client.ready()
    assert (await client.search("how many penguins"))["results"][0]["uri"].endswith("penguin.py")
