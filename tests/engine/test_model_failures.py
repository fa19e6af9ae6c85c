"""Whatever is wrong with the model: words and names answer, one warning says it, and it passes.

Real folders, a real endpoint over HTTP with a fault in it, and the engine as a client sees it.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from codebase_lsp.engine.embed import load, remote
from codebase_lsp.engine.embed.local import BUNDLED_DIR
from codebase_lsp.engine.embed.spec import ModelSpec
from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import ModelOptions, Settings
from codebase_lsp.engine.workspace import Workspace
from engine.embed.openai_server import (
    Fault,
    OpenAIServer,
    Payload,
    changed,
    silent,
    status,
    truncated,
)

TEXT = '''def shrink(picture, width):
    """Resize a picture to a thumbnail."""
    return picture.resize(width)
'''
OTHER = "def add_item(cart, item):\n    cart.items.append(item)\n"
Open = Callable[[str, ModelOptions], Workspace]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    monkeypatch.setattr(remote, "_FIRST_PAUSE", 0.001)
    model = load.load_model(ModelSpec("bundled"))
    assert model is not None
    served = OpenAIServer(model)
    yield served
    served.close()


@pytest.fixture
def open_(tmp_path: Path) -> Iterator[Open]:
    root = tmp_path / "project"
    root.mkdir()
    (root / "image.py").write_text(TEXT)
    (root / "cart.py").write_text(OTHER)
    opened: list[Workspace] = []

    def open_with(model: str, options: ModelOptions) -> Workspace:
        settings = Settings(model=model, model_options=options, workers=1)
        opened.append(Workspace(root, settings, tmp_path / "cache"))
        return opened[-1]

    yield open_with
    for workspace in opened:
        workspace.close()


def nan(value: Payload) -> None:
    value["data"][0]["embedding"][3] = float("nan")


def halved(value: Payload) -> None:
    for item in value["data"]:
        item["embedding"] = item["embedding"][:100]


def answers_by_words(workspace: Workspace, words: str) -> None:
    """Questions and names are answered without vectors, and a question says once why."""
    asked = workspace.search(SearchRequest("shrink the picture"))
    assert asked.hits[0].path == "image.py"
    assert "vector" not in asked.hits[0].signals
    assert len(asked.warnings) == 1
    assert words in asked.warnings[0]
    named = workspace.search(SearchRequest("shrink", mode="symbol"))
    assert (named.hits[0].path, named.warnings) == ("image.py", ())
    assert words in workspace.status().model_state


def answers_by_meaning(workspace: Workspace) -> None:
    answer = workspace.search(SearchRequest("make an image smaller", mode="semantic"))
    assert not answer.warnings
    assert answer.hits[0].path == "image.py"
    assert answer.hits[0].signals["vector"] > 0


@pytest.mark.parametrize(
    ("fault", "options", "words"),
    [
        (status(401, "bad key"), {}, "wants a key"),
        (status(404, "model not found"), {}, "model not found"),
        (status(429, "slow down"), {}, "slow"),
        (status(500, "out of memory"), {}, "out of memory"),
        (silent, {"timeout": 0.1, "query_timeout": 0.1}, "did not answer within 0.1 seconds"),
        (truncated, {}, "broke off its answer"),
        (changed(halved), {"dimensions": 256}, "100 dimensions instead of 256"),
        (changed(nan), {}, "not finite"),
    ],
    ids=["bad key", "no such model", "rate limit", "error", "slow", "truncated", "wrong dimension", "NaN"],
)
def test_a_fault_of_the_endpoint_costs_vectors_only_and_passes(
    open_: Open, server: OpenAIServer, fault: Fault, options: dict, words: str
) -> None:
    server.always = fault
    workspace = open_("served", ModelOptions(base_url=server.base_url, **options))
    assert workspace.index().embedded == 0
    answers_by_words(workspace, words)
    server.always = None
    workspace.embedding._breaker._clock = lambda: float("inf")  # the cool-down is over
    workspace.tidy()
    answers_by_meaning(workspace)
    assert workspace.index_state().vector_share == 1.0


def test_an_endpoint_that_is_down_costs_vectors_only_until_it_is_up(
    open_: Open, server: OpenAIServer
) -> None:
    port = int(server.base_url.rsplit(":", 1)[1].split("/")[0])
    server.close()
    workspace = open_("served", ModelOptions(base_url=server.base_url))
    workspace.index()
    answers_by_words(workspace, "Is it running?")
    started = OpenAIServer(server.model, port=port)
    workspace.embedding._breaker._clock = lambda: float("inf")
    workspace.tidy()
    answers_by_meaning(workspace)
    started.close()


def test_a_missing_model_costs_vectors_only_until_it_is_there(open_: Open, tmp_path: Path) -> None:
    workspace = open_(str(tmp_path / "model"), ModelOptions())
    workspace.index()
    answers_by_words(workspace, "There is no directory")
    shutil.copytree(BUNDLED_DIR, tmp_path / "model")
    workspace.index()
    answers_by_meaning(workspace)


def test_a_damaged_model_costs_vectors_only_until_it_is_repaired(open_: Open, tmp_path: Path) -> None:
    shutil.copytree(BUNDLED_DIR, tmp_path / "model")
    content = (tmp_path / "model" / "model.onnx").read_bytes()
    (tmp_path / "model" / "model.onnx").write_bytes(content[:1000])
    workspace = open_(str(tmp_path / "model"), ModelOptions())
    workspace.index()
    answers_by_words(workspace, "could not be loaded")
    (tmp_path / "model" / "model.onnx").write_bytes(content)
    workspace.index()
    answers_by_meaning(workspace)
