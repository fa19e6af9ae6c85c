"""Names as people type them."""

import random

import pytest

from codebase_lsp.engine.index.edits import distances
from codebase_lsp.engine.index.names import EXACT, HUMPS, INSIDE, PREFIX, SPELLING, TYPING, NameIndex

NAMES = (
    "OrderIdGenerator generateOrderId order_id OrderId Order parse_header HTTPServer httpd größeÄndern"
).split()


@pytest.fixture
def index() -> NameIndex:
    index = NameIndex()
    index.extend(NAMES)
    return index


@pytest.mark.parametrize(
    ("query", "name", "how"),
    [
        ("OrderIdGenerator", "OrderIdGenerator", EXACT),
        ("order_id", "order_id", EXACT),
        ("orderIdGenerator", "OrderIdGenerator", SPELLING),
        ("http_server", "HTTPServer", SPELLING),
        ("OrderIdGen", "OrderIdGenerator", PREFIX),
        ("OrdId", "OrderIdGenerator", HUMPS),
        ("OIG", "OrderIdGenerator", HUMPS),
        ("oig", "OrderIdGenerator", HUMPS),
        ("ord_gen", "OrderIdGenerator", HUMPS),
        ("orderid", "generateOrderId", INSIDE),
        ("OrderIdGenerater", "OrderIdGenerator", TYPING),
        ("parse_haeder", "parse_header", TYPING),
        ("größeändern", "größeÄndern", SPELLING),
    ],
)
def test_a_name_is_found_as_it_may_be_typed(index: NameIndex, query: str, name: str, how: str) -> None:
    matches = {match.name: match for match in index.match(query, 20)}
    assert matches[name].how == how


def test_closer_matches_come_first(index: NameIndex) -> None:
    names = [match.name for match in index.match("orderid", 20)]
    assert names == ["OrderId", "order_id", "OrderIdGenerator", "generateOrderId"]
    scores = [match.score for match in index.match("orderid", 20)]
    assert scores == sorted(scores, reverse=True)


def test_short_words_are_not_guessed_at(index: NameIndex) -> None:
    assert index.match("odr", 20) == []
    assert index.match("", 20) == []
    assert index.match("zzzzzz", 20) == []


def test_humps_stand_in_their_order(index: NameIndex) -> None:
    assert "OrderIdGenerator" not in [match.name for match in index.match("IdOrd", 20)]


def test_names_added_later_are_found(index: NameIndex) -> None:
    index.match("order", 1)
    index.extend(["OrderIdGenerator", "LateComer"])
    assert len(index) == len(NAMES) + 1
    assert index.match("LatCom", 1)[0].name == "LateComer"


def test_names_of_any_characters_do_no_harm() -> None:
    index = NameIndex()
    index.extend(["operator<<", "+", "𝒳é", "名前", "a\udc80b", "[Symbol.dispose]"])
    assert index.match("名前", 3)[0].name == "名前"
    assert index.match("operator", 3)[0].name == "operator<<"


def edit_distance(one: str, other: str) -> int:
    """The textbook table, cell by cell."""
    table = {(i, 0): i for i in range(len(one) + 1)} | {(0, j): j for j in range(len(other) + 1)}
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            best = table[i - 1, j - 1] + (one[i - 1] != other[j - 1])
            best = min(best, table[i - 1, j] + 1, table[i, j - 1] + 1)
            if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
                best = min(best, table[i - 2, j - 2] + 1)
            table[i, j] = best
    return table[len(one), len(other)]


@pytest.mark.parametrize("bound", [1, 2])
def test_distances_are_those_of_the_textbook_up_to_the_bound(bound: int) -> None:
    chance = random.Random(7)

    def word(longest: int) -> str:
        return "".join(chance.choice("abc") for _ in range(chance.randint(1, longest)))

    for _ in range(60):
        one, others = word(9), [word(12) for _ in range(20)]
        wanted = [min(edit_distance(one, other), bound + 1) for other in others]
        assert distances(one, others, bound).tolist() == wanted


def test_names_taken_in_one_by_one_are_found_like_names_taken_in_together() -> None:
    together, one_by_one = NameIndex(), NameIndex()
    words = [f"{first}{second}{number}" for first in NAMES for second in NAMES for number in range(3)]
    together.extend(words)
    for number, name in enumerate(words):
        one_by_one.extend([name])
        if number % 7 == 0:
            one_by_one.prepare()
    assert len(one_by_one.prepare()) > 1
    for query in ("orderid", "OIG", "server", "parse_haederhttpd1", "OrderIdOrder", "größe", words[-1]):
        assert one_by_one.match(query, 500) == together.match(query, 500) != []


def test_what_is_ready_is_not_made_again() -> None:
    index = NameIndex()
    index.extend(NAMES)
    ready = index.prepare()
    index.extend(NAMES)
    assert index.prepare() is ready
    index.extend(["oneMore"])
    assert index.prepare()[0] is ready[0]
