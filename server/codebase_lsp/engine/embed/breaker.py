"""A circuit breaker: after a failure nobody waits for the same failure again for a while.

The pattern is Nygard's (Release It!, 2007): closed while all is well, open for a cool-down
after a failure, then half open for one attempt that decides.
"""

import threading
import time
from collections.abc import Callable

FIRST_COOL_DOWN, LONGEST_COOL_DOWN = 2.0, 60.0
"""Seconds; doubled with each failure in a row."""


class CircuitBreaker:
    """Thread-safe. Ask `allows` before an attempt and report how it ended."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._closed_again = 0.0

    def allows(self) -> bool:
        """Whether an attempt may be made now. After a cool-down only the first who asks may; the
        others wait for another one, or for that attempt to succeed."""
        with self._lock:
            if not self._failures:
                return True
            if self._clock() < self._closed_again:
                return False
            self._closed_again = self._clock() + self._cool_down()
            return True

    @property
    def seconds_left(self) -> float | None:
        """Until the next attempt is allowed; None while all is well."""
        with self._lock:
            return max(0.0, self._closed_again - self._clock()) if self._failures else None

    def failed(self) -> None:
        with self._lock:
            self._failures += 1
            self._closed_again = self._clock() + self._cool_down()

    def succeeded(self) -> None:
        with self._lock:
            self._failures = 0

    def _cool_down(self) -> float:
        return min(LONGEST_COOL_DOWN, FIRST_COOL_DOWN * 2.0 ** min(self._failures - 1, 10))
