"""How far a mean over repositories would move with other repositories."""

from collections.abc import Sequence

import numpy as np


def interval(values: Sequence[float], share: float = 0.95, draws: int = 10_000) -> tuple[float, float]:
    """Bootstrap interval of the mean (Efron, 1979): repositories drawn with replacement."""
    drawn = np.random.default_rng(0).choice(np.asarray(values), (draws, len(values))).mean(axis=1)
    low, high = np.quantile(drawn, [(1 - share) / 2, (1 + share) / 2])
    return float(low), float(high)


def left_out(values: Sequence[float]) -> tuple[float, float]:
    """The lowest and the highest mean with one repository left out."""
    total, count = sum(values), len(values)
    means = [(total - value) / (count - 1) for value in values] if count > 1 else [total]
    return min(means), max(means)
