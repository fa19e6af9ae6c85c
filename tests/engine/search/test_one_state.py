"""A file that changes tiers while a search looks at them is found all the same."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from codebase_lsp.engine.index.overlay import Overlay
from codebase_lsp.engine.relations.types import RelatedRequest
from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from helpers.files import write_files

T = TypeVar("T")

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


@pytest.mark.parametrize("mode", ["exact", "regex", "hybrid", "lexical", "symbol"])
def test_a_buffer_that_is_closed_between_two_looks_is_not_missed(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    workspace.set_buffer("anchor.py", (workspace.root / "anchor.py").read_text("utf-8"))
    closed = close_after(Overlay.paths, "paths", workspace, monkeypatch)
    hits = workspace.search(SearchRequest("weigh_anchor", mode=mode)).hits
    assert closed == ["anchor.py"], "the buffer was closed during the search"
    assert [hit.path for hit in hits] == ["anchor.py"]
    assert hits[0].checked_against == "disk"
    assert mode != "symbol" or set(hits[0].signals) == {"definition"}, "by its name, not by words"


@pytest.mark.parametrize("profile", ["rrf", "bloop"])
def test_nor_is_it_missed_by_a_profile(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, profile: str
) -> None:
    workspace.set_buffer("anchor.py", (workspace.root / "anchor.py").read_text("utf-8"))
    closed = close_after(Overlay.paths, "paths", workspace, monkeypatch)
    hits = workspace.search(SearchRequest("weigh_anchor", mode="lexical", profile=profile)).hits
    assert closed == ["anchor.py"]
    assert "anchor.py" in [hit.path for hit in hits]


def test_nor_is_it_missed_by_a_question_about_relations(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.set_buffer("anchor.py", (workspace.root / "anchor.py").read_text("utf-8"))
    closed = close_after(Overlay.digests, "digests", workspace, monkeypatch, calls=2)
    answer = workspace.related(RelatedRequest(name="weigh_anchor", relations=("definition",)))
    assert closed == ["anchor.py"]
    assert [item.edge.path for item in answer.items] == ["anchor.py"]


def close_after(
    look: Callable[[Overlay], T],
    name: str,
    workspace: Workspace,
    monkeypatch: pytest.MonkeyPatch,
    calls: int = 1,
) -> list[str]:
    """Close the open buffer after so many calls of a method of the Overlay. → its path, then."""
    closed: list[str] = []
    left = iter(range(calls - 1))

    def look_and_then_close(overlay: Overlay) -> T:
        seen = look(overlay)
        if not closed and next(left, None) is None:
            closed.append("anchor.py")
            workspace.close_buffer("anchor.py")
        return seen

    monkeypatch.setattr(Overlay, name, look_and_then_close)
    return closed
