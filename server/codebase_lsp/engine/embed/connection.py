"""One OpenAI-compatible address: JSON out, bytes back, every fault in words.

The key is read from the environment and lives nowhere but in the headers of the HTTP client, so it
cannot reach a log, an error or a repr.
"""

import ipaddress
import logging
import os
import re
import ssl
import threading
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

import httpx

from ...errors import ModelUnavailable
from .answer import Refused, error_message, retry_after

OPENAI_URL, OPENAI_KEY_VARIABLE = "https://api.openai.com/v1", "OPENAI_API_KEY"
_RETRIED = frozenset((408, 409, 425, 429, 500, 502, 503, 504))
_TOO_MUCH = re.compile(
    r"too (long|large|many)|larger than|exceed|maximum|(context|batch|input).{0,40}(length|size|limit)",
    re.I | re.S,
)
"""What servers say of a text over their context, or of too many texts: OpenAI and vLLM with status
400, text-embeddings-inference with 413, Ollama and llama.cpp with 400 or 500, each in other words."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where to ask, as the settings say."""

    kind: str
    """`embedding` or `chat`: starts the sentences of errors."""
    base_url: str
    path: str
    """What follows the base URL, such as `/embeddings`."""
    model: str
    key_variable: str


class Connection:
    """Thread-safe; connects with the first request. Requests are never redirected: code goes to the
    address in the settings and nowhere else."""

    def __init__(self, address: Address) -> None:
        """Raises ModelUnavailable for an address or key variable that cannot work."""
        self.kind, self.model = address.kind, address.model
        base_url = (address.base_url or OPENAI_URL).rstrip("/")
        parts = _split(base_url)
        if parts.username is not None or parts.password is not None:
            raise ModelUnavailable(
                "The base URL of the model holds a user name or password; name the environment variable "
                "of a key instead (apiKeyVariable)."
            )
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ModelUnavailable(
                f"The base URL of the model must be like http://localhost:11434/v1, not {base_url!r}."
            )
        self.address = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        """The base URL for people: without the part after `?`."""
        self.local = _is_local(parts.hostname)
        self._variable = address.key_variable
        if not self._variable and not address.base_url:
            self._variable = OPENAI_KEY_VARIABLE
        self._url = f"{self.address}{address.path}" + (f"?{parts.query}" if parts.query else "")
        self._client: httpx.Client | None = None
        self._connecting = threading.Lock()
        self._key()

    def __repr__(self) -> str:
        return f"Connection({self.address!r}, {self.model!r})"

    @property
    def connected(self) -> bool:
        return self._client is not None

    def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            client.close()

    def post(self, body: dict[str, Any], seconds: float, limit: int) -> bytes:
        """The body of a successful answer, at most `limit` bytes, within `seconds`. Raises Refused."""
        deadline = time.monotonic() + seconds
        try:
            with self._connect().stream("POST", self._url, json=body, timeout=seconds) as response:
                content = bytearray()
                for part in response.iter_bytes():
                    content += part
                    if len(content) > limit:
                        raise Refused(f"{self.who} sends more than {limit >> 20} MB.")
                    if time.monotonic() > deadline:
                        raise httpx.ReadTimeout("too slow")
        except httpx.HTTPError as error:
            raise self._unreachable(error, seconds) from None
        except (httpx.InvalidURL, UnicodeError, ValueError) as error:
            raise Refused(f"{self.who} cannot be asked: {self._without_key(str(error))}") from None
        if response.status_code != 200:
            raise self._refusal(response, bytes(content))
        return bytes(content)

    @property
    def who(self) -> str:
        """Starts a sentence about it."""
        return f"The {self.kind} endpoint {self.address}"

    def _key(self) -> str:
        """From the environment, now. Raises ModelUnavailable if it is not there or cannot be a header."""
        if not self._variable:
            return ""
        key = os.environ.get(self._variable, "").strip()
        if not key:
            raise ModelUnavailable(
                f"The environment variable {self._variable}, which should hold the key of {self.address}, "
                "is not set where the server runs."
            )
        if not key.isascii() or not key.isprintable():
            raise ModelUnavailable(
                f"The environment variable {self._variable} holds characters that no key has."
            )
        return key

    def _connect(self) -> httpx.Client:
        with self._connecting:
            if self._client is None:
                key = self._key()
                for name in ("httpx", "httpcore"):  # they log addresses and headers, where keys may be
                    logging.getLogger(name).setLevel(logging.WARNING)
                headers = {"Authorization": f"Bearer {key}"} if key else {}
                # A proxy from the environment is for the network, not for this machine.
                self._client = httpx.Client(headers=headers, trust_env=not self.local)
            return self._client

    def _without_key(self, text: str) -> str:
        """Some servers repeat the key they were sent."""
        key = os.environ.get(self._variable, "").strip() if self._variable else ""
        return text.replace(key, "…") if key else text

    def _unreachable(self, error: httpx.HTTPError, seconds: float) -> Refused:
        if isinstance(error, httpx.TimeoutException):
            return Refused(f"{self.who} did not answer within {seconds:g} seconds.", again=True)
        if isinstance(error, httpx.ProxyError):
            return Refused(
                f"{self.who} cannot be reached through the proxy of the environment (HTTPS_PROXY): "
                f"{self._without_key(str(error))}",
                again=True,
            )
        if isinstance(error, httpx.ConnectError):
            if isinstance(error.__cause__, ssl.SSLError) or "CERTIFICATE" in str(error):
                return Refused(
                    f"The certificate of {self.address} is not trusted; SSL_CERT_FILE can name the right one."
                )
            hint = "Is it running?" if self.local else "Is the address right, and is there a network?"
            return Refused(f"{self.who} cannot be reached. {hint}", again=True)
        return Refused(f"{self.who} broke off its answer.", again=True)

    def _refusal(self, response: httpx.Response, content: bytes) -> Refused:
        status, said = response.status_code, self._without_key(error_message(content))
        quoted = f" It says: {said}" if said else ""
        if status in (401, 403):
            if self._variable:
                why = f"does not accept the key in {self._variable}; put a valid one there and start again."
            else:
                why = "wants a key; name the environment variable that holds it (apiKeyVariable)."
            return Refused(f"{self.who} {why}")
        if 300 <= status < 400:
            place = urlsplit(str(response.headers.get("location", "")))
            to = f" to {place.scheme}://{place.netloc}{place.path}" if place.netloc else ""
            return Refused(f"{self.who} redirects{to}; set the base URL to the final address.")
        if status == 404:
            return Refused(
                f"{self.who} answers 404 for the model {self.model!r}: is the model there, and is the "
                f"base URL right (most end in /v1)?{quoted}"
            )
        if status == 429:
            after = retry_after(response.headers.get("retry-after", ""))
            return Refused(
                f"{self.who} limits how much it is asked; slowed down.{quoted}", again=True, after=after
            )
        return Refused(
            f"{self.who} answers with status {status}.{quoted}",
            again=status in _RETRIED,
            after=retry_after(response.headers.get("retry-after", "")),
            shorter=status == 413 or (status in (400, 422, 500) and bool(_TOO_MUCH.search(said))),
        )


def _split(base_url: str) -> SplitResult:
    try:
        parts = urlsplit(base_url)
        _ = parts.port  # looked at only now, and raises if it is no number
        return parts
    except ValueError as error:
        raise ModelUnavailable(f"The base URL of the model makes no sense: {error}.") from None


def _is_local(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
