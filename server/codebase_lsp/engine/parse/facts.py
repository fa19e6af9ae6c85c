"""What a file refers to and imports, in columns: small to keep, and read only as far as needed.

References are many (one per forty bytes of code), so they are never objects while a file is being
indexed: distinct strings are kept once, and each reference is a row of numbers.
"""

import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from .types import Import, Reference

KINDS = ("value", "type", "call", "implements", "extends")
"""In rising order of precedence; a reference holds the position."""

FACTS_VERSION = 2
"""Changes with the layout of `pack`, and whenever the same file would give other facts."""

_LEVEL = 1
Columns: TypeAlias = NDArray[np.uint32]
"""Shape (6, references): name, kind, line, column, receiver, within. Names, receivers and
within are positions in `names` and `places`."""
NAME, KIND, LINE, COLUMN, RECEIVER, WITHIN = range(6)


def _no_columns() -> Columns:
    return np.zeros((6, 0), np.uint32)


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """The references of one file in the order of its text, and its imports."""

    names: Sequence[str] = ()
    """Distinct names and receivers; the first is empty."""
    places: Sequence[str] = ()
    """Distinct canonical names of definitions that references are within; the first is empty."""
    columns: NDArray[np.uint32] = field(default_factory=_no_columns)
    imports: Sequence[Import] = ()

    def __bool__(self) -> bool:
        return bool(self.imports) or bool(len(self))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Facts):
            return NotImplemented
        mine, theirs = ((f.names, f.places, f.imports) for f in (self, other))
        return [*map(list, mine)] == [*map(list, theirs)] and np.array_equal(self.columns, other.columns)

    def __len__(self) -> int:
        """How many references."""
        return self.columns.shape[1]

    @property
    def references(self) -> list[Reference]:
        """All of them; made anew each time."""
        return list(self._rows(self.columns))

    def named(self, name: str) -> list[Reference]:
        """Those of one name, without making the others."""
        if name not in self.names:
            return []
        return list(self._rows(self.columns[:, self.columns[NAME] == self.names.index(name)]))

    def inside(self, canonical_name: str) -> list[Reference]:
        """Those whose innermost definition is the one of this canonical name."""
        if canonical_name not in self.places:
            return []
        return list(self._rows(self.columns[:, self.columns[WITHIN] == self.places.index(canonical_name)]))

    def of_kinds(self, *kinds: str) -> list[Reference]:
        """Those of some kinds."""
        codes = [KINDS.index(kind) for kind in kinds]
        return list(self._rows(self.columns[:, np.isin(self.columns[KIND], codes)]))

    def between(self, start_line: int, end_line: int) -> list[Reference]:
        """Those in the lines from `start_line` to before `end_line`."""
        lines = self.columns[LINE]
        return list(self._rows(self.columns[:, (lines >= start_line) & (lines < end_line)]))

    def _rows(self, columns: Columns) -> Iterator[Reference]:
        names, places = self.names, self.places
        rows = cast("Iterator[tuple[int, ...]]", zip(*columns.tolist(), strict=True))
        for name, kind, line, column, receiver, within in rows:
            yield Reference(names[name], KINDS[kind], line, column, names[receiver], places[within])

    def pack(self) -> bytes:
        """Empty where there is nothing to say."""
        if not self:
            return b""
        imports = [(each.module, each.name, each.alias, each.line) for each in self.imports]
        columns = np.array(self.columns, np.uint32)
        columns[LINE, 1:] -= self.columns[LINE, :-1]  # steps repeat, lines do not
        width = 4 if np.any(columns >= 1 << 16) else 2
        head = json.dumps((len(self), width, self.names, self.places, imports), ensure_ascii=False)
        body = np.array(columns, f"<u{width}").tobytes()
        return zlib.compress(head.encode("utf-8", "replace") + b"\n" + body, _LEVEL)

    @classmethod
    def unpack(cls, data: bytes) -> "Facts":
        """What `pack` gave."""
        if not data:
            return cls()
        head, _, body = zlib.decompress(data).partition(b"\n")
        count, width, names, places, imports = json.loads(head)
        columns: Columns = np.reshape(np.array(np.frombuffer(body, f"<u{width}"), np.uint32), (6, count))
        np.cumsum(columns[LINE], out=columns[LINE])
        return cls(names, places, columns, [Import(*row) for row in imports])
