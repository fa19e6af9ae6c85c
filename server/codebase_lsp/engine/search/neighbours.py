"""Parts of one file that stand side by side and both answer are one part."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..parse.source import SourceText
from .candidates import ChunkCandidate
from .present import MAX_SNIPPET_LINES

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
    lines: SourceText | None = None
    found: list[Part] = []
    for part in parts:
        if part.chunk.rank >= least:
            lines = lines or SourceText(text)
            for number, other in enumerate(found):
                if other.chunk.rank >= least and _touch(lines, part, other):
                    span = min(part.start, other.start), max(part.end, other.end)
                    if span[1] - span[0] <= MAX_SNIPPET_LINES:
                        found[number] = replace(other, start=span[0], end=span[1])
                        break
            else:
                found.append(part)
        else:
            found.append(part)
    return found


def _touch(lines: SourceText, one: Part, other: Part) -> bool:
    first, second = sorted((one, other), key=lambda part: part.start)
    return all(lines.is_blank(row) for row in range(first.end, min(second.start, len(lines))))
