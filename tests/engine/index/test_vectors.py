"""The vector table against plain numpy, and the graph against the table."""

import numpy as np
import pytest
from numpy.typing import NDArray

from codebase_lsp.engine.embed.cache import VectorCache, quantize
from codebase_lsp.engine.index import graph, vectors
from codebase_lsp.engine.index.vectors import VectorTable

DIMENSIONS = 32


def unit(count: int, seed: int = 0) -> NDArray[np.float32]:
    rows = np.random.default_rng(seed).normal(size=(count, DIMENSIONS)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def table_of(rows: NDArray[np.float32], per_file: int = 10) -> VectorTable:
    table = VectorTable(DIMENSIONS)
    ids = np.arange(1, len(rows) + 1)
    table.add(ids, (ids - 1) // per_file + 1, quantize(rows))
    return table


def test_the_scan_agrees_with_exact_cosine() -> None:
    rows, queries = unit(8_000), unit(20, seed=1)
    table = table_of(rows)
    agreement = []
    for query in queries:
        exact = set((np.argsort(-(rows @ query))[:10] + 1).tolist())
        agreement.append(len(exact & {i for i, _ in table.search(query, 10)}) / 10)
    assert np.mean(agreement) >= 0.95


def test_candidates_by_sign_keep_the_nearest_of_a_large_table() -> None:
    """Rows in clusters, as code is: random rows have no neighbours worth the name."""
    rng = np.random.default_rng(3)
    centres = rng.normal(size=(400, 64))
    rows = (centres[rng.integers(0, 400, 30_000)] + 0.6 * rng.normal(size=(30_000, 64))).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    table = VectorTable(64)
    table.add(np.arange(1, 30_001), np.ones(30_000, dtype=np.int64), quantize(rows))
    agreement = []
    for query in rows[:50] + 0.05 * rng.normal(size=(50, 64)).astype(np.float32):
        exact = set((np.argsort(-(rows @ query))[:10] + 1).tolist())
        agreement.append(len(exact & {i for i, _ in table.search(query, 10)}) / 10)
    assert np.mean(agreement) >= 0.97


def test_scores_are_cosines() -> None:
    rows = unit(100)
    (chunk, score), *_ = table_of(rows).search(rows[41], 3)
    assert chunk == 42
    assert score == pytest.approx(1.0, abs=0.01)


def test_removed_files_never_come_back() -> None:
    rows = unit(5_000)
    table = table_of(rows)
    for file in range(1, 450):
        table.remove_files([file])
    assert len(table) == 510
    for query in rows[:50]:
        assert all(chunk > 4490 for chunk, _ in table.search(query, 20))


def test_only_admitted_files_answer_and_hidden_ones_do_not() -> None:
    rows = unit(100)
    table = table_of(rows)
    assert {i for i, _ in table.search(rows[0], 100, file_ids=[3])} == set(range(21, 31))
    assert 1 not in {i for i, _ in table.search(rows[0], 100, hidden_files=[1])}


def test_files_that_another_process_dropped_are_dropped_here() -> None:
    table = table_of(unit(100))
    table.keep_files([2, 3])
    assert table.chunk_ids() == set(range(11, 31))


def test_a_zero_vector_is_nobodys_neighbour() -> None:
    table = VectorTable(DIMENSIONS)
    table.add([1], [1], np.zeros((1, DIMENSIONS), dtype=np.int8))
    assert table.search(unit(1)[0], 5) == [(1, 0.0)]


def test_asking_an_empty_table_gives_nothing() -> None:
    assert VectorTable(DIMENSIONS).search(unit(1)[0], 5) == []


def test_the_cache_gives_back_what_it_was_given_by_space_and_key(tmp_path) -> None:
    cache, row = VectorCache(tmp_path / "v.sqlite"), quantize(unit(1))[0]
    cache.put("one", [(b"k" * 16, row)])
    assert cache.get("one", [b"k" * 16, b"x" * 16]).keys() == {b"k" * 16}
    assert np.array_equal(cache.get("one", [b"k" * 16])[b"k" * 16], row)
    assert cache.get("other", [b"k" * 16]) == {}


def test_a_damaged_cache_starts_empty(tmp_path) -> None:
    (tmp_path / "v.sqlite").write_bytes(b"not a database" * 999)
    assert VectorCache(tmp_path / "v.sqlite").get("one", [b"k"]) == {}


def shared(one: list[tuple[int, float]], other: list[tuple[int, float]]) -> int:
    return len({i for i, _ in one} & {i for i, _ in other})


needs_hnswlib = pytest.mark.skipif(
    not graph.available(), reason="hnswlib is not installed (it needs a compiler)"
)


@needs_hnswlib
def test_the_graph_finds_what_the_scan_finds() -> None:
    rows = unit(5_000)
    table = table_of(rows)
    near = graph.VectorGraph(DIMENSIONS)
    assert near.synchronise(*table.live(), threads=2) == (5_000, 0)
    agreement = [shared(near.search(q, 10), table.search(q, 10)) / 10 for q in unit(50, seed=2)]
    assert np.mean(agreement) >= 0.95


@needs_hnswlib
def test_the_graph_follows_the_table_without_ghosts(tmp_path) -> None:
    rows = unit(2_000)
    table = table_of(rows)
    near = graph.VectorGraph(DIMENSIONS)
    near.synchronise(*table.live(), threads=1)
    near.save(tmp_path / "graph.bin")
    table.remove_files(list(range(1, 101)))
    table.add([5001], [999], quantize(unit(1, seed=9)))
    loaded = graph.VectorGraph(DIMENSIONS, tmp_path / "graph.bin")
    assert len(loaded) == 2_000
    assert loaded.synchronise(*table.live(), threads=1) == (1, 1_000)
    assert loaded.tombstones == 1_000
    alive = table.chunk_ids()
    assert all(i in alive for query in rows[:100] for i, _ in loaded.search(query, 20))


@needs_hnswlib
@pytest.mark.parametrize("restart", [False, True])
def test_rows_that_left_the_graph_come_back(tmp_path, restart: bool) -> None:
    rows = unit(200)
    table = table_of(rows)
    near = graph.VectorGraph(DIMENSIONS)
    ids, all_rows = table.live()
    near.synchronise(ids, all_rows, threads=1)
    assert near.synchronise(ids[50:], all_rows[50:], threads=1) == (0, 50)
    if restart:
        near.save(tmp_path / "graph.bin")
        near = graph.VectorGraph(DIMENSIONS, tmp_path / "graph.bin")
    near.synchronise(ids[25:], all_rows[25:], threads=1)
    found = {near.search(row, 1)[0][0] for row in rows[25:50]}
    assert found == set(ids[25:50].tolist())
    assert near.search(rows[3], 1)[0][0] != ids[3]


@needs_hnswlib
def test_a_graph_asked_for_more_than_it_holds_gives_what_it_holds() -> None:
    table = table_of(unit(30))
    near = graph.VectorGraph(DIMENSIONS)
    near.synchronise(*table.live(), threads=1)
    assert len(near.search(unit(1)[0], 500)) == 30


@needs_hnswlib
def test_a_damaged_graph_file_is_ignored(tmp_path) -> None:
    (tmp_path / "graph.bin").write_bytes(b"\x00" * 64)
    assert len(graph.VectorGraph(DIMENSIONS, tmp_path / "graph.bin")) == 0


def test_a_file_is_as_near_as_the_mean_of_its_vectors() -> None:
    rows, (query,) = unit(100), unit(1, seed=2)
    near = table_of(rows).file_cosines(query, [2, 5, 99])
    assert set(near) == {2, 5}
    for file, cosine in near.items():
        mean = rows[(file - 1) * 10 : file * 10].mean(axis=0)
        assert cosine == pytest.approx(float(mean @ query / np.linalg.norm(mean)), abs=0.02)


def test_a_file_asked_about_before_is_as_near_as_in_a_table_that_nobody_asked() -> None:
    rows, (query,) = unit(100), unit(1, seed=2)
    asked, files = table_of(rows), list(range(1, 11))
    assert asked.file_cosines(query, [7, 3]) == table_of(rows).file_cosines(query, [3, 7])
    asked.file_cosines(query, files)
    asked.add([101], [3], quantize(rows[:1]))
    asked.remove_files([5])
    never_asked = table_of(rows)
    never_asked.add([101], [3], quantize(rows[:1]))
    never_asked.remove_files([5])
    assert asked.file_cosines(query, files) == never_asked.file_cosines(query, files)
    assert 5 not in asked.file_cosines(query, files)


def test_sums_that_are_no_longer_kept_are_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "_SUMS_KEPT", 3)
    rows, (query,) = unit(100), unit(1, seed=2)
    table, files = table_of(rows), list(range(1, 11))
    for part in (files[:2], files[:5], files[4:], files):
        assert set(table.file_cosines(query, part)) == set(part)
