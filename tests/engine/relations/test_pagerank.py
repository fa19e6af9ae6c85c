"""PageRank over files and names."""

import numpy as np
import pytest

from codebase_lsp.engine.relations.links import FileLinks
from codebase_lsp.engine.relations.pagerank import rank, worth

NAMES = ["save_order", "load_order", "main"]


def links(**files: tuple[list[int], list[int]]) -> dict[str, FileLinks]:
    """By path: numbers of the names it defines and of those it uses."""
    return {
        path: FileLinks(
            "", np.array(defines, np.int32), np.array(uses, np.int32), np.ones(len(uses), np.float32)
        )
        for path, (defines, uses) in files.items()
    }


def test_ranks_sum_to_one_and_what_is_used_most_is_highest() -> None:
    found = rank(links(store=([0, 1], []), a=([2], [0]), b=([], [0, 1]), c=([], [])), NAMES, {}, frozenset())
    assert sum(found.files.values()) == pytest.approx(1.0)
    assert max(found.files, key=lambda path: found.files[path]) == "store"
    assert found.definitions["store", "save_order"] > found.definitions["store", "load_order"]
    assert ("a", "main") not in found.definitions, "nobody uses it"


def test_a_name_of_several_definers_shares_its_worth() -> None:
    found = rank(links(a=([0], []), b=([0], []), user=([], [0])), NAMES, {}, frozenset())
    assert found.definitions["a", "save_order"] == pytest.approx(found.definitions["b", "save_order"])
    assert found.files["a"] == pytest.approx(found.files["b"])


def test_what_the_near_files_use_rises() -> None:
    files = links(x=([0], []), y=([1], []), u=([], [0]), v=([], [1]))
    near_u = rank(files, NAMES, {"u": 1.0}, frozenset())
    near_v = rank(files, NAMES, {"v": 1.0}, frozenset())
    assert near_u.files["x"] > near_u.files["y"]
    assert near_v.files["y"] > near_v.files["x"]


def test_a_mentioned_name_draws_ten_times_the_flow() -> None:
    files = links(x=([0], []), y=([1], []), u=([], [0, 1]))
    plain = rank(files, NAMES, {}, frozenset())
    asked = rank(files, NAMES, {}, frozenset({"load_order"}))
    assert plain.definitions["x", "save_order"] == pytest.approx(plain.definitions["y", "load_order"])
    ratio = asked.definitions["y", "load_order"] / asked.definitions["x", "save_order"]
    assert ratio == pytest.approx(10.0)


def test_the_worth_of_a_name_follows_aiders_figures() -> None:
    names = ["ordinary", "order_id_generator", "OrderIdGenerator", "_hidden", "common", "longbutplain"]
    definers = np.array([1, 1, 1, 1, 6, 1])
    assert worth(names, definers, frozenset({"ordinary"})).tolist() == pytest.approx(
        [10.0, 10.0, 10.0, 0.1, 0.1, 1.0]
    )


def test_many_uses_count_by_their_root() -> None:
    files = links(x=([0], []), y=([1], []), u=([], [0, 1]))
    files["u"] = FileLinks("", files["u"].defines, files["u"].uses, np.array([9, 1], np.float32))
    found = rank(files, NAMES, {}, frozenset())
    ratio = found.definitions["x", "save_order"] / found.definitions["y", "load_order"]
    assert ratio == pytest.approx(3.0)


def test_nothing_has_no_ranks() -> None:
    assert rank({}, [], {}, frozenset()).files == {}
