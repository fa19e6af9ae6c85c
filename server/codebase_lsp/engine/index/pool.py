"""Worker processes for what keeps Python busy, so that answering stays quick.

Spawned, never forked: a forked child would keep the index lock of a killed parent alive. A spawned
one imports the main module of its parent, which fails where that module is gone or broken.
"""

import contextlib
import gc
import logging
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.synchronize import Event
from typing import TypeVar

from ..cancel import CancelToken

Task = TypeVar("Task")
Result = TypeVar("Result")

_log = logging.getLogger(__name__)
_ALLOCATIONS_BETWEEN_COLLECTIONS = 50_000
_FAILED_STARTS = 2
"""After so many starts in a row without a worker that works there will be none."""


_THREADS_OF_LIBRARIES = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
)
"""Where numerical libraries read how many threads they may have, when they are loaded."""


def _start_worker(started: Event) -> None:
    """Be polite, and do not outlive the server, however it dies."""
    started.set()
    # What a worker makes holds few cycles: looking for them as often as usual takes up to a tenth of
    # its time.
    gc.freeze()
    gc.set_threshold(_ALLOCATIONS_BETWEEN_COLLECTIONS, 20, 20)
    for name in _THREADS_OF_LIBRARIES:  # Else each worker takes all processors, whatever their number.
        os.environ.setdefault(name, "1")
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
    """Processes start with the first batch and end with `close`: their memory comes back.

    Where none can start, the work is done in this process: slower, but done.
    """

    def __init__(self, workers: int) -> None:
        self._workers = max(1, workers)
        self._executor: ProcessPoolExecutor | None = None
        self._started: Event | None = None
        """Set by the first worker of the executor."""
        self._failed_starts = 0
        """In a row."""

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
        pending: deque[tuple[list[Task], Future[list[Result]] | None]] = deque()
        source = iter(batches)
        while True:
            cancel.check()
            while len(pending) < 2 * self._workers and (batch := next(source, None)) is not None:
                pending.append((batch, self._submit(work, batch)))
            if not pending:
                return
            batch, future = pending.popleft()
            try:
                yield work(batch) if future is None else _await(future, cancel)
            except BrokenProcessPool:
                if self._has_started():
                    yield self._one_by_one(work, batch, cancel, on_crash)
                else:
                    pending.appendleft((batch, None))
                pending = deque((later, self._submit(work, later)) for later, _ in pending)

    def _submit(
        self, work: Callable[[list[Task]], list[Result]], batch: list[Task]
    ) -> Future[list[Result]] | None:
        """None where the work is to be done in this process."""
        if self._failed_starts >= _FAILED_STARTS:
            return None
        try:
            if self._executor is None:
                context = multiprocessing.get_context("spawn")
                self._started = context.Event()
                self._executor = ProcessPoolExecutor(
                    self._workers, mp_context=context, initializer=_start_worker, initargs=(self._started,)
                )
            with _uninterrupted():
                return self._executor.submit(work, batch)
        except (BrokenProcessPool, OSError) as error:
            broken: Future[list[Result]] = Future()
            broken.set_exception(BrokenProcessPool(f"no worker: {error}"))
            return broken

    def _has_started(self) -> bool:
        """Whether the processes that broke had worked at all; takes leave of them."""
        has_started = self._started is not None and self._started.is_set()
        self.close()
        self._failed_starts = 0 if has_started else self._failed_starts + 1
        if self._failed_starts == _FAILED_STARTS:
            _log.warning("worker processes do not start: indexing goes on in this one, and is slower")
        return has_started

    def _one_by_one(
        self,
        work: Callable[[list[Task]], list[Result]],
        batch: list[Task],
        cancel: CancelToken,
        on_crash: Callable[[Task], Result | None],
    ) -> list[Result]:
        results: list[Result] = []
        waiting = deque(batch)
        while waiting:
            task = waiting[0]
            future = self._submit(work, [task])
            try:
                results.extend(work([task]) if future is None else _await(future, cancel))
            except BrokenProcessPool:
                if not self._has_started():
                    continue
                fallback = on_crash(task)
                if fallback is not None:
                    results.append(fallback)
            waiting.popleft()
        return results

    def close(self) -> None:
        """End the processes; running work is abandoned. The pool can be used again."""
        executor, self._executor, self._started = self._executor, None, None
        if executor is not None:
            executor.shutdown(wait=False, cancel_futures=True)


@contextlib.contextmanager
def _uninterrupted() -> Generator[None, None, None]:
    """Processes started meanwhile never see an interrupt from the terminal: they end with their parent,
    who gets it as soon as this is over."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _await(future: "Future[list[Result]]", cancel: CancelToken) -> list[Result]:
    while True:
        try:
            return future.result(timeout=0.1)
        except FutureTimeoutError:  # before Python 3.11 not the built-in one
            if future.done():
                raise
            cancel.check()
