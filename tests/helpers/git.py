"""git for tests, as somebody who never signs and has no configuration that matters."""

import subprocess
from pathlib import Path

_IDENTITY = ("-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false")


def git(directory: Path, *arguments: str, may_fail: bool = False) -> None:
    subprocess.run(["git", *_IDENTITY, *arguments], cwd=directory, check=not may_fail, capture_output=True)
