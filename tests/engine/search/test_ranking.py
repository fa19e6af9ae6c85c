"""Fusion and signals, one by one and together."""

from pathlib import Path

import pytest

from codebase_lsp.engine.index.types import ChunkRow
from codebase_lsp.engine.parse.path_facts import path_facts, share
from codebase_lsp.engine.search.candidates import FileCandidate, group_by_file
from codebase_lsp.engine.search.question import understand
from codebase_lsp.engine.search.ranking import rank
from codebase_lsp.engine.search.reasons import reasons
from codebase_lsp.engine.search.signals import SIGNALS, Scene, silent
from codebase_lsp.engine.search.weights import WEIGHTS, weights_for


def row(i: int, path: str, name: str = "", language: str = "python") -> ChunkRow:
    return ChunkRow(i, path, language, i, i + 1, b"", "", name, "function", name, (name,) if name else ())


def files(*scored: tuple[str, dict[str, float]], names: dict[str, str] | None = None) -> list[FileCandidate]:
    rows = {i: row(i, path, (names or {}).get(path, "")) for i, (path, _) in enumerate(scored, 1)}
    return group_by_file(rows, {i: scores for i, (_, scores) in enumerate(scored, 1)})


def order(question: str, candidates: list[FileCandidate], mode: str = "hybrid") -> list[str]:
    asked = understand(question)
    scene = Scene.of(asked, candidates, None, ())
    return [file.path for file in rank(candidates, scene, weights_for(asked.kind, mode))]


def test_scores_of_each_retriever_are_scaled_to_the_best_of_the_question() -> None:
    (one, two) = files(("a.py", {"body": 8.0}), ("b.py", {"body": 2.0, "vector": 0.3}))
    assert one.best("body") == 1.0
    assert two.best("body") == 0.25
    assert two.best("vector") == 1.0
    assert one.best("vector") == 0.0


def test_chunks_of_a_file_stand_together_and_their_places_add_up() -> None:
    (one,) = files(("a.py", {"body": 4.0}), ("a.py", {"body": 2.0}))
    assert len(one.chunks) == 2
    assert one.best("body") == 1.0
    assert one.mass("body") == pytest.approx(1 + 10 / 11)


def test_agreement_of_words_and_meaning_beats_either_alone() -> None:
    candidates = files(
        ("words.py", {"body": 10.0}),
        ("both.py", {"body": 8.0, "vector": 0.8}),
        ("meaning.py", {"vector": 0.9}),
    )
    assert order("check the balance", candidates)[0] == "both.py"


def test_spelling_decides_for_an_identifier_however_near_the_meaning() -> None:
    candidates = files(("near.py", {"vector": 0.99}), ("named.py", {"body": 1.0}))
    assert order("OrderIdGenerator", candidates)[0] == "named.py"


def test_the_definition_comes_before_its_uses() -> None:
    candidates = files(
        ("uses.py", {"body": 10.0}), ("defines.py", {"body": 6.0}), names={"defines.py": "makeOrder"}
    )
    assert order("makeOrder", candidates)[0] == "defines.py"


@pytest.mark.parametrize(
    "path",
    [
        "tests/test_cart.py",
        "src/cart_test.go",
        "src/CartTest.java",
        "spec/cart_spec.rb",
        "a/__tests__/cart.ts",
    ],
)
def test_tests_come_after_code_unless_asked_for(path: str) -> None:
    def candidates() -> list[FileCandidate]:
        return files((path, {"body": 10.0}), ("src/cart.py", {"body": 9.0}))

    assert order("add an item to the cart", candidates())[0] == "src/cart.py"
    assert order("tests for adding an item", candidates())[0] == path


def test_a_file_named_like_a_test_of_nothing_is_not_a_test() -> None:
    assert not path_facts("src/latest.py").is_test
    assert not path_facts("src/contest/entry.py").is_test
    assert not path_facts("src/Inspector.java").is_test


def test_a_files_own_name_counts() -> None:
    candidates = files(("src/misc.py", {"body": 10.0}), ("src/cookies.py", {"body": 9.0}))
    assert order("parse cookies", candidates)[0] == "src/cookies.py"


def test_words_that_begin_alike_count_in_part() -> None:
    assert share(("cookie", "jar"), ("jar", "cookie")) == 1.0
    assert share(("auth",), ("authent",)) == pytest.approx(4 / 7)
    assert share(("io",), ("iota",)) == 0.0
    assert share((), ("x",)) == 0.0


def test_semantic_mode_looks_at_meaning_alone() -> None:
    candidates = files(("words.py", {"body": 10.0, "vector": 0.1}), ("near.py", {"vector": 0.9}))
    assert order("words", candidates, "semantic")[0] == "near.py"


def test_every_weight_names_a_signal_and_every_signal_is_between_0_and_1() -> None:
    candidates = files(
        ("tests/a.py", {"body": 3.0, "vector": 0.5, "path": 1.0, "symbols": 2.0}), ("b.md", {})
    )
    scene = Scene.of(understand("parseCookie in tests"), candidates, "b.md", ("tests/a.py",))
    for weights in WEIGHTS.values():
        assert set(weights) <= set(SIGNALS)
    for name, signal in SIGNALS.items():
        for file in candidates:
            assert 0.0 <= signal(file, scene) <= 1.0, name


def test_ties_are_in_path_order_so_that_answers_repeat() -> None:
    candidates = files(("b.py", {"body": 1.0}), ("a.py", {"body": 1.0}))
    assert order("something else", candidates) == ["a.py", "b.py"]


def signal(name: str, question: str, candidates: list[FileCandidate]) -> dict[str, float]:
    """One signal of all candidates, by path."""
    scene = Scene.of(understand(question), candidates, None, ())
    return {file.path: SIGNALS[name](file, scene) for file in candidates}


def test_a_rank_falls_with_the_number_of_better_files_and_equal_ones_share_it() -> None:
    candidates = files(
        ("a.py", {"body": 9.0}), ("a.py", {"body": 8.0}), ("b.py", {"body": 5.0}), ("c.py", {"body": 5.0}),
        ("d.py", {"body": 1.0, "vector": 0.5}),
    )  # fmt: skip
    assert signal("bodyRank", "x", candidates) == {"a.py": 1.0, "b.py": 0.5, "c.py": 0.5, "d.py": 0.25}
    near = signal("vectorRank", "x", candidates)
    assert near["d.py"] == 1.0
    assert near["a.py"] < 0.001


def test_many_hits_make_a_larger_mass_and_late_ones_add_less() -> None:
    many = [("many.py", {"body": 5.0 - i / 10}) for i in range(4)]
    candidates = files(("one.py", {"body": 9.0}), *many)
    masses = signal("bodyMass", "x", candidates)
    assert masses["many.py"] == 1.0
    assert 0.25 < masses["one.py"] < 0.5


def test_agreement_is_of_one_passage_not_of_two() -> None:
    candidates = files(
        ("same.py", {"body": 10.0, "vector": 0.8}), ("two.py", {"body": 10.0}), ("two.py", {"vector": 0.8})
    )
    assert signal("agreement", "x", candidates) == {"same.py": 1.0, "two.py": 0.0}


def test_best_chunks_are_what_text_vector_symbols_and_path_say() -> None:
    scores = ({"body": 4.0, "symbols": 1.0}, {"body": 2.0, "symbols": 2.0, "path": 3.0, "vector": 0.7})
    candidates = files(("a.py", scores[0]), ("a.py", scores[1]), ("b.py", {"body": 8.0, "vector": 1.4}))
    assert [signal(n, "x", candidates)["a.py"] for n in ("body", "symbols", "path", "vector")] == [
        0.5, 1.0, 1.0, 0.5,
    ]  # fmt: skip


def test_a_definition_counts_by_spelling_and_half_where_that_differs() -> None:
    names = {"a.py": "parseCookie", "b.py": "parse_cookie", "c.py": "parse"}
    candidates = files(*((path, {"body": 1.0}) for path in names), names=names)
    found = signal("definition", "why does parseCookie fail", candidates)
    assert found == {"a.py": 1.0, "b.py": 0.5, "c.py": 0.0}


def test_names_are_compared_by_their_words() -> None:
    names = {
        "both.py": "parseCookie",
        "more.py": "parse_cookie_date_header",
        "one.py": "Cookie",
        "no.py": "run",
    }
    candidates = files(*((path, {"body": 1.0}) for path in names), names=names)
    question = "parsing of cookies"
    assert signal("nameMatch", question, candidates) == {
        "both.py": 1.0, "more.py": pytest.approx(2 / 3), "one.py": pytest.approx(2 / 3), "no.py": 0.0,
    }  # fmt: skip
    assert signal("nameWhole", question, candidates) == {
        "both.py": 1.0, "more.py": 0.0, "one.py": 0.5, "no.py": 0.0,
    }  # fmt: skip
    coverage = signal("nameCoverage", question, candidates)
    assert coverage["both.py"] == pytest.approx(1.0)
    assert coverage["no.py"] == 0.0


def test_a_rare_word_covers_more_than_one_that_every_file_has() -> None:
    names = {"a.py": "cookie_jar", "b.py": "cookie_date", "c.py": "cookie_path", "d.py": "jar"}
    candidates = files(*((path, {"body": 1.0}) for path in names), names=names)
    found = signal("nameCoverage", "cookie date", candidates)
    assert found["b.py"] == pytest.approx(1.0)
    assert 0.0 < found["a.py"] < 0.5

    candidates = files(*((path, {"body": 1.0}) for path in ("http/a.py", "http/cookies.py", "http/b.py")))
    found = signal("pathCoverage", "http cookies", candidates)
    assert found["http/cookies.py"] == pytest.approx(1.0)
    assert 0.0 < found["http/a.py"] < 0.5


def test_file_and_folder_names_are_compared_by_their_words() -> None:
    candidates = files(("src/cookie_jar.py", {"body": 1.0}), ("src/cookies/dates.py", {"body": 1.0}))
    question = "a jar of cookies"
    assert signal("stemMatch", question, candidates) == {
        "src/cookie_jar.py": 1.0,
        "src/cookies/dates.py": 0.0,
    }
    assert signal("parentMatch", question, candidates) == {
        "src/cookie_jar.py": 0.0,
        "src/cookies/dates.py": 0.5,
    }


def test_a_path_is_found_by_its_end_at_a_folder_and_half_by_its_name() -> None:
    candidates = files(
        *((path, {"path": 1.0}) for path in ("a/http/client.py", "http/client.py", "xhttp/client.py"))
    )
    assert signal("pathNamed", "http/client.py", candidates) == {
        "a/http/client.py": 1.0, "http/client.py": 1.0, "xhttp/client.py": 0.5,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "path", "language", "lifted_by"),
    [
        ("testFile", "src/commonTest/kotlin/Cart.kt", "kotlin", "how is the cart tested"),
        ("testFile", "Shop.Tests/Cart.cs", "csharp", "tests of the cart"),
        ("testFile", "src/cart/tests.rs", "rust", "fixtures for the cart"),
        ("exampleFile", "examples/cart.py", "python", "an example of a cart"),
        ("prose", "cart.md", "markdown", "documentation of the cart"),
        ("buildFile", "CMakeLists.txt", "cmake", "how to build the cart"),
        ("legacyFile", "src/compat/cart.py", "python", None),
        ("declaration", "src/cart.d.ts", "typescript", None),
    ],
)
def test_kinds_of_files_are_told_and_lifted_when_asked_for(
    name: str, path: str, language: str, lifted_by: str | None
) -> None:
    file = FileCandidate(path, language)
    assert signal(name, "add to the cart", [file])[path] == 1.0
    assert signal(name, "add to the cart", [FileCandidate("src/cart.py", "python")])["src/cart.py"] == 0.0
    if lifted_by:
        assert signal(name, lifted_by, [file])[path] == 0.0


def test_the_active_file_counts_more_than_other_open_ones() -> None:
    candidates = files(*((path, {"body": 1.0}) for path in ("a.py", "b.py", "c.py")))
    scene = Scene.of(understand("x"), candidates, "a.py", ("a.py", "b.py"))
    assert [SIGNALS["openFile"](file, scene) for file in candidates] == [1.0, 0.5, 0.0]


def test_penalties_never_hide_the_order_of_what_they_lower() -> None:
    candidates = files(("tests/test_b.py", {"body": 1.0}), ("tests/test_a.py", {"body": 0.01}))
    assert order("zzz", candidates) == ["tests/test_b.py", "tests/test_a.py"]


def test_a_file_without_vectors_is_ranked_by_the_rest() -> None:
    candidates = files(("src/cookies.py", {"body": 5.0}), ("src/other.py", {"body": 4.0}))
    assert order("parse cookies", candidates)[0] == "src/cookies.py"


@pytest.mark.parametrize("kind", ["naturalLanguage", "identifier", "path", "literal"])
@pytest.mark.parametrize("mode", ["hybrid", "lexical", "semantic"])
def test_only_penalties_weigh_less_than_nothing(kind: str, mode: str) -> None:
    lowering = {"testFile", "exampleFile", "legacyFile", "vendored", "declaration", "prose", "buildFile"}
    weights = weights_for(kind, mode)
    assert set(weights) <= set(SIGNALS)
    assert all(weight <= 0 if name in lowering else weight >= 0 for name, weight in weights.items())


def test_without_vectors_no_signal_of_vectors_weighs() -> None:
    vectors = {"vector", "vectorRank", "agreement"}
    for kind in ("naturalLanguage", "identifier", "path"):
        assert not vectors & {name for name, weight in weights_for(kind, "lexical").items() if weight}


def test_reasons_name_what_weighed_most_first() -> None:
    candidates = files(("src/cookies.py", {"body": 10.0}), ("tests/test_x.py", {"body": 1.0}))
    asked = understand("parse cookies")
    weights = weights_for(asked.kind, "hybrid")
    ranked = rank(candidates, Scene.of(asked, candidates, None, ()), weights)
    assert "words of the question" in " ".join(reasons(ranked[0], asked, weights))
    assert any("test" in reason for reason in reasons(ranked[1], asked, weights))


def test_the_page_on_ranking_names_every_signal() -> None:
    page = (Path(__file__).parents[3] / "docs" / "ranking.md").read_text("utf-8")
    named = {line.split("`")[1] for line in page.splitlines() if line.startswith("| `")}
    assert named >= set(SIGNALS)


@pytest.mark.parametrize(
    "path",
    [
        "pip/_vendor/cart.py",
        "third_party/cart.py",
        "site-packages/shop/cart.py",
        "web/node_modules/a/cart.js",
    ],
)
def test_code_of_others_comes_after_ones_own(path: str) -> None:
    candidates = files((path, {"body": 10.0}), ("src/cart.py", {"body": 9.5}))
    assert order("add an item to the cart", candidates)[0] == "src/cart.py"
    assert not path_facts("src/vendors/list.py").is_vendored


def test_a_file_that_a_sentence_or_a_trace_names_comes_first() -> None:
    def candidates() -> list[FileCandidate]:
        return files(("src/http/server.py", {"body": 10.0}), ("src/http/client.py", {"body": 6.0}))

    assert order("how are bytes sent in http/client.py", candidates())[0] == "src/http/client.py"
    trace = (
        'Traceback (most recent call last):\n  File "/srv/x/src/http/client.py", line 3, in send\nOSError: no'
    )
    assert order(trace, candidates())[0] == "src/http/client.py"
    named = signal("pathNamed", "bytes in src/http/", candidates())
    assert named == {"src/http/server.py": 0.5, "src/http/client.py": 0.5}


def test_a_language_that_is_named_is_preferred() -> None:
    rows = {1: row(1, "a/client.py"), 2: row(2, "b/client.go", language="go")}
    candidates = group_by_file(rows, {1: {"body": 10.0}, 2: {"body": 9.5}})
    assert order("retries of the Go client", candidates)[0] == "b/client.go"


def test_the_container_tells_definitions_of_one_name_apart() -> None:
    rows = {i: row(i, path, "save") for i, path in enumerate(("user.py", "repository.py"), 1)}
    candidates = group_by_file(rows, {1: {"body": 5.0}, 2: {"body": 5.0}})
    assert signal("definition", "Repository::save", candidates) == {"user.py": 0.75, "repository.py": 1.0}


def test_who_asks_how_to_use_something_is_shown_examples() -> None:
    file = FileCandidate("examples/cart.py", "python")
    assert signal("exampleFile", "how to use the cart", [file])["examples/cart.py"] == 0.0
    assert signal("exampleFile", "how does the cart work", [file])["examples/cart.py"] == 1.0


@pytest.mark.parametrize(
    ("question", "active", "speaking"),
    [
        ("add an item to the cart", None, set[str]()),
        ("where is parseCookie used", None, {"definition"}),
        ("parse cookies in src/cookies.py", None, {"pathNamed"}),
        ("parse cookies in python", None, {"languageNamed"}),
        ("parse cookies", "src/cookies.py", {"openFile"}),
    ],
)
def test_signals_without_anything_to_look_at_are_0_and_left_out(
    question: str, active: str | None, speaking: set[str]
) -> None:
    asked = understand(question)
    candidates = files(("src/cookies.py", {"body": 1.0}), names={"src/cookies.py": "parseCookie"})
    scene = Scene.of(asked, candidates, active, ())
    left_out = silent(scene)
    assert speaking.isdisjoint(left_out)
    for name in left_out:
        assert SIGNALS[name](candidates[0], scene) == 0.0
    for name in speaking:
        assert SIGNALS[name](candidates[0], scene) > 0.0
