"""Copies are told once, likeness ranks lower, neighbours are one part; the best stays the best."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codebase_lsp.engine.index.types import ChunkRow
from codebase_lsp.engine.search.candidates import ChunkCandidate
from codebase_lsp.engine.search.diversity import (
    LIKENESS,
    Shown,
    diversified,
    likeness,
    without_copies,
    words_of,
)
from codebase_lsp.engine.search.neighbours import joined
from codebase_lsp.engine.search.present import MAX_SNIPPET_LINES
from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace

LONG = " ".join(f"word{i}" for i in range(40))


def shown(*scored: tuple[float, str]) -> list[Shown]:
    return [Shown(score, words_of(text)) for score, text in scored]


def test_likeness_is_the_share_of_words_in_common() -> None:
    assert likeness(words_of("a b c"), words_of("b c d")) == 0.5
    assert likeness(words_of("a"), words_of("b")) == likeness(words_of(""), words_of("")) == 0.0


def test_nearly_the_same_words_are_a_copy_and_the_better_one_notes_it() -> None:
    results = shown((0.9, LONG), (0.8, "quite another thing"), (0.7, LONG + " one"))
    assert without_copies(results) == [0, 1]
    assert results[0].copies == [2]


def test_half_the_words_are_no_copy() -> None:
    half = " ".join(LONG.split()[:20])
    assert without_copies(shown((0.9, LONG), (0.8, half))) == [0, 1]


def test_few_words_are_a_copy_only_if_they_are_the_same() -> None:
    assert without_copies(shown((0.9, "def close self stream"), (0.8, "def close self stream"))) == [0]
    assert without_copies(shown((0.9, "def close self stream"), (0.8, "def close self file"))) == [0, 1]
    assert without_copies(shown((0.9, "pass"), (0.8, "pass"))) == [0, 1], "says nothing"


def test_what_resembles_a_better_result_stands_behind_what_is_hardly_worse() -> None:
    half = " ".join(LONG.split()[:30])
    results = shown((0.9, LONG), (0.5, half), (0.5 - LIKENESS / 4, "quite another thing"))
    assert diversified(results, [0, 1, 2], 3) == [0, 2, 1]
    assert results[1].likeness == 0.75
    assert results[2].likeness == 0.0


@given(
    st.lists(st.tuples(st.floats(0, 1), st.text("abc ", max_size=12)), min_size=1, max_size=8),
    st.integers(1, 8),
)
def test_the_best_stays_the_best_and_values_fall(scored: list[tuple[float, str]], wanted: int) -> None:
    results = shown(*sorted(scored, key=lambda pair: -pair[0]))
    chosen = diversified(results, range(len(results)), wanted)
    assert chosen[0] == 0
    assert len(set(chosen)) == len(chosen) == min(wanted, len(results))
    values = [results[number].score - LIKENESS * results[number].likeness for number in chosen]
    assert values == sorted(values, reverse=True)


# neighbours

TEXT = "".join(f"line {i}\n" if i % 10 != 9 else "\n" for i in range(200))


def chunk(start: int, end: int, rank: float) -> ChunkCandidate:
    row = ChunkRow(start + 1, "a.py", "python", start, end, b"", "", f"f{start}", "function", "", ())
    return ChunkCandidate(row, {}, rank)


def places(*chunks: ChunkCandidate) -> list[tuple[int, int]]:
    return [(part.start, part.end) for part in joined(TEXT, chunks)]


def test_neighbours_that_both_answer_are_one_part() -> None:
    assert places(chunk(10, 19, 1.0), chunk(20, 29, 0.9)) == [(10, 29)]
    assert places(chunk(20, 29, 1.0), chunk(10, 19, 0.9), chunk(30, 39, 0.8)) == [(10, 39)]
    assert joined(TEXT, [chunk(20, 29, 1.0), chunk(10, 19, 0.9)])[0].chunk.row.name == "f20"


def test_a_part_between_keeps_them_apart() -> None:
    assert places(chunk(10, 19, 1.0), chunk(30, 39, 0.9)) == [(10, 19), (30, 39)]


def test_a_neighbour_that_is_worth_much_less_stays_by_itself() -> None:
    assert places(chunk(10, 19, 1.0), chunk(20, 29, 0.3)) == [(10, 19), (20, 29)]


def test_no_part_grows_longer_than_what_is_shown() -> None:
    assert places(chunk(0, 50, 1.0), chunk(50, 90, 0.9)) == [(0, 50), (50, 90)]
    assert MAX_SNIPPET_LINES < 90


# over an index

PARSER = '''def parse_cookie(header):
    """Split the cookie header into names and values."""
    cookies = {}
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        cookies[name] = unquote(value)
    return cookies
'''


@pytest.fixture
def shop(tmp_path: Path):
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "cookies.py").write_text(PARSER)
    (tmp_path / "shop" / "old_cookies.py").write_text(PARSER)
    (tmp_path / "shop" / "jar.py").write_text("class CookieJar:\n    def save(self, path): ...\n")
    workspace = Workspace(tmp_path / "shop", Settings(), tmp_path / "cache")
    workspace.index()
    yield workspace
    workspace.close()


def test_a_copied_file_is_named_by_the_result_it_is_a_copy_of(shop: Workspace) -> None:
    hits = shop.search(SearchRequest("parse the cookie header", limit=2)).hits
    assert [hit.path for hit in hits] == ["cookies.py", "jar.py"], "the copy's place goes to the next"
    assert hits[0].reasons[-1] == "nearly the same code stands in old_cookies.py:1"


def test_by_chunk_nothing_is_left_out(shop: Workspace) -> None:
    hits = shop.search(SearchRequest("parse the cookie header", group_by="chunk")).hits
    assert {"cookies.py", "old_cookies.py"} <= {hit.path for hit in hits}


def test_what_likeness_costs_is_explained(shop: Workspace) -> None:
    half = PARSER.replace("cookies", "crumbs").replace("parse_cookie", "read_cookie")
    (shop.root / "old_cookies.py").write_text(half)
    shop.refresh(["old_cookies.py"])
    hits = shop.search(SearchRequest("parse the cookie header", explain=True)).hits
    lowered = next(hit for hit in hits if hit.path == "old_cookies.py")
    assert lowered.contributions["likeness"].contribution < 0
    total = sum(part.contribution for part in lowered.contributions.values())
    assert max(0.0, total) == pytest.approx(lowered.score, abs=1e-3)
    assert "ranked lower: much like a better result" in lowered.reasons
