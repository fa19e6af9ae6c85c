"""Edit distance of one word to many at once.

Optimal string alignment (Damerau 1964, without edits inside transposed pairs), by the usual dynamic
programme, each cell of it computed for all words in one numpy operation and only where |i - j| is
within the bound (Ukkonen 1985).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def distances(word: str, others: Sequence[str], bound: int) -> NDArray[np.int16]:
    """Insertions, deletions, substitutions and swaps of neighbours from `word` to each of `others`;
    `bound + 1` for all that is further. Shape (len(others),)."""
    if not others:
        return np.zeros(0, dtype=np.int16)
    width = len(word) + bound
    lengths = np.fromiter(map(len, others), dtype=np.int64, count=len(others))
    padded = "".join(other[:width].ljust(width, "\0") for other in others)
    flat: NDArray[np.uint32] = np.frombuffer(padded.encode("utf-32-le", "replace"), dtype=np.uint32)
    codes = np.reshape(flat, (len(others), width))
    far = np.int16(bound + 1)
    rows = np.full((3, width + 1, len(others)), far, dtype=np.int16)
    """The last three rows of the table: row, column, word."""
    rows[0, : bound + 1] = np.arange(bound + 1, dtype=np.int16)[:, None]
    for i in range(1, len(word) + 1):
        current, before, earlier = rows[i % 3], rows[(i - 1) % 3], rows[(i - 2) % 3]
        current[:] = far
        if i <= bound:
            current[0] = i
        for j in range(max(1, i - bound), min(width, i + bound) + 1):
            same = codes[:, j - 1] == ord(word[i - 1])
            cell = np.minimum(before[j], current[j - 1]) + 1
            np.minimum(cell, before[j - 1] + ~same, out=cell)
            if i > 1 and j > 1:
                swapped = (codes[:, j - 2] == ord(word[i - 1])) & (codes[:, j - 1] == ord(word[i - 2]))
                np.minimum(cell, np.where(swapped, earlier[j - 2] + 1, far), out=cell)
            current[j] = np.minimum(cell, far)
    last = rows[len(word) % 3]
    return np.where(lengths <= width, last[np.minimum(lengths, width), np.arange(len(others))], far)
