"""Real repositories: the state is what git says, and the fingerprint moves with operations only."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from codebase_lsp.engine.files.git_state import GitState, TreeKind, git_watch_paths, read_git_state

Git = Callable[..., bytes]


def state_of(folder: Path) -> GitState:
    state = read_git_state(folder)
    assert state is not None
    return state


@pytest.fixture
def repository(tmp_path: Path, git: Git) -> Path:
    """Two commits on `main` and a branch `other` that conflicts with it in a.txt."""
    top = tmp_path / "repository"
    top.mkdir()
    git(top, "init", "-q")
    for text in ("one\n", "two\n"):
        (top / "a.txt").write_text(text)
        git(top, "add", ".")
        git(top, "commit", "-q", "-m", text)
    git(top, "branch", "other", "HEAD~1")
    git(top, "switch", "-q", "other")
    (top / "a.txt").write_text("three\n")
    git(top, "commit", "-q", "-am", "three")
    git(top, "switch", "-q", "main")
    return top


def head(git: Git, top: Path) -> str:
    return git(top, "rev-parse", "HEAD").decode().strip()


def test_commit_and_branch_are_those_git_names(repository: Path, git: Git) -> None:
    state = state_of(repository)
    assert (state.commit, state.branch) == (head(git, repository), "main")
    assert (state.kind, state.operation, state.stash) == (TreeKind.REPOSITORY, "", None)
    assert state.top == repository


def test_packed_references_are_read(repository: Path, git: Git) -> None:
    git(repository, "tag", "-a", "v1", "-m", "one")  # Adds a peeled line to the packed file.
    git(repository, "pack-refs", "--all")
    assert not (repository / ".git/refs/heads/main").exists()
    assert state_of(repository).commit == head(git, repository)


def test_a_loose_reference_hides_the_packed_one(repository: Path, git: Git) -> None:
    git(repository, "pack-refs", "--all")
    git(repository, "commit", "-q", "--allow-empty", "-m", "further")
    assert state_of(repository).commit == head(git, repository)


def test_a_branch_with_slashes_and_letters_beyond_ascii(repository: Path, git: Git) -> None:
    git(repository, "switch", "-q", "-c", "feature/größe")
    assert state_of(repository).branch == "feature/größe"
    assert state_of(repository).commit == head(git, repository)


def test_before_the_first_commit_there_is_a_branch_and_no_commit(tmp_path: Path, git: Git) -> None:
    git(tmp_path, "init", "-q")
    assert (state_of(tmp_path).commit, state_of(tmp_path).branch) == (None, "main")


def test_detached_head_has_no_branch(repository: Path, git: Git) -> None:
    git(repository, "switch", "-q", "--detach", "HEAD~1")
    assert (state_of(repository).commit, state_of(repository).branch) == (head(git, repository), None)


def test_head_that_is_a_link_names_its_branch(repository: Path, git: Git) -> None:
    before = head(git, repository)
    (repository / ".git/HEAD").unlink()
    try:
        (repository / ".git/HEAD").symlink_to("refs/heads/main")
    except OSError:
        pytest.skip("no symbolic links here")
    assert (state_of(repository).commit, state_of(repository).branch) == (before, "main")


def test_a_folder_within_and_a_path_through_a_link_belong_to_the_repository(
    repository: Path, tmp_path: Path
) -> None:
    (repository / "sub/deep").mkdir(parents=True)
    assert state_of(repository / "sub/deep") == state_of(repository)
    try:
        (tmp_path / "link").symlink_to(repository, target_is_directory=True)
    except OSError:
        pytest.skip("no symbolic links here")
    assert state_of(tmp_path / "link" / "sub") == state_of(repository)


def test_outside_of_a_repository_there_is_no_state(tmp_path: Path) -> None:
    if read_git_state(tmp_path.parent) is not None:
        pytest.skip("the temporary directory lies in a repository")
    assert read_git_state(tmp_path) is None
    assert git_watch_paths(tmp_path) == ()


@pytest.mark.parametrize(
    "content", [b"", b"ref: ../../etc/passwd\n", b"\xff\xfe\n", b"ref: refs/heads/a/../b\n"]
)
def test_damaged_head_is_no_error_and_leads_nowhere(repository: Path, content: bytes) -> None:
    (repository / ".git/HEAD").write_bytes(content)
    assert state_of(repository).commit is None


def test_references_that_go_in_circles_end(repository: Path) -> None:
    (repository / ".git/refs/heads/main").write_text("ref: refs/heads/main\n")
    assert state_of(repository).commit is None


def test_a_worktree_has_its_own_head_and_shares_references(
    repository: Path, tmp_path: Path, git: Git
) -> None:
    git(repository, "worktree", "add", "-q", str(tmp_path / "second"), "other")
    state = state_of(tmp_path / "second")
    assert (state.kind, state.branch) == (TreeKind.WORKTREE, "other")
    assert state.commit == head(git, tmp_path / "second")
    before = state_of(repository).fingerprint()
    git(tmp_path / "second", "commit", "-q", "--allow-empty", "-m", "further")
    assert state_of(tmp_path / "second").fingerprint() != state.fingerprint()
    assert state_of(repository).fingerprint() == before, "the other worktree stayed where it was"


def test_a_submodule_says_so(repository: Path, tmp_path: Path, git: Git) -> None:
    outer = tmp_path / "outer"
    outer.mkdir()
    git(outer, "init", "-q")
    git(outer, "submodule", "--quiet", "add", str(repository), "inner")
    state = state_of(outer / "inner")
    assert (state.kind, state.commit) == (TreeKind.SUBMODULE, head(git, repository))
    assert state_of(outer).kind is TreeKind.REPOSITORY


def test_a_separate_git_directory_is_an_ordinary_repository(tmp_path: Path, git: Git) -> None:
    (tmp_path / "tree").mkdir()
    git(tmp_path / "tree", "init", "-q", "--separate-git-dir", str(tmp_path / "elsewhere"))
    assert state_of(tmp_path / "tree").kind is TreeKind.REPOSITORY


OPERATIONS = {
    "rebase": ("rebase", "other"),
    "merge": ("merge", "-q", "other"),
    "cherry-pick": ("cherry-pick", "other"),
    "revert": ("revert", "--no-edit", "HEAD~1"),
    "bisect": ("bisect", "start"),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_is_seen_from_its_start_to_its_end(repository: Path, git: Git, name: str) -> None:
    before = state_of(repository)
    git(repository, *OPERATIONS[name], ok=(0, 1))
    during = state_of(repository)
    assert during.operation == name
    assert during.fingerprint() != before.fingerprint()
    git(repository, name, "reset" if name == "bisect" else "--abort")
    after = state_of(repository)
    assert (after.operation, after.commit, after.branch) == ("", before.commit, "main")
    assert after.fingerprint() != during.fingerprint()


def test_applying_mail_is_not_taken_for_a_rebase(repository: Path, git: Git) -> None:
    patch = git(repository, "format-patch", "--stdout", "-1", "other")
    git(repository, "am", "-q", input=patch, ok=(128,))
    assert state_of(repository).operation == "am"


MOVES = {
    "commit": (("commit", "-q", "--allow-empty", "-m", "x"),),
    "amend": (("commit", "-q", "--amend", "--no-edit", "--date=2001-01-01T00:00:00Z"),),
    "switch": (("switch", "-q", "other"),),
    "new branch at the same commit": (("switch", "-q", "-c", "new"),),
    "detach at the same commit": (("switch", "-q", "--detach"),),
    "reset to another commit": (("reset", "-q", "--hard", "HEAD~1"),),
    "reset to the same commit": (("reset", "-q", "--hard"),),
    "there and back": (("switch", "-q", "other"), ("switch", "-q", "main")),
    "rebase": (("rebase", "-q", "-X", "ours", "other"),),
    "merge": (("merge", "-q", "-X", "ours", "--no-edit", "other"),),
    "stash": (("stash", "-q"),),
}


@pytest.mark.parametrize("name", MOVES)
def test_the_fingerprint_moves_with(repository: Path, git: Git, name: str) -> None:
    if name == "stash":
        (repository / "a.txt").write_text("not committed\n")
    before = state_of(repository).fingerprint()
    for command in MOVES[name]:
        git(repository, *command)
    assert state_of(repository).fingerprint() != before


def test_the_fingerprint_moves_when_the_stash_is_taken_back(repository: Path, git: Git) -> None:
    (repository / "a.txt").write_text("not committed\n")
    git(repository, "stash", "-q")
    stashed = state_of(repository)
    assert stashed.stash == git(repository, "rev-parse", "stash").decode().strip()
    git(repository, "stash", "pop", "-q")
    assert state_of(repository).fingerprint() != stashed.fingerprint()


def test_the_fingerprint_rests_while_only_files_and_the_index_change(
    repository: Path, tmp_path: Path, git: Git
) -> None:
    git(tmp_path, "clone", "-q", str(repository), "copy")
    copy = tmp_path / "copy"
    git(repository, "commit", "-q", "--allow-empty", "-m", "to be fetched")
    before = state_of(copy)
    (copy / "a.txt").write_text("edited\n")
    (copy / "new.txt").write_text("new\n")
    git(copy, "add", ".")
    git(copy, "status")
    git(copy, "fetch", "-q")
    git(copy, "branch", "unrelated")
    after = state_of(copy)
    assert after.fingerprint() == before.fingerprint()
    assert after.index != before.index


def stamps(paths: tuple[Path, ...]) -> dict[Path, tuple[int, int, int] | None]:
    found: dict[Path, tuple[int, int, int] | None] = {}
    for path in paths:
        try:
            status = path.stat()
            found[path] = (status.st_size, status.st_mtime_ns, status.st_ino)
        except OSError:
            found[path] = None
    return found


@pytest.mark.parametrize("name", MOVES)
@pytest.mark.parametrize("worktree", [False, True], ids=["repository", "worktree"])
def test_a_watched_file_changes_with(
    repository: Path, tmp_path: Path, git: Git, name: str, worktree: bool
) -> None:
    if worktree:
        git(repository, "switch", "-q", "--detach")
        git(repository, "worktree", "add", "-q", str(tmp_path / "second"), "main")
        repository = tmp_path / "second"
    if name == "stash":
        (repository / "a.txt").write_text("not committed\n")
    paths = git_watch_paths(repository)
    assert all(path.is_absolute() for path in paths)
    before = stamps(paths)
    for command in MOVES[name]:
        git(repository, *command)
    assert stamps(paths) != before


def test_nothing_in_the_object_store_is_watched(repository: Path) -> None:
    directories = {path.parent for path in git_watch_paths(repository)}
    assert repository / ".git" in directories
    assert len(directories) <= 6
    assert not [path for path in directories if "objects" in path.parts]


def test_reftables_are_read_by_asking_git(tmp_path: Path, git: Git) -> None:
    version = re.search(rb"(\d+)\.(\d+)", git(tmp_path, "--version"))
    assert version is not None
    if (int(version[1]), int(version[2])) < (2, 45):
        # This git cannot make them: the state is then unknown, and nothing is worse than that.
        git(tmp_path, "init", "-q")
        (tmp_path / ".git" / "reftable").mkdir()
        (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/.invalid\n")
        (tmp_path / ".git" / "config").write_text(
            "[core]\n\trepositoryformatversion = 1\n[extensions]\n\trefstorage = reftable\n"
        )
        assert state_of(tmp_path).commit is None
        return
    git(tmp_path, "init", "-q", "--ref-format=reftable")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "x")
    before = state_of(tmp_path)
    assert (before.commit, before.branch) == (head(git, tmp_path), "main")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "y")
    assert state_of(tmp_path).fingerprint() != before.fingerprint()


def test_a_change_of_the_reftables_moves_the_fingerprint_also_for_an_old_git(repository: Path) -> None:
    tables = repository / ".git/reftable"
    tables.mkdir()
    (tables / "tables.list").write_text("first.ref\n")
    before = state_of(repository)
    (tables / "tables.list").write_text("first.ref\nsecond.ref\n")
    assert state_of(repository).fingerprint() != before.fingerprint()
    assert tables / "tables.list" in git_watch_paths(repository)


def test_git_is_not_run_for_an_ordinary_repository(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = state_of(repository)
    monkeypatch.setenv("PATH", os.devnull)
    assert state_of(repository) == expected
