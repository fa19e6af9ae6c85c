"""Fitting pieces into a budget, and joining what touches."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from codebase_lsp.engine.context.budget import Choice, fit
from codebase_lsp.engine.context.merge import NEAR, merge
from codebase_lsp.engine.context.pieces import Piece, Segments, size
from codebase_lsp.engine.files.types import SourceFile
from codebase_lsp.engine.parse.source import SourceText

HEADING = 3
"""What a piece costs beside its lines, of which each costs 1."""


def cost(piece: Piece, segments: Segments) -> int:
    return HEADING + size(segments)


def piece(path: str, *forms: Segments, score: float = 1.0, role: str = "match", rows: int = 1000) -> Piece:
    text = "".join(f"line {row}\n" for row in range(rows))
    return Piece(
        folder=0,
        source=SourceFile(path, text, path, "utf-8"),
        lines=SourceText(text),
        start_line=forms[-1][0][0],
        end_line=forms[-1][-1][1],
        role=role,
        canonical_name="",
        language=None,
        score=score,
        reasons=(),
        is_buffer=False,
        make_forms=lambda: list(forms),
    )


def lines(choices: Sequence[Choice]) -> dict[str, list[Segments]]:
    found: dict[str, list[Segments]] = {}
    for choice in choices:
        found.setdefault(choice.piece.path, []).append(choice.segments)
    return found


def test_a_piece_that_overflows_is_passed_over_and_smaller_ones_behind_it_go_in() -> None:
    pieces = [piece("a", ((0, 10),)), piece("b", ((0, 500),)), piece("c", ((0, 5),))]
    chosen, left_out = fit(pieces, 30, cost)
    assert [choice.piece.path for choice in chosen] == ["a", "c"]
    assert [each.path for each in left_out] == ["b"]


def test_breadth_comes_before_depth_and_depth_goes_to_the_best() -> None:
    pieces = [piece(f"f{n}", ((0, 4),), ((0, 60),)) for n in range(6)]
    chosen, _ = fit(pieces, 170, cost)
    assert len(chosen) == 6
    assert [choice.form for choice in chosen] == [1, 1, 0, 0, 0, 0]


def test_what_is_pinned_goes_in_before_all_else() -> None:
    pieces = [piece("pinned", ((0, 80),), role="pinned"), piece("a", ((0, 4),), ((0, 50),))]
    chosen, _ = fit(pieces, 100, cost)
    assert [choice.piece.path for choice in chosen] == ["pinned", "a"]


@given(st.lists(st.lists(st.integers(1, 60), min_size=1, max_size=3), max_size=25), st.integers(0, 300))
def test_the_budget_holds_whatever_the_pieces(sizes: list[list[int]], budget: int) -> None:
    pieces = [piece(f"f{n}", *(((0, s),) for s in sorted(set(each)))) for n, each in enumerate(sizes)]
    chosen, left_out = fit(pieces, budget, cost)
    assert sum(choice.tokens for choice in chosen) <= budget
    assert len(chosen) + len(left_out) == len(pieces)
    assert all(choice.tokens == cost(choice.piece, choice.segments) for choice in chosen)
    smallest = min((cost(each, each.forms[0]) for each in left_out), default=budget + 1)
    assert len(left_out) > 12 or smallest > budget - sum(choice.tokens for choice in chosen)


def choice(path: str, *segments: tuple[int, int]) -> Choice:
    made = piece(path, segments)
    return Choice(made, 0, cost(made, segments))


def test_overlapping_pieces_of_a_file_become_one() -> None:
    merged = merge([choice("a", (0, 10)), choice("b", (0, 3)), choice("a", (5, 20))], 1000, cost)
    assert lines(merged) == {"a": [((0, 20),)], "b": [((0, 3),)]}


def test_a_gap_of_up_to_twenty_lines_inside_a_piece_is_filled_if_that_fits() -> None:
    holed = choice("a", (0, 5), (5 + NEAR, 30))
    joined = merge([holed, choice("a", (3, 5))], 1000, cost)
    assert lines(joined) == {"a": [((0, 30),)]}
    tight = merge([holed, choice("a", (3, 5))], holed.tokens + 5, cost)
    assert lines(tight) == {"a": [((0, 5), (5 + NEAR, 30))]}
    wide = merge([choice("a", (0, 5), (6 + NEAR, 40)), choice("a", (3, 5))], 1000, cost)
    assert lines(wide) == {"a": [((0, 5), (6 + NEAR, 40))]}


spans = st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 80), st.integers(1, 30)), max_size=12)


@given(spans, st.integers(0, 50))
def test_merging_loses_no_line_repeats_none_and_keeps_the_budget(
    found: list[tuple[str, int, int]], spare: int
) -> None:
    choices = [choice(path, (start, start + length)) for path, start, length in found]
    budget = sum(each.tokens for each in choices) + spare
    merged = merge(choices, budget, cost)
    assert sum(each.tokens for each in merged) <= budget
    shown = [(c.piece.path, row) for c in merged for a, b in c.segments for row in range(a, b)]
    assert len(shown) == len(set(shown))
    assert {(p, row) for p, start, n in found for row in range(start, start + n)} <= set(shown)
