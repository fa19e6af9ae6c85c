"""What a workspace tells: progress, the result of a run, the state of a folder."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .files.types import Skipped
from .search.types import IndexState


@dataclass(frozen=True, slots=True)
class IndexProgress:
    """Sent now and then while indexing."""

    stage: str
    """`scanning`, `indexing` or `embedding`."""
    done: int
    total: int
    """Files while indexing, chunks while embedding; 0 while unknown."""
    tokens: int = 0
    """About how many are to be read in this run; 0 while unknown."""
    seconds_left: float | None = None
    """About how long the whole run takes from here; None while unknown."""


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What one indexing run did."""

    files: int
    chunks: int
    """In the index afterwards."""
    parsed: int
    """Files read and cut into chunks by this run."""
    removed: int
    embedded: int
    """Chunks sent through the embedding model by this run (not found in the vector cache)."""
    skipped: Mapping[str, int]
    """Number of skipped files by reason."""
    seconds: float


@dataclass(frozen=True, slots=True)
class FolderStatus:
    """The state of one folder, for people."""

    root: Path
    index_dir: Path
    index: IndexState
    files: int
    skipped: tuple[Skipped, ...]
    languages: Mapping[str, int]
    """Files per language."""
    model: str
    model_state: str
    """`ready`, `notLoaded`, `off`, or the error in words."""
    model_notice: str
    """Where code goes, in a sentence, if it leaves this machine; else empty."""
    model_answering: str
    """The model whose vectors answer: another than `model` while those of `model` are being made."""
    model_change: str
    """What is going on meanwhile, in a sentence; else empty."""
    disk_bytes: int
    counters: Mapping[str, int]
