"""One OpenAI-compatible embedding endpoint: a list of texts in, vectors out.

The form is `POST {base_url}/embeddings` as OpenAI documents it; Ollama, vLLM, llama.cpp and
DashScope speak it too.
"""

from collections.abc import Sequence
from typing import Any

from .answer import Answer, read_answer
from .connection import Address, Connection
from .pieces import encodable
from .spec import ModelSpec

_BYTES_PER_TEXT, _BYTES_AT_LEAST = 256 * 1024, 1 << 20
"""An answer beyond this is not one: 4,096 numbers in full JSON take about 90 kB."""


class Endpoint:
    """Thread-safe; connects with the first request."""

    def __init__(self, spec: ModelSpec) -> None:
        """Raises ModelUnavailable for an address or key variable that cannot work."""
        options = spec.options
        self._connection = Connection(
            Address("embedding", options.base_url, "/embeddings", spec.model_name, options.api_key_variable)
        )
        self._dimensions = options.dimensions
        self.address = self._connection.address
        self.local = self._connection.local
        self.model = spec.model_name

    def __repr__(self) -> str:
        return f"Endpoint({self.address!r}, {self.model!r})"

    @property
    def connected(self) -> bool:
        return self._connection.connected

    def close(self) -> None:
        self._connection.close()

    def embed(self, texts: Sequence[str], seconds: float) -> Answer:
        """One request, answered within `seconds`. Raises Refused."""
        body: dict[str, Any] = {
            "model": self.model,
            "input": [encodable(text) for text in texts],
            "encoding_format": "float",
        }
        if self._dimensions:
            body["dimensions"] = self._dimensions
        content = self._connection.post(body, seconds, _BYTES_AT_LEAST + len(texts) * _BYTES_PER_TEXT)
        return read_answer(content, len(texts), self._dimensions, self._connection.who)
