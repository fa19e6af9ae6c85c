"""What a file held before comes back without being read again, and costs a bounded place."""

from pathlib import Path

import pytest

from codebase_lsp.engine.index import parked as parked_rows
from codebase_lsp.engine.index.store import Store
from codebase_lsp.engine.index.words import FileWords


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store.sqlite", "recipe", writable=True)


def publish(store: Store, *files) -> dict[str, tuple[int, list[int]]]:
    ids = store.put_files(files)
    store.publish()
    return ids


def test_a_replaced_text_comes_back_with_its_chunks_symbols_and_words(store: Store, parsed) -> None:
    first = parsed("a.py", "old words\n", "more old\n", digest="old", names=("f", "g"))
    ids = publish(store, first)
    publish(store, parsed("a.py", "new\n", digest="new"))
    assert store.symbols_named("f") == []
    file_id = store.parked(["a.py", "b.py"])["a.py", "old"]
    [(back, chunk_ids, words)] = store.take_back([("a.py", file_id, 7, 9)])
    assert (back, chunk_ids) == ids["a.py"]
    assert words == FileWords.unpack(FileWords.of(first).pack())
    store.publish()
    row = store.files()["a.py"]
    assert (row.digest, row.size, row.mtime_ns) == ("old", 7, 9)
    assert store.symbols_named("f")[0].canonical_name == "module.f"
    assert list(store.parked(["a.py"])) == [("a.py", "new")]


def test_nothing_of_a_parked_text_is_counted_or_found(store: Store, parsed) -> None:
    gone, chunk_ids = publish(store, parsed("a.py", "one\n", "two\n", digest="old"))["a.py"]
    file_id, live = publish(store, parsed("a.py", "three\n", digest="new"))["a.py"]
    assert (store.counts()["files"], store.counts()["chunks"]) == (1, 1)
    assert store.chunks(chunk_ids) == {}
    assert store.paths_of([gone, file_id]) == {"a.py"}
    assert store.paths_of([gone]) == set()
    assert [chunk for chunk, _, _ in store.chunk_keys()] == live


def test_a_removed_file_comes_back(store: Store, parsed) -> None:
    publish(store, parsed("a.py", "a\n", digest="text"))
    store.remove_files(["a.py"])
    store.publish()
    assert store.files() == {}
    store.take_back([("a.py", store.parked(["a.py"])["a.py", "text"], 1, 1)])
    store.publish()
    assert store.files()["a.py"].digest == "text"


def test_a_text_is_parked_once_however_often_it_comes_and_goes(store: Store, parsed) -> None:
    for digest in ("one", "two", "one", "two", "two", "one"):
        publish(store, parsed("a.py", f"{digest}\n", digest=digest))
    assert list(store.parked(["a.py"])) == [("a.py", "two")]


def test_the_longest_parked_are_forgotten_first(store: Store, parsed, monkeypatch) -> None:
    monkeypatch.setattr(parked_rows, "PARKED_CHUNKS", 5)
    for number in range(6):
        publish(store, parsed("a.py", "x\n", "y\n", digest=str(number)))
    assert sorted(digest for _, digest in store.parked(["a.py"])) == ["3", "4"]
    assert store.outgoing() == []


def test_a_kill_before_publishing_costs_the_parked_text_and_leaves_nothing_half_done(
    store: Store, parsed
) -> None:
    publish(store, parsed("a.py", "old\n", digest="old"))
    publish(store, parsed("a.py", "new\n", digest="new"))
    file_id = store.parked(["a.py"])["a.py", "old"]
    store.take_back([("a.py", file_id, 1, 1)])
    store.close()
    again = Store(store.path, "recipe", writable=True)
    assert again.drop_interrupted()
    assert file_id in again.outgoing()
    assert again.files() == {}
    assert again.parked(["a.py"]) == {}


def test_a_kill_leaves_texts_that_were_parked_before(store: Store, parsed) -> None:
    publish(store, parsed("a.py", "old\n", digest="old"))
    publish(store, parsed("a.py", "new\n", digest="new"))
    store.put_files([parsed("b.py", "half\n")])
    store.close()
    again = Store(store.path, "recipe", writable=True)
    again.drop_interrupted()
    assert list(again.parked(["a.py"])) == [("a.py", "old")]


def test_what_was_parked_can_be_forgotten_altogether(store: Store, parsed) -> None:
    publish(store, parsed("a.py", "old\n", digest="old"))
    publish(store, parsed("a.py", "new\n", digest="new"))
    store.forget_parked()
    assert store.parked(["a.py"]) == {}
    assert store.files()["a.py"].digest == "new"


def test_words_are_kept_as_counts_without_their_order(parsed) -> None:
    words = FileWords.of(parsed("src/a.py", "zebra apple zebra\n", "\n", names=("zoo",)))
    again = FileWords.unpack(words.pack())
    assert again.path == words.path
    assert again.chunks[0] == (" ".join(sorted(words.chunks[0][0].split())), "zoo")
    assert again.chunks[0][0] != words.chunks[0][0]
    assert again.chunks[1] == ("", "")
