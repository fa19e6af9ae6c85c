"""A Merkle tree is a pure function of the files, and comparing looks only at what differs."""

import hashlib
import struct
import unicodedata
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codebase_lsp.engine.files.merkle import MerkleTree

NAMES = st.one_of(
    st.sampled_from(["a", "b", "c", "a.py", "é", "é", "\ud800", "日本", " ", ".", "A"]),
    st.text(st.characters(exclude_characters="/\0"), min_size=1, max_size=3),
)
PATHS = st.lists(NAMES, min_size=1, max_size=4).map("/".join)
DIGESTS = st.sampled_from(["00", "01", "ff" * 16])


def without_conflicts(files: dict[str, str]) -> dict[str, str]:
    """What can be on a disk: no file in the place of a folder."""
    folders = {path[:i] for path in files for i, char in enumerate(path) if char == "/"}
    return {path: digest for path, digest in files.items() if path not in folders}


STATES = st.dictionaries(PATHS, DIGESTS, max_size=25).map(without_conflicts)


def edited(files: dict[str, str], path: str, digest: str | None) -> dict[str, str]:
    """The same edit on a plain dictionary: what was there, below or above, gives way."""
    if digest is None:
        return {p: d for p, d in files.items() if p != path and not p.startswith(path + "/")}
    kept = {
        p: d
        for p, d in files.items()
        if p != path and not p.startswith(path + "/") and not path.startswith(p + "/")
    }
    return {**kept, path: digest}


@given(STATES, st.lists(st.tuples(PATHS, st.none() | DIGESTS), max_size=20))
def test_any_edits_one_by_one_give_the_tree_of_the_final_files(
    files: dict[str, str], edits: list[tuple[str, str | None]]
) -> None:
    tree = MerkleTree.of(files)
    for path, digest in edits:
        files = edited(files, path, digest)
        tree = tree.with_changes({path: digest})
    assert dict(tree.files()) == files
    assert tree.root == MerkleTree.of(files).root
    assert len(tree) == len(files)


@given(STATES, STATES)
def test_one_set_of_changes_leads_from_any_files_to_any_others(
    before: dict[str, str], after: dict[str, str]
) -> None:
    changes = {**dict.fromkeys(before.keys() - after.keys()), **after}
    tree = MerkleTree.of(before).with_changes(changes)
    assert dict(tree.files()) == after
    assert tree.root == MerkleTree.of(after).root


@given(STATES, STATES)
def test_the_difference_is_that_of_the_sets(before: dict[str, str], after: dict[str, str]) -> None:
    found = MerkleTree.of(before).diff(MerkleTree.of(after))
    assert found.added == after.keys() - before.keys()
    assert found.removed == before.keys() - after.keys()
    assert found.changed == {p for p in before.keys() & after.keys() if before[p] != after[p]}
    assert bool(found) == (before != after)


@given(STATES, STATES)
def test_roots_are_equal_only_for_equal_files(one: dict[str, str], other: dict[str, str]) -> None:
    assert (MerkleTree.of(one) == MerkleTree.of(other)) == (one == other)


@given(STATES, st.randoms())
def test_the_order_of_insertion_does_not_matter(files: dict[str, str], random: Random) -> None:
    shuffled = list(files.items())
    random.shuffle(shuffled)
    assert MerkleTree.of(dict(shuffled)).root == MerkleTree.of(files).root
    assert MerkleTree.of(dict(shuffled)).to_bytes() == MerkleTree.of(files).to_bytes()


@given(STATES)
def test_a_tree_comes_back_from_its_bytes(files: dict[str, str]) -> None:
    tree = MerkleTree.of(files)
    again = MerkleTree.from_bytes(tree.to_bytes())
    assert dict(again.files()) == files
    assert again.root == tree.root
    # It is a full tree: edits of it agree with edits of the original.
    assert again.with_changes({"z/y": "00"}).root == tree.with_changes({"z/y": "00"}).root


@given(STATES, st.data())
def test_damaged_bytes_are_refused(files: dict[str, str], data: st.DataObject) -> None:
    packed = MerkleTree.of(files).to_bytes()
    place = data.draw(st.integers(0, len(packed) - 1))
    damaged = packed[:place] + bytes([packed[place] ^ 1]) + packed[place + 1 :]
    for broken in (damaged, packed[:place], packed + b"\0"):
        with pytest.raises(ValueError, match="Merkle"):
            MerkleTree.from_bytes(broken)


def test_the_root_can_be_computed_from_the_documentation_alone() -> None:
    def text(value: str) -> bytes:
        return struct.pack("<I", len(value.encode())) + value.encode()

    def leaf(name: str, digest: str) -> bytes:
        data = text(name) + text(digest)
        return hashlib.blake2b(data, digest_size=16, person=b"codebase-file").digest()

    def folder(data: bytes) -> bytes:
        return hashlib.blake2b(data, digest_size=16, person=b"codebase-folder").digest()

    inner = folder(b"f" + text("ö.py") + leaf("ö.py", "0a"))
    outer = folder(b"f" + text("a.py") + leaf("a.py", "0b") + b"d" + text("src") + inner)
    assert MerkleTree.of({"src/ö.py": "0a", "a.py": "0b"}).root == outer.hex()
    assert MerkleTree().root == folder(b"").hex()


def test_the_root_is_the_same_on_every_platform_and_version() -> None:
    files = {"src/main.py": "00" * 16, "src/lib/ünïcode.py": "11" * 16, "README.md": "22" * 16}
    assert MerkleTree.of(files).root == "332333c83846f5e318c0501d3ddef1ea"


def test_composed_and_decomposed_names_are_two_files() -> None:
    names = [unicodedata.normalize(form, "é.py") for form in ("NFC", "NFD")]
    assert len(MerkleTree.of(dict.fromkeys(names, "00"))) == 2


def test_a_file_and_a_folder_with_the_same_bytes_have_different_roots() -> None:
    assert MerkleTree.of({"a": "b"}).root != MerkleTree.of({"a/b": ""}).root
    assert MerkleTree.of({"a": "bc"}).root != MerkleTree.of({"ab": "c"}).root


def test_a_tree_never_changes() -> None:
    tree = MerkleTree.of({"a/b": "00", "c": "01"})
    root = tree.root
    tree.with_changes({"a/b": "02", "c": None, "d": "03"})
    assert tree.root == root
    assert dict(tree.files()) == {"a/b": "00", "c": "01"}


def test_what_did_not_change_is_shared() -> None:
    tree = MerkleTree.of({f"{folder}/{n}": "00" for folder in "abc" for n in range(5)})
    other = tree.with_changes({"a/1": "01"})
    assert other._top.entries["b"] is tree._top.entries["b"]
    assert tree.with_changes({"a/1": "00", "nowhere": None, "b/x/y": None}) is tree


def test_removing_a_folder_removes_what_is_below_and_leaves_no_empty_folder() -> None:
    tree = MerkleTree.of({"a/b/c": "00", "a/b/d/e": "01"})
    assert tree.with_changes({"a/b": None}) == MerkleTree()
    assert tree.with_changes({"a/b/c": None, "a/b/d/e": None}) == MerkleTree()


def test_removals_come_before_additions_of_the_same_changes() -> None:
    tree = MerkleTree.of({"a/b": "00", "a/c": "01"})
    assert dict(tree.with_changes({"a/d": "02", "a": None}).files()) == {"a/d": "02"}
    assert dict(tree.with_changes({"a": "03", "a/b": None}).files()) == {"a": "03"}


@pytest.mark.parametrize("files", [{"a": "0", "a/b": "0"}, {"a/b/c": "0", "a/b": "0"}])
def test_a_file_within_a_file_is_refused(files: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="both"):
        MerkleTree.of(files)
    with pytest.raises(ValueError, match="both"):
        MerkleTree.of(dict(reversed(files.items())))


@pytest.mark.parametrize("path", ["", "/a", "a/", "a//b"])
def test_a_path_with_an_empty_part_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="relative"):
        MerkleTree.of({path: "00"})


def test_one_file_is_looked_up() -> None:
    tree = MerkleTree.of({"a/b": "00", "c": "01"})
    assert [tree.get(p) for p in ("a/b", "c", "a", "d", "c/x", "a/x", "")] == ["00", "01", *[None] * 5]


def test_paths_may_be_deeper_than_the_interpreter_can_recurse() -> None:
    deep = "/".join(["d"] * 2500)
    tree = MerkleTree.of({deep + "/a": "00", "b": "01"})
    other = tree.with_changes({deep + "/a": "02"})
    assert tree.diff(other).changed == {deep + "/a"}
    assert MerkleTree.from_bytes(other.to_bytes()) == other


def test_comparing_looks_only_where_two_large_trees_differ() -> None:
    files = {f"p{n % 50}/m{n % 1000}/f{n}.py": f"{n:032x}" for n in range(20_000)}
    tree = MerkleTree.of(files)
    assert tree.diff(MerkleTree.of(dict(files))).visited == 0
    other = tree.with_changes({"p7/m7/f7.py": "new", "p7/m7/f1007.py": None})
    found = tree.diff(other)
    assert (found.changed, found.removed) == ({"p7/m7/f7.py"}, {"p7/m7/f1007.py"})
    assert found.visited == 3 + 2  # The folders "", p7 and p7/m7, and two files.
    again = MerkleTree.from_bytes(other.to_bytes())
    assert tree.diff(again).visited == 5, "also where nothing is shared in memory"
