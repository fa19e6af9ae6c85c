"""The kernel's queue of file events on Linux, inotify(7), through watchdog's bindings.

watchdog's own recursive emitter would also watch each ignored directory, its plain one costs a
thread per directory, and neither reports an overflow in all its versions. So directories are
added here one by one, and read by one thread.
"""

import ctypes
import errno
import os
import select
import struct
import threading

_HEADER = struct.Struct("iIII")
_BUFFER = 128 * 1024
_REASONS = {
    errno.ENOSPC: "no more inotify watches (see fs.inotify.max_user_watches)",
    errno.EMFILE: "no more inotify instances (see fs.inotify.max_user_instances)",
    errno.ENFILE: "no more file descriptors on this machine",
}

MODIFY, ATTRIB, CLOSE_WRITE = 0x2, 0x4, 0x8
MOVED_FROM, MOVED_TO, CREATE, DELETE = 0x40, 0x80, 0x100, 0x200
DELETE_SELF, MOVE_SELF, UNMOUNT, OVERFLOW, IGNORED = 0x400, 0x800, 0x2000, 0x4000, 0x8000
ONLYDIR, DONT_FOLLOW, EXCL_UNLINK = 0x1000000, 0x2000000, 0x4000000
MASK_ADD, ISDIR = 0x20000000, 0x40000000


class WatchUnavailable(Exception):
    """This system cannot watch (more) directories; the message is the reason for people."""


class Inotify:
    """One queue. `add` and `remove` from any thread, `read` from one. OSError as the kernel gives it."""

    def __init__(self) -> None:
        """Raises WatchUnavailable."""
        try:
            from watchdog.observers import inotify_c
        except Exception as error:  # watchdog's own error if the C library has no inotify
            raise WatchUnavailable("this system has no inotify") from error
        self._c = inotify_c
        self._lock = threading.Lock()
        descriptor = inotify_c.inotify_init()
        if descriptor < 0:
            raise _unavailable(ctypes.get_errno())
        try:
            self._closing, self._closed = os.pipe()
        except OSError as error:
            os.close(descriptor)
            raise _unavailable(error.errno or 0) from error
        self._descriptor = descriptor
        os.set_inheritable(descriptor, False)
        os.set_blocking(descriptor, False)
        self._open = True
        self._poll = select.poll()
        self._poll.register(descriptor, select.POLLIN)
        self._poll.register(self._closing, select.POLLIN)

    def add(self, path: str, mask: int) -> int | None:
        """Watch one directory. → its descriptor, None if it is gone or forbidden.

        Raises WatchUnavailable at the system's limits. A directory watched already keeps
        its descriptor.
        """
        with self._lock:
            if not self._open:
                return None
            descriptor = int(self._c.inotify_add_watch(self._descriptor, os.fsencode(path), mask))  # pyright: ignore[reportArgumentType]
            if descriptor >= 0:
                return descriptor
            number = ctypes.get_errno()
        if number in _REASONS:
            raise _unavailable(number)
        return None

    def remove(self, watch: int) -> None:
        """No error if it has gone by itself."""
        with self._lock:
            if self._open:
                self._c.inotify_rm_watch(self._descriptor, watch)  # pyright: ignore[reportArgumentType]

    def read(self) -> list[tuple[int, int, str]]:
        """Waits for events. → (descriptor, mask, name) of each; empty when the queue was stopped."""
        while True:
            ready = {descriptor for descriptor, _ in self._poll.poll()}
            if self._closing in ready:
                return []
            try:
                data = os.read(self._descriptor, _BUFFER)
            except BlockingIOError:
                continue
            return list(_events(data))

    def stop(self) -> None:
        """`read` returns at once from now on."""
        with self._lock:
            if self._open:
                os.write(self._closed, b".")

    def close(self) -> None:
        """After the last `read` has returned. The kernel drops all watches."""
        with self._lock:
            if self._open:
                self._open = False
                for descriptor in (self._descriptor, self._closing, self._closed):
                    os.close(descriptor)


def _events(data: bytes) -> "list[tuple[int, int, str]]":
    found: list[tuple[int, int, str]] = []
    position = 0
    while position + _HEADER.size <= len(data):
        watch, mask, _cookie, length = _HEADER.unpack_from(data, position)
        position += _HEADER.size
        name = data[position : position + length].rstrip(b"\0")
        found.append((watch, mask, os.fsdecode(name)))
        position += length
    return found


def _unavailable(number: int) -> WatchUnavailable:
    return WatchUnavailable(_REASONS.get(number) or os.strerror(number))
