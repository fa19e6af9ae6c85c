"""Opening the Base of a folder that another process may be making, or leaving, at this moment."""

import time

from ...errors import IndexUnavailable
from ..embed.cache import VectorCache
from ..settings import Settings
from .base import Base
from .directory import IndexDirectory
from .ingest import recipe

_PATIENCE = 5.0


def open_base(directory: IndexDirectory, settings: Settings, cache: VectorCache | None) -> tuple[Base, bool]:
    """The Base, and whether this process is its writer. Raises IndexUnavailable."""
    writable = directory.lock.acquire()
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            return Base(directory.path, recipe(settings), settings, cache, writable=writable), writable
        except IndexUnavailable:
            # The writer may be making the index right now, or may just have gone away.
            if writable or time.monotonic() > deadline:
                raise
            time.sleep(0.05)
            writable = directory.lock.acquire()
