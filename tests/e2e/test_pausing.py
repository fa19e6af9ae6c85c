"""Pausing and resuming the real server while it indexes."""

import time
from pathlib import Path
from typing import Any

from helpers.files import write_files
from helpers.raw import RawServer

FILES = 400


def folder(server: RawServer) -> dict[str, Any]:
    return server.request("codebase/status", {})["folders"][0]


def found(server: RawServer, words: str) -> list[str]:
    answer = server.request("workspace/codebaseSearch", {"query": words, "mode": "exact"})
    return [result["uri"].rpartition("/")[2] for result in answer["results"]]


def test_a_paused_server_rests_and_answers_and_goes_on_where_it_was(tmp_path: Path) -> None:
    body = "".join(f"    value = value * {line} + {line}\n" for line in range(60))
    files = (f"=== part_{n}.py\ndef part_{n}(value):\n{body}    return value\n" for n in range(FILES))
    root = write_files(tmp_path / "project", "\n".join(files))
    with RawServer(tmp_path / "cache") as server:
        server.initialize(root)
        server.until(lambda: folder(server)["index"]["state"] == "indexing", "the indexing")
        assert server.request("codebase/pause")["paused"] is True
        server.until(lambda: folder(server)["index"]["state"] == "paused", "the rest")
        before = folder(server)
        assert before["files"] < FILES, "it was under way"
        (root / "late.py").write_text("def came_late(guest):\n    return guest.apology()\n")
        server.until(lambda: found(server, "came_late") == ["late.py"], "a file saved meanwhile")
        time.sleep(1.5)  # longer than a change waits until it is merged
        after = folder(server)
        assert after["index"]["chunks"] == before["index"]["chunks"]
        assert after["index"]["generation"] == before["index"]["generation"]
        assert after["files"] == before["files"]
        assert server.request("codebase/resume")["paused"] is False
        status = server.wait_until_ready()
        assert status["folders"][0]["files"] == FILES + 1
        assert found(server, "came_late") == ["late.py"]
        assert found(server, f"def part_{FILES - 1}(") == [f"part_{FILES - 1}.py"]
        assert server.shut_down() == 0
