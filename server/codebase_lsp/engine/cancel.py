"""Cooperative cancellation: work looks at its token between steps."""

import threading

from ..errors import Cancelled


class CancelToken:
    """Set once by whoever no longer needs the work; thread-safe."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        self._event.set()

    @property
    def cancelled(self) -> bool:
        return self._event.is_set()

    def check(self) -> None:
        """Raise `Cancelled` if the token was set."""
        if self._event.is_set():
            raise Cancelled("The work was cancelled.")
