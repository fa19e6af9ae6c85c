"""One hash for the state of a folder: a Merkle tree (Merkle 1987) over its files.

Two states are equal if their roots are, and where they differ only the folders on the way to
the difference are looked at. Anyone can compute the same root from paths and digests alone:

    H(person, data)  BLAKE2b, 16 bytes, no key, `person` padded with zeros to 16 bytes
    text(s)          UTF-8 of s (a lone surrogate as its own three bytes), after its length
                     in bytes as an unsigned 32-bit little-endian number
    leaf             H("codebase-file", text(name) text(digest))
    folder           H("codebase-folder", the entries sorted by the UTF-8 of their names), where
                     an entry is b"f" text(name) leaf, or b"d" text(name) folder
    root             the folder at the top; an empty one is H("codebase-folder", "")

`digest` is the hexadecimal text under which the file's content is known (`digest_text`); here
it is opaque. Names are taken as they are: no Unicode normalisation, no case folding. A folder
exists only through the files in it.
"""

import hashlib
import struct
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

_SIZE = 16
_FILE, _FOLDER = b"f", b"d"
_MAGIC = b"codebase-merkle\x01"
_LENGTH = struct.Struct("<I")


def _text(value: str) -> bytes:
    data = value.encode("utf-8", "surrogatepass")
    return _LENGTH.pack(len(data)) + data


class _Folder:
    """Immutable once made; shared between trees."""

    __slots__ = ("entries", "files", "hash")

    def __init__(self, entries: "dict[str, str | _Folder]", hash: bytes | None = None) -> None:
        self.entries = entries
        """Digest of a file, or the folder, by name. In no particular order."""
        self.files = sum(e.files if isinstance(e, _Folder) else 1 for e in entries.values())
        self.hash = hash or _hash(entries)


def _hash(entries: "Mapping[str, str | _Folder]") -> bytes:
    blake2b = hashlib.blake2b
    folder = blake2b(digest_size=_SIZE, person=b"codebase-folder")
    # Code points sort as their UTF-8 does.
    for name in sorted(entries):
        entry, label = entries[name], _text(name)
        if isinstance(entry, _Folder):
            folder.update(_FOLDER + label + entry.hash)
        else:
            leaf = blake2b(label + _text(entry), digest_size=_SIZE, person=b"codebase-file")
            folder.update(_FILE + label + leaf.digest())
    return folder.digest()


_EMPTY = _Folder({})


@dataclass(frozen=True, slots=True)
class Difference:
    """What changed from one tree to another: paths of files."""

    added: frozenset[str]
    removed: frozenset[str]
    changed: frozenset[str]
    visited: int
    """Folders and files looked at to find out: a measure of the work."""

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)


class MerkleTree:
    """An immutable set of files with their digests. Equal trees have equal roots."""

    __slots__ = ("_top",)

    def __init__(self) -> None:
        """The empty tree."""
        self._top = _EMPTY

    @classmethod
    def of(cls, files: Mapping[str, str]) -> "MerkleTree":
        """From digests by path (relative, `/` between parts).

        Raises ValueError if a path has an empty part or runs through a file.
        """
        return cls().with_changes(files)

    @property
    def root(self) -> str:
        """32 hexadecimal digits."""
        return self._top.hash.hex()

    def __len__(self) -> int:
        return self._top.files

    def __eq__(self, other: object) -> bool:
        return self._top.hash == other._top.hash if isinstance(other, MerkleTree) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._top.hash)

    def __repr__(self) -> str:
        return f"<MerkleTree {self.root}, {len(self)} files>"

    def get(self, path: str) -> str | None:
        """The digest of a file, None if there is no such file."""
        folder, _, name = path.rpartition("/")
        found = _folder_at(self._top, folder)
        entry = found.entries.get(name) if found else None
        return entry if isinstance(entry, str) else None

    def files(self) -> Iterator[tuple[str, str]]:
        """(path, digest) of all files, in no particular order."""
        return _files_below(self._top, "")

    def with_changes(self, changed: Mapping[str, str | None]) -> "MerkleTree":
        """A new tree in which these files have these digests; all else is shared with this one.

        None removes the file or the whole folder at a path (no error if there is none). As on
        disk a new file takes the place of a folder of its name, and the reverse; removals come
        first. The work is the entries of the folders touched. Raises ValueError if a path has
        an empty part, or if the changes themselves put a file where another one needs a folder.
        """
        top = _apply(self._top, changed)
        if top is self._top:
            return self
        tree = MerkleTree()
        tree._top = top
        return tree

    def diff(self, other: "MerkleTree") -> Difference:
        """What has to be done to this tree to make it the other one."""
        return _compare(self._top, other._top)

    def to_bytes(self) -> bytes:
        """The whole tree; equal trees give equal bytes."""
        payload = b"".join(_packed(self._top))
        check = hashlib.blake2b(payload, digest_size=_SIZE).digest()
        return _MAGIC + check + payload

    @classmethod
    def from_bytes(cls, data: bytes) -> "MerkleTree":
        """Raises ValueError if the bytes were not made by `to_bytes`, or are damaged."""
        payload = data[len(_MAGIC) + _SIZE :]
        check = hashlib.blake2b(payload, digest_size=_SIZE).digest()
        if data[: -len(payload) or None] != _MAGIC + check:
            raise ValueError("Not a Merkle tree, or a damaged one.")
        tree = cls()
        tree._top = _unpacked(payload)
        return tree


def _split(path: str) -> tuple[str, str]:
    if not path or path.startswith("/") or path.endswith("/") or "//" in path:
        raise ValueError(f"not a relative path: {path!r}")
    folder, _, name = path.rpartition("/")
    return folder, name


def _folder_at(top: _Folder, path: str) -> _Folder | None:
    folder = top
    for part in path.split("/") if path else ():
        entry = folder.entries.get(part)
        if not isinstance(entry, _Folder):
            return None
        folder = entry
    return folder


def _files_below(folder: _Folder, path: str) -> Iterator[tuple[str, str]]:
    pending = [(path, folder)]
    while pending:
        path, folder = pending.pop()
        prefix = f"{path}/" if path else ""
        for name, entry in folder.entries.items():
            if isinstance(entry, _Folder):
                pending.append((prefix + name, entry))
            else:
                yield prefix + name, entry


# Edits: folder by folder, the deepest first, without recursion (paths may be very deep).


def _apply(top: _Folder, changed: Mapping[str, str | None]) -> _Folder:
    edits: defaultdict[str, dict[str, str | None]] = defaultdict(dict)
    for path, digest in changed.items():
        folder, name = _split(path)
        edits[folder][name] = digest
    # Every folder on the way to a change, by depth.
    levels: defaultdict[int, set[str]] = defaultdict(set)
    for folder in list(edits):
        while folder not in levels[depth := folder.count("/") + 1 if folder else 0]:
            levels[depth].add(folder)
            folder = folder.rpartition("/")[0]
    made: defaultdict[str, dict[str, _Folder]] = defaultdict(dict)
    for depth in range(max(levels, default=-1), 0, -1):
        for folder in levels[depth]:
            above, _, name = folder.rpartition("/")
            made[above][name] = _edited(
                _before(top, folder, edits), edits.get(folder), made.pop(folder, None)
            )
    return _edited(top, edits.get(""), made.pop("", None))


def _before(top: _Folder, path: str, edits: Mapping[str, Mapping[str, str | None]]) -> _Folder:
    """The folder as it was, unless the changes remove or replace it or one above it."""
    folder, above = top, ""
    for name in path.split("/"):
        entry = folder.entries.get(name)
        if not isinstance(entry, _Folder) or name in edits.get(above, ()):
            return _EMPTY
        folder, above = entry, f"{above}/{name}" if above else name
    return folder


def _edited(
    old: _Folder, direct: Mapping[str, str | None] | None, below: Mapping[str, _Folder] | None
) -> _Folder:
    direct, below = direct or {}, below or {}
    entries = dict(old.entries)
    same = True
    for name, digest in direct.items():
        if digest is None:
            same &= entries.pop(name, None) is None
        elif entries.get(name) != digest:
            entries[name] = digest
            same = False
    for name, folder in below.items():
        entry = entries.get(name)
        if folder.files:
            if direct.get(name) is not None:
                raise ValueError(f"both a file and a folder: {name!r}")
            same &= folder is entry
            entries[name] = folder
        elif isinstance(entry, _Folder):
            del entries[name]
            same = False
    if same:
        return old
    return _Folder(entries) if entries else _EMPTY


# Comparison


def _compare(before: _Folder, after: _Folder) -> Difference:
    added: list[str] = []
    removed: list[str] = []
    changed: list[str] = []
    visited = 0

    def all_below(entry: str | _Folder | None, path: str, into: list[str]) -> int:
        found: Iterable[str] = ()
        if isinstance(entry, _Folder):
            found = [inner for inner, _ in _files_below(entry, path)]
        elif entry is not None:
            found = (path,)
        start = len(into)
        into.extend(found)
        return len(into) - start

    pending = [("", before, after)] if before.hash != after.hash else []
    while pending:
        prefix, old, new = pending.pop()
        visited += 1
        for name in old.entries.keys() | new.entries.keys():
            was, now = old.entries.get(name), new.entries.get(name)
            path = prefix + name
            if isinstance(was, _Folder) and isinstance(now, _Folder):
                if was is not now and was.hash != now.hash:
                    pending.append((path + "/", was, now))
            elif isinstance(was, str) and isinstance(now, str):
                if was != now:
                    changed.append(path)
                    visited += 1
            else:
                visited += all_below(was, path, removed) + all_below(now, path, added)
    return Difference(frozenset(added), frozenset(removed), frozenset(changed), visited)


# Storage: each folder after the folder that holds it; hashes are kept, a checksum guards them.


def _packed(top: _Folder) -> Iterator[bytes]:
    pending = [top]
    while pending:
        folder = pending.pop()
        yield _LENGTH.pack(len(folder.entries)) + folder.hash
        for name in sorted(folder.entries):
            entry = folder.entries[name]
            if isinstance(entry, _Folder):
                yield _FOLDER + _text(name)
                pending.append(entry)
            else:
                yield _FILE + _text(name) + _text(entry)


def _unpacked(payload: bytes) -> _Folder:
    position = 0

    def text() -> str:
        nonlocal position
        (length,) = _LENGTH.unpack_from(payload, position)
        position += 4 + length
        return payload[position - length : position].decode("utf-8", "surrogatepass")

    # (entries, hash, its name and the place of the folder above); filled in from the end.
    found: list[tuple[dict[str, str | _Folder], bytes, str, int]] = []
    pending = [("", -1)]
    while pending:
        name, above = pending.pop()
        (count,) = _LENGTH.unpack_from(payload, position)
        hash = payload[position + 4 : position + 4 + _SIZE]
        position += 4 + _SIZE
        entries: dict[str, str | _Folder] = {}
        here = len(found)
        found.append((entries, hash, name, above))
        for _ in range(count):
            kind = payload[position : position + 1]
            position += 1
            label = text()
            if kind == _FOLDER:
                pending.append((label, here))
            else:
                entries[label] = text()
    for entries, hash, name, above in reversed(found):
        folder = _Folder(entries, hash)
        if above < 0:
            return folder
        found[above][0][name] = folder
    return _EMPTY
