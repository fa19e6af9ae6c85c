"""The two set-up commands of the README, as far as they go without installing anything."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SECONDS = 120


def run(*arguments: object, **environment: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, timeout=SECONDS, cwd="/"
    )


def test_dev_can_be_read_by_old_versions_of_python() -> None:
    """So that they say which version is needed instead of showing a syntax error."""
    ast.parse((ROOT / "dev.py").read_text("utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ([], 2, "dev.py demo"),
        (["--help"], 0, "dev.py test"),
        (["demos"], 2, "dev.py check"),
        (["check", "x"], 2, "no arg"),
    ],
)
def test_dev_explains_itself(arguments: list[str], code: int, words: str) -> None:
    done = run(ROOT / "dev.py", *arguments)
    assert done.returncode == code
    assert words in done.stderr


def test_the_demo_asks_a_real_server(zoo: Path, tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    done = run(ROOT / "scripts" / "demo.py", zoo, "how many penguins", CODEBASE_LSP_CACHE_DIR=cache)
    assert done.returncode == 0, done.stderr
    assert "2 files, " in done.stdout
    assert "1. penguin.py:1" in done.stdout


def test_the_demo_fails_on_what_is_no_folder(tmp_path: Path) -> None:
    done = run(ROOT / "scripts" / "demo.py", tmp_path / "nowhere")
    assert done.returncode == 2
    assert "is not a folder" in done.stderr
