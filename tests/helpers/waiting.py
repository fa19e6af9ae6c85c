"""Waiting for what happens in other threads and processes."""

import time
from collections.abc import Callable

PATIENCE = 30.0
"""Seconds a busy machine may need; no test asserts how fast it is."""


def soon(condition: Callable[[], bool], patience: float = PATIENCE) -> None:
    deadline = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)
