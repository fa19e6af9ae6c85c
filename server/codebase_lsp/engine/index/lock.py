"""One writer per index, by a lock that the operating system releases when its owner dies."""

import os
import sys
from pathlib import Path


class WriterLock:
    """Not a PID file: nothing is left behind by a kill. Held until `release`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None

    def acquire(self) -> bool:
        """Try once. → whether this process is the writer now."""
        if self._file is not None:
            return True
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        if _lock(file):
            self._file = file
            return True
        os.close(file)
        return False

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)  # closing releases
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
