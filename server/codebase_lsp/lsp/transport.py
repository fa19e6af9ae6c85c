"""Standard input and output: claimed for frames alone, read by one thread, written under a lock.

The reader has a thread of its own, so that busy handlers can never keep it from reading,
and it parses JSON there. Everything it finds is handed to the event loop.
"""

import contextlib
import json
import logging
import os
import sys
import threading
from collections.abc import Callable
from typing import Any, BinaryIO, NoReturn

from .framing import FrameTooLarge, read_frame

log = logging.getLogger(__name__)


def claim_stdio() -> tuple[BinaryIO, BinaryIO]:
    """Private streams for frames; descriptors 0 and 1 are pointed elsewhere.

    From here on a stray `print`, or a child process that inherits the descriptors, reads
    nothing and writes to standard error. Duplicated descriptors are not inherited.
    """
    with contextlib.suppress(Exception):
        sys.stdout.flush()
    frames_in, frames_out = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # Standard error is closed.
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
    os.close(nothing)
    return os.fdopen(frames_in, "rb"), os.fdopen(frames_out, "wb")


class LockedWriter:
    """Whole frames, one after the other, whichever thread they come from.

    CPython's buffered writer interleaves what several threads write.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()

    def write(self, data: bytes) -> None:
        with self._lock:
            self._stream.write(data)
            self._stream.flush()

    def close(self) -> None:
        with self._lock:
            self._stream.close()


class Reader(threading.Thread):
    """Reads frames until the stream ends and hands each parsed body to `receive`.

    `reject(message)` is told of bodies that are not JSON; `ended(reason)` is called once.
    All three are called on this thread.
    """

    def __init__(
        self,
        stream: BinaryIO,
        receive: Callable[[Any], None],
        reject: Callable[[str], None],
        ended: Callable[[str], None],
    ) -> None:
        super().__init__(name="codebase-lsp-reader", daemon=True)
        self._stream = stream
        self._receive = receive
        self._reject = reject
        self._ended = ended

    def run(self) -> None:
        reason = "The client closed the connection."
        try:
            while (body := read_frame(self._stream)) is not None:
                self._hand_over(body)
        except FrameTooLarge as error:
            reason = str(error)
            self._reject(reason)
        except Exception as error:
            reason = f"Reading from the client failed: {error}"
        self._ended(reason)

    def _hand_over(self, body: bytes) -> None:
        try:
            value = json.loads(body.decode("utf-8"), parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as error:
            self._reject(f"The message is not JSON: {error}")
        else:
            self._receive(value)


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")
