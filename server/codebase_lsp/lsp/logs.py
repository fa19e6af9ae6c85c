"""Where log records go: standard error, a file if wished, and the client's log."""

import asyncio
import logging
import sys
from collections.abc import Callable
from pathlib import Path

from lsprotocol.types import LogMessageParams, MessageType

LEVELS = {
    "error": logging.ERROR,
    "warning": logging.WARNING,
    "info": logging.INFO,
    "debug": logging.DEBUG,
}


def set_up(level: str, file: Path | None) -> None:
    """`level` is for standard error and the file; the client always gets `info` and above.

    Keep standard error quiet: some clients never read it, and a full pipe blocks.
    """
    root = logging.getLogger()
    root.setLevel(logging.WARNING)
    logging.getLogger("codebase_lsp").setLevel(min(LEVELS[level], logging.INFO))
    # pygls logs every message it sends, whole.
    logging.getLogger("pygls").setLevel(logging.WARNING)
    layout = logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    handlers: list[logging.Handler] = [logging.StreamHandler(sys.stderr)]
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        handlers.append(logging.FileHandler(file, encoding="utf-8"))
    for handler in handlers:
        handler.setLevel(LEVELS[level])
        handler.setFormatter(layout)
        root.addHandler(handler)


class ClientLog(logging.Handler):
    """Sends records to the client as `window/logMessage`, from `initialized` on.

    Records of pygls are refused: sending one makes pygls log, which would be sent, and so on.
    """

    def __init__(self, send: Callable[[LogMessageParams], None]) -> None:
        super().__init__(logging.INFO)
        self._send = send
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Begin to send. Called on the event loop."""
        self._loop = asyncio.get_running_loop()

    def emit(self, record: logging.LogRecord) -> None:
        loop = self._loop
        if loop is None or not record.name.startswith("codebase_lsp") or loop.is_closed():
            return
        try:
            loop.call_soon_threadsafe(
                self._send, LogMessageParams(_type(record.levelno), record.getMessage())
            )
        except RuntimeError:  # The loop was closed just now.
            pass


def _type(level: int) -> MessageType:
    if level >= logging.ERROR:
        return MessageType.Error
    return MessageType.Warning if level >= logging.WARNING else MessageType.Info
