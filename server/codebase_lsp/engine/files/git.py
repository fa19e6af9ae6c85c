"""Where a folder's git repository is, and the few questions only git can answer.

Repositories are found by reading the file system, as git does. Git itself is run for its
configuration and its index only: with a time limit, without a terminal, without taking
locks, and with the settings overridden by which a repository could start programs.
A missing git, or one that refuses the repository, is no error: the answer is empty.
"""

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

_GIT_SECONDS = 20.0
_NEUTRAL = (
    "--no-pager",
    "-c",
    "core.fsmonitor=false",
    "-c",
    f"core.hooksPath={os.devnull}",
)
_KEPT_VARIABLES = ("GIT_CONFIG_", "GIT_EXEC_PATH", "GIT_SSL_", "GIT_CEILING_DIRECTORIES")
"""Other GIT_* variables (GIT_DIR of a hook that started the editor, …) name another repository."""


@dataclass(frozen=True, slots=True)
class Repository:
    """One working tree."""

    top: Path
    """The directory that holds `.git`."""
    git_dir: Path
    """`.git`, or where a `.git` file points (worktrees, submodules)."""
    common_dir: Path
    """Shared by all worktrees of the repository; holds `info/exclude` and `config`."""

    @property
    def exclude_file(self) -> Path:
        return self.common_dir / "info" / "exclude"


@dataclass(frozen=True, slots=True)
class GitConfig:
    """The configuration that ignore rules depend on."""

    excludes_file: Path | None
    ignore_case: bool


def repository_at(directory: Path) -> Repository | None:
    """The repository whose working tree has its top exactly here."""
    dot_git = directory / ".git"
    try:
        if dot_git.is_dir():
            git_dir = dot_git
        elif dot_git.is_file():
            with dot_git.open("rb") as file:
                content = file.read(8192)
            if not content.startswith(b"gitdir:"):
                return None
            target = os.fsdecode(content[len(b"gitdir:") :].strip())
            git_dir = directory / target
        else:
            return None
        common_dir = _common_dir(git_dir)
        valid = (
            os.path.lexists(git_dir / "HEAD")
            and (common_dir / "objects").is_dir()
            and (common_dir / "refs").is_dir()
        )
    except (OSError, ValueError):
        return None
    return Repository(directory, git_dir, common_dir) if valid else None


def _common_dir(git_dir: Path) -> Path:
    try:
        with (git_dir / "commondir").open("rb") as file:
            target = os.fsdecode(file.read(8192).strip())
    except OSError:
        return git_dir
    return git_dir / target if target else git_dir


def find_repository(folder: Path) -> Repository | None:
    """The repository whose working tree holds this folder; `folder` is absolute."""
    for directory in (folder, *folder.parents):
        found = repository_at(directory)
        if found is not None:
            return found
    return None


@lru_cache(maxsize=1)
def _executable(search_path: str) -> str | None:
    """git from an absolute directory of PATH: never from the folder we happen to be in."""
    for directory in search_path.split(os.pathsep):
        for name in ("git.exe",) if os.name == "nt" else ("git",):
            candidate = Path(directory) / name
            # `access` first: it is false, where `is_file` raises, for a directory closed to us.
            if candidate.is_absolute() and os.access(candidate, os.X_OK) and candidate.is_file():
                return str(candidate)
    return None


def run_git(directory: Path, arguments: Sequence[str], *, seconds: float = _GIT_SECONDS) -> str | None:
    """What git prints, or None if it is absent, fails or takes too long.

    Bytes that are not UTF-8 come back as surrogates, as in `os.fsdecode`.
    """
    executable = _executable(os.environ.get("PATH", os.defpath))
    if executable is None:
        return None
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name.startswith(_KEPT_VARIABLES)
    }
    environment |= {
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ASKPASS": "",
        "LC_ALL": "C",
    }
    try:
        done = subprocess.run(
            [executable, *_NEUTRAL, *arguments],
            cwd=directory,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode("utf-8", "surrogateescape") if done.returncode == 0 else None


def tracked_although_ignored(directory: Path) -> frozenset[str]:
    """Paths below `directory` (relative to it) that are in the index and match ignore rules.

    Only these make a difference, and they are few: the whole index of a large repository
    would cost tens of megabytes. Submodules are listed as the path of their directory.
    """
    listing = run_git(directory, ("ls-files", "-z", "--cached", "--ignored", "--exclude-standard"))
    return frozenset(listing.split("\0")) - {""} if listing else frozenset()


def read_config(directory: Path, repository: Repository | None) -> GitConfig:
    """The settings valid in `directory`, from all levels of git's configuration."""
    excludes_file: Path | None = _default_excludes_file()
    ignore_case = False
    listing = run_git(directory, ("config", "-z", "--get-regexp", r"^core\.(excludesfile|ignorecase)$"))
    for item in (listing or "").split("\0"):
        key, separator, value = item.partition("\n")
        if key == "core.ignorecase":
            # A key without a value means true.
            ignore_case = not separator or value.lower() in ("true", "yes", "on", "1")
        elif key == "core.excludesfile":
            base = repository.top if repository else directory
            excludes_file = base / os.path.expanduser(value) if value else None  # noqa: PTH111
    return GitConfig(excludes_file, ignore_case)


def _default_excludes_file() -> Path | None:
    base = os.environ.get("XDG_CONFIG_HOME")
    if base:
        return Path(base) / "git" / "ignore"
    try:
        return Path.home() / ".config" / "git" / "ignore"
    except RuntimeError:
        return None
