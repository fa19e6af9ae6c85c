"""What each signal adds to a score: value times weight, so that the sum is the score."""

from collections.abc import Mapping

from .candidates import FileCandidate
from .types import Contribution


def shares(ranked: list[FileCandidate], weights: Mapping[str, float]) -> dict[str, float]:
    """Weights as scores count them (ranking.py): of all that the signals which say anything about any of
    the files could add."""
    told = [name for name in weights if any(file.signals.get(name) for file in ranked)]
    attainable = sum(weights[name] for name in told if weights[name] > 0) or 1.0
    return {name: weights[name] / attainable for name in told}


def contributions(values: Mapping[str, float], weights: Mapping[str, float]) -> dict[str, Contribution]:
    """By signal, the largest contribution first; signals that say nothing of this file are left out.

    `weights` are `shares`.
    """
    parts = {
        name: Contribution(values[name], weight, values[name] * weight)
        for name, weight in weights.items()
        if values.get(name)
    }
    return dict(sorted(parts.items(), key=lambda part: -abs(part[1].contribution)))
