"""While a folder is paused: nothing moves in the background, and answers stay true."""

import threading
import time
from pathlib import Path

import pytest

from codebase_lsp.engine.reports import IndexProgress
from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from codebase_lsp.errors import Paused
from helpers.files import write_files

SECONDS = 30.0


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_files(
        tmp_path / "project",
        """
        === boats.py
        def launch_boat(boat):
            return boat.float()
        === trains.py
        def couple_wagons(train):
            return train.join()
        """,
    )


@pytest.fixture
def workspace(project: Path, tmp_path: Path):
    workspace = Workspace(project, Settings(), tmp_path / "cache")
    yield workspace
    workspace.close()


def found(workspace: Workspace, words: str) -> list[str]:
    return [hit.path for hit in workspace.search(SearchRequest(words, mode="exact")).hits]


def until(condition) -> None:
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline, "What was waited for did not happen."
        time.sleep(0.01)


def test_what_is_under_way_stops_and_goes_on_where_it_was(workspace: Workspace, project: Path) -> None:
    for number in range(8):
        write_files(project, f"=== part_{number}.py\ndef part_{number}(x):\n    return x\n")

    def pause_at_once(step: IndexProgress) -> None:
        if step.stage == "embedding":
            workspace.pause()

    with pytest.raises(Paused):
        workspace.index(pause_at_once)
    state = workspace.index_state()
    assert state.state == "paused" and state.vector_share < 1.0
    with pytest.raises(Paused):
        workspace.index()
    assert found(workspace, "part_3") == ["part_3.py"]
    workspace.resume()
    report = workspace.index()
    assert report.parsed == 0, "what was read before is kept"
    assert workspace.index_state().state == "ready" and workspace.index_state().vector_share == 1.0


def test_saved_files_and_buffers_are_found_while_nothing_is_written(
    workspace: Workspace, project: Path
) -> None:
    workspace.watch()
    workspace.index()
    workspace.pause()
    generation = workspace.index_state().generation
    (project / "boats.py").write_text("def sink_boat(boat):\n    return None\n")
    (project / "planes.py").write_text("def take_off(plane):\n    return plane.up()\n")
    until(lambda: found(workspace, "take_off") == ["planes.py"])
    until(lambda: found(workspace, "sink_boat") == ["boats.py"])
    assert found(workspace, "launch_boat") == [], "no result whose text has changed"
    workspace.set_buffer("trains.py", "def uncouple(train):\n    return train.part()\n")
    assert found(workspace, "uncouple") == ["trains.py"]
    workspace.close_buffer("trains.py")
    (project / "trains.py").unlink()
    assert found(workspace, "couple_wagons") == []
    assert not workspace.merge(["boats.py"]) and not workspace.reconcile()
    workspace.tidy()
    assert workspace.index_state().generation == generation
    assert workspace.index_state().state == "paused"
    workspace.resume()
    workspace.index()
    assert workspace.index_state().generation > generation
    assert sorted(workspace._base.files()) == ["boats.py", "planes.py"]


def test_many_changes_while_paused_are_caught_up_with_by_themselves(
    workspace: Workspace, project: Path
) -> None:
    workspace.watch()
    workspace.index()
    workspace.pause()
    (project / ".gitignore").write_text("trains.py\n")  # means: compare the whole folder
    (project / "cars.py").write_text("def honk_the_horn(car):\n    return car.noise()\n")
    until(lambda: found(workspace, "honk_the_horn") == ["cars.py"])
    assert "cars.py" not in workspace._base.files()
    workspace.resume()
    until(lambda: {"boats.py", "cars.py"} <= workspace._base.files().keys())
    until(lambda: "trains.py" not in workspace._base.files())


def test_reindexing_that_is_asked_for_works_while_paused(workspace: Workspace) -> None:
    workspace.index()
    workspace.pause()
    assert workspace.reindex().parsed == 2
    assert workspace.index_state().state == "paused"


def test_a_paused_folder_closes_at_once(workspace: Workspace) -> None:
    workspace.watch()
    workspace.announce()
    workspace.pause()
    assert workspace.index_state().state == "paused"
    closing = threading.Thread(target=workspace.close)
    closing.start()
    closing.join(SECONDS)
    assert not closing.is_alive()
