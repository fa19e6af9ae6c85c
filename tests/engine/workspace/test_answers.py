"""One folder is asked, edited and asked again: what is typed counts, nothing is stale."""

from pathlib import Path

import numpy as np
import pytest

from codebase_lsp.engine.search.types import Filters, SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from codebase_lsp.errors import BadRequest, UnknownFolder
from helpers.workspaces import paths


@pytest.mark.parametrize("mode", ["auto", "hybrid", "lexical"])
def test_a_question_is_answered_by_the_code_that_answers_it(shop: Path, opened, mode: str) -> None:
    workspace = opened(shop)
    workspace.index()
    answer = workspace.search(SearchRequest("where do we check that an order id is unique?", mode=mode))
    hit = answer.hits[0]
    assert hit.path == "shop/orders.py"
    assert "is_unique" in hit.snippet
    assert hit.reasons
    assert hit.checked_against == "disk"
    assert answer.index.vector_share == 1.0
    assert answer.warnings == ()


def test_semantic_mode_finds_by_meaning_alone(shop: Path, opened) -> None:
    workspace = opened(shop)
    workspace.index()
    hits = workspace.search(SearchRequest("no duplicate purchase numbers", mode="semantic")).hits
    assert {hit.path for hit in hits[:2]} == {"shop/orders.py", "tests/test_orders.py"}
    assert set(hits[0].signals) == {"vector", "fileVector"}


def test_a_symbol_is_found_by_name_in_every_spelling(shop: Path, opened) -> None:
    workspace = opened(shop)
    workspace.index()
    for query in ("OrderRepository", "orderrepository", "OrderRepo"):
        answer = workspace.search(SearchRequest(query, mode="symbol"))
        assert answer.hits[0].symbol.canonical_name == "shop.orders.OrderRepository"
    assert paths(workspace, "OrderRepository.is_unique", mode="symbol")[0] == "shop/orders.py"


@pytest.mark.parametrize(
    "query", ['foo(bar):baz* AND "x', "((((", "*", "a:b", "-x", "\\", "'", "[", "NOT", "\x00"]
)
def test_no_question_is_an_error(shop: Path, opened, query: str) -> None:
    workspace = opened(shop)
    workspace.index()
    for mode in ("auto", "lexical", "semantic", "exact", "symbol"):
        workspace.search(SearchRequest(query, mode=mode))


def test_what_is_typed_is_found_before_it_is_saved(shop: Path, opened) -> None:
    workspace = opened(shop)
    workspace.index()
    workspace.set_buffer("shop/cart.py", "def apply_voucher(cart):\n    '''reduce the price'''\n")
    workspace.embedding.wait()
    for query in ("apply_voucher", "voucher that reduces the price"):
        hit = workspace.search(SearchRequest(query)).hits[0]
        assert (hit.path, hit.checked_against) == ("shop/cart.py", "buffer")
    assert "shop/cart.py" not in paths(workspace, "add_item", mode="exact")
    workspace.close_buffer("shop/cart.py")
    assert paths(workspace, "add_item")[0] == "shop/cart.py"
    assert "shop/cart.py" not in paths(workspace, "apply_voucher", mode="exact")


def test_a_fresh_text_has_vectors_like_any_other(shop: Path, opened) -> None:
    workspace = opened(shop)
    workspace.index()
    workspace.set_buffer("shop/cart.py", "def reduce_price(cart, percent):\n    cart.total -= percent\n")
    workspace.embedding.wait()
    hits = workspace.search(
        SearchRequest("lower what the customer pays by a percentage", mode="semantic")
    ).hits
    assert "shop/cart.py" in [hit.path for hit in hits if hit.signals.get("vector")]


def test_a_saved_buffer_moves_to_the_base(shop: Path, opened) -> None:
    workspace = opened(shop)
    workspace.index()
    text = "def apply_voucher(cart):\n    pass\n"
    workspace.set_buffer("shop/cart.py", text)
    (shop / "shop" / "cart.py").write_text(text)
    workspace.index()
    workspace.close_buffer("shop/cart.py")
    assert workspace._overlay.paths() == []
    assert paths(workspace, "apply_voucher")[0] == "shop/cart.py"


def test_ignored_files_stay_out_even_when_they_are_open(shop: Path, opened) -> None:
    (shop / ".gitignore").write_text("secret_plans.py\n")
    workspace = opened(shop)
    workspace.index()
    workspace.set_buffer("secret_plans.py", "def conquer_the_world(): pass\n")
    assert "secret_plans.py" not in paths(workspace, "conquer_the_world")


def test_no_answer_is_stale(shop: Path, opened) -> None:
    workspace = opened(shop)
    workspace.index()
    (shop / "shop" / "orders.py").write_text("def something_else():\n    pass\n")
    (shop / "shop" / "cart.py").unlink()
    for hit in workspace.search(SearchRequest("check that an order id is unique")).hits:
        now = (shop / hit.path).read_text().splitlines(keepends=True)
        assert hit.snippet == "".join(now[hit.start_line : hit.end_line])
    assert "shop/cart.py" not in paths(workspace, "add_item to the cart")
    assert paths(workspace, "something_else")[0] == "shop/orders.py"
    assert workspace.status().counters["corrected"] >= 1


def test_moved_lines_are_given_as_they_are_now(shop: Path, opened) -> None:
    workspace = opened(shop)
    workspace.index()
    file = shop / "shop" / "orders.py"
    file.write_text("# a\n# b\n# c\n\n\n" + file.read_text())
    hit = workspace.search(SearchRequest("is_unique")).hits[0]
    lines = file.read_text().splitlines(keepends=True)
    assert "def is_unique" in "".join(lines[hit.start_line : hit.end_line])


def test_one_result_per_file_or_one_per_chunk(package: Path, opened) -> None:
    workspace = opened(package)
    workspace.index()
    by_file = paths(workspace, "text document", limit=20)
    assert len(by_file) == len(set(by_file))
    by_chunk = paths(workspace, "text document", limit=20, group_by="chunk")
    assert len(set(by_chunk)) < len(by_chunk) == 20


def test_filters_restrict_before_ranking(package: Path, opened) -> None:
    workspace = opened(package)
    workspace.index()
    only = paths(workspace, "server", limit=50, filters=Filters(include=("protocol/",)))
    assert only
    assert all(path.startswith("protocol/") for path in only)
    assert not [
        p
        for p in paths(workspace, "server", limit=50, filters=Filters(exclude=("*.py",)))
        if p.endswith(".py")
    ]
    classes = workspace.search(SearchRequest("server", filters=Filters(kinds=("class",)), limit=50)).hits
    assert {hit.symbol.kind for hit in classes} == {"class"}
    assert paths(workspace, "server", filters=Filters(languages=("go",))) == []
    with pytest.raises(BadRequest) as caught:
        workspace.search(SearchRequest("x", filters=Filters(languages=("python", "klingon"))))
    assert caught.value.field == "filters.languages[1]"


@pytest.mark.parametrize("limit", [0, -1, 201])
def test_a_limit_out_of_range_is_refused(shop: Path, opened, limit: int) -> None:
    with pytest.raises(BadRequest):
        opened(shop).search(SearchRequest("x", limit=limit))


def test_an_empty_index_answers_and_says_that_it_is_empty(tmp_path: Path, opened) -> None:
    (tmp_path / "nothing").mkdir()
    workspace = opened(tmp_path / "nothing")
    assert workspace.search(SearchRequest("anything")).hits == ()
    workspace.index()
    answer = workspace.search(SearchRequest("anything", mode="exact"))
    assert (answer.hits, answer.index.state) == ((), "empty")


def test_a_folder_that_is_none_is_refused(tmp_path: Path, opened) -> None:
    (tmp_path / "file").write_text("x")
    for bad in (tmp_path / "file", tmp_path / "missing"):
        with pytest.raises(UnknownFolder):
            opened(bad)


def test_without_a_model_words_still_answer(shop: Path, opened) -> None:
    workspace = opened(shop, model="none")
    workspace.index()
    answer = workspace.search(SearchRequest("order id is unique"))
    assert answer.hits[0].path == "shop/orders.py"
    assert workspace.status().model_state == "off"


def test_an_unknown_model_costs_the_vectors_and_says_so(shop: Path, opened) -> None:
    workspace = opened(shop, model="no-such-model")
    workspace.index()
    answer = workspace.search(SearchRequest("order id is unique"))
    assert answer.hits[0].path == "shop/orders.py"
    assert any("no-such-model" in warning for warning in answer.warnings)


def test_a_search_that_is_out_of_time_gives_what_it_has_and_says_so(package: Path, opened) -> None:
    workspace = opened(package, search_seconds=0.0)
    workspace.index()
    answer = workspace.search(SearchRequest("import", mode="exact", limit=50))
    assert len(answer.hits) == 1
    assert any("time" in warning for warning in answer.warnings)


def test_above_the_threshold_the_graph_answers(package: Path, opened) -> None:
    pytest.importorskip("hnswlib", reason="hnswlib is not installed")
    exact, graph = (
        opened(package),
        Workspace(package, Settings(graph_threshold=100), package.parent / "graph-cache"),
    )
    exact.index()
    graph.index()
    served = graph._base._served
    assert served is not None
    assert served.graph is not None
    for query in ("open a document", "cancel a request", "write a message"):
        one = [h.path for h in exact.search(SearchRequest(query, mode="semantic")).hits]
        other = [h.path for h in graph.search(SearchRequest(query, mode="semantic")).hits]
        assert len(set(one) & set(other)) >= 8
    graph.close()


def test_vectors_are_compared_within_one_space_only(shop: Path, opened) -> None:
    workspace = opened(shop)
    workspace.index()
    assert workspace._base.vectors is not None
    workspace._base.use_space("another model", 16)
    assert len(workspace._base.vectors) == 0
    assert workspace._base.vectors.search(np.ones(16, dtype=np.float32), 5) == []
