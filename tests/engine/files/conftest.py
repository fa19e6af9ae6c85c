"""A git that knows nothing of the machine's own configuration."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

Git = Callable[..., bytes]
_NOBODY = 65534


@pytest.fixture(scope="session")
def git_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty home directory in which every git of this process lives."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in [n for n in os.environ if n.startswith("GIT_")]:
            patch.delenv(name)
        patch.setenv("HOME", str(home))
        patch.setenv("USERPROFILE", str(home))
        patch.setenv("XDG_CONFIG_HOME", str(home / "xdg"))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        patch.setenv("GIT_CONFIG_GLOBAL", str(home / "gitconfig"))
        yield home


@pytest.fixture(autouse=True)
def _own_git_configuration(git_home: Path) -> Iterator[None]:
    yield
    for leftover in (git_home / "gitconfig", git_home / "xdg" / "git" / "ignore"):
        leftover.unlink(missing_ok=True)


@pytest.fixture(scope="session")
def git(git_home: Path) -> Git:
    """Runs git: `git(directory, "add", "a.py", input=b"")` returns what it prints."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")

    def run(directory: Path, *arguments: str, input: bytes = b"", ok: tuple[int, ...] = (0,)) -> bytes:
        command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.com"]
        command += ["-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main"]
        done = subprocess.run(
            [*command, *arguments], cwd=directory, input=input, capture_output=True, check=False
        )
        assert done.returncode in ok, done.stderr
        return done.stdout

    return run


@pytest.fixture
def unprivileged(tmp_path: Path) -> Iterator[Path]:
    """A folder of a user whom permissions bind; root gives up its rights for the test."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        yield tmp_path
        return
    folder = Path(tempfile.mkdtemp(prefix="unprivileged-"))  # below it nothing belongs to root alone
    os.chown(folder, _NOBODY, -1)
    os.seteuid(_NOBODY)
    try:
        yield folder
    finally:
        os.seteuid(0)
        shutil.rmtree(folder, ignore_errors=True)
