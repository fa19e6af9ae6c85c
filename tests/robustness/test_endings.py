"""How the process ends: politely, abruptly, by signals, with its client."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers.raw import SECONDS, RawServer, frame_bytes

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def test_exit_after_shutdown_is_zero(server: RawServer, folder: Path) -> None:
    server.initialize(folder)
    assert server.shut_down() == 0


def test_exit_without_shutdown_is_one(server: RawServer) -> None:
    server.initialize()
    server.notify("exit")
    assert server.ended() == 1


def test_exit_before_initialize_is_one(server: RawServer) -> None:
    server.notify("exit")
    assert server.ended() == 1


def test_end_of_input_ends_the_server(server: RawServer, folder: Path) -> None:
    server.initialize(folder)
    server.close_input()
    assert server.ended() == 1


def test_end_of_input_after_shutdown_is_zero(server: RawServer) -> None:
    server.initialize()
    server.request("shutdown")
    server.close_input()
    assert server.ended() == 0


def test_end_of_input_inside_a_frame_ends_the_server(server: RawServer) -> None:
    server.initialize()
    server.send_bytes(frame_bytes(b'{"jsonrpc":"2.0"}')[:-3])
    server.close_input()
    assert server.ended() == 1


@POSIX
@pytest.mark.parametrize("number", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_signal_ends_the_server_by_its_own_exit(server: RawServer, folder: Path, number: str) -> None:
    server.initialize(folder)
    server.process.send_signal(getattr(signal, number))
    assert server.ended() == 1


def test_exit_while_indexing_ends_within_the_deadline(server: RawServer, tmp_path: Path) -> None:
    """Unstoppable work must not keep the process: the wait below fails if it does."""
    big = tmp_path / "big"
    big.mkdir()
    for number in range(400):
        body = "\n".join(f"def f{number}_{i}(value):\n    return value * {i}\n" for i in range(60))
        Path(big, f"module_{number}.py").write_text(body)
    server.initialize(big)
    server.request("codebase/status", {})
    assert server.shut_down() == 0


CLIENT = """
import json, os, subprocess, sys, time

holds_pipe, way = json.loads(sys.argv[1])
command = [sys.executable, "-m", "codebase_lsp", "serve"]
if way == "argument":
    command += ["--clientProcessId", str(os.getpid())]
server = subprocess.Popen(
    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
)
holder = None
if holds_pipe:
    os.set_inheritable(server.stdin.fileno(), True)
    sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
    holder = subprocess.Popen(sleep, close_fds=False, stdout=subprocess.DEVNULL)
params = {
    "processId": os.getpid() if way == "initialize" else None, "rootUri": None, "capabilities": {},
}
body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}).encode()
server.stdin.write(b"Content-Length: %d\\r\\n\\r\\n" % len(body) + body)
server.stdin.flush()
server.stdout.readline()
print(json.dumps([server.pid, holder and holder.pid]), flush=True)
time.sleep(600)
"""
"""A client that starts a server and then does nothing, until it is killed."""


def wait_until_gone(process_id: int) -> None:
    stat = Path(f"/proc/{process_id}/stat")
    deadline = time.monotonic() + SECONDS
    while stat.exists() and stat.read_text().split(") ")[-1][0] != "Z":
        assert time.monotonic() < deadline, "The server outlived its client."
        time.sleep(0.05)


@POSIX
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at /proc")
class TestKilledClient:
    @pytest.mark.parametrize(
        ("holds_pipe", "way"), [(False, "nothing"), (True, "initialize"), (True, "argument")]
    )
    def test_the_server_ends_too(self, holds_pipe: bool, way: str) -> None:
        """By the end of its input, or, where a sibling still holds the pipe, by the process id."""
        arguments = [sys.executable, "-c", CLIENT, json.dumps([holds_pipe, way])]
        client = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
        assert client.stdout is not None
        server, holder = json.loads(client.stdout.readline())
        try:
            client.kill()
            client.wait()
            wait_until_gone(server)
        finally:
            client.stdout.close()
            if holder:
                os.kill(holder, signal.SIGKILL)


def test_a_client_on_another_system_is_not_waited_for(server: RawServer) -> None:
    """A process id from outside the container names nothing here; the server must stay."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    server.initialize(processId=ended.pid)
    for _ in range(3):
        assert server.request("codebase/status", {})["folders"] == []
    assert server.shut_down() == 0
