"""Definitions found by name in a whole workspace."""

from collections.abc import Iterator

import pytest

from codebase_lsp.engine.search.types import Filters, Hit, SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace

FILES = {
    "ids.py": """\
class OrderIdGenerator:
    def next_id(self) -> int:
        return 1


def generateOrderId():
    return 0
""",
    "shop.rs": "struct Cart;\nimpl Cart {\n    fn total(&self) -> u32 { 0 }\n}\n",
    "bill.rb": "class Bill\n  def total\n    0\n  end\nend\n",
}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    root = tmp_path_factory.mktemp("names")
    for path, text in FILES.items():
        (root / path).write_text(text)
    workspace = Workspace(root, Settings(model="none", workers=1), tmp_path_factory.mktemp("cache"))
    workspace.index()
    yield workspace
    workspace.close()


def find(workspace: Workspace, query: str, **filters: tuple[str, ...]) -> list[Hit]:
    request = SearchRequest(query, mode="symbol", filters=Filters(**filters))
    return list(workspace.search(request).hits)


def names(hits: list[Hit]) -> list[str]:
    return [hit.symbol.canonical_name for hit in hits if hit.symbol]


@pytest.mark.parametrize(
    ("query", "first", "reason"),
    [
        ("OrdId", "ids.OrderIdGenerator", "for which OrdId is short"),
        ("OIG", "ids.OrderIdGenerator", "for which OIG is short"),
        ("OrderIdGen", "ids.OrderIdGenerator", "begins with OrderIdGen"),
        ("OrderIdGenerater", "ids.OrderIdGenerator", "one typing error from OrderIdGenerater"),
        ("genratOrderId", "ids.generateOrderId", "2 typing errors"),
        ("order id generator", "ids.OrderIdGenerator", "spelled otherwise"),
    ],
)
def test_a_name_is_found_and_the_reason_says_how(
    workspace: Workspace, query: str, first: str, reason: str
) -> None:
    hit = find(workspace, query)[0]
    assert names([hit]) == [first]
    assert reason in hit.reasons[0]


def test_what_stands_inside_a_name_is_found(workspace: Workspace) -> None:
    assert "ids.generateOrderId" in names(find(workspace, "orderid"))


@pytest.mark.parametrize("query", ["Cart::total", "Cart.total", "Cart#total", "cart.total"])
def test_a_qualified_name_prefers_its_container(workspace: Workspace, query: str) -> None:
    hits = find(workspace, query)
    assert names(hits) == ["shop.Cart.total", "Bill.total"]
    assert "but not in" in hits[1].reasons[0]


def test_kinds_restrict_what_is_found(workspace: Workspace) -> None:
    assert names(find(workspace, "orderid", kinds=("function",))) == ["ids.generateOrderId"]


def test_an_unsaved_definition_is_found_and_the_saved_one_it_replaces_is_not(workspace: Workspace) -> None:
    workspace.set_buffer("bill.rb", "class Invoice\nend\n")
    try:
        assert names(find(workspace, "Invoise")) == ["Invoice"]
        assert "Bill" not in names(find(workspace, "Bill"))
    finally:
        workspace.close_buffer("bill.rb")
    assert "Bill" in names(find(workspace, "Bill"))


def test_a_name_that_nothing_has_is_searched_by_words(workspace: Workspace) -> None:
    assert [hit.path for hit in find(workspace, "where is the next order number made")] != []


def test_a_chunk_is_found_by_the_names_it_defines(workspace: Workspace) -> None:
    """The field of symbols: parsed, not guessed from the text."""
    answer = workspace.search(SearchRequest("OrderIdGenerator", mode="lexical"))
    assert answer.hits[0].path == "ids.py"
    assert answer.hits[0].signals["definition"] > 0
