"""Another branch costs what is new in it: real git, real events, the real model."""

import shutil
from pathlib import Path

import pytest

from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from helpers.git import git
from helpers.waiting import soon

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

FILES = 12


def write(root: Path, verb: str) -> None:
    for number in range(FILES):
        text = f"def {verb}_item_{number}(item):\n    return item.{verb}({number})\n"
        (root / f"module_{number}.py").write_text(text)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Branch `plus` and, checked out, branch `minus`; every file differs, one is on `minus` alone."""
    root = tmp_path / "project"
    root.mkdir()
    git(root, "init", "-q", "-b", "plus")
    write(root, "plus")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "plus")
    git(root, "checkout", "-qb", "minus")
    write(root, "minus")
    (root / "only_minus.py").write_text("def only_minus(): pass\n")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "minus")
    return root


@pytest.fixture
def living(project: Path, tmp_path: Path):
    workspace = Workspace(project, Settings(), tmp_path / "cache")
    workspace.watch()
    workspace.index()
    yield workspace
    workspace.close()


def found(workspace: Workspace, word: str) -> set[str]:
    answer = workspace.search(SearchRequest(word, mode="lexical", limit=50))
    return {hit.path for hit in answer.hits if word in hit.snippet}


def holds(workspace: Workspace, verb: str) -> bool:
    """The Base has every file of the branch, and vectors for them."""
    names = [workspace._base.symbols_named(f"{verb}_item_{n}", prefix=False, limit=2) for n in range(FILES)]
    state = workspace.index_state()
    ready = state.state == "ready" and state.vector_share == 1.0 and not workspace._writing.locked()
    return all(names) and ready and not workspace._overlay.paths()


def counters(workspace: Workspace) -> tuple[int, int]:
    counted = workspace.status().counters
    return counted["parsed"], counted["embedded"]


def test_a_branch_seen_before_is_neither_parsed_nor_embedded_again(living: Workspace) -> None:
    git(living.root, "checkout", "-q", "plus")
    soon(lambda: holds(living, "plus"))
    before = counters(living)
    git(living.root, "checkout", "-q", "minus")
    soon(lambda: holds(living, "minus") and found(living, "only_minus") == {"only_minus.py"})
    git(living.root, "checkout", "-q", "plus")
    soon(lambda: holds(living, "plus") and "only_minus.py" not in living._base.files())
    assert counters(living) == before
    assert living.status().counters["taken_back"] >= 2 * FILES + 1


def test_no_answer_holds_text_of_another_branch_at_any_time_of_a_switch(living: Workspace) -> None:
    for branch, other in (("plus", "minus"), ("minus", "plus"), ("plus", "minus")):
        git(living.root, "checkout", "-q", branch)
        while not holds(living, branch):
            assert found(living, f"{other}_item_3") == set()
        assert found(living, f"{branch}_item_3") == {"module_3.py"}
        assert found(living, f"{other}_item_3") == set()


def test_after_switches_the_index_is_what_a_fresh_one_would_be(living: Workspace, tmp_path: Path) -> None:
    for branch in ("plus", "minus", "plus"):
        git(living.root, "checkout", "-q", branch)
        soon(lambda wanted=branch: holds(living, wanted))
    soon(lambda: "only_minus.py" not in living._base.files())
    fresh = Workspace(living.root, Settings(), tmp_path / "fresh")
    fresh.index()
    assert living.tree().root == fresh.tree().root
    assert living._base.lexical.documents == fresh._base.lexical.documents
    for word in ("plus", "item", "minus"):
        scored = [
            [(hit.path, hit.start_line, round(hit.score, 6)) for hit in w.search(SearchRequest(word)).hits]
            for w in (living, fresh)
        ]
        assert scored[0] == scored[1]
    fresh.close()


def test_a_stash_and_its_return_parse_nothing_twice(living: Workspace) -> None:
    write(living.root, "times")
    soon(lambda: holds(living, "times"))
    before = counters(living)
    git(living.root, "stash")
    soon(lambda: holds(living, "minus"))
    git(living.root, "stash", "pop")
    soon(lambda: holds(living, "times"))
    assert counters(living) == before


def test_a_rebase_embeds_only_what_it_changed(living: Workspace) -> None:
    git(living.root, "checkout", "-q", "plus")
    (living.root / "fresh.py").write_text("def fresh_on_plus(): pass\n")
    git(living.root, "add", "-A")
    git(living.root, "commit", "-qm", "fresh")
    soon(lambda: holds(living, "plus") and found(living, "fresh_on_plus") == {"fresh.py"})
    before = counters(living)
    git(living.root, "checkout", "-q", "minus")
    git(living.root, "rebase", "-q", "plus")
    soon(lambda: holds(living, "minus") and found(living, "fresh_on_plus") == {"fresh.py"})
    assert counters(living) == before


def test_another_worktree_embeds_nothing_that_the_first_has_seen(living: Workspace, tmp_path: Path) -> None:
    git(living.root, "worktree", "add", "-q", str(tmp_path / "second"), "-b", "third", "minus")
    second = Workspace(tmp_path / "second", Settings(), tmp_path / "cache")
    second.index()
    assert second.index_state().vector_share == 1.0
    assert second.status().counters["embedded"] == 0
    second.close()


def test_a_rebuild_reads_every_file_even_if_it_was_seen_before(living: Workspace) -> None:
    git(living.root, "checkout", "-q", "plus")
    soon(lambda: holds(living, "plus"))
    parsed = living.status().counters["parsed"]
    living.reindex()
    assert living.status().counters["parsed"] == parsed + FILES
