"""A file that changes tiers while a search looks at them is found all the same."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from codebase_lsp.engine.index.overlay import Overlay
from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from helpers.files import write_files

TEXT = "def weigh_anchor(ship):\n    return ship.anchor.mass\n"


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    root = write_files(
        tmp_path / "ships", f"=== anchor.py\n{TEXT}\n=== sail.py\ndef hoist(sail):\n    sail.up()\n"
    )
    opened = Workspace(root, Settings(workers=1, model="none"), tmp_path / "cache")
    opened.index()
    yield opened
    opened.close()


@pytest.mark.parametrize("mode", ["exact", "regex", "hybrid", "lexical"])
def test_a_buffer_that_is_closed_between_two_looks_is_not_missed(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    workspace.set_buffer("anchor.py", (workspace.root / "anchor.py").read_text("utf-8"))
    paths = Overlay.paths
    closed: list[str] = []

    def paths_and_then_close(overlay: Overlay) -> list[str]:
        known = paths(overlay)
        if not closed:
            closed.extend(known)
            workspace.close_buffer("anchor.py")
        return known

    monkeypatch.setattr(Overlay, "paths", paths_and_then_close)
    hits = workspace.search(SearchRequest("weigh_anchor", mode=mode)).hits
    assert closed == ["anchor.py"], "the buffer was closed during the search"
    assert [hit.path for hit in hits] == ["anchor.py"]
    assert hits[0].checked_against == "disk"
