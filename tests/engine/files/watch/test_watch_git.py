"""Operations of git are told; what git writes for itself is not."""

from collections.abc import Callable
from pathlib import Path

import pytest

from helpers.watched import Watching, all_ways, linux_only

Git = Callable[..., bytes]


pytestmark = pytest.mark.filterwarnings("ignore:Callback with id")  # Of watchdog's recursive inotify.


@pytest.fixture
def repository(root: Path, git: Git) -> Path:
    git(root, "init", "-q")
    (root / "a.py").write_text("x")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "one")
    return root


@all_ways
@pytest.mark.parametrize(
    "command",
    [("commit", "-q", "--allow-empty", "-m", "x"), ("switch", "-q", "-c", "feature/new"), ("stash", "-q")],
    ids=lambda command: command[0],
)
def test_a_git_operation_is_told(
    repository: Path, watching: Watching, git: Git, command: tuple[str, ...]
) -> None:
    (repository / "a.py").write_text("edited")
    watched = watching()
    for _ in range(2):  # Also after the branch, and with it the watched files, changed.
        git(repository, *command)
        watched.until(lambda: any(call.git for call in watched.calls))
        watched.forget()
        command = ("commit", "-q", "--allow-empty", "-m", "x")


@all_ways
def test_an_operation_in_a_worktree_is_told(
    repository: Path, tmp_path: Path, watching: Watching, git: Git
) -> None:
    git(repository, "worktree", "add", "-q", str(tmp_path / "second"))
    watched = watching(tmp_path / "second")
    git(tmp_path / "second", "commit", "-q", "--allow-empty", "-m", "x")
    watched.until(lambda: any(call.git for call in watched.calls))


@all_ways
def test_files_within_git_are_no_files_of_the_folder(repository: Path, watching: Watching, git: Git) -> None:
    watched = watching()
    for number in range(5):
        (repository / f"{number}.py").write_text("x")
        git(repository, "add", ".")
        git(repository, "commit", "-q", "-m", "x")
    watched.until(lambda: any(call.git for call in watched.calls))
    watched.settle()
    assert not {path for path in watched.files | watched.directories if ".git" in path}


@linux_only
def test_the_object_store_is_not_watched(repository: Path, watching: Watching) -> None:
    watched = watching()
    (repository / ".git/objects/ab").mkdir(exist_ok=True)
    (repository / ".git/objects/ab/cd").write_text("x")
    (repository / ".git/index.lock").write_text("x")
    watched.settle()
    assert not any(call.git for call in watched.calls)


@all_ways
def test_the_exclude_file_of_git_is_a_rule(repository: Path, watching: Watching) -> None:
    watched = watching()
    (repository / ".git/info/exclude").write_text("*.secret\n")
    watched.until(lambda: any(call.rules for call in watched.calls))


@all_ways
def test_a_repository_made_later_is_noticed_and_watched(root: Path, watching: Watching, git: Git) -> None:
    watched = watching()
    git(root, "init", "-q")
    watched.until(lambda: any(call.git and call.rules for call in watched.calls))
    watched.forget()
    git(root, "commit", "-q", "--allow-empty", "-m", "x")
    watched.until(lambda: any(call.git for call in watched.calls))


@all_ways
def test_a_repository_that_takes_long_to_be_made(
    root: Path, tmp_path: Path, watching: Watching, git: Git
) -> None:
    git(tmp_path, "init", "-q", "other")
    watched = watching()
    (root / ".git").mkdir()
    watched.settle()
    watched.calls.clear()
    for entry in (tmp_path / "other/.git").iterdir():
        entry.rename(root / ".git" / entry.name)
    watched.until(lambda: any(call.git for call in watched.calls))
    watched.forget()
    git(root, "commit", "-q", "--allow-empty", "-m", "x")
    watched.until(lambda: any(call.git for call in watched.calls))
