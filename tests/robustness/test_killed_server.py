"""A server that is killed leaves nothing behind that hinders the next one."""

import sys
import time
from pathlib import Path

import pytest

from helpers.raw import SECONDS, RawServer


def children(process_id: int) -> set[int]:
    """All descendants, by /proc."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(") ", 1)[1].split()
        except (OSError, IndexError):
            continue
        if fields[0] != "Z":
            parents[int(stat.parent.name)] = int(fields[1])
    found = {process_id}
    while new := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= new
    return found - {process_id}


@pytest.fixture
def large(tmp_path: Path) -> Path:
    root = tmp_path / "large"
    root.mkdir()
    for number in range(300):
        body = "\n".join(f"def f{number}_{i}(value):\n    return value * {i}\n" for i in range(30))
        Path(root, f"module_{number}.py").write_text(body)
    return root


def test_the_next_server_takes_over_the_index(cache: Path, large: Path) -> None:
    """The lock belongs to the process, not to a file it left behind."""
    with RawServer(cache) as first:
        first.initialize(large)
        first.until(lambda: first.request("codebase/status", {})["folders"], "The folder")
        first.process.kill()
        first.ended()
    with RawServer(cache) as second:
        second.initialize(large)
        status = second.wait_until_ready()
        assert status["folders"][0]["writable"] is True
        assert status["folders"][0]["files"] == 300
        found = second.request("workspace/codebaseSearch", {"query": "f299_29", "limit": 1})
        assert found["results"][0]["uri"].endswith("module_299.py")
        assert second.shut_down() == 0


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
@pytest.mark.parametrize("way", ["kill", "exit"])
def test_no_worker_process_stays_behind(cache: Path, large: Path, way: str) -> None:
    with RawServer(cache) as server:
        server.initialize(large)
        deadline = time.monotonic() + SECONDS
        workers: set[int] = set()
        while not workers and time.monotonic() < deadline:
            workers = children(server.process.pid)
            state = server.request("codebase/status", {})
            if state["folders"] and state["index"]["state"] == "ready":
                break
        if way == "kill":
            server.process.kill()
            server.ended()
        else:
            server.shut_down()
        while alive := {pid for pid in workers if Path(f"/proc/{pid}").exists()}:
            assert time.monotonic() < deadline, f"Still alive: {alive}"
            time.sleep(0.05)
