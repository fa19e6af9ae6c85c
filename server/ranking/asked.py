"""What a training question is, and which files may answer one."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from codebase_lsp.engine.index.types import ChunkRow
from codebase_lsp.engine.parse.languages import language_of
from codebase_lsp.engine.parse.path_facts import path_facts
from codebase_lsp.engine.search.second_look import SecondLook

_NOT_CODE = frozenset(
    """
    css csv diff dtd gitattributes gitignore gomod gosum html ini json kdl less markdown po properties
    requirements rst scss svg text toml tsv xml yaml make cmake dockerfile gn ninja meson just nix starlark
    """.split()
)
"""Languages of prose, data and builds: a commit that changes them besides code is about the code."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of one repository and the files that answer it."""

    repository: str
    source: str
    """`commit`, `added`, `comment`, `topic`, `manual` or `name`."""
    query: str
    answers: tuple[str, ...]
    """Paths relative to the root of the repository."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """One question with all that was recalled for it."""

    asked: Asked
    rows: dict[int, ChunkRow]
    scores: dict[int, dict[str, float]]
    second_look: SecondLook


@dataclass(frozen=True, slots=True)
class Group:
    """One question: a row per recalled file."""

    repository: str
    source: str
    folder: str
    """`all` files of the repository, or its `code` alone."""
    kind: str
    mode: str
    """`hybrid` or `lexical`."""
    values: NDArray[np.float32]
    """Shape (files, signals), in the order of `features.NAMES`."""
    right: NDArray[np.bool_]
    """Shape (files,): which files answer."""
    answers: int
    """How many files answer, recalled or not."""


def is_code(path: str) -> bool:
    """Whether the file is code that a question may be about, by its path."""
    language = language_of(path, "")
    return language is not None and language not in _NOT_CODE


def is_main_code(path: str) -> bool:
    """Code that is neither a test nor an example."""
    facts = path_facts(path)
    return is_code(path) and not facts.is_test and not facts.is_example


def write_questions(file: Path, questions: Iterable[Asked]) -> None:
    lines = [json.dumps(asdict(question), ensure_ascii=False) for question in questions]
    file.write_text("\n".join(lines) + "\n", "utf-8")


def read_questions(file: Path) -> list[Asked]:
    rows = [json.loads(line) for line in file.read_text("utf-8").split("\n") if line]
    return [Asked(**{**row, "answers": tuple(row["answers"])}) for row in rows]
