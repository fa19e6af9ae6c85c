"""The learner: a linear score whose softmax over a question's files should name the right ones.

Cross-entropy against an equal share for each right file, with weight decay. The loss is convex,
so Newton's method finds its one minimum: no seed, no learning rate. (Cao et al., 2007, call the
form ListNet's top-one loss.)
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


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


def fit(given: Problem, decay: float, steps: int = 12) -> Matrix:
    """Weights of shape (signals,) with the least loss plus `decay` / 2 · their squares."""
    signals = given.values.shape[1]
    w = np.zeros(signals)
    expected = given.values.T @ (given.target * given.weight)
    loss = _loss(given, w, decay)
    for _ in range(steps):
        p = _softmax(given, w)
        pw = p * given.weight
        gradient = given.values.T @ pw - expected + decay * w
        means = np.add.reduceat(given.values * p[:, None], given.starts)
        shares = given.weight[given.starts]
        hessian = given.values.T @ (given.values * pw[:, None]) - (means * shares[:, None]).T @ means
        step = np.linalg.solve(hessian + decay * np.eye(signals), gradient)
        scale = 1.0
        while (new := _loss(given, w - scale * step, decay)) > loss and scale > 1e-3:
            scale /= 2
        w = w - scale * step
        if loss - new < 1e-9:
            break
        loss = new
    return w


def _logits(given: Problem, w: Matrix) -> tuple[Matrix, Matrix]:
    scores = given.values @ w
    scores = scores - np.maximum.reduceat(scores, given.starts)[given.group]
    return scores, np.log(np.add.reduceat(np.exp(scores), given.starts))


def _softmax(given: Problem, w: Matrix) -> Matrix:
    scores, logs = _logits(given, w)
    return np.exp(scores - logs[given.group])


def _loss(given: Problem, w: Matrix, decay: float) -> float:
    scores, logs = _logits(given, w)
    entropy = np.sum(given.target * given.weight * (logs[given.group] - scores))
    return float(entropy + decay / 2 * np.sum(w * w))
