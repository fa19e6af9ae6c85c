"""The index follows the folder: real files, real events, real git."""

import shutil
import sys
from pathlib import Path

import pytest

from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from helpers.files import write_files
from helpers.git import git
from helpers.waiting import soon

PROJECT = """
=== app/orders.py
def create_order(cart):
    return Order(cart.items)

=== app/mail/sender.py
def send_confirmation(order):
    smtp.send(order.customer.email)

=== app/mail/queue.py
def enqueue_message(message):
    pending.append(message)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_files(tmp_path / "project", PROJECT)


@pytest.fixture
def living(project: Path, tmp_path: Path):
    workspace = Workspace(project, Settings(), tmp_path / "cache")
    workspace.watch()
    workspace.index()
    yield workspace
    workspace.close()


def found(workspace: Workspace, word: str) -> set[str]:
    """Files in which the word stands, as the index has it; exact, so nothing else is found."""
    return {hit.path for hit in workspace.search(SearchRequest(word, mode="exact", limit=200)).hits}


needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def test_a_new_file_is_found(living: Workspace) -> None:
    (living.root / "app" / "refunds.py").write_text("def refund_payment(order):\n    pass\n")
    soon(lambda: found(living, "refund_payment") == {"app/refunds.py"})


def test_a_changed_file_is_found_by_what_it_says_now(living: Workspace) -> None:
    (living.root / "app" / "orders.py").write_text("def cancel_everything():\n    pass\n")
    soon(lambda: found(living, "cancel_everything") == {"app/orders.py"})
    assert found(living, "create_order") == set()


def test_a_deleted_file_is_gone(living: Workspace) -> None:
    (living.root / "app" / "orders.py").unlink()
    soon(lambda: "app/orders.py" not in living._base.files())
    assert found(living, "create_order") == set()


def test_a_file_replaced_as_editors_do_is_followed(living: Workspace) -> None:
    part = living.root / "app" / ".orders.py.swp"
    part.write_text("def written_atomically():\n    pass\n")
    part.replace(living.root / "app" / "orders.py")
    soon(lambda: found(living, "written_atomically") == {"app/orders.py"})


def test_a_renamed_file_moves(living: Workspace) -> None:
    (living.root / "app" / "orders.py").rename(living.root / "app" / "purchases.py")
    soon(lambda: found(living, "create_order") == {"app/purchases.py"})


def test_a_moved_folder_moves_with_its_files(living: Workspace) -> None:
    (living.root / "app" / "mail").rename(living.root / "app" / "post")
    soon(lambda: found(living, "send_confirmation") == {"app/post/sender.py"})
    soon(lambda: found(living, "enqueue_message") == {"app/post/queue.py"})


def test_a_deleted_folder_is_gone_with_its_files(living: Workspace) -> None:
    shutil.rmtree(living.root / "app" / "mail")
    soon(lambda: not [path for path in living._base.files() if path.startswith("app/mail")])
    assert found(living, "send_confirmation") == set()


def test_a_new_folder_is_watched_as_well(living: Workspace) -> None:
    (living.root / "app" / "deep" / "er").mkdir(parents=True)
    (living.root / "app" / "deep" / "er" / "one.py").write_text("def first_in_new_folder(): pass\n")
    soon(lambda: found(living, "first_in_new_folder") == {"app/deep/er/one.py"})
    (living.root / "app" / "deep" / "er" / "two.py").write_text("def second_in_new_folder(): pass\n")
    soon(lambda: found(living, "second_in_new_folder") == {"app/deep/er/two.py"})


def test_changes_move_to_the_base_when_it_is_quiet(living: Workspace) -> None:
    (living.root / "app" / "refunds.py").write_text("def refund_payment(order):\n    pass\n")
    soon(lambda: "app/refunds.py" in living._base.files())
    soon(lambda: living._overlay.paths() == [])
    assert found(living, "refund_payment") == {"app/refunds.py"}
    assert living.index_state().vector_share == 1.0


def test_an_ignore_file_takes_effect_both_ways(living: Workspace) -> None:
    rules = living.root / ".gitignore"
    rules.write_text("mail/\n")
    soon(lambda: not [path for path in living._base.files() if path.startswith("app/mail")])
    assert found(living, "send_confirmation") == set()
    rules.write_text("")
    soon(lambda: found(living, "send_confirmation") == {"app/mail/sender.py"})


def test_many_files_at_once(living: Workspace) -> None:
    for number in range(1000):
        (living.root / f"generated_{number % 10}").mkdir(exist_ok=True)
        path = living.root / f"generated_{number % 10}" / f"part_{number}.py"
        path.write_text(f"def burst_member_{number}():\n    return {number}\n")
    soon(lambda: len(living._base.files()) == 1003)
    assert found(living, "burst_member_777") == {"generated_7/part_777.py"}


def test_a_hint_from_the_editor_is_enough(project: Path, tmp_path: Path) -> None:
    workspace = Workspace(project, Settings(), tmp_path / "cache")
    workspace.watch()
    workspace.index()
    (project / "app" / "hinted.py").write_text("def hinted_function(): pass\n")
    workspace.hint([str(project / "app" / "hinted.py")])
    soon(lambda: found(workspace, "hinted_function") == {"app/hinted.py"})
    workspace.close()


def test_a_buffer_stays_in_front_of_a_file_that_changes(living: Workspace) -> None:
    living.set_buffer("app/orders.py", "def what_is_typed(): pass\n")
    before = living._base.store.generation
    (living.root / "app" / "orders.py").write_text("def written_by_someone_else(): pass\n")
    soon(lambda: living._base.store.generation > before)
    assert found(living, "what_is_typed") == {"app/orders.py"}
    assert found(living, "written_by_someone_else") == set()
    living.close_buffer("app/orders.py")
    soon(lambda: found(living, "written_by_someone_else") == {"app/orders.py"})


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need rights on Windows")
def test_a_file_replaced_by_a_link_is_no_longer_indexed(living: Workspace) -> None:
    target = living.root / "app" / "orders.py"
    target.unlink()
    target.symlink_to(living.root / "app" / "mail" / "sender.py")
    soon(lambda: "app/orders.py" not in living._base.files())
    assert found(living, "create_order") == set()


def test_the_root_says_whether_two_states_are_equal(living: Workspace, tmp_path: Path) -> None:
    before = living.index_state().root
    living.set_buffer("app/orders.py", "def something_else(): pass\n")
    typed = living.index_state().root
    assert typed != before
    living.close_buffer("app/orders.py")
    assert living.index_state().root == before
    (living.root / "app" / "orders.py").write_text("def something_else(): pass\n")
    soon(lambda: living.index_state().root == typed)
    soon(lambda: living._overlay.paths() == [])
    assert living.index_state().root == typed
    shutil.copytree(living.root, tmp_path / "copy")
    fresh = Workspace(tmp_path / "copy", Settings(), tmp_path / "cache")
    fresh.index()
    assert fresh.index_state().root == typed
    assert not fresh.tree().diff(living.tree())
    fresh.close()


@needs_git
def test_git_looking_at_the_folder_costs_no_comparison(project: Path, tmp_path: Path) -> None:
    git(project, "init", "-q", "-b", "main")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "one")
    workspace = Workspace(project, Settings(), tmp_path / "cache")
    compared: list[str] = []
    reconcile = workspace.reconcile
    workspace.reconcile = lambda: compared.append("all") or reconcile()  # type: ignore[method-assign]
    workspace.watch()
    workspace.index()
    (project / "app" / "orders.py").touch()
    git(project, "status")
    git(project, "add", "-A")
    (project / "app" / "late.py").write_text("def after_git_has_looked(): pass\n")
    soon(lambda: found(workspace, "after_git_has_looked") == {"app/late.py"})
    assert compared == []
    git(project, "checkout", "-qb", "other")
    soon(lambda: compared == ["all"])
    workspace.close()
