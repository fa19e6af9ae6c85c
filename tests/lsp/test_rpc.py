"""JSON-RPC bookkeeping: what is advertised, kept, forgotten, and how failures are told."""

import asyncio
import io
import logging
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from codebase_lsp.lsp.capabilities import client_features
from codebase_lsp.lsp.framing import frame
from codebase_lsp.lsp.logs import ClientLog
from codebase_lsp.lsp.parent import is_alive
from codebase_lsp.lsp.transport import LockedWriter
from codebase_lsp.wire import methods
from helpers.harness import Harness


async def test_the_capabilities_name_requests_commands_and_sync(client: Harness) -> None:
    result = await client.initialize()
    capabilities = result["capabilities"]
    assert set(capabilities["experimental"]) == set(methods.CAPABILITIES.values())
    assert capabilities["experimental"]["workspaceCodebaseSearch"] == {"version": 1}
    assert set(capabilities["executeCommandProvider"]["commands"]) == set(methods.COMMANDS.values())
    assert capabilities["textDocumentSync"]["openClose"] is True
    assert capabilities["textDocumentSync"]["change"] == 2
    assert capabilities["workspace"]["workspaceFolders"] == {"supported": True, "changeNotifications": True}
    assert result["serverInfo"]["name"] == "codebase-lsp"
    providers = [name for name in capabilities if name.endswith("Provider")]
    assert providers == ["executeCommandProvider"], "no standard feature is taken from other servers"


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [(["utf-8", "utf-16"], "utf-8"), (["utf-32"], "utf-32"), ([], "utf-16"), (["x"], "utf-16")],
)
async def test_the_first_known_position_encoding_is_used(
    client: Harness, offered: list[str], chosen: str
) -> None:
    result = await client.initialize(capabilities={"general": {"positionEncodings": offered}})
    assert result["capabilities"]["positionEncoding"] == chosen
    assert client.server.position_encoding == chosen


async def test_notifications_leave_nothing_behind(client: Harness, shop: Path) -> None:
    """pygls keeps a future for each."""
    await client.initialize(shop)
    client.open(shop / "cart.py", "x")
    for version in range(50):
        client.edit(shop / "cart.py", "y", version)
        client.notify("$/setTrace", {"value": "off"})
        await client.request("codebase/status", {})
    await asyncio.sleep(0)
    assert client.server.protocol._request_futures == {}


async def test_answers_under_an_id_of_the_clients_own_do_no_harm(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    client.doubles["shop"].hold.clear()
    msg_id = client.start("workspace/codebaseSearch", {"query": "x"}, "both")
    await asyncio.sleep(0.01)
    client.server.protocol.receive({"jsonrpc": "2.0", "id": "both", "result": 5})
    client.doubles["shop"].hold.set()
    assert "results" in (await client.response(msg_id))["result"]


async def test_a_result_that_is_no_json_is_an_error_answer(client: Harness) -> None:
    async def odd(ls: Any, params: Any) -> Any:
        return {"value": object.__new__(type("NoJson", (), {"__slots__": ()}))}

    client.server.feature("test/odd")(odd)
    await client.initialize()
    assert (await client.error("test/odd"))["code"] == -32603


async def test_shutdown_answers_what_is_under_way(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    double = client.doubles["shop"]
    await client.until(lambda: double.state == "ready")
    double.hold.clear()
    msg_id = client.start("workspace/codebaseSearch", {"query": "x"})
    await client.until(lambda: "search" in double.calls)
    assert await client.request("shutdown") is None
    assert (await client.response(msg_id))["error"]["code"] == -32800
    await client.until(lambda: "close" in double.calls)


async def test_failing_notifications_are_logged_and_not_shown(
    client: Harness, caplog: pytest.LogCaptureFixture
) -> None:
    await client.initialize()
    with caplog.at_level(logging.WARNING):
        document = {"uri": "file:///never-opened.py", "version": 2}
        client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": "x"}]})
        client.notify("textDocument/didOpen", {"textDocument": {"uri": 5}})
        client.server.report_server_error(ValueError("reported"), ValueError)
    assert client.sent("window/showMessage") == []
    assert "didChange failed" in caplog.text
    assert "didOpen" in caplog.text
    assert "reported" in caplog.text


def test_records_of_pygls_never_go_to_the_client() -> None:
    """Sending one would make pygls log another."""

    async def run() -> list[str]:
        sent: list[str] = []
        handler = ClientLog(lambda params: sent.append(params.message))
        loggers = [logging.getLogger(name) for name in ("pygls.protocol", "asyncio", "codebase_lsp.test")]
        for logger in loggers:
            logger.addHandler(handler)
            logger.error("before start")
        handler.start()
        for logger in loggers:
            logger.error("from %s", logger.name)
        threading.Thread(target=loggers[2].error, args=("from a thread",)).start()
        while len(sent) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        for logger in loggers:
            logger.removeHandler(handler)
        return sorted(sent)

    assert asyncio.run(run()) == ["from a thread", "from codebase_lsp.test"]


class SlowStream(io.BytesIO):
    """Lets other threads in between the pieces, as CPython's buffered writer does beyond its buffer."""

    def write(self, data: Any) -> int:
        for start in range(0, len(data), 4):
            super().write(data[start : start + 4])
            time.sleep(0)
        return len(data)


def test_frames_of_many_threads_stay_whole() -> None:
    bodies = [f'"{letter * size}"' for letter in "abcd" for size in (5, 90, 700)]
    stream = SlowStream()
    writer = LockedWriter(stream)

    def write(body: str) -> None:
        for _ in range(20):
            writer.write(frame(body))

    threads = [threading.Thread(target=write, args=(body,)) for body in bodies]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rest, counted = stream.getvalue(), 0
    while rest:
        head, _, rest = rest.partition(b"\r\n\r\n")
        length = int(head.removeprefix(b"Content-Length: "))
        assert rest[:length].decode() in bodies
        rest, counted = rest[length:], counted + 1
    assert counted == 20 * len(bodies)


def test_capabilities_are_read_once() -> None:
    empty = client_features(types.InitializeParams(types.ClientCapabilities()))
    assert not any((empty.work_done_progress, empty.configuration, empty.status_notifications))
    odd = types.InitializeParams(types.ClientCapabilities(experimental={"codebaseStatus": "yes"}))
    assert client_features(odd).status_notifications is False


def test_processes_are_known_to_live() -> None:
    import os
    import subprocess

    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert is_alive(os.getpid())
    assert not is_alive(ended.pid)
    assert not is_alive(0) and not is_alive(-1) and not is_alive(2**70)
