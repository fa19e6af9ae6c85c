"""Disk space comes back: after many rewrites, after deletions, of folders that are gone."""

import os
import shutil
import time
from pathlib import Path

import pytest

from codebase_lsp.engine.embed.trim import trim
from codebase_lsp.engine.index.directory import FOLDER_FILE, layout_dir
from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.upkeep import reclaim_shared
from codebase_lsp.engine.workspace import Workspace
from codebase_lsp.errors import IndexUnavailable

WORDS = Settings(model="none")
LIMIT = 1024**3


def write(root: Path, number: int, version: int, functions: int = 300) -> str:
    path = f"part_{number}.py"
    body = "\n".join(
        f"def step_{number}_{version}_{i}(order, total):\n    # {version * 7919 + i}\n"
        f"    return order.apply(total_{version * i}, {i}) + rest_{i + version}\n"
        for i in range(functions)
    )
    (root / path).write_text(body, "utf-8")
    return path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    return root


def keep_up(workspace: Workspace) -> None:
    """What a quiet moment does, at once."""
    workspace._upkeep._run(workspace._base, workspace.reindex)


def test_after_twenty_rewrites_and_a_great_deletion_the_index_is_as_small_as_a_fresh_one(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codebase_lsp.engine.index.base._DEAD_WORTH_IT", 50)
    workspace = Workspace(project, WORDS, tmp_path / "cache")
    for version in range(21):
        assert workspace.merge([write(project, number, version, functions=100) for number in range(8)])
    assert workspace.status().files == 8
    for number in range(1, 8):
        (project / f"part_{number}.py").unlink()
    workspace.merge([f"part_{number}.py" for number in range(1, 8)])
    before = workspace.status().disk_bytes
    keep_up(workspace)
    fresh = Workspace(project, WORDS, tmp_path / "fresh")
    fresh.index()
    after, ideal = workspace.status().disk_bytes, fresh.status().disk_bytes
    assert before > 4 * ideal, "there was something to give back"
    assert after <= 1.5 * ideal + 64 * 1024
    hits = workspace.search(SearchRequest("step_0_20_17", limit=1)).hits
    assert hits[0].path == "part_0.py" and workspace.tree().root == fresh.tree().root
    workspace.close()
    fresh.close()


def test_letting_vectors_go_costs_embedding_them_again_and_nothing_else(
    project: Path, tmp_path: Path
) -> None:
    write(project, 0, 0, functions=300)
    workspace = Workspace(project, Settings(), tmp_path / "cache")
    first = workspace.index()
    answers = workspace.search(SearchRequest("apply an order to the total")).hits
    assert first.embedded > 0
    cache = workspace._directory.vector_cache
    assert trim(cache, 1) > 0, "nearly all of them go"
    assert workspace.search(SearchRequest("apply an order to the total")).hits == answers, "still served"
    workspace.close()
    workspace = Workspace(project, Settings(), tmp_path / "cache")
    again = workspace.index()
    assert (again.parsed, again.embedded) == (0, first.embedded)
    assert workspace.search(SearchRequest("apply an order to the total")).hits == answers
    workspace.close()


def test_vectors_that_cannot_be_kept_serve_all_the_same_and_the_status_says_so(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(project, 0, 0, functions=300)
    workspace = Workspace(project, Settings(), tmp_path / "cache")
    cache = workspace.embedding.cache
    assert cache is not None
    cache._writer.execute("PRAGMA max_page_count=1")  # as if the disk were full
    assert workspace.index().embedded > 0
    answer = workspace.search(SearchRequest("apply an order", mode="semantic"))
    assert answer.hits and answer.index.vector_share == 1.0 and answer.index.state == "ready"
    assert "not kept" in workspace.status().model_state
    workspace.close()


def abandon(folder: Path, tmp_path: Path, days: float) -> Path:
    """Index a folder, remove it, and let so many days pass."""
    workspace = Workspace(folder, WORDS, tmp_path / "cache")
    workspace.index()
    index = workspace._directory.path
    workspace.close()
    shutil.rmtree(folder)
    then = time.time() - days * 86_400
    os.utime(index / FOLDER_FILE, (then, then))
    return index


def test_the_index_of_a_folder_that_is_gone_for_long_is_removed(project: Path, tmp_path: Path) -> None:
    lately = project / "lately"
    lately.mkdir()
    recent = abandon(lately, tmp_path, days=3)
    write(project, 0, 0, functions=5)
    index = abandon(project, tmp_path, days=40)
    cache = layout_dir(tmp_path / "cache")
    planned = reclaim_shared(cache, LIMIT, dry_run=True)
    assert index.exists() and [str(project) in entry.what for entry in planned] == [True]
    assert reclaim_shared(cache, LIMIT) == planned
    assert not index.exists()
    assert recent.exists(), "it may be on a disk that is not plugged in"
    assert reclaim_shared(cache, LIMIT) == []
    reclaim_shared(cache, LIMIT, unopened_days=0)
    assert not recent.exists()


def test_an_index_that_is_open_or_whose_folder_exists_is_never_removed(project: Path, tmp_path: Path) -> None:
    workspace = Workspace(project, WORDS, tmp_path / "cache")
    index = workspace._directory.path
    os.utime(index / FOLDER_FILE, (0, 0))
    cache = layout_dir(tmp_path / "cache")
    assert reclaim_shared(cache, LIMIT) == [] and index.exists(), "the folder is there"
    shutil.rmtree(project)
    assert reclaim_shared(cache, LIMIT) == [] and index.exists(), "it is open"
    workspace.close()
    assert len(reclaim_shared(cache, LIMIT)) == 1 and not index.exists()


def test_upkeep_leaves_a_cache_alone_that_another_process_is_at(project: Path, tmp_path: Path) -> None:
    from codebase_lsp.engine.index.lock import WriterLock

    index = abandon(project, tmp_path, days=40)
    cache = layout_dir(tmp_path / "cache")
    other = WriterLock(cache / "upkeep.lock")
    assert other.acquire()
    assert reclaim_shared(cache, LIMIT) == [] and index.exists()
    other.release()
    assert len(reclaim_shared(cache, LIMIT)) == 1


def test_a_quiet_moment_starts_upkeep_without_waiting_for_it(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(project, 0, 0, functions=5)
    workspace = Workspace(project, Settings(), tmp_path / "cache")
    workspace.index()

    def full(*_: object) -> None:
        raise IndexUnavailable("The disk is full.")

    monkeypatch.setattr(workspace._base, "mark_vectors_used", full)
    workspace.tidy()
    workspace._upkeep._thread.join(30)
    assert not workspace._upkeep._thread.is_alive()
    assert workspace.search(SearchRequest("step_0_0_1")).hits, "a disk that says no costs nothing else"
    workspace.close()
