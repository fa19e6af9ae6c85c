"""Texts that are longer than a model takes: cut into pieces, and one vector made of theirs."""

from collections.abc import Callable, Sequence

import numpy as np

from .model import Vectors


def pieces(text: str, count: int) -> list[str]:
    """At most `count` parts of about equal length that give `text` when joined.

    A part ends with a line if a line ends in its last quarter, else with a word.
    """
    parts: list[str] = []
    start = 0
    for left in range(count, 1, -1):
        size = max(1, (len(text) - start) // left)
        end = start + size
        line = text.rfind("\n", end - size // 4, end)
        word = line if line >= 0 else text.rfind(" ", end - size // 4, end)
        end = word + 1 if word >= 0 else end
        if end >= len(text):
            break
        parts.append(text[start:end])
        start = end
    return [*parts, text[start:]]


def unit(rows: Vectors) -> Vectors:
    """Each row in unit length; rows of zeros stay."""
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 1e-12)


Measured = tuple[Vectors, Sequence[int]]
"""Vectors, and for each text the number of pieces it should have been cut into (1: it fitted)."""


def embed_whole(texts: Sequence[str], embed: Callable[[list[str]], Measured]) -> tuple[Vectors, int]:
    """Vectors of unit length for texts of any length, and how many of the texts had to be cut.

    A text that did not fit is cut and embedded again; its vector is the mean of its pieces'
    vectors, weighted by their length, so nothing is dropped and a short rest counts for little.
    """
    waiting = list(enumerate(texts))
    vectors, needed = embed(list(texts))
    sums = np.zeros((len(texts), vectors.shape[1]), dtype=np.float32)
    cut: set[int] = set()
    while waiting:
        again: list[tuple[int, str]] = []
        for (owner, text), vector, count in zip(waiting, vectors, needed, strict=True):
            if count > 1 and len(text) > 1:
                again.extend((owner, piece) for piece in pieces(text, count))
                cut.add(owner)
            else:
                sums[owner] += vector * max(1, len(text))
        waiting = again
        if waiting:
            vectors, needed = embed([text for _, text in waiting])
    return unit(sums), len(cut)


def encodable(text: str) -> str:
    """The text with `?` for the halves of surrogate pairs, which no tokenizer and no JSON takes."""
    return text.encode("utf-8", "replace").decode("utf-8")
