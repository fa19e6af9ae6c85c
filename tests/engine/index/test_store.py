"""The book of record: what is published, what survives a kill, what is thrown away."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from codebase_lsp.engine.files.types import Skipped, SkipReason
from codebase_lsp.engine.index.overlay import CorpusStatistics, Overlay
from codebase_lsp.engine.index.store import Store
from codebase_lsp.engine.parse.definitions import definitions
from codebase_lsp.errors import IndexUnavailable


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store.sqlite", "recipe", writable=True)


def reopen(store: Store, recipe: str = "recipe") -> Store:
    store.close()
    return Store(store.path, recipe, writable=True)


def test_a_file_is_known_once_it_is_published(store: Store, parsed) -> None:
    store.put_files([parsed("a.py", "def f(): pass\n", names=("f",))])
    assert store.files() == {}
    store.publish()
    assert list(store.files()) == ["a.py"]
    assert store.symbols_named("f")[0].canonical_name == "module.f"


def test_the_old_text_of_a_file_stays_until_the_new_one_is_published(store: Store, parsed) -> None:
    store.put_files([parsed("a.py", "old\n", digest="old")])
    store.publish()
    store.put_files([parsed("a.py", "new\n", digest="new")])
    assert store.files()["a.py"].digest == "old"
    assert len(store.chunks_of("a.py")) == 1
    store.publish()
    assert store.files()["a.py"].digest == "new"
    assert store.counts()["chunks"] == 1


def test_replaced_and_removed_files_are_named_to_the_lexical_index(store: Store, parsed) -> None:
    ids = store.put_files([parsed("a.py", "a\n"), parsed("b.py", "b\n"), parsed("c.py", "c\n")])
    store.publish()
    store.put_files([parsed("a.py", "a2\n")])
    store.remove_files(["b.py"])
    assert sorted(store.outgoing()) == sorted([ids["a.py"][0], ids["b.py"][0]])
    store.publish()
    assert store.outgoing() == []
    assert sorted(store.files()) == ["a.py", "c.py"]


def test_chunk_ids_are_never_used_twice(store: Store, parsed) -> None:
    first = store.put_files([parsed("a.py", "a\n", "b\n")])["a.py"][1]
    store.publish()
    store.remove_files(["a.py"])
    store.publish()
    second = store.put_files([parsed("a.py", "a\n", "b\n")])["a.py"][1]
    assert not set(first) & set(second)


def test_a_file_caught_on_its_way_in_is_read_anew_even_if_an_older_text_was_there(
    store: Store, parsed
) -> None:
    """After a kill between the two commits nobody knows which text the lexical index holds."""
    store.put_files([parsed("a.py", "old\n"), parsed("b.py", "b\n")])
    store.publish()
    store.put_files([parsed("a.py", "new\n")])
    again = reopen(store)
    assert again.drop_interrupted()
    again.publish()
    assert list(again.files()) == ["b.py"]


def test_nothing_is_dropped_after_an_orderly_end(store: Store, parsed) -> None:
    store.put_files([parsed("a.py", "a\n")])
    store.publish()
    assert not reopen(store).drop_interrupted()


def test_another_recipe_empties_the_store(store: Store, parsed) -> None:
    store.put_files([parsed("a.py", "a\n")])
    store.publish()
    assert reopen(store, "other").files() == {}


def test_a_damaged_store_is_replaced_by_an_empty_one(store: Store, parsed) -> None:
    store.put_files([parsed("a.py", "a\n")])
    store.publish()
    store.close()
    store.path.write_bytes(b"this is not a database, but it has the right name" * 100)
    again = Store(store.path, "recipe", writable=True)
    assert again.files() == {}
    again.put_files([parsed("a.py", "a\n")])
    again.publish()
    assert list(again.files()) == ["a.py"]


def test_a_file_is_either_indexed_or_skipped(store: Store, parsed) -> None:
    store.put_files([parsed("a.py", "a\n")])
    store.publish()
    store.put_skipped([(Skipped("a.py", SkipReason.BINARY), 5, 7)])
    store.publish()
    assert store.files() == {}
    assert store.skipped()["a.py"] == (Skipped("a.py", SkipReason.BINARY), 5, 7)
    store.put_files([parsed("a.py", "a\n")])
    store.publish()
    assert store.skipped() == {}


def test_what_the_walk_left_out_is_replaced_by_the_next_walk(store: Store) -> None:
    store.put_skipped([(Skipped("big.bin", SkipReason.TOO_LARGE), 9, 9)])
    store.replace_walked([Skipped("node_modules/", SkipReason.IGNORED)])
    store.replace_walked([Skipped("dist/", SkipReason.IGNORED)])
    assert sorted(store.skipped()) == ["big.bin", "dist/"]


def test_symbols_are_found_by_their_folded_name_and_by_prefix(store: Store, parsed) -> None:
    store.put_files([parsed("a.py", "x\n", "y\n", names=("OrderId", "OrderIdGenerator"))])
    store.publish()
    assert [s.name for s in store.symbols_named("orderid")] == ["OrderId"]
    assert [s.name for s in store.symbols_named("orderid", prefix=True)] == ["OrderId", "OrderIdGenerator"]
    assert store.symbols_named("order%", prefix=True) == []


def test_the_generation_goes_up_with_every_publish(store: Store, parsed) -> None:
    before = store.generation
    store.put_files([parsed("a.py", "a\n")])
    assert store.generation == before
    store.publish()
    assert store.generation == before + 1


def test_a_failed_write_changes_nothing_and_says_so(store: Store, parsed) -> None:
    store.put_files([parsed("a.py", "a\n")])
    store.publish()
    with pytest.raises(IndexUnavailable), store.transaction() as db:
        db.execute("DELETE FROM files")
        raise sqlite3.OperationalError("database or disk is full")
    assert list(store.files()) == ["a.py"]


def test_a_reader_of_an_index_that_is_not_there_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(IndexUnavailable, match="no index"):
        Store(tmp_path / "none.sqlite", "recipe", writable=False)


DETAILED = (
    "class Box:\n    def open(self, width: int) -> int:\n        '''Opens it.'''\n        return width\n"
)


def test_all_that_is_known_of_a_symbol_comes_back_from_both_tiers(store: Store, parsed) -> None:
    symbol = definitions("box.py", DETAILED, "python")[1]
    file = replace(parsed("box.py", DETAILED), symbols=(symbol,))
    store.put_files([file])
    store.publish()
    overlay = Overlay(lambda: CorpusStatistics(0, {}, lambda *_: 0))
    overlay.put(file)
    (row,) = store.symbols_named("open")
    assert overlay.symbols_named("open", prefix=False, limit=5) == [row]
    assert (row.name_line, row.name_column, row.container, row.visibility) == (1, 8, "box.Box", "public")
    assert (row.signature, row.documentation) == ("def open(self, width: int) -> int", "Opens it.")
