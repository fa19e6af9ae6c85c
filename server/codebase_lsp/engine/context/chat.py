"""An OpenAI-compatible chat endpoint that puts questions in other ways, where the user configured one."""

import json
from typing import Any, cast

from ...errors import ModelUnavailable
from ..embed.breaker import CircuitBreaker
from ..embed.connection import Address, Connection
from ..search.expansion import expansion_prompt
from ..settings import ExpansionOptions

_MOST_BYTES = 1 << 20
_MOST_TOKENS = 700


class ChatModel:
    """Thread-safe. Asked once per question; after a failure it is left alone for a while."""

    def __init__(self, options: ExpansionOptions) -> None:
        """Raises ModelUnavailable for an address or key variable that cannot work."""
        self._options = options
        self._connection = Connection(
            Address("chat", options.base_url, "/chat/completions", options.model, options.api_key_variable)
        )
        self._breaker = CircuitBreaker()
        self._error = ""

    @property
    def address(self) -> str:
        return self._connection.address

    def expand(self, question: str) -> str:
        """What the model answers to the expansion prompt. Raises ModelUnavailable within the deadline."""
        if not self._breaker.allows():
            raise ModelUnavailable(self._error)
        try:
            answer = self._ask(expansion_prompt(question))
        except ModelUnavailable as error:
            self._error = str(error)
            self._breaker.failed()
            raise
        self._breaker.succeeded()
        return answer

    def _ask(self, prompt: str) -> str:
        body: dict[str, Any] = {
            "model": self._options.model,
            "messages": [{"role": "user", "content": prompt}],
            "temperature": 0,
            "max_tokens": _MOST_TOKENS,
            "stream": False,
        }
        content = self._connection.post(body, self._options.timeout, _MOST_BYTES)
        try:
            value = cast("dict[str, Any]", json.loads(content))
            said = value["choices"][0]["message"]["content"]
        except (ValueError, KeyError, IndexError, TypeError):
            said = None
        if not isinstance(said, str):
            raise ModelUnavailable(f"{self._connection.who} answers with something that is no message.")
        return said

    def close(self) -> None:
        self._connection.close()
