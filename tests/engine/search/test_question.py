"""What the question is taken for."""

import pytest

from codebase_lsp.engine.search.question import understand
from codebase_lsp.engine.search.types import MODES
from codebase_lsp.errors import BadRequest


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("OrderIdGenerator", "identifier"),
        ("generate_order_id", "identifier"),
        ("Repository::save", "identifier"),
        ("Repository#save", "identifier"),
        ("http.cookies.Morsel", "identifier"),
        ("authenticate()", "identifier"),
        ("src/http/client.py", "path"),
        ("cookie_jar.py", "path"),
        ('"raise ValueError("', "literal"),
        ("`foo bar`", "literal"),
        ("where do we check that an order id is unique?", "naturalLanguage"),
        ("twoStageHybridSearch的具体实现是什么的", "identifier"),
        ("处理用户登录", "identifier"),
    ],
)
def test_the_kind_of_a_question(text: str, kind: str) -> None:
    found = understand(text).kind
    if text.isascii():
        assert found == kind
    else:
        assert found in (kind, "naturalLanguage")


def test_auto_looks_for_quoted_text_exactly_and_for_the_rest_in_every_way() -> None:
    assert understand('"a b"').mode == "exact"
    assert understand('"a b"').literal == "a b"
    assert understand("how are cookies parsed").mode == "hybrid"
    assert understand("a b", "lexical").mode == "lexical"


def test_small_words_are_not_looked_for_unless_there_is_nothing_else() -> None:
    assert "where" not in understand("where is the cookie parsed").terms
    assert understand("is it").terms


def test_the_name_at_the_end_of_a_qualified_one_is_the_symbol() -> None:
    assert understand("Repository::save").symbols == ("save",)
    assert understand("why does parseCookie() fail in HTTPClient?").symbols == ("parseCookie", "HTTPClient")


def test_a_whole_name_weighs_more_than_its_parts() -> None:
    terms = understand("OrderIdGenerator").terms
    assert terms["orderidgenerator"] > terms["order"]


@pytest.mark.parametrize("text", ["", "   ", "\n\t"])
def test_a_blank_question_is_refused(text: str) -> None:
    with pytest.raises(BadRequest) as caught:
        understand(text)
    assert caught.value.field == "query"


def test_an_unknown_mode_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(BadRequest, match="hybrid"):
        understand("x", "fuzzy")
    for mode in MODES:
        assert understand("x", mode).mode != "auto"


@pytest.mark.parametrize("text", ['foo(bar):baz* AND "x', "((((", "a OR NOT", "-", "*", "\\", "[a-", "^~:"])
def test_no_text_is_syntax(text: str) -> None:
    assert understand(text).text == text
