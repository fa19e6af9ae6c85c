"""Tokens: what lexical search can match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codebase_lsp.engine.parse.tokens import (
    LONG_WORD,
    MAX_TOKEN_CHARS,
    path_tokens,
    split_identifier,
    stem,
    tokenize,
    whole_token,
)


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("generateOrderId", ["generate", "order", "id"]),
        ("generate_order_id", ["generate", "order", "id"]),
        ("HTTPServer2", ["http", "server", "2"]),
        ("XMLParser", ["xml", "parser"]),
        ("parseXML", ["parse", "xml"]),
        ("__init__", ["init"]),
        ("MAX_VALUE", ["max", "value"]),
        ("x509Cert", ["x", "509", "cert"]),
        ("straßeName", ["straße", "name"]),
        ("мирОтдел", ["мир", "отдел"]),
        ("ΑΒΓδε", ["αβ", "γδε"]),
    ],
)
def test_identifiers_are_cut_at_case_digits_and_underscores(word: str, parts: list[str]) -> None:
    assert list(split_identifier(word)) == parts


@pytest.mark.parametrize(
    "spelling", ["generateOrderId", "generate_order_id", "GenerateOrderID", "generateorderid"]
)
def test_every_spelling_of_a_name_gives_the_same_whole(spelling: str) -> None:
    assert whole_token(spelling) == "generateorderid"


def test_a_part_of_a_name_matches_the_name() -> None:
    assert {"order", "id"} <= set(tokenize("OrderID")) & set(tokenize("generateOrderId"))


def test_forms_of_a_word_meet_in_their_stem() -> None:
    assert stem("cookies") == stem("cookie")
    assert set(tokenize("parsing")) & set(tokenize("parse_cookie"))


def test_han_runs_become_bigrams() -> None:
    assert tokenize("处理用户登录") == ["处理", "理用", "用户", "户登", "登录"]
    assert tokenize("锁") == ["锁"]


def test_han_and_latin_in_one_word_are_told_apart() -> None:
    assert set(tokenize("获取orderId列表")) == {"orderid", "获取", "order", "id", "列表"}


@pytest.mark.parametrize("text", ["", "  \n", "+-*/ (){}[] :;,.", "\x00\x01"])
def test_punctuation_gives_nothing(text: str) -> None:
    assert tokenize(text) == []


def test_query_syntax_is_only_words() -> None:
    assert tokenize('foo(bar):baz* AND "x') == ["foo", "bar", "baz", "and", "x"]


def test_an_endless_word_is_cut_and_marked() -> None:
    assert tokenize("A" * 5000) == ["a" * MAX_TOKEN_CHARS, LONG_WORD]


def test_a_path_gives_its_folders_and_its_name_without_extension() -> None:
    tokens = path_tokens("src/http/cookie_jar.py")
    assert {"src", "http", "cookiejar", "jar"} <= set(tokens)
    assert "py" not in tokens
    assert "makefile" in path_tokens("Makefile")
    assert "gitignore" in path_tokens(".gitignore")


@given(st.text(max_size=300))
def test_any_text_gives_lower_case_tokens_of_bounded_length(text: str) -> None:
    for token in tokenize(text):
        assert token
        assert not token.isspace()
        assert len(token) <= 4 * MAX_TOKEN_CHARS
        assert token == token.lower() or token == LONG_WORD


@given(st.text(alphabet=st.characters(categories=["Lu", "Ll", "Nd"]), min_size=1, max_size=60))
def test_every_letter_and_digit_of_a_word_is_in_its_parts(word: str) -> None:
    assert "".join(split_identifier(word)) == "".join(c.lower() for c in word)
