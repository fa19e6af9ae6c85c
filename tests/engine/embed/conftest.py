"""The bundled model, and a server that serves it."""

from collections.abc import Iterator

import pytest

from codebase_lsp.engine.embed.local import BUNDLED_DIR, LocalModel, local_model
from engine.embed.openai_server import OpenAIServer


@pytest.fixture(scope="session")
def bundled() -> LocalModel:
    return local_model(BUNDLED_DIR)


@pytest.fixture
def server(bundled: LocalModel) -> Iterator[OpenAIServer]:
    served = OpenAIServer(bundled)
    yield served
    served.close()
