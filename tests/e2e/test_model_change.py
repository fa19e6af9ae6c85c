"""Another model is set in the editor while the server runs: questions find meaning all the time."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types

from engine.second_model import write_second_model
from helpers.lsp_client import CodebaseClient, configuration, initialize_params

pytestmark = pytest.mark.asyncio


@pytest_lsp.fixture(config=configuration())
async def client(lsp_client: CodebaseClient) -> AsyncIterator[None]:
    yield
    await lsp_client.shutdown_session()


async def test_a_change_of_the_model_leaves_no_gap(
    client: CodebaseClient, package: Path, tmp_path: Path
) -> None:
    second = write_second_model(tmp_path / "second")
    client.set_configuration({"codebase": {}})
    await client.initialize_session(initialize_params(package))
    await client.ready()
    await client.until(lambda: "workspace/didChangeConfiguration" in client.registrations)

    async def found() -> list[str]:
        answer = await client.search("convert a position to the units of the client", mode="semantic")
        assert answer["warnings"] == []
        assert answer["results"][0]["signals"].get("vector", 0) > 0
        return [result["uri"] for result in answer["results"][:3]]

    before = (await found())[0]
    for model in (str(second), "bundled"):
        client.set_configuration({"codebase": {"model": model}})
        client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))

        async def changed(model: str = model) -> bool:
            assert before in await found()
            now = (await client.ask("codebase/status", {}))["model"]
            if now["name"] == model and now["answering"] != model:
                assert "answer meanwhile" in now["change"]
            return now["name"] == now["answering"] == model and not now["change"]

        await client.until(changed)
        status = await client.ready()
        assert status["index"]["vectorShare"] == 1.0
    assert status["counters"]["embedded"] == 0, "going back"
