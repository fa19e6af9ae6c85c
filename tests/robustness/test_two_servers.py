"""Two servers on one folder for a minute, one of them killed again and again.

No error reaches a client, what is written is found, and in the end the index is whole.
"""

import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from helpers.raw import RawServer

MINUTE = 60.0


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    for number in range(120):
        body = "\n".join(f"def worker_{number}_{i}(value):\n    return value * {i}\n" for i in range(8))
        (root / f"module_{number}.py").write_text(body)
    return root


class Load:
    """Asks one server without pause, and keeps every error."""

    def __init__(self, server: RawServer) -> None:
        self.errors: list[Any] = []
        self.asked = 0
        self._server = server
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        chance = random.Random(5)
        while not self._stop.is_set():
            number = chance.randrange(120)
            question = {"query": f"worker_{number}_3", "limit": 3, "mode": chance.choice(["hybrid", "exact"])}
            response = self._server.wait(self._server.start("workspace/codebaseSearch", question))
            self.asked += 1
            if "error" in response or not response["result"]["results"]:
                self.errors.append((question, response))

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(30)


@pytest.mark.timeout(300)
def test_two_servers_share_a_folder_while_one_is_killed(cache: Path, project: Path) -> None:
    chance = random.Random(11)
    deadline = time.monotonic() + MINUTE
    kills = written = 0
    with RawServer(cache) as first:
        first.initialize(project)  # the writer, which is killed first
        first.wait_until_ready()
        with RawServer(cache) as steady:
            steady.initialize(project)
            steady.wait_until_ready()
            load = Load(steady)
            victim: RawServer = first
            while time.monotonic() < deadline:
                for _ in range(chance.randrange(1, 6)):
                    path = project / f"module_{chance.randrange(120)}.py"
                    with path.open("a") as file:
                        file.write(f"\n\ndef written_{written}(x):\n    return x\n")
                    written += 1
                    time.sleep(chance.random() / 4)
                victim.process.kill()
                victim.ended()
                kills += 1
                victim = RawServer(cache)
                victim.initialize(project)
                time.sleep(chance.random() * 2)
            victim.process.kill()
            victim.ended()
            load.stop()
            assert load.errors == []
            assert load.asked > 50
            assert kills > 5
            for number in range(written):
                question = {"query": f"written_{number}(", "mode": "exact", "limit": 1}
                steady.until(
                    lambda q=question: steady.request("workspace/codebaseSearch", q)["results"],
                    f"written_{number}",
                )
            assert steady.damaged == []
            assert steady.shut_down() == 0
    workspace, fresh = Workspace(project, Settings(), cache), Workspace(project, Settings(), cache / "fresh")
    workspace.index()
    fresh.index()
    assert workspace.tree().root == fresh.tree().root
    assert workspace._base.lexical.documents == fresh._base.lexical.documents
    workspace.close()
    fresh.close()
