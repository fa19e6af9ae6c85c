"""Notices that the client's process is gone.

The end of standard input says so too, except while another process, such as a sibling the
client started, still holds the pipe.
"""

import logging
import os
import sys
import threading
import time
from collections.abc import Callable

log = logging.getLogger(__name__)

POLL_SECONDS = 2.0


class ParentWatch(threading.Thread):
    """Calls `gone()` once when the process no longer exists."""

    def __init__(self, process_id: int, gone: Callable[[], None]) -> None:
        super().__init__(name="codebase-lsp-parent", daemon=True)
        self._process_id = process_id
        self._gone = gone

    def run(self) -> None:
        if not is_alive(self._process_id):
            # A client in another container or on another machine has a number that means nothing here.
            log.warning("The client's process %d is not on this system; not watching it.", self._process_id)
            return
        while is_alive(self._process_id):
            time.sleep(POLL_SECONDS)
        self._gone()


def is_alive(process_id: int) -> bool:
    """Whether there is such a process (an ended one that nobody waited for counts)."""
    if process_id <= 0:
        return False
    if sys.platform == "win32":
        return _is_alive_on_windows(process_id)
    try:
        os.kill(process_id, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _is_alive_on_windows(process_id: int) -> bool:
    import ctypes

    synchronize, timed_out = 0x00100000, 0x102
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined]
    handle = kernel.OpenProcess(synchronize, False, process_id)
    if not handle:
        return kernel.GetLastError() == 5  # Access denied: it exists.
    try:
        return kernel.WaitForSingleObject(handle, 0) == timed_out
    finally:
        kernel.CloseHandle(handle)
