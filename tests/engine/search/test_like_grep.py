"""Exact and regular-expression search find what grep finds, match by match."""

import os
import shutil
import subprocess
import sysconfig
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace

LITERALS = [
    "HTTPConnection",
    "httpconnection",
    "urlopen(",
    "return None",
    'raise ValueError("',
    "_parse",
    "parse_",
    "self._lock",
    "def __enter__",
    "os.path.join(",
    "collections.abc",
    "is not a valid",
    "getLogger(",
    "->",
    "%s:%s",
    "\\r\\n",
    "[^",
    "*args, **kwargs",
    "'utf-8'",
    "-1",
    "   # ",
    "()",
    "@classmethod",
    "no such thing anywhere",
    "é",
]
REGEXES = [
    r"def \w+_bytes\(",
    r"class \w+Error\(",
    r"TODO|FIXME|XXX",
    r"^import (json|re)$",
    r"except \w+ as \w+:$",
    r"\b[0-9a-f]{8}\b",
    r"_\w+Handler",
    r"(get|set)_\w+\(self\)",
    r"^\s*return$",
    r"if not \w+ and",
    r"\.(encode|decode)\('ascii'",
    r"(\w+) = \1\b",
    r"(?<=self\.)_buffer",
    r"^class [^(:]+:",
    r"a{2,}",
]


@dataclass(frozen=True)
class Options:
    """As a person gives them to either."""

    case: bool = True
    word: bool = False


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory):
    root = tmp_path_factory.mktemp("library") / "code"
    for name in ("asyncio", "email", "http", "json", "logging", "urllib", "xml"):
        source = Path(sysconfig.get_paths()["stdlib"]) / name
        shutil.copytree(source, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    workspace = Workspace(root, Settings(model="none", regex_seconds=60), tmp_path_factory.mktemp("cache"))
    workspace.index()
    for item in workspace.status().skipped:
        (workspace.root / item.path).unlink()  # empty ones and the like
    yield workspace
    workspace.close()


def grep(root: Path, pattern: str, kind: str, options: Options) -> "Counter[tuple[str, int]]":
    """(path, line from 0) of every match."""
    if shutil.which("grep") is None:
        pytest.skip("grep is not installed")
    flags = [*([] if options.case else ["-i"]), *(["-w"] if options.word else [])]
    done = subprocess.run(
        ["grep", "-rnoI", kind, *flags, "-e", pattern, "."],
        cwd=root,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        env=os.environ | {"LC_ALL": "C.UTF-8"},
    )
    if done.returncode > 1:
        pytest.skip(f"this grep cannot: {done.stderr.strip()[:80]}")
    places = (line.split(":", 2) for line in done.stdout.splitlines())
    return Counter((path.removeprefix("./"), int(number) - 1) for path, number, _ in places)


def ours(workspace: Workspace, pattern: str, mode: str, options: Options) -> "Counter[tuple[str, int]]":
    asked = f'"{pattern}"' if mode == "exact" else pattern  # quoted: white space at the ends counts
    found: Counter[tuple[str, int]] = Counter()
    request = SearchRequest(asked, mode=mode, limit=200, case_sensitive=options.case, whole_word=options.word)
    answer = workspace.search(request)
    assert not answer.warnings
    for hit in answer.hits:
        if hit.signals["matches"] > 50:  # more are not all named
            found[hit.path, -1] = int(hit.signals["matches"])
        else:
            found.update((hit.path, span.start_line) for span in hit.highlights)
    return found


def by_file(places: "Counter[tuple[str, int]]", files: set[str]) -> "Counter[tuple[str, int]]":
    """Places of `files` only counted."""
    merged: Counter[tuple[str, int]] = Counter()
    for (path, line), count in places.items():
        merged[path, -1 if path in files else line] += count
    return merged


def compare(workspace: Workspace, pattern: str, mode: str, kind: str, options: Options) -> None:
    mine = ours(workspace, pattern, mode, options)
    counted = {path for path, line in mine if line == -1}
    assert mine == by_file(grep(workspace.root, pattern, kind, options), counted)


WORDS = [literal for literal in LITERALS if literal[0].isalnum() and literal[-1].isalnum()]
"""Elsewhere it is a matter of taste what a whole word is."""


@pytest.mark.parametrize("literal", WORDS)
def test_a_whole_word_as_grep_finds_it(library: Workspace, literal: str) -> None:
    compare(library, literal, "exact", "-F", Options(word=True))


@pytest.mark.parametrize("options", [Options(), Options(case=False)], ids=str)
@pytest.mark.parametrize("literal", LITERALS)
def test_a_literal_as_grep_finds_it(library: Workspace, literal: str, options: Options) -> None:
    compare(library, literal, "exact", "-F", options)


@pytest.mark.parametrize("options", [Options(), Options(case=False)], ids=str)
@pytest.mark.parametrize("pattern", REGEXES)
def test_a_regular_expression_as_grep_finds_it(library: Workspace, pattern: str, options: Options) -> None:
    compare(library, pattern, "regex", "-P", options)
