"""Catalogue models: fetched from a hub on request, whole or not at all, and used without it."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from codebase_lsp.engine.cancel import CancelToken
from codebase_lsp.engine.embed.catalogue import catalogue, pulled_model
from codebase_lsp.engine.embed.local import LocalModel
from codebase_lsp.engine.embed.pull import pull
from codebase_lsp.engine.settings import ModelOptions
from codebase_lsp.errors import BadRequest, Cancelled, ModelUnavailable
from engine.embed.model_hub import REVISION, ModelHub

pytest.importorskip("onnx")
from engine.embed.tiny_transformer import TinyTransformer  # needs onnx

NAME = "sentence-transformers/all-MiniLM-L6-v2"
"""The name is that of the catalogue; the weights behind it are the test's own."""
TEXT = "parse user session token"


@pytest.fixture(scope="module")
def tiny() -> TinyTransformer:
    return TinyTransformer(dim=384)


@pytest.fixture
def hub(tiny: TinyTransformer, tmp_path: Path) -> Iterator[ModelHub]:
    directory = tiny.write(tmp_path / "hub")
    (directory / "config.json").write_text("{}")
    (directory / "README.md").write_text("not wanted")
    served = ModelHub("Qdrant/all-MiniLM-L6-v2-onnx", directory)
    yield served
    served.close()


@pytest.fixture
def models(tmp_path: Path) -> Path:
    return tmp_path / "models"


def load(models: Path, **options: Any) -> LocalModel:
    return pulled_model(NAME, ModelOptions(**{"models_dir": str(models), **options}))


def test_a_pulled_model_gives_its_vectors_without_a_network(
    hub: ModelHub, models: Path, tiny: TinyTransformer, monkeypatch
) -> None:
    pull(NAME, models, endpoint=hub.url)
    hub.close()
    monkeypatch.setattr(socket.socket, "connect", lambda *_: pytest.fail("no connection is needed"))
    model = load(models)
    assert model.dimensions == 384
    np.testing.assert_allclose(model.query(TEXT), tiny.expected(TEXT, "mean"), atol=1e-5)


def test_only_what_is_needed_is_fetched_at_one_revision(hub: ModelHub, models: Path) -> None:
    place = pull(NAME, models, endpoint=hub.url)
    names = {path.name for path in place.iterdir()}
    assert names == {"model.onnx", "tokenizer.json", "tokenizer_config.json", "config.json", "pulled.json"}
    assert json.loads((place / "pulled.json").read_text())["revision"] == REVISION


def test_the_hub_is_the_one_of_the_environment(hub: ModelHub, models: Path) -> None:
    """HF_ENDPOINT is read when the library starts, so this needs a process of its own."""
    program = (
        "import sys; from pathlib import Path; from codebase_lsp.engine.embed.pull import pull; "
        "pull(sys.argv[1], Path(sys.argv[2]))"
    )
    environment = {**os.environ, "HF_ENDPOINT": hub.url, "HF_HUB_DISABLE_TELEMETRY": "1"}
    subprocess.run(
        [sys.executable, "-c", program, NAME, str(models)], env=environment, check=True, timeout=60
    )
    assert load(models).query(TEXT).any()


def test_progress_ends_with_all_bytes(hub: ModelHub, models: Path) -> None:
    told: list[tuple[str, int, int]] = []
    place = pull(NAME, models, lambda *step: told.append(step), endpoint=hub.url)
    total = sum(json.loads((place / "pulled.json").read_text())["files"].values())
    assert {size for _, _, size in told} == {total}
    assert told[-1] == ("", total, total)
    assert {name for name, _, _ in told} >= {"model.onnx", "tokenizer.json"}


def test_the_catalogue_says_what_is_here(hub: ModelHub, models: Path) -> None:
    assert not any(model.pulled for model in catalogue(models))
    pull(NAME, models, endpoint=hub.url)
    assert [model.name for model in catalogue(models) if model.pulled] == [NAME]
    entry = next(model for model in catalogue(models) if model.name == NAME)
    assert (entry.dimensions, entry.megabytes, entry.licence) == (384, 90, "apache-2.0")


def test_a_new_pull_takes_the_place_of_the_old(hub: ModelHub, models: Path) -> None:
    pull(NAME, models, endpoint=hub.url)
    before = load(models).space
    other = TinyTransformer(dim=384, seed=9)
    other.write(hub.directory)
    pull(NAME, models, endpoint=hub.url)
    model = load(models)
    assert model.space != before
    np.testing.assert_allclose(model.query(TEXT), other.expected(TEXT, "mean"), atol=1e-5)
    assert len(list(models.iterdir())) == 1


# Faults


def refused() -> str:
    """An address where nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}"


def test_without_a_network_it_is_said_what_to_do(models: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"cannot be reached.*HTTPS_PROXY.*HF_ENDPOINT.*directory"):
        pull(NAME, models, endpoint=refused())
    assert list(models.iterdir()) == []


@pytest.mark.parametrize(
    ("status", "code", "words"),
    [
        (404, "RepoNotFound", "does not have"),
        (401, "RepoNotFound", "does not have"),
        (403, "GatedRepo", "accepted its licence"),
        (403, "", "answers with 403"),
        (500, "", "answers with 500"),
    ],
)
def test_a_hub_that_refuses_is_quoted(
    hub: ModelHub, models: Path, status: int, code: str, words: str
) -> None:
    hub.status, hub.error_code = status, code
    with pytest.raises(ModelUnavailable, match=words):
        pull(NAME, models, endpoint=hub.url)
    assert list(models.iterdir()) == []


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_file_that_arrives_damaged_is_not_kept(hub: ModelHub, models: Path, name: str) -> None:
    hub.damaged = {name}
    with pytest.raises(ModelUnavailable, match=f"{name} did not arrive as it is on the hub"):
        pull(NAME, models, endpoint=hub.url)
    assert list(models.iterdir()) == []


def test_a_connection_that_breaks_leaves_nothing(hub: ModelHub, models: Path, monkeypatch) -> None:
    # The hub's library tries five times, a second apart.
    monkeypatch.setattr("huggingface_hub.file_download.time.sleep", lambda _: None)
    hub.cut_off = {"model.onnx"}
    with pytest.raises(ModelUnavailable):
        pull(NAME, models, endpoint=hub.url)
    assert list(models.iterdir()) == []


def test_a_repository_without_the_graph_is_told(hub: ModelHub, models: Path) -> None:
    (hub.directory / "model.onnx").unlink()
    with pytest.raises(ModelUnavailable, match=r"has no model\.onnx"):
        pull(NAME, models, endpoint=hub.url)
    assert list(models.iterdir()) == []


def test_a_failed_pull_leaves_the_old_model_in_place(hub: ModelHub, models: Path) -> None:
    pull(NAME, models, endpoint=hub.url)
    before = load(models).query(TEXT)
    hub.damaged = {"tokenizer.json"}
    with pytest.raises(ModelUnavailable):
        pull(NAME, models, endpoint=hub.url)
    np.testing.assert_array_equal(load(models).query(TEXT), before)
    assert len(list(models.iterdir())) == 1


def test_a_pull_is_cancelled_between_files(hub: ModelHub, models: Path) -> None:
    token = CancelToken()
    with pytest.raises(Cancelled):
        pull(NAME, models, lambda *_: token.cancel(), token, endpoint=hub.url)
    assert list(models.iterdir()) == []


def test_offline_mode_is_named(models: Path, hub: ModelHub) -> None:
    program = (
        "import sys; from pathlib import Path; from codebase_lsp.engine.embed.pull import pull\n"
        "try: pull(sys.argv[1], Path(sys.argv[2]), endpoint=sys.argv[3])\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, NAME, str(models), hub.url],
        env={**os.environ, "HF_HUB_OFFLINE": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "ModelUnavailable" in run.stdout
    assert "HF_HUB_OFFLINE is set" in run.stdout
    assert hub.requests == []


@pytest.mark.parametrize(
    ("name", "hint"),
    [("all-MiniLM-L6-v2", NAME), ("BAAI/bge-smal-en-v1.5", "BAAI/bge-small-en-v1.5"), ("zzz", "model list")],
)
def test_a_name_outside_the_catalogue_gets_a_hint(models: Path, name: str, hint: str) -> None:
    with pytest.raises(BadRequest, match=hint):
        pull(name, models)
    assert not models.exists()


def test_a_model_that_was_not_pulled_names_the_command(models: Path) -> None:
    with pytest.raises(ModelUnavailable, match=f"`codebase-lsp model pull {NAME}`"):
        load(models)


def test_a_model_that_was_damaged_later_names_the_command(hub: ModelHub, models: Path) -> None:
    place = pull(NAME, models, endpoint=hub.url)
    with (place / "model.onnx").open("ab") as graph:
        graph.write(b"more")
    with pytest.raises(ModelUnavailable, match=r"damaged \(model\.onnx\); `codebase-lsp model pull"):
        load(models)
    (place / "model.onnx").unlink()
    with pytest.raises(ModelUnavailable, match=r"lacks model\.onnx; `codebase-lsp model pull"):
        load(models)


def test_pooling_of_a_catalogue_model_is_its_own(hub: ModelHub, models: Path, tiny: TinyTransformer) -> None:
    """fastembed knows how its models pool; the setting is for directories."""
    pull(NAME, models, endpoint=hub.url)
    model = load(models, pooling="cls")
    np.testing.assert_allclose(model.query(TEXT), tiny.expected(TEXT, "mean"), atol=1e-5)
