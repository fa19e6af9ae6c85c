"""One question in several forms, weights of one's own, and what they do to an answer."""

import pytest

from codebase_lsp.engine.search.queries import widened
from codebase_lsp.engine.search.question import understand
from codebase_lsp.engine.search.types import Queries, SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory):
    root = tmp_path_factory.mktemp("shop")
    (root / "ids.py").write_text("def generate_order_id(counter):\n    return f'{counter:08d}'\n")
    (root / "money.py").write_text("def total(prices):\n    # 价格\n    return sum(prices)\n", "utf-8")
    (root / "jar.py").write_text("def parse_cookie(header):\n    return dict(header.split(';'))\n")
    workspace = Workspace(root, Settings(), tmp_path_factory.mktemp("cache"))
    workspace.index()
    yield workspace
    workspace.close()


def first(workspace: Workspace, query: str, mode: str = "hybrid", **queries: str) -> str:
    return workspace.search(SearchRequest(query, mode=mode, queries=Queries(**queries))).hits[0].path


def test_a_form_adds_its_words() -> None:
    question = widened(understand("订单号在哪里生成"), Queries(english="where is the order id generated"))
    assert {"order", "generat", "订单"} <= question.terms.keys()
    assert question.words == ("order", "id", "generat"), "names are compared with the English words"


def test_without_forms_the_question_stays_what_it_is() -> None:
    question = understand("where is the order id generated")
    assert widened(question, Queries()) is question


def test_a_keyword_counts_as_often_as_it_is_said_up_to_three_times() -> None:
    question = widened(understand("orders"), Queries(keywords="price price price price id id counter"))
    assert (question.terms["price"], question.terms["id"], question.terms["counter"]) == (3.0, 2.0, 1.0)


@pytest.mark.parametrize("mode", ["hybrid", "lexical"])
def test_the_english_question_finds_what_the_original_cannot(shop: Workspace, mode: str) -> None:
    assert first(shop, "饼干罐在哪里解析", mode, english="where is the cookie header parsed") == "jar.py"


def test_the_original_question_finds_what_comments_say(shop: Workspace) -> None:
    assert first(shop, "what does it cost", "lexical", original="价格") == "money.py"


def test_hypothetical_code_moves_the_meaning(shop: Workspace) -> None:
    code = "def generate_order_id(n):\n    return f'{n:08d}'"
    assert first(shop, "qqq", "semantic", hypothetical_code=code) == "ids.py"
    assert first(shop, "qqq", "semantic", hypothetical_code="def parse_cookie(header): ...") == "jar.py"


def test_weights_of_ones_own_take_the_place_of_the_usual_ones(shop: Workspace) -> None:
    def weight(weights: dict[str, float]) -> float:
        hits = shop.search(SearchRequest("parse the order id", weights=weights, explain=True)).hits
        return max(hit.contributions["body"].weight if "body" in hit.contributions else 0.0 for hit in hits)

    assert weight({"body": 0.0}) == 0.0 < weight({}) < 0.5 < weight({"body": 10.0})


def test_contributions_add_up_to_the_score_and_are_only_there_when_asked_for(shop: Workspace) -> None:
    for hit in shop.search(SearchRequest("where is the order id generated", explain=True)).hits:
        parts = hit.contributions.values()
        assert max(0.0, sum(part.contribution for part in parts)) == pytest.approx(hit.score, abs=1e-3)
        assert all(part.contribution == pytest.approx(part.value * part.weight) for part in parts)
        assert {name: part.value for name, part in hit.contributions.items()}.items() <= hit.signals.items()
    assert not any(hit.contributions for hit in shop.search(SearchRequest("order id")).hits)
