"""Opening files of an unknown tree: regular files only, no links, no waiting, a size limit."""

import os
import stat
from pathlib import Path

_OPEN_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NONBLOCK", 0)  # Opening a FIFO would otherwise wait for its writer.
    | getattr(os, "O_NOCTTY", 0)
)


class NotRegularFileError(OSError):
    """A directory, a symbolic link, a device, a socket or a FIFO."""


class FileTooLargeError(OSError):
    """The file has more than the allowed bytes; `size` says how many."""

    def __init__(self, size: int) -> None:
        super().__init__(f"{size} bytes")
        self.size = size


def read_regular_file(path: str | Path, limit: int, *, follow: bool = False) -> bytes:
    """The content, at most `limit` bytes.

    `follow` allows the last part of the path to be a symbolic link. Raises OSError (the two
    classes above among them) and ValueError for a path no file can have.
    """
    if not follow and not hasattr(os, "O_NOFOLLOW") and Path(path).is_symlink():
        raise NotRegularFileError("symbolic link")
    flags = _OPEN_FLAGS if follow else _OPEN_FLAGS | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags)
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise NotRegularFileError("not a regular file")
        if status.st_size > limit:
            raise FileTooLargeError(status.st_size)
        # One byte more than stated: files in /proc state 0, others may be growing.
        data = file.read(status.st_size + 1) or b""
        while len(data) > status.st_size and len(data) <= limit:
            more = file.read(limit + 1 - len(data))
            if not more:
                break
            data += more
        if len(data) > limit:
            raise FileTooLargeError(len(data))
        return data
