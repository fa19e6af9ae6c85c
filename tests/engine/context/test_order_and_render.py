"""The order of pieces, and how they are written."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codebase_lsp.engine.context.order import arrange, lost_in_the_middle
from codebase_lsp.engine.context.render import RENDERERS, Block, fence_for, shown
from codebase_lsp.engine.parse.source import SourceText


@pytest.mark.parametrize("count", range(1, 12))
def test_the_two_best_stand_at_the_ends_and_the_worst_in_the_middle_whatever_the_count(count: int) -> None:
    ordered = lost_in_the_middle(list(range(count)))  # 0 is the best
    assert sorted(ordered) == list(range(count))
    assert ordered[0] == 0
    assert ordered[-1] == (1 if count > 1 else 0)
    assert abs(ordered.index(count - 1) - (count - 1) / 2) <= 0.5
    falling, rising = ordered[: ordered.index(count - 1)], ordered[ordered.index(count - 1) :]
    assert falling == sorted(falling) and rising == sorted(rising, reverse=True)


def chocolate_factory(scores: list[float]) -> list[float]:
    """From worst to best, in turn put in front and appended: its procedure, rewritten."""
    ordered: list[float] = []
    for number, score in enumerate(sorted(scores)):
        ordered = [*ordered, score] if number % 2 else [score, *ordered]
    return ordered


def test_the_reference_depends_on_the_count_and_ours_does_not() -> None:
    scores = [0.6, 0.5, 0.4, 0.3, 0.2, 0.1]
    assert chocolate_factory(scores) == [0.5, 0.3, 0.1, 0.2, 0.4, 0.6], "an even count: the best is last"
    assert chocolate_factory(scores[:5])[0] == 0.6, "an odd one: the best is first"
    assert lost_in_the_middle(scores) == [0.6, 0.4, 0.2, 0.1, 0.3, 0.5]
    assert lost_in_the_middle(scores[:5]) == [0.6, 0.4, 0.2, 0.3, 0.5]


def test_the_order_by_path_puts_the_lines_of_a_file_in_their_order() -> None:
    places = [(0, "b.py", 3), (0, "a.py", 9), (1, "a.py", 1), (0, "a.py", 2)]
    assert arrange(places, "path", lambda each: each) == sorted(places)
    assert arrange(places, "relevance", lambda each: each) == places


def block(text: str, *segments: tuple[int, int], path: str = "src/a.py") -> Block:
    return Block(path, SourceText(text), segments, "match", "a.f", "python")


@given(st.text(alphabet="`~ab \n", max_size=80))
def test_a_fence_is_longer_than_any_inside(text: str) -> None:
    fence = fence_for(text)
    assert len(fence) >= 3
    assert not any(line.lstrip().startswith(fence) for line in text.split("\n"))


def test_left_out_lines_are_marked_and_the_rest_is_verbatim() -> None:
    text = "def f():\n    a = 1\n    b = 2\n    return a\n"
    assert shown(block(text, (0, 1), (3, 4))) == "def f():\n    … 2 lines\n    return a\n"
    assert shown(block(text, (1, 2))) == "    a = 1\n"


@pytest.mark.parametrize("name", ["markdown", "xml", "plain"])
def test_code_is_never_escaped(name: str) -> None:
    code = 'if (a < b && c > "d") { return `<b>${x}</b>`; }\n'
    written = RENDERERS[name]([block(code, (0, 1), path="src/<a>&.ts")], "", "")
    assert code in written


def test_json_can_be_read_back() -> None:
    code = 'if (a < b) { return "\\n 中文"; }\n'
    value = json.loads(RENDERERS["json"]([block(code, (0, 1))], "a question", "a map"))
    assert value["code"] == [
        {"path": "src/a.py", "lines": "1-1", "role": "match", "name": "a.f", "text": code}
    ]
    assert value["question"] == "a question" and value["map"] == "a map"


def test_markdown_names_path_lines_name_and_role_above_a_fence_with_the_language() -> None:
    written = RENDERERS["markdown"]([block("x = 1\ny = 2\n", (0, 2))], "", "")
    assert written == "### src/a.py:1-2 a.f (match)\n```python\nx = 1\ny = 2\n```\n"


@pytest.mark.parametrize("name", RENDERERS)
def test_instructions_and_question_stand_on_top_only_where_asked_for(name: str) -> None:
    blocks = [block("x = 1\n", (0, 1))]
    assert "where is x" not in RENDERERS[name](blocks, "", "")
    written = RENDERERS[name](blocks, "where is x", "")
    assert re.search(r"guessing.*where is x.*x = 1", written, re.DOTALL)
