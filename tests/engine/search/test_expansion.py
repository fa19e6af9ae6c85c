"""Reading what language models answer: whatever they put around the JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codebase_lsp.engine.search.expansion import expansion_prompt, read_expansion, with_expansion
from codebase_lsp.engine.search.types import Queries

VOIDMUSE = {"psiNames": ["OrderService", "generate"], "prompt": "order order order number unique"}
FACTORY = {
    "englishQuery": "how is an order id generated",
    "originLanguageQuery": "订单号 生成",
    "hypotheticalDocument": "def next_id():\n    return 1",
}


def test_the_fields_of_voidmuse_are_keywords() -> None:
    read = read_expansion(json.dumps(VOIDMUSE))
    assert read == Queries(keywords="order order order number unique OrderService generate")


def test_the_fields_of_chocolate_factory_are_forms_of_the_question() -> None:
    read = read_expansion(json.dumps(FACTORY, ensure_ascii=False))
    assert read == Queries(
        english="how is an order id generated",
        original="订单号 生成",
        hypothetical_code="def next_id():\n    return 1",
    )


@pytest.mark.parametrize(
    "answer",
    [
        "{}",
        "```json\n{}\n```",
        "Sure! Here it is:\n```\n{}\n```\nAnything else?",
        "The function f() {{ return 1 }} says {{}} nothing, but {} does.",
        "<think>{{maybe</think> {}",
    ],
)
def test_json_is_found_wherever_it_stands(answer: str) -> None:
    assert read_expansion(answer.format(json.dumps(VOIDMUSE))) == read_expansion(json.dumps(VOIDMUSE))


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "I cannot help with that.",
        "{",
        "[1, 2]",
        '{"other": 1}',
        '{"keywords": 7}',
        "{" * 50_000,
        "x" * 200_000,
    ],
)
def test_an_answer_without_forms_is_none(answer: str) -> None:
    assert read_expansion(answer) is None


@given(st.text(alphabet='{}[]":, abc\\n'))
def test_no_answer_is_too_strange(answer: str) -> None:
    read_expansion(answer)


def test_what_the_client_says_itself_stays() -> None:
    filled = with_expansion(Queries(english="my own words"), json.dumps({**FACTORY, **VOIDMUSE}))
    assert filled is not None
    assert filled.english == "my own words"
    assert filled.original == "订单号 生成"


def test_the_prompt_holds_the_question_as_it_is_and_names_the_fields_that_are_read() -> None:
    prompt = expansion_prompt('where is {this} "quoted"?')
    assert 'where is {this} "quoted"?' in prompt
    for field in ("names", "keywords", "englishQuery", "originLanguageQuery", "hypotheticalCode"):
        assert f'"{field}"' in prompt
