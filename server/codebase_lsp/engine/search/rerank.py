"""The first results once more, by a cross-encoder if there is one."""

from collections.abc import Mapping, Sequence

from ...errors import ModelUnavailable
from .candidates import FileCandidate
from .run import Run

SHARE = 0.5
"""Of the new score is what the cross-encoder says; the rest is what the signals had said."""
SIGNAL = "crossEncoder"
CANDIDATES = 20
"""Results it looks at, at least."""


def reranked(run: Run, files: Sequence[FileCandidate], texts: Mapping[str, str]) -> list[FileCandidate]:
    """The files in their new order; in the old one where there is no cross-encoder or it fails.

    `texts` are the best passages by path.
    """
    fits = run.folder.cross_encode
    if fits is None or len(files) < 2:
        return list(files)
    try:
        with run.timed("rerank"):
            values = fits(run.question.text, [texts[file.path] for file in files])
    except ModelUnavailable as error:
        run.warnings.append(f"Not ranked by the reranker: {error}")
        return list(files)
    for file, value in zip(files, values, strict=True):
        file.signals[SIGNAL] = value
        file.score = (1 - SHARE) * file.score + SHARE * value
    return sorted(files, key=lambda file: -file.score)  # stable: equal ones stay as they were


def with_share(weights: Mapping[str, float], files: Sequence[FileCandidate]) -> dict[str, float]:
    """Weights as they count after re-ranking."""
    if not any(SIGNAL in file.signals for file in files):
        return dict(weights)
    return {name: (1 - SHARE) * weight for name, weight in weights.items()} | {SIGNAL: SHARE}
