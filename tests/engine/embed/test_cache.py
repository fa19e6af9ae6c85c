"""The cache of vectors: what it keeps, what it lets go, and what happens when the disk says no."""

import sqlite3
import threading
from pathlib import Path

import numpy as np
import pytest

from codebase_lsp.engine.embed import cache as cache_module
from codebase_lsp.engine.embed.cache import VectorCache
from codebase_lsp.engine.embed.cache_file import today
from codebase_lsp.engine.embed.trim import trim
from codebase_lsp.errors import IndexUnavailable

ROW = np.ones(256, np.int8)
MIB = 1024 * 1024


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vectors.sqlite"


def keys(first: int, count: int) -> list[bytes]:
    return [number.to_bytes(16, "big") for number in range(first, first + count)]


def on_disk(path: Path) -> int:
    return sum(file.stat().st_size for file in path.parent.glob(path.name + "*"))


@pytest.fixture
def on_day(monkeypatch: pytest.MonkeyPatch):
    """Let the cache believe that it is so many days later."""

    def later(days: int) -> None:
        monkeypatch.setattr(cache_module, "today", lambda: today() + days)

    return later


def test_spaces_are_listed_by_what_they_begin_with(path: Path) -> None:
    cache = VectorCache(path)
    row = np.ones(4, np.int8)
    for space in ("a/d64", "a/d128", "ab/d4", "b/d4"):
        cache.put(space, [(b"one", row), (b"two", row)])
    assert cache.spaces("a/d") == ["a/d128", "a/d64"]
    assert cache.spaces("c") == []
    cache.close()


def test_what_was_not_used_for_the_longest_time_goes_first_and_its_room_is_given_back(
    path: Path, on_day
) -> None:
    cache = VectorCache(path)
    for day in range(4):
        on_day(day)
        cache.put("s", [(key, ROW) for key in keys(day * 5000, 5000)])
    cache.mark_used("s", keys(0, 5000))  # the oldest are what an index uses today
    before = on_disk(path)
    limit = 4 * MIB
    assert before > limit
    assert trim(path, limit) > 0
    assert on_disk(path) <= limit
    assert len(cache.get("s", keys(0, 5000))) == 5000, "in use"
    assert len(cache.get("s", keys(15_000, 5000))) == 5000, "made last"
    assert cache.get("s", keys(5000, 5000)) == {}
    cache.close()


def test_below_the_limit_nothing_is_let_go(path: Path) -> None:
    cache = VectorCache(path)
    cache.put("s", [(key, ROW) for key in keys(0, 2000)])
    assert trim(path, 100 * MIB) == 0
    assert len(cache.get("s", keys(0, 2000))) == 2000
    cache.close()


def test_one_day_alone_is_trimmed_too(path: Path) -> None:
    cache = VectorCache(path)
    cache.put("s", [(key, ROW) for key in keys(0, 20_000)])
    trim(path, 4 * MIB)
    assert on_disk(path) <= 4 * MIB
    left = cache.get("s", keys(0, 20_000))
    assert 0 < len(left) < 20_000
    assert keys(19_999, 1)[0] in left, "made last"
    cache.close()


def test_others_read_and_write_while_it_is_trimmed(path: Path) -> None:
    cache, other = VectorCache(path), VectorCache(path)
    cache.put("s", [(key, ROW) for key in keys(0, 20_000)])
    faults: list[Exception] = []
    done = threading.Event()

    def work() -> None:
        number = 50_000
        while not done.is_set():
            try:
                other.put("s", [(key, ROW) for key in keys(number, 10)])
                assert len(other.get("s", keys(number, 10))) == 10
            except Exception as error:
                faults.append(error)
            number += 10

    worker = threading.Thread(target=work)
    worker.start()
    for _ in range(3):
        trim(path, 3 * MIB)
    done.set()
    worker.join()
    assert faults == []
    cache.close()
    other.close()


def test_a_reader_does_not_wait_for_a_writer_elsewhere(path: Path) -> None:
    cache = VectorCache(path)
    cache.put("s", [(b"k", ROW)])
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    waiting = threading.Thread(target=lambda: cache.put("s", [(b"l", ROW)]))
    waiting.start()
    assert b"k" in cache.get("s", [b"k"])
    assert waiting.is_alive(), "the write waits, the read does not"
    writer.execute("ROLLBACK")
    waiting.join()
    cache.close()


def test_a_cache_that_is_being_written_is_trimmed_another_time(path: Path, monkeypatch) -> None:
    monkeypatch.setattr("codebase_lsp.engine.embed.trim._WAIT_SECONDS", 0.05)
    cache = VectorCache(path)
    cache.put("s", [(key, ROW) for key in keys(0, 2000)])
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    with pytest.raises(IndexUnavailable):
        trim(path, 1)
    writer.execute("ROLLBACK")
    writer.close()
    assert trim(path, 1) > 0
    cache.close()


def test_a_file_of_the_first_schema_keeps_its_vectors_and_can_be_cut(path: Path) -> None:
    old = sqlite3.connect(path)
    old.execute("PRAGMA journal_mode=WAL")
    old.execute(
        "CREATE TABLE vectors (space TEXT NOT NULL, key BLOB NOT NULL, vector BLOB NOT NULL,"
        " PRIMARY KEY (space, key)) WITHOUT ROWID"
    )
    rows = [(space, key, ROW.tobytes()) for space in ("s", "t") for key in keys(0, 5000)]
    old.executemany("INSERT INTO vectors VALUES (?, ?, ?)", rows)
    old.commit()
    old.close()
    cache = VectorCache(path)
    assert len(cache.get("s", keys(0, 5000))) == len(cache.get("t", keys(0, 5000))) == 5000
    trim(path, MIB)
    assert on_disk(path) <= MIB
    cache.close()


def test_a_damaged_file_is_replaced_and_a_locked_one_is_not(path: Path) -> None:
    path.write_bytes(b"this is no database" * 100)
    cache = VectorCache(path)
    cache.put("s", [(b"k", ROW)])
    assert b"k" in cache.get("s", [b"k"])
    cache.close()
    path.with_name("none").mkdir()
    with pytest.raises(IndexUnavailable):
        VectorCache(path.with_name("none"))
    assert path.with_name("none").is_dir()


def test_a_full_disk_costs_the_keeping_and_nothing_else(path: Path) -> None:
    cache = VectorCache(path)
    cache.put("s", [(b"k", ROW)])
    pages = cache._writer.execute("PRAGMA page_count").fetchone()[0]
    cache._writer.execute(f"PRAGMA max_page_count={pages}")  # SQLite's own way to be full
    with pytest.raises(IndexUnavailable, match="full"):
        cache.put("s", [(key, ROW) for key in keys(0, 1000)])
    assert set(cache.get("s", [b"k", *keys(0, 10)])) == {b"k"}, "nothing was lost, nothing half written"
    cache.close()
