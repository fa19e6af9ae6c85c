"""Contexts of a real project: within the budget, verbatim, the right code first."""

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codebase_lsp.engine.composing import part_of
from codebase_lsp.engine.context.pipeline import build, check
from codebase_lsp.engine.context.tokens import EstimatedTokens
from codebase_lsp.engine.context.types import FORMATS, ORDERS, Context, ContextRequest, Place
from codebase_lsp.engine.parse.source import SourceText
from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.workspace import Workspace
from codebase_lsp.errors import BadRequest

QUESTION = "how are unique order numbers generated"
COUNT = EstimatedTokens().count


def ask(
    project: Workspace, request: ContextRequest, pinned: Sequence[Place] = (), excluded: Sequence[Place] = ()
) -> Context:
    check(request)
    part = part_of(project, SearchRequest(request.query), pinned=pinned, excluded=excluded)
    return build(request, [part], EstimatedTokens())


def lines_of(context: Context, path: str) -> set[int]:
    return {
        row for item in context.items if item.path == path for a, b in item.segments for row in range(a, b)
    }


def test_the_answer_is_shown_whole_where_there_is_room(project: Workspace) -> None:
    context = ask(project, ContextRequest(QUESTION, max_tokens=4000))
    assert "def generate(self) -> str:" in context.text
    assert "return number not in known" in context.text
    assert context.items[0].path == "orders/numbers.py"
    assert context.items[0].reasons
    assert context.tokens == COUNT(context.text) <= 4000


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    budget=st.integers(100, 1500),
    form=st.sampled_from(FORMATS),
    order=st.sampled_from(ORDERS),
    instructions=st.booleans(),
    query=st.sampled_from(
        [QUESTION, "OrderService", "订单号 order number", "orders.md", "nothing of the kind xyzzy"]
    ),
)
def test_never_over_budget_always_verbatim_and_the_same_every_time(
    project: Workspace, budget: int, form: str, order: str, instructions: bool, query: str
) -> None:
    request = ContextRequest(query, budget, form, order, instructions=instructions)
    context = ask(project, request)
    assert context.tokens == COUNT(context.text) <= budget
    seen: set[tuple[str, int]] = set()
    for item in context.items:
        lines = SourceText((project.root / item.path).read_text("utf-8"))
        assert item.text == "".join(lines.slice(a, b) for a, b in item.segments)
        assert (item.start_line, item.end_line) == (item.segments[0][0], item.segments[-1][1])
        if form != "json":
            assert all(lines.slice(a, b) in context.text for a, b in item.segments)
        rows = {(item.path, row) for a, b in item.segments for row in range(a, b)}
        assert not rows & seen, "no line stands in the text twice"
        seen |= rows
    again = ask(project, request)
    assert (again.text, again.items) == (context.text, context.items)


def test_a_small_budget_shows_parts_of_several_files_rather_than_all_of_one(project: Workspace) -> None:
    context = ask(project, ContextRequest(QUESTION, max_tokens=220))
    assert len({item.path for item in context.items}) >= 2
    assert context.omitted or any(len(item.segments) > 1 for item in context.items)


def test_an_unsaved_buffer_is_what_is_shown(project: Workspace) -> None:
    project.set_buffer(
        "orders/numbers.py", "def next_order_number():\n    return 'unsaved unique order number'\n"
    )
    context = ask(project, ContextRequest(QUESTION))
    assert "unsaved unique order number" in context.text
    assert "class OrderNumberGenerator" not in context.text
    assert {i.checked_against for i in context.items if i.path == "orders/numbers.py"} == {"buffer"}


def test_what_is_pinned_goes_in_first_whatever_the_question(project: Workspace) -> None:
    context = ask(project, ContextRequest(QUESTION, 600), pinned=[Place("shop/page.ts", 1, 4)])
    assert context.items[0].path == "shop/page.ts"
    assert context.items[0].role == "pinned"
    assert {1, 2, 3} <= lines_of(context, "shop/page.ts")


def test_what_is_excluded_never_goes_in(project: Workspace) -> None:
    whole = ask(project, ContextRequest(QUESTION), excluded=[Place("orders/numbers.py")])
    assert not lines_of(whole, "orders/numbers.py")
    assert whole.items
    some = ask(project, ContextRequest(QUESTION), excluded=[Place("orders/numbers.py", 13, 16)])
    assert 'return f"{self.prefix}' not in some.text
    assert lines_of(some, "orders/numbers.py")


def test_the_same_code_in_two_files_is_shown_once(project: Workspace) -> None:
    context = ask(project, ContextRequest("place an order under a new order number"))
    assert context.text.count("def place(self, customer: str) -> str:") == 1


def test_nothing_found_is_an_empty_text_and_no_error(project: Workspace) -> None:
    everything = [Place(path) for path, _ in project.tree().files()]
    context = ask(project, ContextRequest("OrderService"), excluded=everything)
    assert context.items == () and context.text == ""


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (ContextRequest("x", max_tokens=10), "maxTokens"),
        (ContextRequest("x", format="yaml"), "format"),
        (ContextRequest("x", order="random"), "order"),
        (ContextRequest(" "), "query"),
    ],
)
def test_what_makes_no_sense_is_refused(project: Workspace, request_: ContextRequest, field: str) -> None:
    with pytest.raises(BadRequest) as refused:
        ask(project, request_)
    assert refused.value.field == field
