"""Order files by their signals, and choose the best chunk of each."""

from collections.abc import Mapping
from operator import mul

from .candidates import FileCandidate
from .scene import Scene
from .signals import SECOND_LOOK, SIGNALS, silent

_CHUNK_WEIGHTS = {"body": 0.5, "vector": 0.4, "symbols": 0.3}
"""Which of a file's chunks is shown: the one with the best words, meaning and names."""
_DEFINES = 1.0


def rank(files: list[FileCandidate], scene: Scene, weights: Mapping[str, float]) -> list[FileCandidate]:
    """Best first, ties in path order. Fills signals, chunk ranks and scores; what takes a second look is
    0 until `rank_again`."""
    later = SECOND_LOOK | silent(scene)
    measured = [(name, SIGNALS[name]) for name in weights if name not in later]
    by_chunk = [(name, weight) for name, weight in _CHUNK_WEIGHTS.items() if name in weights]
    named = frozenset(scene.question.symbols)
    for file in files:
        signals = file.signals = dict.fromkeys(weights, 0.0)
        for name, signal in measured:
            signals[name] = signal(file, scene)
        _order_chunks(file, named, by_chunk)
    return _ordered(files, weights)


def rank_again(
    files: list[FileCandidate], seen: list[FileCandidate], scene: Scene, weights: Mapping[str, float]
) -> list[FileCandidate]:
    """All files, with what a second look tells of those that got one."""
    for name in SECOND_LOOK.intersection(weights):
        signal = SIGNALS[name]
        for file in seen:
            file.signals[name] = signal(file, scene)
    return _ordered(files, weights)


def _ordered(files: list[FileCandidate], weights: Mapping[str, float]) -> list[FileCandidate]:
    """A score is the share of what is attainable by the signals that say anything about any of the files;
    what penalties bring below nothing shows as 0, after the order is made."""
    worth = list(weights.values())
    for file in files:
        file.score = sum(map(mul, worth, file.signals.values()))
    ranked = sorted(files, key=lambda file: (-file.score, file.path))
    told = (weight for name, weight in weights.items() if any(file.signals[name] for file in files))
    attainable = sum(weight for weight in told if weight > 0) or 1.0
    for file in ranked:
        file.score = max(0.0, file.score / attainable)
    return ranked


def _order_chunks(file: FileCandidate, named: frozenset[str], weights: list[tuple[str, float]]) -> None:
    for chunk in file.chunks:
        scores, rank = chunk.scores, 0.0
        for name, weight in weights:
            if name in scores:
                rank += weight * scores[name]
        chunk.rank = rank
        if named and (chunk.row.name in named or not named.isdisjoint(chunk.row.defines)):
            chunk.rank += _DEFINES
    if len(file.chunks) > 1:
        file.chunks.sort(key=lambda chunk: (-chunk.rank, chunk.row.start_line))
