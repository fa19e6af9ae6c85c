"""The int8 rows of a vector table, in a nameless file that is mapped, not in the heap.

Of a large table each question reads only the candidates. The system keeps as many pages of the file
in memory as it has room for and takes them back without asking. The file has no name (Windows:
it goes with its last handle), so that nothing is left of it however the process ends.
"""

import logging
import mmap
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_log = logging.getLogger(__name__)


class Rows:
    """Written by one thread at a time, read by any: rows that were put are never written again."""

    def __init__(self, dimensions: int, capacity: int, directory: Path | None) -> None:
        """The file lies in `directory`; without one, or where none can be made, the rows are in memory."""
        self._dimensions = dimensions
        self._file = None
        if directory is not None:
            try:
                self._file = tempfile.TemporaryFile(prefix="rows-", dir=directory, buffering=0)  # noqa: SIM115
            except OSError as error:
                _in_memory(error)
        self.values: NDArray[np.int8] = np.zeros((0, dimensions), dtype=np.int8)
        """Shape (capacity, dimensions). Replaced by a larger one that begins the same."""
        self.reserve(capacity)

    @property
    def in_memory(self) -> bool:
        return self._file is None

    def reserve(self, capacity: int) -> None:
        """Room for so many rows."""
        if self._file is not None:
            try:
                size = capacity * self._dimensions
                self._file.truncate(size)
                view = mmap.mmap(self._file.fileno(), size, access=mmap.ACCESS_READ)
            except OSError as error:
                self._leave_file(error)
            else:
                self.values = np.ndarray((capacity, self._dimensions), np.int8, view)
                return
        larger = np.zeros((capacity, self._dimensions), dtype=np.int8)
        larger[: len(self.values)] = self.values
        self.values = larger

    def put(self, start: int, rows: NDArray[np.int8]) -> None:
        """Write rows from position `start` on; there is room for them.

        Through the file and not through the mapping: a full disk is then an error, not a signal.
        """
        if self._file is not None:
            try:
                self._file.seek(start * self._dimensions)
                left = memoryview(rows.tobytes())
                while left:
                    left = left[self._file.write(left) :]
                return
            except OSError as error:
                self._leave_file(error)
        self.values[start : start + len(rows)] = rows

    def _leave_file(self, error: OSError) -> None:
        _in_memory(error)
        self.values, self._file = np.array(self.values), None


def _in_memory(error: OSError) -> None:
    _log.warning("Vectors are kept in memory; no file could be used for them: %s", error)
