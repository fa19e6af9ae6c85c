"""Which thread does what, so that the event loop never waits for the engine.

Each lane is a small executor of its own; pygls' pool is not used. Lanes with one thread
also keep their work in order.
"""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from ..engine.cancel import CancelToken

T = TypeVar("T")


class Executors:
    """The lanes of one server."""

    def __init__(self) -> None:
        self.folders = ThreadPoolExecutor(1, "codebase-folders")
        """Opening and closing folders, in order."""
        self.buffers = ThreadPoolExecutor(1, "codebase-buffers")
        """Unsaved text, in the order it was typed."""
        self.indexing = ThreadPoolExecutor(1, "codebase-indexing")
        """One indexing job at a time; the engine spreads it over processes."""
        self.planning = ThreadPoolExecutor(1, "codebase-planning")
        """Looking at what would be indexed: slow without an index, and searches need not wait for it."""
        self.questions = ThreadPoolExecutor(4, "codebase-questions")
        """Searches and status."""

    def close(self) -> None:
        """Drop what has not started; what runs is told by its CancelToken."""
        for lane in (self.indexing, self.planning, self.questions, self.buffers, self.folders):
            lane.shutdown(wait=False, cancel_futures=True)


async def run_in(lane: Executor, work: Callable[[], T]) -> T:
    """`work()` on a thread of `lane`. Cancelling drops it if it has not started."""
    return await asyncio.get_running_loop().run_in_executor(lane, work)


@contextmanager
def cancelling(token: CancelToken) -> Iterator[CancelToken]:
    """Tell `token` when the coroutine inside is cancelled; its threads look at it."""
    try:
        yield token
    except asyncio.CancelledError:
        token.cancel()
        raise
