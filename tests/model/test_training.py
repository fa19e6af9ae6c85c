"""The loss, its gradient, and a table small enough to train in a test. Needs what the pipeline needs."""

# pyright: reportMissingImports=false
# The pipeline is no part of the package; conftest.py makes it importable.

import numpy as np
import pytest

pytest.importorskip("scipy", reason="the training pipeline's own requirement")
pytest.importorskip("onnx", reason="the training pipeline's own requirement")

from pipeline import dataset, export, training, validation, wordpiece
from pipeline.passages import Pair

NONE = (np.zeros(0, np.int64), np.zeros(0, np.int64))
TOPICS = {
    "read the configuration file": "config = toml.load(open(path))",
    "send an email message": "smtp.sendmail(sender, recipient, body)",
    "delete expired cache entries": "del cache[key] if entry.expires < now",
    "open a database connection": "sqlite3.connect(dsn, timeout=timeout)",
}


def test_the_gradient_is_that_of_the_loss() -> None:
    """Central differences agree with the analytic gradient on both sides."""
    rng = np.random.default_rng(1)
    query, code = rng.standard_normal((5, 6)), rng.standard_normal((5, 6))
    same = (np.asarray([0, 1]), np.asarray([1, 0]))
    _, by_query, by_code = training.info_nce(query, code, same, 0.5)
    for array, gradient in ((query, by_query), (code, by_code)):
        for position in ((0, 0), (3, 4)):
            kept = array[position]
            array[position] = kept + 1e-5
            above = training.info_nce(query, code, same, 0.5)[0]
            array[position] = kept - 1e-5
            below = training.info_nce(query, code, same, 0.5)[0]
            array[position] = kept
            assert gradient[position] == pytest.approx((above - below) / 2e-5, rel=1e-3, abs=1e-7)


def test_equal_questions_are_no_negatives_of_each_other() -> None:
    vectors = np.eye(3)
    vectors[1] = vectors[0]
    with_mask = training.info_nce(vectors, vectors, (np.asarray([0, 1]), np.asarray([1, 0])), 0.1)[0]
    assert with_mask < 1e-3 < training.info_nce(vectors, vectors, NONE, 0.1)[0]


def test_training_brings_pairs_together_and_is_reproducible() -> None:
    """A few steps on four topics rank every answer first, and the same seed gives the same table."""
    pairs = [Pair("doc", "p", "python", q, "", "", "", t) for q, t in TOPICS.items()] * 8
    texts = [text for pair in pairs for text in (pair.query, pair.text)]
    tokenizer = wordpiece.train(texts, 200, han=0)
    data = dataset.build(pairs, tokenizer)
    recipe = training.Recipe(dim=16, nested=(16, 8), batch=16, block=16, steps=60, warmup=5, token_drop=0.0)
    table = training.train(data, recipe, verbose=False)
    np.testing.assert_array_equal(table, training.train(data, recipe, verbose=False))
    assert not table[:2].any()
    ranks = validation.reciprocal_ranks(
        list(TOPICS), list(TOPICS.values()), validation.embedder(table, tokenizer)
    )
    assert ranks.tolist() == [1.0] * 4


def test_quantised_rows_are_within_half_a_step() -> None:
    table = np.random.default_rng(2).standard_normal((50, 8)).astype(np.float32)
    table[0] = 0
    rows, scale = export.quantise(table)
    assert rows.dtype == np.int8
    assert (np.abs(rows * scale[:, None] - table) <= scale[:, None] / 2 + 1e-6).all()
