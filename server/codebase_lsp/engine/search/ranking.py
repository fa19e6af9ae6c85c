"""Order files by their signals, and choose the best chunk of each."""

from collections.abc import Mapping

from .candidates import FileCandidate
from .question import Question
from .signals import SIGNALS, Scene

_CHUNK_WEIGHTS = {"body": 0.5, "vector": 0.4, "symbols": 0.3}
"""Which of a file's chunks is shown: the one with the best words, meaning and names."""
_DEFINES = 1.0


def rank(files: list[FileCandidate], scene: Scene, weights: Mapping[str, float]) -> list[FileCandidate]:
    """Best first, scores scaled to at most 1; ties in path order. Fills signals and scores."""
    for file in files:
        file.signals = {name: round(SIGNALS[name](file, scene), 4) for name in weights}
        file.score = sum(weight * file.signals[name] for name, weight in weights.items())
        _order_chunks(file, scene.question, weights)
    attainable = sum(weight for weight in weights.values() if weight > 0) or 1.0
    for file in files:
        file.score = max(0.0, file.score / attainable)
    return sorted(files, key=lambda file: (-file.score, file.path))


def _order_chunks(file: FileCandidate, question: Question, weights: Mapping[str, float]) -> None:
    named = set(question.symbols)
    for chunk in file.chunks:
        chunk.rank = sum(
            weight * chunk.scores.get(retriever, 0.0)
            for retriever, weight in _CHUNK_WEIGHTS.items()
            if retriever in weights
        )
        if named and named.intersection((chunk.row.name, *chunk.row.defines)):
            chunk.rank += _DEFINES
    file.chunks.sort(key=lambda chunk: (-chunk.rank, chunk.row.start_line))
