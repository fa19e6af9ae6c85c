"""The fresh tier, and that its scores compare with those of the Base."""

from pathlib import Path

import numpy as np
import pytest

from codebase_lsp.engine.embed.model import QueryVector
from codebase_lsp.engine.index.base import Base
from codebase_lsp.engine.index.overlay import Overlay
from codebase_lsp.engine.index.recall import RecallQuery
from codebase_lsp.engine.settings import Settings

TEXTS = ("parse the cookie header of a request\n", "send the request\n", "cookie jar with every cookie\n")


@pytest.fixture
def base(tmp_path: Path) -> Base:
    return Base(tmp_path, "recipe", Settings(), None, writable=True)


def asking(*terms: str, vector=None, admits=None) -> RecallQuery:
    weights = dict.fromkeys(terms, 1.0)
    asked = None if vector is None else QueryVector("space", vector)
    return RecallQuery(weights, weights, asked, 10, admits)


def test_the_same_text_scores_alike_in_both_tiers(base: Base, parsed) -> None:
    """tantivy keeps lengths in one byte, so the scores agree within a few percent, not exactly."""
    base.put([parsed("a.py", *TEXTS), parsed("b.py", "nothing of that\n", "other words\n")])
    base.publish()
    overlay = Overlay(base.statistics)
    overlay.put(parsed("copy.py", *TEXTS))
    query = asking("cookie", "request")
    known = sorted(s["body"] for s in base.recall(query).scores.values())
    fresh = sorted(s["body"] for s in overlay.recall(query).scores.values())
    assert fresh == pytest.approx(known, rel=0.05)


def test_a_file_in_the_overlay_hides_it_in_the_base(base: Base, parsed) -> None:
    base.put([parsed("a.py", "old cookie\n")])
    base.publish()
    overlay = Overlay(base.statistics)
    overlay.put(parsed("a.py", "new header\n"))
    assert base.recall(asking("cookie"), overlay.paths()).scores == {}
    assert overlay.recall(asking("cookie")).scores == {}
    (chunk,) = overlay.recall(asking("header")).scores
    assert chunk < 0
    assert overlay.chunks([chunk])[chunk].path == "a.py"


def test_a_hidden_file_gives_nothing_until_it_is_discarded(base: Base, parsed) -> None:
    base.put([parsed("a.py", "cookie\n")])
    base.publish()
    overlay = Overlay(base.statistics)
    overlay.hide("a.py")
    assert base.recall(asking("cookie"), overlay.paths()).scores == {}
    overlay.discard("a.py")
    assert base.recall(asking("cookie"), overlay.paths()).scores != {}


def test_a_new_text_replaces_the_one_before(base: Base, parsed) -> None:
    overlay = Overlay(base.statistics)
    overlay.put(parsed("a.py", "first version\n"))
    overlay.put(parsed("a.py", "second version\n"))
    assert overlay.recall(asking("first")).scores == {}
    assert len(overlay.recall(asking("second")).scores) == 1


def test_vectors_join_when_they_come_and_only_for_the_text_they_were_made_from(base: Base, parsed) -> None:
    overlay, vector = Overlay(base.statistics), np.array([1.0, 0.0], dtype=np.float32)
    overlay.put(parsed("a.py", "one\n", digest="first"))
    assert overlay.recall(asking(vector=vector)).scores == {}
    overlay.set_vectors("a.py", "other", "space", vector[None, :])
    assert overlay.recall(asking(vector=vector)).scores == {}
    overlay.set_vectors("a.py", "first", "space", vector[None, :])
    assert [s["vector"] for s in overlay.recall(asking(vector=vector)).scores.values()] == [1.0]


def test_filters_apply_here_as_well(base: Base, parsed) -> None:
    overlay = Overlay(base.statistics)
    overlay.put(parsed("a.py", "cookie\n"))
    overlay.put(parsed("b.py", "cookie\n"))
    found = overlay.recall(asking("cookie", admits=lambda path, _: path == "b.py"))
    assert {overlay.chunks([i])[i].path for i in found.scores} == {"b.py"}


def test_a_blank_file_and_an_empty_query_are_harmless(base: Base, parsed) -> None:
    overlay = Overlay(base.statistics)
    overlay.put(parsed("empty.py"))
    overlay.put(parsed("punctuation.py", "()[]{}\n"))
    assert overlay.recall(asking()).scores == {}
    assert overlay.recall(asking("x")).scores == {}


def test_symbols_of_fresh_files_are_found(base: Base, parsed) -> None:
    overlay = Overlay(base.statistics)
    overlay.put(parsed("a.py", "def f(): ...\n", names=("makeOrder",)))
    assert [s.name for s in overlay.symbols_named("makeorder", prefix=False, limit=5)] == ["makeOrder"]
    assert [s.name for s in overlay.symbols_named("make", prefix=True, limit=5)] == ["makeOrder"]


def test_both_tiers_tell_alike_which_words_stand_together_and_how_near_a_file_is(base: Base, parsed) -> None:
    base.put([parsed("a.py", *TEXTS), parsed("b.py", "every header\n")])
    base.publish()
    overlay = Overlay(base.statistics)
    overlay.put(parsed("a.py", *TEXTS, digest="known"))
    words = ("cooki", "header", "everi", "nowhere")
    known, fresh = base.evidence(["a.py"], words, None), overlay.evidence(["a.py"], words, None)
    expected = [0b011, 0b101]  # in the order of the texts; the second has none of the words
    assert [known.held[chunk] for chunk in sorted(known.held)] == expected
    assert [fresh.held[chunk] for chunk in sorted(fresh.held, reverse=True)] == expected
    rows = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]], dtype=np.float32)
    asked = QueryVector("space", np.array([1.0, 0.0], dtype=np.float32))
    assert overlay.evidence(["a.py"], words, asked).nearness == {}
    overlay.set_vectors("a.py", "known", "space", rows)
    assert overlay.evidence(["a.py", "b.py"], words, asked).nearness == {"a.py": pytest.approx(2 / 5**0.5)}
