"""The learner on problems whose answer is known, and its measures."""

# pyright: reportMissingImports=false

import numpy as np
import pytest
from measures import ndcg, reciprocal_rank
from softmax import fit, problem

FREE = np.zeros(3), np.full(3, np.inf)


def questions(count: int, seed: int = 0):
    """Signal 0 tells the right file, signal 1 is noise, signal 2 is constant."""
    rng = np.random.default_rng(seed)
    values, right = [], []
    for _ in range(count):
        rows = rng.random((8, 3)).astype(np.float32)
        rows[:, 2] = 0.5
        values.append(rows)
        right.append(np.arange(8) == rows[:, 0].argmax())
    return values, right


def test_what_tells_the_answer_weighs_and_noise_does_not() -> None:
    values, right = questions(300)
    weights = fit(problem(values, right, [1.0] * 300), 1e-2, *FREE)
    assert weights[0] > 5
    assert weights[1] < 0.05 * weights[0]
    assert weights[2] == pytest.approx(0.0, abs=1e-9)


def test_the_result_is_the_minimum_of_the_loss() -> None:
    """No small step in any direction lowers it; where a bound holds, none inwards does."""
    values, right = questions(60)
    given, decay = problem(values, right, [1.0] * 60), 1e-2

    def loss(w: np.ndarray) -> float:
        total = 0.0
        for rows, answers in zip(values, right, strict=True):
            scores = rows @ w
            total += np.log(np.exp(scores).sum()) - scores[answers].mean()
        return total / 60 + decay / 2 * float(w @ w)

    lower, upper = np.array([0.0, 0.0, -1.0]), np.array([2.0, np.inf, 0.0])
    found = fit(given, decay, lower, upper)
    assert found[0] == 2.0  # it would like to be larger
    for signal in range(3):
        for step in (-1e-3, 1e-3):
            moved = found.copy()
            moved[signal] += step
            if lower[signal] <= moved[signal] <= upper[signal]:
                assert loss(moved) >= loss(found) - 1e-9


def test_the_same_problem_gives_the_same_weights() -> None:
    values, right = questions(50)
    first, second = (fit(problem(values, right, [1.0] * 50), 1e-3, *FREE) for _ in range(2))
    assert np.array_equal(first, second)


def test_a_question_that_weighs_more_pulls_more() -> None:
    values = [np.array([[1, 0, 0], [0, 1, 0]], np.float32)] * 2
    right = [np.array([True, False]), np.array([False, True])]
    weights = fit(problem(values, right, [3.0, 1.0]), 1e-2, *FREE)
    assert weights[0] > weights[1]


def test_ndcg_is_that_of_the_benchmark() -> None:
    right = np.array([False, True, False, True])
    scores = np.array([0.9, 0.8, 0.7, 0.6])
    gained = 1 / np.log2(3) + 1 / np.log2(5)
    assert ndcg(scores, right, 2) == pytest.approx(gained / (1 + 1 / np.log2(3)))
    assert ndcg(scores, right, 3) < ndcg(scores, right, 2)  # one was not even recalled
    assert reciprocal_rank(scores, right) == 0.5
    assert reciprocal_rank(scores, np.zeros(4, bool)) == 0.0


def test_only_the_first_ten_count() -> None:
    scores, right = -np.arange(12.0), np.arange(12) == 10
    assert ndcg(scores, right, 1) == 0.0
    assert reciprocal_rank(scores, right) == pytest.approx(1 / 11)
