"""Where a git repository stands: commit, branch, operation in progress.

Read from git's own files, which takes well under a millisecond, so it can be asked before and
after anything happened. git is run only where its files cannot be read so: a repository whose
references are kept in reftables. All files named here are in gitrepository-layout(5).
"""

import hashlib
import os
import string
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from .git import Repository, find_repository, run_git
from .read import read_regular_file

_OPERATIONS = (
    ("rebase-merge", "rebase"),
    ("rebase-apply/applying", "am"),
    ("rebase-apply", "rebase"),
    ("MERGE_HEAD", "merge"),
    ("CHERRY_PICK_HEAD", "cherry-pick"),
    ("REVERT_HEAD", "revert"),
    ("BISECT_LOG", "bisect"),
)
"""Marker in the git directory and the operation it stands for; the first one found counts."""
_BRANCHES = "refs/heads/"
_STASH = "refs/stash"
_NO_SYMBOLIC_LOOP = 5
_SMALL, _LARGE = 64 * 1024, 256 * 1024 * 1024
"""Bytes. Packed references of a large server-side repository are some tens of megabytes."""


class TreeKind(str, Enum):
    """What sort of working tree a folder belongs to."""

    REPOSITORY = "repository"
    WORKTREE = "worktree"
    """One of several of the same repository (git worktree)."""
    SUBMODULE = "submodule"


@dataclass(frozen=True, slots=True)
class GitState:
    """One look at a working tree. Equal fingerprints: no git operation in between."""

    top: Path
    """The directory that holds `.git`; the folder asked about lies in it."""
    kind: TreeKind
    commit: str | None
    """Of HEAD, in hexadecimal; None before the first commit."""
    branch: str | None
    """Short name such as `main`; None if HEAD is detached."""
    operation: str
    """`rebase`, `am`, `merge`, `cherry-pick`, `revert`, `bisect`, or empty."""
    stash: str | None
    """Commit of the newest stash."""
    moves: str
    """Changes with every entry in the log of HEAD: also where a reset or a rebase came back to
    the same commit."""
    index: str
    """Changes when git's index is written: `git add`, and also a `git status` that refreshes it.
    Not part of the fingerprint."""

    def fingerprint(self) -> str:
        """Hexadecimal. Differs after a commit, switch, reset, stash, merge, rebase and their
        steps; the same after work on files, `git status`, `git add` and `git fetch`."""
        parts = (self.top, self.commit, self.branch, self.operation, self.stash, self.moves)
        text = "\0".join("" if part is None else str(part) for part in parts)
        return hashlib.blake2b(text.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


def read_git_state(folder: Path) -> GitState | None:
    """The state of the working tree that holds `folder`, None if there is none. Never raises."""
    repository = find_repository(Path(os.path.realpath(folder)))
    if repository is None:
        return None
    commit, branch = _head(repository)
    return GitState(
        top=repository.top,
        kind=_kind(repository),
        commit=commit,
        branch=branch,
        operation=_operation(repository.git_dir),
        stash=_resolve(repository, _STASH),
        moves=";".join(_stamp(path) for path in _movements(repository)),
        index=_stamp(repository.git_dir / "index"),
    )


def git_is_writing(folder: Path) -> bool:
    """Whether a git command holds the lock of the index, as a checkout does while it writes files."""
    repository = find_repository(Path(os.path.realpath(folder)))
    return repository is not None and (repository.git_dir / "index.lock").exists()


def git_watch_paths(folder: Path) -> tuple[Path, ...]:
    """The files, existing or not, of which one changes with each git operation on `folder`.

    Absolute. git replaces most of them by renaming, so watch their directories. The list
    depends on the branch: ask again after a change. Empty outside of a repository, where a
    new `.git` in the folder is what to look for.
    """
    repository = find_repository(Path(os.path.realpath(folder)))
    if repository is None:
        return ()
    own, common = repository.git_dir, repository.common_dir
    markers = (own / marker for marker, _ in _OPERATIONS if "/" not in marker)
    paths = [own / "HEAD", own / "index", own / "logs" / "HEAD", own / "ORIG_HEAD", *markers]
    paths += [common / "packed-refs", common / _STASH, repository.exclude_file, common / "config"]
    reference = _symbolic(own / "HEAD")
    if _has_reftables(repository):
        paths += [directory / "reftable" / "tables.list" for directory in {own, common}]
    elif reference is not None:
        paths.append(common / reference)
    return tuple(dict.fromkeys(Path(os.path.normpath(path)) for path in paths))


def _kind(repository: Repository) -> TreeKind:
    if (repository.top / ".git").is_dir():
        return TreeKind.REPOSITORY
    if repository.common_dir != repository.git_dir:
        return TreeKind.WORKTREE
    around = find_repository(repository.top.parent)
    # A repository made with --separate-git-dir also has a file `.git`.
    if around is not None:
        modules = os.path.realpath(around.common_dir / "modules")
        if Path(os.path.realpath(repository.git_dir)).is_relative_to(modules):
            return TreeKind.SUBMODULE
    return TreeKind.REPOSITORY


def _operation(git_dir: Path) -> str:
    return next((name for marker, name in _OPERATIONS if os.path.lexists(git_dir / marker)), "")


def _movements(repository: Repository) -> tuple[Path, ...]:
    own, common = repository.git_dir, repository.common_dir
    tables = (own / "reftable" / "tables.list", common / "reftable" / "tables.list")
    return (own / "logs" / "HEAD", own / "ORIG_HEAD", *(tables if _has_reftables(repository) else ()))


def _stamp(path: Path) -> str:
    try:
        found = path.stat()
    except OSError:
        return ""
    return f"{found.st_size}.{found.st_mtime_ns}.{found.st_ino}"


# References


def _has_reftables(repository: Repository) -> bool:
    return (repository.common_dir / "reftable").is_dir()


def _head(repository: Repository) -> tuple[str | None, str | None]:
    """(commit, branch)"""
    if _has_reftables(repository):
        return _head_from_git(repository.top)
    reference = _symbolic(repository.git_dir / "HEAD")
    if reference is None:
        return _commit(_content(repository.git_dir / "HEAD")), None
    return _resolve(repository, reference), reference.removeprefix(_BRANCHES)


def _head_from_git(top: Path) -> tuple[str | None, str | None]:
    commit = run_git(top, ("rev-parse", "--verify", "--quiet", "HEAD"))
    branch = run_git(top, ("symbolic-ref", "--quiet", "HEAD"))
    return _commit(commit or ""), branch.strip().removeprefix(_BRANCHES) if branch else None


def _resolve(repository: Repository, reference: str) -> str | None:
    for _ in range(_NO_SYMBOLIC_LOOP):
        path = repository.common_dir / reference
        further = _symbolic(path)
        if further is None:
            return _commit(_content(path)) or _packed(repository.common_dir / "packed-refs", reference)
        reference = further
    return None


def _symbolic(path: Path) -> str | None:
    """The reference that this one stands for. Old repositories use a link for HEAD."""
    try:
        if path.is_symlink():
            target = str(path.readlink())
            return target if target.startswith("refs/") else None
    except OSError:
        return None
    content = _content(path)
    if not content.startswith("ref:"):
        return None
    reference = content[4:].strip()
    return reference if reference.startswith("refs/") and ".." not in reference else None


def _packed(path: Path, reference: str) -> str | None:
    try:
        data = read_regular_file(path, _LARGE, follow=True)
    except (OSError, ValueError):
        return None
    end = data.find(b" " + os.fsencode(reference) + b"\n")
    if end < 0:
        return None
    return _commit(data[data.rfind(b"\n", 0, end) + 1 : end].decode("ascii", "replace"))


def _content(path: Path) -> str:
    try:
        return os.fsdecode(read_regular_file(path, _SMALL, follow=True))
    except (OSError, ValueError):
        return ""


def _commit(text: str) -> str | None:
    """SHA-1 or SHA-256 in hexadecimal, or nothing."""
    text = text.strip()
    return text if len(text) in (40, 64) and set(text) <= set(string.hexdigits) else None
