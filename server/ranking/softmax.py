"""The learner: a linear score whose softmax over a question's files should name the right ones.

Cross-entropy against an equal share for each right file, with weight decay. The loss is convex,
so Newton's method finds its one minimum: no seed, no learning rate. (The loss is ListNet's for the
top one: Cao et al., 2007.)
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

_STEPS = 60
_SHORTEST = 1e-6
_EXACT = 1e-10


@dataclass(frozen=True, slots=True)
class Problem:
    """Questions one after another; all arrays but the last two have a row per file."""

    values: Matrix
    target: Matrix
    """1 / number of right files for a right one, else 0."""
    weight: Matrix
    """Of the file's question."""
    group: NDArray[np.int64]
    """Index of the file's question."""
    starts: NDArray[np.int64]
    """Where each question begins."""


def problem(
    values: Sequence[NDArray[np.float32]], right: Sequence[NDArray[np.bool_]], weights: Sequence[float]
) -> Problem:
    """`values` (files, signals), `right` (files,) and a weight per question; each has a right file."""
    sizes = np.array([len(rows) for rows in values])
    group = np.repeat(np.arange(len(sizes)), sizes)
    starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    target = np.concatenate([answers / answers.sum() for answers in right])
    share = np.asarray(weights, np.float64) / np.sum(weights)
    return Problem(np.concatenate(values).astype(np.float64), target, share[group], group, starts)


def fit(given: Problem, decay: float, lower: Matrix, upper: Matrix) -> Matrix:
    """Weights of shape (signals,) with the least loss plus `decay` / 2 · their squares, between the
    bounds, by projected Newton steps (Bertsekas, 1982): what stands at a bound and wants to leave
    stays, the others move as if the bounds were not there and are then brought back inside."""
    w = np.clip(np.zeros(given.values.shape[1]), lower, upper)
    expected = given.values.T @ (given.target * given.weight)
    shares = given.weight[given.starts]
    loss = _loss(given, w, decay)
    for _ in range(_STEPS):
        p = _softmax(given, given.values @ w)
        gradient = given.values.T @ (p * given.weight) - expected + decay * w
        free = ~(((w <= lower) & (gradient > 0)) | ((w >= upper) & (gradient < 0)))
        values = given.values[:, free]
        means = np.add.reduceat(values * p[:, None], given.starts)
        curvature = values.T @ (values * (p * given.weight)[:, None]) - (means * shares[:, None]).T @ means
        step = np.zeros(len(w))
        step[free] = np.linalg.solve(curvature + decay * np.eye(int(free.sum())), gradient[free])
        scale = 1.0
        while (new := _loss(given, moved := np.clip(w - scale * step, lower, upper), decay)) > loss:
            scale /= 2
            if scale < _SHORTEST:
                return w
        if loss - new < _EXACT:
            return moved
        w, loss = moved, new
    return w


def _softmax(given: Problem, scores: Matrix) -> Matrix:
    exponentials = np.exp(scores - np.maximum.reduceat(scores, given.starts)[given.group])
    return exponentials / np.add.reduceat(exponentials, given.starts)[given.group]


def _loss(given: Problem, w: Matrix, decay: float) -> float:
    scores = given.values @ w
    scores = scores - np.maximum.reduceat(scores, given.starts)[given.group]
    logs = np.log(np.add.reduceat(np.exp(scores), given.starts))
    entropy = np.sum(given.target * given.weight * (logs[given.group] - scores))
    return float(entropy + decay / 2 * np.sum(w * w))
