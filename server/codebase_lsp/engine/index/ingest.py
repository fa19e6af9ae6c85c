"""From a file to what the index takes: the work that runs in worker processes.

Every function here is pure but for reading files, so it may run anywhere and be repeated.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..cancel import CancelToken
from ..embed.cache import quantize
from ..embed.load import shared_model
from ..embed.spec import ModelSpec
from ..embed.text import PASSAGE_VERSION, passage, passage_key
from ..files.reread import read_again
from ..files.source import read_source
from ..files.types import FileEntry, Skipped, SourceFile
from ..parse.chunks import parse_file as cut
from ..parse.facts import FACTS_VERSION
from ..parse.languages import language_of
from ..parse.source import SourceText
from ..parse.tokens import TOKENS_VERSION, path_tokens, token_line
from ..settings import Settings
from .types import IndexedChunk, ParsedFile

RECIPE = 3
"""Changes when the same file would give other chunks or symbols; every file is then read anew."""

_HEAD_CHARS = 16_384
"""What the choice of a language may look at."""


def recipe(settings: Settings) -> str:
    """Everything that decides what a file gives to the index; another recipe, another index."""
    limits = f"{settings.chunk_chars}/{settings.max_file_bytes}"
    return f"{RECIPE}.{TOKENS_VERSION}.{PASSAGE_VERSION}.{FACTS_VERSION}/{limits}"


@dataclass(frozen=True, slots=True)
class ParseTask:
    """Read one file; `known_digest` is what the index holds of it, if anything."""

    entry: FileEntry
    known_digest: str | None


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The text of this file is what the index holds; only its stat has moved."""

    entry: FileEntry


@dataclass(frozen=True, slots=True)
class LeftOut:
    """This file is not indexed."""

    entry: FileEntry
    skipped: Skipped


@dataclass(frozen=True, slots=True)
class SeenBefore:
    """This file holds a text again that the index has parked."""

    entry: FileEntry
    file_id: int


ParseOutcome = ParsedFile | Unchanged | LeftOut | SeenBefore


@dataclass(frozen=True, slots=True)
class EmbedTask:
    """Embed some chunks of one file, if its text is still the one with `digest`."""

    path: str
    digest: str
    chunks: tuple[tuple[bytes, int, int, str, str], ...]
    """(key, start line, end line, header, symbol)."""


def recognise(
    root: Path, task: ParseTask, parked: Mapping[tuple[str, str], int], settings: Settings
) -> SeenBefore | Unchanged | None:
    """A file that needs no parsing, by its digest; None if its text is new, or has to be looked at."""
    source = read_again(root, task.entry.path, settings.max_file_bytes)
    if source is None:
        return None
    if source.digest == task.known_digest:
        return Unchanged(task.entry)
    file_id = parked.get((source.path, source.digest))
    return SeenBefore(task.entry, file_id) if file_id is not None else None


def parse_files(root: Path, tasks: Sequence[ParseTask], settings: Settings) -> list[ParseOutcome]:
    return [_parse_file(root, task, settings) for task in tasks]


def _parse_file(root: Path, task: ParseTask, settings: Settings) -> ParseOutcome:
    entry = task.entry
    source = read_source(root, entry.path, settings)
    if isinstance(source, Skipped):
        return LeftOut(entry, source)
    if source.digest == task.known_digest:
        return Unchanged(entry)
    return parse_source(source, settings, entry.size, entry.mtime_ns)


def parse_source(source: SourceFile, settings: Settings, size: int = 0, mtime_ns: int = 0) -> ParsedFile:
    """Cut a text into chunks and count its words."""
    language = language_of(source.path, source.text[:_HEAD_CHARS])
    cuts = cut(source.path, source.text, language, settings.chunk_chars)
    indexed: list[IndexedChunk] = []
    for chunk in cuts.chunks:
        name = chunk.symbol.canonical_name if chunk.symbol else ""
        names = (*chunk.defines, name)
        indexed.append(
            IndexedChunk(
                chunk,
                key=passage_key(passage(source.path, chunk.header, name, chunk.text)),
                body=token_line(f"{chunk.header}\n{chunk.text}"),
                symbols=token_line(" ".join(names)),
            )
        )
    words = " ".join(path_tokens(source.path))
    return ParsedFile(
        source.path,
        size,
        mtime_ns,
        source.digest,
        language,
        tuple(indexed),
        tuple(cuts.symbols),
        words,
        cuts.facts.pack(),
    )


def embed_files(
    root: Path, tasks: Sequence[EmbedTask], settings: Settings, cancel: CancelToken | None = None
) -> list[tuple[bytes, NDArray[np.int8]]]:
    """Vectors by key; chunks of files that have changed meanwhile are missing.

    Raises ModelUnavailable, Cancelled.
    """
    keys: list[bytes] = []
    texts: list[str] = []
    for task in tasks:
        source = read_source(root, task.path, settings)
        if isinstance(source, Skipped) or source.digest != task.digest:
            continue
        text = SourceText(source.text)
        for key, start, end, header, symbol in task.chunks:
            keys.append(key)
            texts.append(passage(task.path, header, symbol, text.slice(start, end)))
    if not texts:
        return []
    model = shared_model(ModelSpec.of(settings))
    assert model is not None, "nothing is embedded without a model"
    return list(zip(keys, quantize(model.passages(texts, cancel)), strict=True))
