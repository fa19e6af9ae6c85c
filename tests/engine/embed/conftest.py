"""The bundled model, and a server that serves it."""

from collections.abc import Callable, Iterator

import pytest

from codebase_lsp.engine.embed.local import BUNDLED_DIR, LocalModel, local_model
from codebase_lsp.engine.embed.remote import RemoteModel
from codebase_lsp.engine.embed.spec import ModelSpec
from codebase_lsp.engine.settings import ModelOptions
from engine.embed.openai_server import OpenAIServer

Make = Callable[..., RemoteModel]


@pytest.fixture(scope="session")
def bundled() -> LocalModel:
    return local_model(BUNDLED_DIR)


@pytest.fixture
def server(bundled: LocalModel) -> Iterator[OpenAIServer]:
    served = OpenAIServer(bundled)
    yield served
    served.close()


@pytest.fixture
def pauses() -> list[float]:
    """How long a model would have slept between its attempts."""
    return []


@pytest.fixture
def remote(server: OpenAIServer, pauses: list[float]) -> Make:
    """Make a model behind the server; options are those of the settings."""

    def make(name: str = "served", **options) -> RemoteModel:
        spec = ModelSpec(name, ModelOptions(**{"base_url": server.base_url, **options}))
        return RemoteModel(spec, wait=lambda seconds, cancel: pauses.append(seconds))

    return make
