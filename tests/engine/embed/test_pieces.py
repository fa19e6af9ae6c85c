"""Cutting long texts, and choosing what goes through a model together."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codebase_lsp.engine.embed.batches import batches, estimated_tokens
from codebase_lsp.engine.embed.pieces import Measured, embed_whole, pieces, unit

texts = st.text(alphabet=st.sampled_from("ab \n中é"), max_size=300)


@given(texts, st.integers(1, 8))
def test_pieces_join_to_the_text(text: str, count: int) -> None:
    parts = pieces(text, count)
    assert "".join(parts) == text
    assert 1 <= len(parts) <= count
    assert all(parts) or not text


@given(texts.filter(lambda text: len(text) > 40), st.integers(2, 8))
def test_no_piece_is_much_longer_than_its_share(text: str, count: int) -> None:
    assert max(len(part) for part in pieces(text, count)) <= len(text) / count * 2 + 1


def test_pieces_end_with_lines_else_with_words() -> None:
    lines = "".join(f"line number {i}\n" for i in range(20))
    assert all(part.endswith("\n") for part in pieces(lines, 4))
    assert all(part.endswith(" ") for part in pieces("word " * 50, 4)[:-1])


@given(st.lists(texts, max_size=30), st.integers(1, 10), st.integers(1, 400))
def test_batches_hold_each_text_once_within_the_limits(found: list[str], items: int, tokens: int) -> None:
    made = list(batches(found, items, tokens))
    assert sorted(i for batch in made for i in batch) == list(range(len(found)))
    for batch in made:
        longest = max(estimated_tokens(found[i]) for i in batch)
        assert len(batch) <= items
        assert len(batch) == 1 or len(batch) * longest <= tokens


def test_texts_of_like_length_go_together() -> None:
    found = ["a" * n for n in (300, 3, 290, 6, 310, 9)]
    assert [sorted(batch) for batch in batches(found, 3, 10_000)] == [[1, 3, 5], [0, 2, 4]]


def test_estimates_are_rather_too_high(bundled) -> None:
    from tokenizers import Tokenizer

    from codebase_lsp.engine.embed.local import BUNDLED_DIR

    tokenizer = Tokenizer.from_file(str(BUNDLED_DIR / "tokenizer.json"))
    for text in (
        "def authenticate(user, password):\n    return check(user, password)\n" * 5,
        "处理用户登录" * 20,
    ):
        assert estimated_tokens(text) >= len(tokenizer.encode(text).ids)


def test_rows_of_zeros_stay_zero() -> None:
    rows = unit(np.array([[3, 4], [0, 0]], np.float32))
    np.testing.assert_allclose(rows, [[0.6, 0.8], [0, 0]])


@given(st.lists(st.text(alphabet="xy", max_size=60), min_size=1, max_size=8), st.integers(1, 20))
def test_a_text_is_embedded_whole_whatever_the_limit(found: list[str], limit: int) -> None:
    """With a model that counts letters, the mean over pieces weighted by length is the mean of the text."""

    def letters(part: list[str]) -> Measured:
        rows = [[t.count("x") / len(t), t.count("y") / len(t)] if t else [0, 0] for t in part]
        return np.array(rows, np.float32).reshape(-1, 2), [-(-len(t) // limit) for t in part]

    vectors, cut = embed_whole(found, letters)
    assert cut == sum(len(text) > limit for text in found)
    whole, _ = letters(found)
    np.testing.assert_allclose(vectors, unit(whole), atol=1e-5)


@pytest.mark.parametrize("text", ["", "x"])
def test_what_cannot_be_cut_is_taken_as_it_is(text: str) -> None:
    vectors, cut = embed_whole([text], lambda part: (np.ones((len(part), 2), np.float32), [2] * len(part)))
    assert cut == 0
    assert np.isfinite(vectors).all()
