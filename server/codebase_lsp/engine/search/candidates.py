"""Chunks that may answer, gathered from both tiers and grouped by file."""

from dataclasses import dataclass, field
from operator import itemgetter

from ..index.types import ChunkRow

_LOST = 1 << 20
"""The position of a file in the list of a retriever that did not find it."""
_DEEP = 10
"""How slowly the worth of a hit falls with its position: the tenth after the first is worth half."""


def _shares() -> dict[str, float]:
    """Made hundreds of times a question: `dict[str, float]()` takes ten times as long."""
    return {}


def _places() -> dict[str, int]:
    return {}


@dataclass(slots=True)
class ChunkCandidate:
    """One recalled chunk; `scores` are by retriever, each scaled to the best of the question."""

    row: ChunkRow
    scores: dict[str, float]
    rank: float = 0.0
    """What it contributes to choosing the best chunk of its file."""


@dataclass(slots=True)
class FileCandidate:
    """One file with its recalled chunks, and what the signals say of it."""

    path: str
    language: str | None
    folder: int = 0
    """Its number among those that are searched together."""
    chunks: list[ChunkCandidate] = field(default_factory=list[ChunkCandidate])
    signals: dict[str, float] = field(default_factory=_shares)
    score: float = 0.0

    highest: dict[str, float] = field(default_factory=_shares)
    """By retriever, of all chunks."""
    positions: dict[str, int] = field(default_factory=_places)
    """By retriever: how many files have a better chunk."""
    masses: dict[str, float] = field(default_factory=_shares)
    """By retriever: the sum over the file's chunks of what their positions are worth."""

    place: str = field(init=False)
    """What names the file among those of all folders: its path where there is one folder."""

    def __post_init__(self) -> None:
        self.place = place_in(self.folder, self.path)

    def add(self, chunk: ChunkCandidate) -> None:
        self.chunks.append(chunk)
        for retriever, score in chunk.scores.items():
            if score > self.highest.get(retriever, 0.0):
                self.highest[retriever] = score

    def best(self, retriever: str) -> float:
        return self.highest.get(retriever, 0.0)

    def mass(self, retriever: str) -> float:
        return self.masses.get(retriever, 0.0)

    def position(self, retriever: str) -> int:
        return self.positions.get(retriever, _LOST)


def place_in(folder: int, path: str) -> str:
    """A path that no file of another folder has."""
    return f"{folder}:{path}" if folder else path


def group_by_file(rows: dict[int, ChunkRow], scores: dict[int, dict[str, float]]) -> list[FileCandidate]:
    """Files in the order of their first chunk; scores divided by the highest of each retriever."""
    highest: dict[str, float] = {}
    for of_chunk in scores.values():
        for retriever, score in of_chunk.items():
            if score > highest.setdefault(retriever, 0.0):
                highest[retriever] = score
    files: dict[tuple[int, str], FileCandidate] = {}
    lists: dict[str, list[tuple[float, FileCandidate]]] = {name: [] for name in highest}
    for chunk_id, of_chunk in scores.items():
        row = rows.get(chunk_id)
        if row is None:  # replaced since it was recalled
            continue
        file = files.get((row.folder, row.path))
        if file is None:
            file = FileCandidate(row.path, row.language, row.folder)
            files[row.folder, row.path] = file
        scaled: dict[str, float] = {}
        for retriever, score in of_chunk.items():
            if (top := highest[retriever]) > 0:
                scaled[retriever] = share = score / top if score > 0 else 0.0
                lists[retriever].append((share, file))
        file.add(ChunkCandidate(row, scaled))
    for retriever, found in lists.items():
        _place(retriever, found)
    return list(files.values())


def _place(retriever: str, found: list[tuple[float, FileCandidate]]) -> None:
    """Give each file its position among the files of one retriever, and its hits their worth.

    Equal scores share a position, so that order of recall decides nothing.
    """
    found.sort(key=itemgetter(0), reverse=True)  # stable all the same
    position, files, last, worth = 0, 0, 2.0, 1.0
    for number, (score, file) in enumerate(found):
        if score < last:
            position, last, worth = files, score, _DEEP / (_DEEP + number)
        if retriever not in file.positions:
            file.positions[retriever] = position
            file.masses[retriever] = worth
            files += 1
        else:
            file.masses[retriever] += worth
