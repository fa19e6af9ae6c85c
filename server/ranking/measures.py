"""NDCG@10 and reciprocal rank of a ranking of files, binary gain, as `tests/benchmarks/quality.py`."""

import numpy as np
from numpy.typing import NDArray

_DISCOUNT = 1 / np.log2(np.arange(2, 12))


def ndcg(scores: NDArray[np.floating], right: NDArray[np.bool_], answers: int) -> float:
    """`answers` counts the right files that were not recalled, too."""
    first = np.argsort(-scores, kind="stable")[:10]
    return float(_DISCOUNT[: len(first)][right[first]].sum() / _DISCOUNT[: min(10, answers)].sum())


def reciprocal_rank(scores: NDArray[np.floating], right: NDArray[np.bool_]) -> float:
    places = np.flatnonzero(right[np.argsort(-scores, kind="stable")])
    return float(1 / (1 + places[0])) if len(places) else 0.0
