"""Tokens by a part of them."""

import pytest

from codebase_lsp.engine.index.vocabulary import Vocabulary

TOKENS = ["header", "head", "ahead", "banana", "größe"]


@pytest.mark.parametrize(
    ("part", "at_start", "at_end", "found"),
    [
        ("head", False, False, {"header", "head", "ahead"}),
        ("head", True, False, {"header", "head"}),
        ("head", False, True, {"head", "ahead"}),
        ("head", True, True, {"head"}),
        ("ana", False, False, {"banana"}),
        ("ana", False, True, {"banana"}),
        ("e", False, True, {"größe"}),
        ("none", False, False, set()),
    ],
)
@pytest.mark.parametrize("later", [0, 2, 5])
def test_tokens_are_found_by_a_part_wherever_they_were_taken_in(
    part: str, at_start: bool, at_end: bool, found: set[str], later: int
) -> None:
    vocabulary = Vocabulary(TOKENS[later:])
    assert vocabulary.add(TOKENS[:later])
    assert vocabulary.holding(part, at_start=at_start, at_end=at_end) == found


def test_an_empty_vocabulary_finds_nothing() -> None:
    assert Vocabulary([]).holding("a") == set()


def test_a_vocabulary_says_when_too_much_is_new() -> None:
    vocabulary = Vocabulary([])
    assert vocabulary.add(map(str, range(20_000)))
    assert not vocabulary.add(["one more"])
