"""Freed memory goes back to the system."""

import ctypes
import sys


def trim_heap() -> None:
    """Hand the free pages of the C heap back, where the C library can (glibc's malloc_trim).

    What a model of onnxruntime held is freed in small pieces between others, and glibc keeps those
    pages: of 80 MB that a small transformer had taken, 70 stayed with the process.
    """
    if not sys.platform.startswith("linux"):
        return
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError):  # another C library
        return
