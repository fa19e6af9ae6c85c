"""Work for worker processes in tests: importable by name in a spawned process."""

import os
import signal
import threading
import time
from pathlib import Path


def double(numbers: list[int]) -> list[int]:
    return [2 * number for number in numbers]


def double_or_die(numbers: list[int]) -> list[int]:
    """Dies without a word on 13, as a crashing native parser would."""
    if 13 in numbers:
        os._exit(139)
    return double(numbers)


def fail(numbers: list[int]) -> list[int]:
    raise ValueError("this is a bug")


def sleep_long(numbers: list[int]) -> list[int]:
    time.sleep(60)
    return numbers


def process_id(numbers: list[int]) -> list[int]:
    return [os.getpid()]


def threads_after_a_product(numbers: list[int]) -> list[int]:
    """How many threads of native code numpy's linear algebra has, after it had cause to start them."""
    import numpy as np

    before = _native_threads()
    square = np.ones((400, 400), dtype=np.float32)
    _ = square @ square
    return [max(before, _native_threads())]


def _native_threads() -> int:
    return len(list(Path("/proc/self/task").iterdir())) - threading.active_count()


def blocks_interrupts(numbers: list[int]) -> list[int]:
    return [int(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))]
