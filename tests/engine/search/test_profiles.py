"""The rankings of other systems, fact by fact, and over a real index."""

from pathlib import Path

import numpy as np
import pytest

from codebase_lsp.engine.index.types import ChunkRow
from codebase_lsp.engine.search.profiles import PROFILES, bloop, chocolate_factory, rrf, voidmuse
from codebase_lsp.engine.search.types import PROFILES as NAMES
from codebase_lsp.engine.search.types import Queries, SearchAnswer, SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from codebase_lsp.errors import BadRequest

LOGIN = "def login(user, password):\n    token = make_token(user)\n    return token\n"
FILES = {
    "orders/order_id.py": "def generate_order_id(prefix, counter):\n    return f'{prefix}-{counter:08d}'\n",
    "orders/price.py": "def total_price(items):\n    return sum(item.price for item in items)\n",
    "users/login.py": LOGIN,
    "users/token.py": "def make_token(user):\n    return sign(user)\n\n\ndef sign(name):\n    return name\n",
    "copy/login.py": LOGIN,
    "web/server.go": "package web\n\nfunc Serve(port int) error {\n\treturn listen(port)\n}\n",
    "web/cookie.py": "def parse_cookie(header):\n    return dict(header.split(';'))\n",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory):
    root = tmp_path_factory.mktemp("shop")
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    workspace = Workspace(root, Settings(), tmp_path_factory.mktemp("cache"))
    workspace.index()
    yield workspace
    workspace.close()


def ask(workspace: Workspace, query: str, profile: str, **others: object) -> SearchAnswer:
    return workspace.search(SearchRequest(query, profile=profile, group_by="chunk", **others))  # type: ignore[arg-type]


def paths(answer: SearchAnswer) -> list[str]:
    return [hit.path for hit in answer.hits]


# voidmuse: facts 1 to 3


def test_voidmuse_divides_each_list_by_its_highest_and_adds_three_to_seven() -> None:
    found = {"body": [(1, 8.0), (2, 4.0)], "vector": [(2, 0.6), (3, 0.3)]}
    fused = voidmuse.fuse(found, voidmuse.WEIGHTS, 50)
    assert [(item.chunk, round(item.score, 6)) for item in fused] == [(2, 0.85), (3, 0.35), (1, 0.3)]
    assert [round(item.signals["distance"], 6) for item in fused] == [0.15, 0.65, 0.7]


def test_voidmuse_gives_the_first_k_of_the_union_and_asks_for_fifty() -> None:
    found = {"body": [(i, 100.0 - i) for i in range(60)], "vector": [(i, 1.0) for i in range(60, 120)]}
    assert len(voidmuse.fuse(found, voidmuse.WEIGHTS, 50)) == 50
    assert PROFILES["voidmuse"].limit == 50


def test_voidmuse_takes_a_highest_score_of_nothing_for_one() -> None:
    fused = voidmuse.fuse({"body": [(1, 0.0)], "vector": [(2, 0.5)]}, voidmuse.WEIGHTS, 5)
    assert [(item.chunk, item.score) for item in fused] == [(2, 0.7), (1, 0.0)]


@pytest.mark.parametrize("query", ["make a token for the user", "order id"])
def test_voidmuse_weights_count_by_their_proportion(shop: Workspace, query: str) -> None:
    usual = ask(shop, query, "voidmuse", limit=50)
    tenfold = ask(shop, query, "voidmuse", limit=50, weights={"body": 3.0, "vector": 7.0})
    assert paths(usual) == paths(tenfold)
    assert [hit.score for hit in usual.hits] == pytest.approx([hit.score for hit in tenfold.hits])


@pytest.mark.parametrize(("mode", "signal"), [("lexical", "body"), ("semantic", "vector")])
def test_voidmuse_answers_by_one_retriever_alone_divided_by_its_highest(
    shop: Workspace, mode: str, signal: str
) -> None:
    hits = ask(shop, "make a token for the user", "voidmuse", mode=mode, limit=50).hits
    assert hits[0].signals[signal] == 1.0
    assert all(set(hit.signals) == {signal, "distance"} for hit in hits)


def test_voidmuse_takes_three_times_the_results_from_each_retriever(
    shop: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    recall = shop._base.recall
    monkeypatch.setattr(
        shop._base, "recall", lambda query, hidden=(): asked.append(query.limit) or recall(query, hidden)
    )
    ask(shop, "login", "voidmuse", limit=4)
    assert asked == [12, 12]


def test_voidmuse_counts_a_keyword_as_often_as_it_is_said(shop: Workspace) -> None:
    def first(keywords: str) -> str:
        queries = Queries(keywords=keywords)
        return paths(ask(shop, "?", "voidmuse", mode="lexical", queries=queries))[0]

    assert first("cookie cookie cookie port") == "web/cookie.py"
    assert first("cookie port port port") == "web/server.go"


# rrf: fact 34


def test_rrf_adds_one_by_sixty_plus_place() -> None:
    fused = rrf.fuse({"body": [1, 2, 3], "vector": [3, 1]})
    assert fused == [(1, 1 / 61 + 1 / 62), (3, 1 / 63 + 1 / 61), (2, 1 / 62)]


def test_rrf_over_an_index_names_the_places(shop: Workspace) -> None:
    best = ask(shop, "generate an order id", "rrf").hits[0]
    assert best.path == "orders/order_id.py"
    assert best.score == pytest.approx(2 / 61, abs=1e-6)
    assert best.reasons == ("number 1 by its words", "number 1 by its meaning")


# chocolate-factory: facts 25 and 27


def test_lost_in_the_middle_as_the_reference_orders_it() -> None:
    assert chocolate_factory.prompt_order([0.6, 0.5, 0.4, 0.3, 0.2, 0.1]) == [0.5, 0.3, 0.1, 0.2, 0.4, 0.6]
    assert chocolate_factory.prompt_order([0.5, 0.4, 0.3, 0.2, 0.1]) == [0.5, 0.3, 0.1, 0.2, 0.4]


def test_relevance_puts_the_cosine_between_nothing_and_one() -> None:
    assert [chocolate_factory.relevance(c) for c in (-1.0, 0.3, 1.0)] == pytest.approx([0.0, 0.65, 1.0])


def test_three_queries_are_one_answer_of_distinct_texts_by_relevance(shop: Workspace) -> None:
    code = "def login(user, password):\n    token = make_token(user)\n    return token"
    queries = Queries(english="parse the cookie header", original="购物车价格", hypothetical_code=code)
    hits = ask(shop, "?", "chocolate-factory", queries=queries, limit=50).hits
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert all(hit.score >= chocolate_factory.LOWEST for hit in hits)
    assert len(hits) <= chocolate_factory.RESULTS
    assert len({hit.snippet for hit in hits}) == len(hits), "copies are told once"
    assert {"users/login.py", "copy/login.py"} & {hit.path for hit in hits}
    assert any(hit.reasons[0] == "close to hypothetical code" for hit in hits)
    assert any(hit.path == "web/cookie.py" and "in English" in hit.reasons[0] for hit in hits)


def test_a_text_keeps_the_relevance_of_the_first_query_that_found_it(shop: Workspace) -> None:
    english = "parse the cookie header"
    alone = ask(shop, "?", "chocolate-factory", queries=Queries(english=english, original=english)).hits
    code = "def parse_cookie(header):"
    both = ask(shop, "?", "chocolate-factory", queries=Queries(english, english, code)).hits
    cookie = next(hit for hit in both if hit.path == "web/cookie.py")
    assert cookie.reasons[0] == "close to hypothetical code"
    assert cookie.score != next(hit for hit in alone if hit.path == "web/cookie.py").score


# bloop: facts 26 and 35


def unit(*values: float) -> np.ndarray:
    vector = np.array(values, dtype=np.float32)
    return vector / np.linalg.norm(vector)


def test_bloop_weighs_nearness_against_likeness_by_half() -> None:
    query = unit(1, 0, 0)
    twins = [bloop.Piece(i, unit(1, 0.1, 0), f"l{i}", f"p{i}") for i in (1, 2)]
    other = bloop.Piece(3, unit(1, -1.5, 1), "l3", "p3")
    # 0.5·cos(query) − 0.5·cos(chosen): the twin has nothing left, the other keeps something.
    assert bloop.diversified(query, [*twins, other], 3) == [1, 3, 2]


def test_bloop_gives_a_bonus_to_languages_and_files_that_have_not_had_their_turn() -> None:
    query = unit(1, 0, 0)
    same = [bloop.Piece(i, unit(1, 0, 0), "python", "a.py") for i in (1, 2)]
    # Without the bonus of 1 − 0.5 for its language it would come last: 0.5·0.2 against nothing.
    assert bloop.diversified(query, [*same, bloop.Piece(3, unit(0.2, 1, 0), "go", "b.go")], 2) == [1, 3]
    # A path counts 1 − 0.75.
    in_two = bloop.Piece(3, unit(0.9, 0.3, 0), "python", "b.py")
    assert bloop.diversified(query, [*same, in_two], 2) == [1, 3]


def test_bloop_uses_the_true_cosine_whatever_the_length() -> None:
    # Dividing by squared lengths, as bloop did, would favour short vectors.
    query, far = unit(1, 0), unit(1, 2)
    near = bloop.Piece(1, unit(1, 0.2), "x", "x")
    assert bloop.diversified(query, [bloop.Piece(2, far, "y", "y"), near], 1) == [1]


def test_bloop_keeps_one_of_pieces_that_share_lines() -> None:
    def row(i: int, path: str, start: int, end: int) -> ChunkRow:
        return ChunkRow(i, path, "python", start, end, b"", "", "", "", "", ())

    rows = {1: row(1, "a", 0, 10), 2: row(2, "a", 5, 15), 3: row(3, "b", 5, 15), 4: row(4, "a", 10, 20)}
    assert bloop.without_overlaps([1, 2, 3, 4], rows) == [1, 3, 4]


def test_bloop_counts_different_words_tenfold() -> None:
    texts = {1: "user user user user user user user user user user user", 2: "user login", 3: "User Login"}
    assert bloop.by_words(texts, ["user", "login"]) == [2, 1, 3]


def test_bloop_asks_hypothetical_code_only_where_less_than_half_was_found(shop: Workspace) -> None:
    queries = Queries(hypothetical_code="def parse_cookie(header): return header.split(';')")
    few = ask(shop, "zzqx vwk", "bloop", queries=queries, limit=10)
    assert ("close to hypothetical code",) in [hit.reasons for hit in few.hits]
    assert [hit.score for hit in few.hits] == sorted((h.score for h in few.hits), reverse=True)
    enough = ask(shop, "token for user", "bloop", queries=queries, limit=2)
    assert len(enough.hits) == 2
    assert ("close to hypothetical code",) not in [hit.reasons for hit in enough.hits]


# all of them


@pytest.mark.parametrize("profile", [name for name in NAMES if name != "default"])
def test_unsaved_text_is_found_and_nothing_old(shop: Workspace, profile: str) -> None:
    shop.set_buffer("users/token.py", "def revoke_zebra_badge(owner):\n    return owner.badge\n")
    try:
        shop.embedding.wait()
        answer = ask(shop, "revoke zebra badge", profile)
        hit = next(hit for hit in answer.hits if hit.path == "users/token.py")
        assert hit.checked_against == "buffer" and "zebra" in hit.snippet
        assert not any("make_token(user):" in hit.snippet for hit in answer.hits)
    finally:
        shop.close_buffer("users/token.py")


@pytest.mark.parametrize("profile", [name for name in NAMES if name != "default"])
def test_grouped_by_file_a_file_is_one_result(shop: Workspace, profile: str) -> None:
    answer = shop.search(SearchRequest("sign the name of a user with a token", profile=profile))
    assert len(set(paths(answer))) == len(answer.hits) > 0


@pytest.mark.parametrize("profile", [name for name in NAMES if name != "default"])
def test_without_a_model_words_answer(tmp_path: Path, profile: str) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "a.py").write_text("def login(user):\n    return user\n")
    workspace = Workspace(tmp_path / "code", Settings(model="none"), tmp_path / "cache")
    try:
        workspace.index()
        assert paths(workspace.search(SearchRequest("login of a user", profile=profile))) == ["a.py"]
    finally:
        workspace.close()


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (SearchRequest("x", profile="best"), "profile"),
        (SearchRequest("x", profile="rrf", mode="regex"), "mode"),
        (SearchRequest("x", profile="chocolate-factory", mode="lexical"), "mode"),
        (SearchRequest("x", profile="bloop", weights={"body": 1.0}), "weights.body"),
        (SearchRequest("x", profile="rrf", weights={"path": 1.0}), "weights.path"),
        (SearchRequest("x", weights={"beauty": 1.0}), "weights.beauty"),
        (SearchRequest("x", weights={"body": float("nan")}), "weights.body"),
    ],
)
def test_what_a_profile_does_not_have_is_an_error(
    shop: Workspace, request_: SearchRequest, field: str
) -> None:
    with pytest.raises(BadRequest) as caught:
        shop.search(request_)
    assert caught.value.field == field
