"""Fusion and signals, one by one and together."""

import pytest

from codebase_lsp.engine.index.types import ChunkRow
from codebase_lsp.engine.search.candidates import FileCandidate, group_by_file
from codebase_lsp.engine.search.path_facts import path_facts, share
from codebase_lsp.engine.search.question import understand
from codebase_lsp.engine.search.ranking import rank
from codebase_lsp.engine.search.reasons import reasons
from codebase_lsp.engine.search.signals import SIGNALS, Scene
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


def test_lexical_mode_does_not_look_at_meaning() -> None:
    assert not set(weights_for("naturalLanguage", "lexical")) & {"vector", "vectorMass"}


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


def test_reasons_name_what_weighed_most_first() -> None:
    candidates = files(("src/cookies.py", {"body": 10.0}), ("tests/test_x.py", {"body": 1.0}))
    asked = understand("parse cookies")
    weights = weights_for(asked.kind, "hybrid")
    ranked = rank(candidates, Scene.of(asked, candidates, None, ()), weights)
    assert "words of the question" in " ".join(reasons(ranked[0], asked, weights))
    assert any("test" in reason for reason in reasons(ranked[1], asked, weights))
