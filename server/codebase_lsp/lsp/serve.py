"""One server on standard input and output, from claiming the streams to the exit code."""

import asyncio
import logging
import os
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from . import logs
from .failures import PARSE_ERROR
from .server import CodebaseServer
from .transport import LockedWriter, Reader, claim_stdio

EXIT_SECONDS = 1.0
"""Work gets this long to end; then the process ends anyway. What is on disk survives that."""

SWITCH_SECONDS = 0.0005
"""Python's threads take turns this often: with the default of ten times as much, two busy
threads make every message wait tens of milliseconds."""


def serve(level: str = "warning", log_file: Path | None = None, parent: int | None = None) -> int:
    """Serve one client; returns the exit code (0 after `shutdown`, else 1)."""
    frames_in, frames_out = claim_stdio()
    logs.set_up(level, log_file)
    sys.setswitchinterval(SWITCH_SECONDS)
    return asyncio.run(_serve(frames_in, frames_out, parent))


async def _serve(frames_in: BinaryIO, frames_out: BinaryIO, parent: int | None) -> int:
    loop = asyncio.get_running_loop()
    server = CodebaseServer()
    logging.getLogger().addHandler(server.client_log)
    server.protocol.set_writer(LockedWriter(frames_out))
    _stop_on_signals(loop, server)
    if parent is not None:
        server.watch_parent(parent)

    def ended(reason: str) -> None:
        # From this thread, so that not even a stuck event loop keeps the process.
        _end_soon(server)
        server.request_stop(reason)

    def reject(text: str) -> None:
        loop.call_soon_threadsafe(server.protocol.answer_error, None, PARSE_ERROR, text)

    def receive(message: object) -> None:
        loop.call_soon_threadsafe(server.protocol.receive, message)

    Reader(frames_in, receive, reject, ended).start()
    await server.stopped.wait()
    _end_soon(server)
    await server.close()
    return server.exit_code


def _stop_on_signals(loop: asyncio.AbstractEventLoop, server: CodebaseServer) -> None:
    for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK"):
        number = getattr(signal, name, None)
        if number is None:
            continue

        def stop(*_: object, name: str = name) -> None:
            server.request_stop(f"Received {name}.")

        try:
            loop.add_signal_handler(number, stop)
        except (NotImplementedError, RuntimeError):  # Windows.
            with suppress(OSError, ValueError):
                signal.signal(number, stop)


def _end_soon(server: CodebaseServer) -> None:
    """End the process within EXIT_SECONDS, whatever its threads do."""

    def end() -> None:
        os._exit(server.exit_code)

    timer = threading.Timer(EXIT_SECONDS, end)
    timer.daemon = True
    timer.start()
