"""Names of definitions in memory, to be found as people type them.

In this order: the name itself, the name spelled otherwise (`order_id` for `OrderId`), by its
beginning, by its humps (`OrdId` and `OIG` for `OrderIdGenerator`), by what begins at one of its words
(`orderid` for `generateOrderId`), and with typing errors. Names are kept once each; which definitions
have them is asked of the store.
"""

import re
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..parse.tokens import split_identifier
from .edits import distances

EXACT, SPELLING, PREFIX, HUMPS, INSIDE, TYPING = "exact", "spelling", "prefix", "humps", "inside", "typing"
"""How a name matched, best first."""

_SCORES = {EXACT: 1.0, SPELLING: 0.9, PREFIX: 0.8, HUMPS: 0.65, INSIDE: 0.6, TYPING: 0.45}
_SPREAD = 0.15
"""How much of a score hangs on how much of the name was asked for."""
_MAX_INITIALS = 6
"""Longer words in capitals are not read as initials."""
_MAX_LOOKED_AT = 1000
"""Of more names that may match in one way, the shortest are looked at: most of them is asked for."""
_ASCII_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_END = ord("\n")
_MIN_INSIDE = 3
"""Fewer letters begin too many words."""


Codes = NDArray[np.uint32]
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class NameMatch:
    """One name that may be meant."""

    name: str
    how: str
    score: float
    """0 to 1."""
    edits: int = 0
    """For `typing`."""


def allowed_edits(length: int) -> int:
    """Typing errors forgiven in a word of so many letters: one in four letters or more, two in eight."""
    return 0 if length < 4 else 1 if length < 8 else 2


@dataclass(slots=True)
class NameIndex:
    """Grows only; a name that no definition has any more finds nothing in the store."""

    _names: list[str] = field(default_factory=list[str])
    _known: set[str] = field(default_factory=set[str])
    _words: list[str] = field(default_factory=list[str])
    """By name: its words in lower case, joined by spaces."""
    _packed: "tuple[_Packed, ...]" = ()
    """Names one after the other, larger parts first: a few new ones do not have all packed again."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __len__(self) -> int:
        return len(self._names)

    def extend(self, names: Iterable[str]) -> None:
        with self._lock:
            for name in names:
                if name not in self._known:
                    self._known.add(name)
                    self._names.append(name)
                    self._words.append(_spaced(name))

    def prepare(self) -> "tuple[_Packed, ...]":
        """Make ready for questions what came since the last one; 100,000 names take 0.4 s, few nothing.

        Parts grow as in a log-structured merge tree (O'Neil, Cheng, Gawlick & O'Neil 1996).
        """
        with self._lock:
            parts = list(self._packed)
            start = parts[-1].end if parts else 0
            if start < len(self._words):
                while parts and len(parts[-1]) <= 2 * (len(self._words) - start):
                    start = parts.pop().first
                self._packed = (*parts, _Packed(self._words[start:], start))
            return self._packed

    def match(self, query: str, limit: int) -> list[NameMatch]:
        """The best `limit` names for an identifier, or a part of one, as typed."""
        parts = self.prepare()
        if not parts or not query.strip():
            return []
        names = self._names
        asked = split_identifier(query)
        whole = "".join(asked) or query.lower()
        found: dict[int, tuple[float, str, int]] = {}

        def add(at: int, how: str, share: float, edits: int = 0) -> None:
            score = _SCORES[how] - _SPREAD * (1 - min(1.0, share))
            if at not in found or found[at][0] < score:
                found[at] = score, how, edits

        for packed in parts:
            for at in packed.beginning_with(whole):
                length = packed.length(at)
                if length > len(whole):
                    add(at, PREFIX, len(whole) / length)
                else:
                    add(at, EXACT if names[at] == query else SPELLING, 1.0)
            for humps in _humps(query, asked):
                for at in packed.with_initials(humps):
                    words = self._words[at].split(" ")
                    if (share := _hump_share(humps, words)) > 0:
                        add(at, HUMPS, share)
            if len(whole) >= _MIN_INSIDE:
                for at in packed.holding_at_a_word(whole):
                    add(at, INSIDE, len(whole) / packed.length(at))
        bound = allowed_edits(len(whole))
        if bound and not any(how in (EXACT, SPELLING) for _, how, _ in found.values()):
            for packed in parts:
                for at, edits in packed.close_to(whole, bound):
                    add(at, TYPING, 1 - edits / len(whole), edits)
        best = sorted(found.items(), key=lambda item: (-item[1][0], len(names[item[0]]), names[item[0]]))
        return [NameMatch(names[at], how, round(score, 4), edits) for at, (score, how, edits) in best[:limit]]


def _spaced(name: str) -> str:
    if name.isascii():  # the same split, several times as fast
        return " ".join(_ASCII_PART.findall(name)).lower() or name.lower()
    return " ".join(split_identifier(name)) or name.lower()


def _humps(query: str, asked: Sequence[str]) -> Iterator[Sequence[str]]:
    """What the query may abbreviate: the beginnings of words, and single letters."""
    if len(asked) > 1:
        yield asked
    letters = query.replace("_", "")
    if 2 <= len(letters) <= _MAX_INITIALS and letters.isalpha() and (letters.isupper() or letters.islower()):
        yield tuple(letters.lower())


def _hump_share(humps: Sequence[str], words: Sequence[str]) -> float:
    """How much of the words the humps cover, 0 if they are not their beginnings in this order. A name
    that begins otherwise, and every word left out between, counts less."""
    position, covered, skipped = 0, 0, 0
    for hump in humps:
        at = position
        while at < len(words) and not words[at].startswith(hump):
            at += 1
        if at == len(words):
            return 0.0
        skipped += at - position
        covered += 1
        position = at + 1
    letters = sum(map(len, humps)) / max(1, sum(map(len, words)))
    return max(0.05, 0.5 * covered / len(words) + 0.5 * letters - 0.1 * skipped)


class _Packed:
    """Fixed arrays over a run of names; positions are counted from the first name of all."""

    def __init__(self, words: Sequence[str], first: int) -> None:
        self.first = first
        self.end = first + len(words)
        self.text = "\n" + "\n".join(each.replace(" ", "") for each in words) + "\n"
        """Every name without its separators, between line ends."""
        self.codes = _codes(self.text)
        ends = np.flatnonzero(self.codes == _END)
        self.starts: Places = ends[:-1] + 1
        self.ends: Places = ends[1:]
        self.lengths: Places = self.ends - self.starts
        self.letters = np.bitwise_or.reduceat(_bits(self.codes), self.starts)
        spaced = _codes("\n" + "\n".join(words) + "\n")
        is_space = spaced == ord(" ")
        begins = np.concatenate(([False], ((spaced == _END) | is_space)[:-1]))
        initials = np.where(begins, _bits(spaced), np.uint64(0))
        self.initials = np.bitwise_or.reduceat(initials, np.flatnonzero(spaced == _END)[:-1] + 1)
        self.later_words: Places = (np.arange(len(spaced)) - np.cumsum(is_space))[np.roll(is_space, 1)]
        """Where in `text` the second and further words begin."""

    def __len__(self) -> int:
        return self.end - self.first

    def length(self, at: int) -> int:
        return int(self.lengths[at - self.first])

    def beginning_with(self, whole: str) -> list[int]:
        return self._shortest(self._names_at(self._reading(whole, self.starts)))

    def holding_at_a_word(self, whole: str) -> list[int]:
        """Where `whole` begins at the second word or a later one."""
        return self._shortest(np.unique(self._names_at(self._reading(whole, self.later_words))))

    def with_initials(self, humps: Sequence[str]) -> list[int]:
        need = _bits_of("".join(hump[0] for hump in humps))
        return self._shortest(np.flatnonzero((self.initials & need) == need))

    def close_to(self, whole: str, bound: int) -> list[tuple[int, int]]:
        """(position, edits). An edit changes at most two of the letters that occur."""
        near = np.abs(self.lengths - len(whole)) <= bound
        near &= np.bitwise_count(self.letters ^ _bits_of(whole)) <= 2 * bound
        at = np.flatnonzero(near)
        others = [self.text[self.starts[each] : self.ends[each]] for each in at]
        edits = distances(whole, others, bound)
        return [(self.first + int(a), int(e)) for a, e in zip(at, edits, strict=True) if 0 < e <= bound]

    def _reading(self, part: str, places: Places) -> Places:
        """Those of the places where the text goes on with `part`."""
        for offset, char in enumerate(part):
            places = places[self.codes[places + offset] == ord(char)]
        return places

    def _names_at(self, places: Places) -> Places:
        return np.searchsorted(self.starts, places, side="right") - 1

    def _shortest(self, found: Places) -> list[int]:
        if len(found) > _MAX_LOOKED_AT:
            found = found[np.argpartition(self.lengths[found], _MAX_LOOKED_AT)[:_MAX_LOOKED_AT]]
        return (self.first + found).tolist()


def _codes(text: str) -> Codes:
    return np.frombuffer(text.encode("utf-32-le", "replace"), dtype=np.uint32)


def _bits_of(text: str) -> int:
    bits = 0
    for each in _bits(_codes(text)).tolist():
        bits |= each
    return bits


def _bits(codes: Codes) -> NDArray[np.uint64]:
    """One bit per letter a–z and digit; all other characters share the rest."""
    low, digit = codes - np.uint32(ord("a")), codes - np.uint32(ord("0"))
    other = (codes & np.uint32(15)) + np.uint32(36)
    place: Codes = np.where(low < 26, low, np.where(digit < 10, digit + np.uint32(26), other))
    return np.where(codes == _END, np.uint64(0), np.left_shift(np.uint64(1), place.astype(np.uint64)))
