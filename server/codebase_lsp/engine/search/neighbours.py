"""Parts of one file that stand side by side and both answer are one part."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .candidates import ChunkCandidate
from .present import MAX_SNIPPET_LINES, lines_of

NEARLY = 0.75
"""What share of the best part's worth another must have to be joined to a neighbour."""


@dataclass(frozen=True, slots=True)
class Part:
    """Lines of a file, 0-based, the end exclusive, and the chunk that they are shown for."""

    start: int
    end: int
    chunk: ChunkCandidate


def joined(text: str, chunks: Sequence[ChunkCandidate]) -> list[Part]:
    """The chunks, best first, those with nothing but blank lines between them as one part.

    A part stays short enough to be shown whole, and stands where its best chunk stands.
    """
    parts = [Part(chunk.row.start_line, chunk.row.end_line, chunk) for chunk in chunks]
    if len(parts) < 2 or not chunks[0].rank:
        return parts
    least = NEARLY * chunks[0].rank
    found: list[Part] = []
    for part in parts:
        if part.chunk.rank >= least:
            for number, other in enumerate(found):
                if other.chunk.rank >= least and _touch(text, part, other):
                    span = min(part.start, other.start), max(part.end, other.end)
                    if span[1] - span[0] <= MAX_SNIPPET_LINES:
                        found[number] = replace(other, start=span[0], end=span[1])
                        break
            else:
                found.append(part)
        else:
            found.append(part)
    return found


def _touch(text: str, one: Part, other: Part) -> bool:
    first, second = (one, other) if one.start < other.start else (other, one)
    if second.start - first.end > MAX_SNIPPET_LINES:
        return False  # together they are too long to be shown
    return not any(line.strip() for line in lines_of(text, first.end, second.start))
