"""Worker processes for what keeps Python busy, so that answering stays quick.

Spawned, never forked: a forked child would keep the index lock of a killed parent alive.
"""

import contextlib
import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from ..cancel import CancelToken

Task = TypeVar("Task")
Result = TypeVar("Result")


def _start_worker() -> None:
    """Be polite, and do not outlive the server, however it dies."""
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(5)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def leave_with_parent() -> None:
            parent.join()
            os._exit(0)

        threading.Thread(target=leave_with_parent, daemon=True).start()


class WorkerPool:
    """Processes start with the first batch and end with `close`: their memory comes back."""

    def __init__(self, workers: int) -> None:
        self._workers = max(1, workers)
        self._executor: ProcessPoolExecutor | None = None

    def map(
        self,
        work: Callable[[list[Task]], list[Result]],
        batches: Iterable[list[Task]],
        cancel: CancelToken,
        on_crash: Callable[[Task], Result | None],
    ) -> Iterator[list[Result]]:
        """Results batch by batch, in order, a few batches ahead of the caller.

        A batch whose worker dies is done again task by task; a task that kills its worker
        again is given to `on_crash`. Raises Cancelled, and whatever `work` raises.
        """
        pending: deque[tuple[list[Task], Future[list[Result]]]] = deque()
        source = iter(batches)
        while True:
            cancel.check()
            while len(pending) < 2 * self._workers and (batch := next(source, None)) is not None:
                pending.append((batch, self._submit(work, batch)))
            if not pending:
                return
            batch, future = pending.popleft()
            try:
                yield _await(future, cancel)
            except BrokenProcessPool:
                self.close()
                yield self._one_by_one(work, batch, on_crash)
                pending = deque((later, self._submit(work, later)) for later, _ in pending)

    def _submit(self, work: Callable[[list[Task]], list[Result]], batch: list[Task]) -> Future[list[Result]]:
        if self._executor is None:
            self._executor = ProcessPoolExecutor(
                self._workers, mp_context=multiprocessing.get_context("spawn"), initializer=_start_worker
            )
        try:
            return self._executor.submit(work, batch)
        except BrokenProcessPool:
            broken: Future[list[Result]] = Future()
            broken.set_exception(BrokenProcessPool("a worker died"))
            return broken

    def _one_by_one(
        self,
        work: Callable[[list[Task]], list[Result]],
        batch: list[Task],
        on_crash: Callable[[Task], Result | None],
    ) -> list[Result]:
        results: list[Result] = []
        for task in batch:
            try:
                results.extend(self._submit(work, [task]).result())
            except BrokenProcessPool:
                self.close()
                fallback = on_crash(task)
                if fallback is not None:
                    results.append(fallback)
        return results

    def close(self) -> None:
        """End the processes; running work is abandoned. The pool can be used again."""
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(wait=False, cancel_futures=True)


def _await(future: "Future[list[Result]]", cancel: CancelToken) -> list[Result]:
    while True:
        try:
            return future.result(timeout=0.1)
        except FutureTimeoutError:  # before Python 3.11 not the built-in one
            if future.done():
                raise
            cancel.check()
