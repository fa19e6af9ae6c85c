"""Vector rows in a file: the answers of rows in memory, little heap, nothing left behind."""

import logging
import sys
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from codebase_lsp.engine.embed.cache import quantize
from codebase_lsp.engine.index.vectors import VectorTable

DIMENSIONS, COUNT = 256, 12_000


@pytest.fixture(scope="module")
def rows() -> NDArray[np.int8]:
    return quantize(np.random.default_rng(5).normal(size=(COUNT, DIMENSIONS)).astype(np.float32))


def fill(table: VectorTable, rows: NDArray[np.int8], step: int = 1_500) -> VectorTable:
    """As the index does it: some at a time."""
    for start in range(0, len(rows), step):
        ids = np.arange(start, min(start + step, len(rows))) + 1
        table.add(ids, ids // 10 + 1, rows[start : start + step])
    return table


def answers(table: VectorTable, rows: NDArray[np.int8]) -> list[list[tuple[int, float]]]:
    queries = rows[::1_000].astype(np.float32)
    return [table.search(query / np.linalg.norm(query), 20) for query in queries]


def test_rows_in_a_file_answer_as_rows_in_memory_do(tmp_path: Path, rows: NDArray[np.int8]) -> None:
    in_file, in_memory = fill(VectorTable(DIMENSIONS, tmp_path), rows), fill(VectorTable(DIMENSIONS), rows)
    assert answers(in_file, rows) == answers(in_memory, rows)
    for table in (in_file, in_memory):
        table.remove_files(range(100, 800))  # more than a quarter: it is compacted
        table.add([99_999], [99_999], rows[:1])
    assert answers(in_file, rows) == answers(in_memory, rows)
    assert np.array_equal(in_file.live()[1], in_memory.live()[1])


def test_a_vector_takes_a_fifteenth_of_its_float32_size_in_memory(
    tmp_path: Path, rows: NDArray[np.int8]
) -> None:
    tracemalloc.start()
    try:
        table = VectorTable(DIMENSIONS, tmp_path)
        table.add(np.arange(COUNT) + 1, np.ones(COUNT, dtype=np.int64), rows)
        heap = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert table.bytes <= heap < COUNT * DIMENSIONS * 4 / 15


def test_reads_go_on_over_growth_and_compaction(tmp_path: Path, rows: NDArray[np.int8]) -> None:
    table = fill(VectorTable(DIMENSIONS, tmp_path), rows[:1_000])
    before = table._columns  # what a search that is under way holds
    fill(table, rows)
    table.keep_files([1])
    assert len(table) < 20
    assert np.array_equal(before.rows.values[:1_000], rows[:1_000])


@pytest.mark.skipif(sys.platform == "win32", reason="an open file keeps its name on Windows")
def test_the_file_has_no_name_so_that_nothing_is_left_after_a_kill(
    tmp_path: Path, rows: NDArray[np.int8]
) -> None:
    table = fill(VectorTable(DIMENSIONS, tmp_path), rows)
    assert not table._columns.rows.in_memory
    assert list(tmp_path.iterdir()) == []


def test_the_file_is_gone_with_its_table(tmp_path: Path, rows: NDArray[np.int8]) -> None:
    table = fill(VectorTable(DIMENSIONS, tmp_path), rows)
    table.remove_files(range(100, 800))
    del table
    assert list(tmp_path.iterdir()) == []


def test_without_a_place_for_the_file_rows_are_in_memory(
    tmp_path: Path, rows: NDArray[np.int8], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        table = fill(VectorTable(DIMENSIONS, tmp_path / "missing"), rows)
    assert "kept in memory" in caplog.text
    assert answers(table, rows) == answers(fill(VectorTable(DIMENSIONS), rows), rows)


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """The system refuses to write further, as on a full disk."""
    resource = pytest.importorskip("resource", reason="no limits on the size of files here")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize(
    "limit",
    [
        pytest.param(600 * DIMENSIONS, id="while writing"),
        pytest.param(1_024 * DIMENSIONS, id="while growing"),
    ],
)
def test_a_disk_that_fills_up_moves_the_rows_to_memory(
    tmp_path: Path, rows: NDArray[np.int8], limit: int, caplog: pytest.LogCaptureFixture
) -> None:
    table = fill(VectorTable(DIMENSIONS, tmp_path), rows[:500])
    with files_of_at_most(limit):
        table.add(np.arange(500, 1_000) + 1, np.arange(500, 1_000) // 10 + 1, rows[500:1_000])
        ids = np.arange(1_000, COUNT) + 1
        table.add(ids, ids // 10 + 1, rows[1_000:])
    assert table._columns.rows.in_memory
    assert "kept in memory" in caplog.text
    assert np.array_equal(table.live()[1], rows)
