"""A language client without manners: the real server process and bytes of one's choice.

pytest-lsp speaks proper LSP; this driver also sends what no client should, and counts
every answer.
"""

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Message = dict[str, Any]
SECONDS = 60.0
"""How long to wait for anything before a test fails. No test asserts a time."""

SERVER = (sys.executable, "-m", "codebase_lsp", "serve")


def frame(value: object) -> bytes:
    """A message as it travels."""
    return frame_bytes(json.dumps(value).encode("utf-8"))


def frame_bytes(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class RawServer:
    """One server process. Requests of the server are answered from `replies`."""

    def __init__(self, cache: Path, command: tuple[str, ...] = SERVER, stderr: int = subprocess.PIPE) -> None:
        environment = os.environ | {"CODEBASE_LSP_CACHE_DIR": str(cache), "PYTHONIOENCODING": "utf-8"}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, env=environment
        )
        self.replies: dict[str, Callable[[Any], Any]] = {
            "window/workDoneProgress/create": lambda _: None,
            "workspace/configuration": lambda params: [None for _ in params["items"]],
            "client/registerCapability": lambda _: None,
        }
        self.received: list[Message] = []
        """Everything, in order."""
        self.damaged: list[bytes] = []
        """Bytes on standard output that were no frame."""
        self.stderr = b""
        self._arrived = threading.Condition()
        self._numbers = iter(range(1, 1_000_000))
        self._outbox: queue.Queue[bytes | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._threads = [self._reader, threading.Thread(target=self._write, daemon=True)]
        if stderr == subprocess.PIPE:
            self._threads.append(threading.Thread(target=self._read_stderr, daemon=True))
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> "RawServer":
        return self

    def __exit__(self, *_: object) -> None:
        self._outbox.put(None)
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(SECONDS)
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                self._reader.join(5)
                stream.close()

    # Sending

    def send_bytes(self, data: bytes) -> None:
        """From a thread, so that a full pipe cannot block a test."""
        self._outbox.put(data)

    def send(self, message: object) -> None:
        self.send_bytes(frame(message))

    def notify(self, method: str, params: object = None) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def start(self, method: str, params: object = None, msg_id: int | str | None = None) -> int | str:
        """Send a request; returns its id."""
        msg_id = next(self._numbers) if msg_id is None else msg_id
        self.send({"jsonrpc": "2.0", "id": msg_id, "method": method, "params": params})
        return msg_id

    def close_input(self) -> None:
        self._outbox.put(None)

    # Receiving

    def until(self, found: Callable[[], Any], what: str) -> Any:
        """The first true value of `found`, looked at after each message."""
        deadline = time.monotonic() + SECONDS
        with self._arrived:
            while not (value := found()):
                left = deadline - time.monotonic()
                if left <= 0 or (not self._reader.is_alive() and not found()):
                    raise AssertionError(f"{what} did not come. {self._summary()}")
                self._arrived.wait(min(left, 0.5))
            return value

    def answers(self, msg_id: int | str | None) -> list[Message]:
        """All responses so far to `msg_id`."""
        return [m for m in list(self.received) if "method" not in m and "id" in m and m["id"] == msg_id]

    def wait(self, msg_id: int | str | None) -> Message:
        """The response to `msg_id`."""
        return self.until(lambda: self.answers(msg_id), f"The answer to {msg_id!r}")[0]

    def request(self, method: str, params: object = None) -> Any:
        """The result of a request; fails on an error."""
        response = self.wait(self.start(method, params))
        assert "result" in response, response
        return response["result"]

    def error(self, method: str, params: object = None) -> Message:
        """The error of a request; fails on a result."""
        response = self.wait(self.start(method, params))
        assert "error" in response, response
        return response["error"]

    def notifications(self, method: str) -> list[Any]:
        return [m.get("params") for m in list(self.received) if m.get("method") == method and "id" not in m]

    def progress(self, kind: str) -> list[Any]:
        """Values of `$/progress` of this kind."""
        return [p["value"] for p in self.notifications("$/progress") if p["value"].get("kind") == kind]

    def ended(self) -> int:
        """The exit code."""
        return self.process.wait(SECONDS)

    # Common moves

    def initialize(self, *folders: Path, **more: Any) -> Any:
        """`initialize` and `initialized`; returns the result."""
        params = {
            "processId": None,
            "rootUri": None,
            "capabilities": {},
            "workspaceFolders": [{"uri": f.as_uri(), "name": f.name} for f in folders],
        }
        result = self.request("initialize", params | more)
        self.notify("initialized", {})
        return result

    def wait_until_ready(self) -> Any:
        """Poll the status until nothing is being indexed."""
        deadline, status = time.monotonic() + SECONDS, None
        while time.monotonic() < deadline:
            status = self.request("codebase/status", {})
            if status["folders"] and all(f["index"]["state"] == "ready" for f in status["folders"]):
                return status
            time.sleep(0.05)
        raise AssertionError(f"The index did not become ready: {status}")

    def shut_down(self) -> int:
        """`shutdown`, `exit`; returns the exit code."""
        assert self.request("shutdown") is None
        self.notify("exit")
        return self.ended()

    # Threads

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while line := stream.readline():
            if not line.lower().startswith(b"content-length:"):
                self.damaged.append(line)
                continue
            length = int(line.split(b":")[1])
            while (header := stream.readline()) not in (b"\r\n", b""):
                self.damaged.append(header)
            body = stream.read(length)
            try:
                message = json.loads(body)
            except ValueError:
                self.damaged.append(body)
                continue
            self._reply(message)
            with self._arrived:
                self.received.append(message)
                self._arrived.notify_all()
        with self._arrived:
            self._arrived.notify_all()

    def _reply(self, message: Message) -> None:
        if "method" in message and "id" in message:
            reply = self.replies.get(message["method"])
            if reply is None:
                error = {"code": -32601, "message": "no such method"}
                self.send({"jsonrpc": "2.0", "id": message["id"], "error": error})
            else:
                result = reply(message.get("params"))
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": result})

    def _write(self) -> None:
        stream = self.process.stdin
        assert stream is not None
        try:
            while (data := self._outbox.get()) is not None:
                stream.write(data)
                stream.flush()
            stream.close()
        except OSError:
            pass

    def _read_stderr(self) -> None:
        stream = self.process.stderr
        assert stream is not None
        try:
            while data := stream.readline():
                self.stderr += data
        except ValueError:
            pass

    def _summary(self) -> str:
        last = json.dumps(self.received[-3:])[:2000]
        errors = self.stderr.decode("utf-8", "replace")[-2000:]
        return f"Exit code {self.process.poll()}. Last messages: {last}. Standard error: {errors}"
