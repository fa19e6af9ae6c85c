"""An OpenAI-compatible embedding server for tests: real HTTP, real vectors, faults on demand."""

import base64
import contextlib
import json
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from codebase_lsp.engine.embed.model import EmbeddingModel
from engine.embed.local_server import LocalHandler, LocalServer

Payload = dict[str, Any]
Fault = Callable[["Handler", Payload], bool]
"""Answers a request in place of the server, or returns False to let it."""


@dataclass
class Seen:
    path: str
    headers: dict[str, str]
    payload: Payload

    @property
    def texts(self) -> list[str]:
        return self.payload["input"]


@dataclass
class OpenAIServer:
    """Serves `model` at `base_url`; each fault in `faults` meets one request, `always` all others."""

    model: EmbeddingModel
    faults: list[Fault] = field(default_factory=list)
    always: Fault | None = None
    seen: list[Seen] = field(default_factory=list)
    port: int = 0
    """Any that is free if it is 0."""

    def __post_init__(self) -> None:
        self.stop_waiting = threading.Event()
        self.connections: list[socket.socket] = []
        self._server = LocalServer(Handler, self.port, owner=self)

    @property
    def base_url(self) -> str:
        return f"{self._server.url}/v1"

    def close(self) -> None:
        self.stop_waiting.set()
        self._server.close()
        for connection in self.connections:  # kept alive, they would still be served
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class Handler(LocalHandler):
    owner: OpenAIServer

    def setup(self) -> None:
        super().setup()
        self.owner.connections.append(self.connection)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        payload: Payload = json.loads(body)
        owner = self.owner
        owner.seen.append(Seen(self.path, {k.lower(): v for k, v in self.headers.items()}, payload))
        fault = owner.faults.pop(0) if owner.faults else owner.always
        if fault is not None and fault(self, payload):
            return
        self.send_json(200, answer(owner.model, payload))


def answer(model: EmbeddingModel, payload: Payload) -> Payload:
    """What a well-behaved server says."""
    rows = model.passages(payload["input"])
    data = [
        {"object": "embedding", "index": i, "embedding": [float(x) for x in row]}
        for i, row in enumerate(rows)
    ]
    tokens = sum(len(text.split()) for text in payload["input"])
    usage = {"prompt_tokens": tokens, "total_tokens": tokens}
    return {"object": "list", "data": data, "model": payload["model"], "usage": usage}


# Faults


def status(code: int, message: str = "", **headers: str) -> Fault:
    def fault(handler: Handler, payload: Payload) -> bool:
        handler.send_json(code, {"error": {"message": message}}, **headers)
        return True

    return fault


def changed(change: Callable[[Payload], None]) -> Fault:
    """A good answer with `change` made to it."""

    def fault(handler: Handler, payload: Payload) -> bool:
        value = answer(handler.owner.model, payload)
        change(value)
        handler.send_json(200, value)
        return True

    return fault


def truncated(handler: Handler, payload: Payload) -> bool:
    """Half of the body, then the connection ends."""
    content = json.dumps(answer(handler.owner.model, payload)).encode()
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(content)))
    handler.end_headers()
    handler.wfile.write(content[: len(content) // 2])
    handler.close_connection = True
    return True


def silent(handler: Handler, payload: Payload) -> bool:
    """No answer for as long as the test runs."""
    handler.owner.stop_waiting.wait(20)
    handler.close_connection = True
    return True


def trickling(handler: Handler, payload: Payload) -> bool:
    """One byte at a time, each in time, never the whole."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    while not handler.owner.stop_waiting.wait(0.02):
        try:
            handler.wfile.write(b" ")
        except OSError:
            break
    handler.close_connection = True
    return True


def endless(handler: Handler, payload: Payload) -> bool:
    """Megabytes without end."""
    handler.send_response(200)
    handler.end_headers()
    try:
        for _ in range(1000):
            handler.wfile.write(b" " * (1 << 20))
    except OSError:
        pass
    handler.close_connection = True
    return True


def as_base64(value: Payload) -> None:
    for item in value["data"]:
        item["embedding"] = base64.b64encode(np.asarray(item["embedding"], "<f4").tobytes()).decode()
