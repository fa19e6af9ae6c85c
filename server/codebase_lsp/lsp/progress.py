"""Work-done progress: one begin, throttled reports with rising percentages, one end.

Does nothing when neither the client's capabilities nor a token of its own allow it.
Cancelling in the client's progress view cancels the work's CancelToken.
"""

import asyncio
import logging
import time
import uuid
from typing import TYPE_CHECKING

from lsprotocol import types

from ..engine.cancel import CancelToken
from ..engine.reports import IndexProgress
from ..errors import Paused

if TYPE_CHECKING:
    from .server import CodebaseServer

log = logging.getLogger(__name__)

REPORT_SECONDS = 0.1
"""At least this long between two reports."""
_CREATE_SECONDS = 10.0
_STAGES = {"scanning": (0, 2, "files"), "indexing": (2, 50, "files"), "embedding": (50, 100, "chunks")}
"""From which to which percentage a stage goes, and what it counts."""


class WorkDone:
    """The progress of one piece of work. Use as an async context manager, on the event loop.

    `report` may be called from any thread.
    """

    def __init__(
        self,
        ls: "CodebaseServer",
        title: str,
        cancel: CancelToken,
        client_token: int | str | None = None,
        start_own: bool = True,
    ) -> None:
        self._ls = ls
        self._title = title
        self._cancel = cancel
        self._given = client_token
        self._wanted = client_token is not None or (start_own and ls.client.work_done_progress)
        self._token: int | str | None = None
        self._opening: asyncio.Task[None] | None = None
        self._percentage = 0
        self._reported = 0.0
        self._loop = asyncio.get_running_loop()
        self._closing_words = ""

    async def __aenter__(self) -> "WorkDone":
        if self._given is not None:
            self._begin(self._given)
        elif self._wanted:
            # The work does not wait for the client.
            self._opening = self._loop.create_task(self._create())
        return self

    async def __aexit__(self, _type: object, error: BaseException | None, _trace: object) -> None:
        if self._opening is not None:
            self._opening.cancel()
        if self._token is None:
            return
        words = "failed" if error else self._closing_words
        if self._cancel.cancelled:
            words = "cancelled"
        elif isinstance(error, Paused):
            words = "paused"
        token, self._token = self._token, None
        self._ls.work_done_progress.end(token, types.WorkDoneProgressEnd(message=words or None))
        self._ls.work_done_progress.tokens.pop(token, None)  # pygls keeps them for ever.

    def close_with(self, words: str) -> None:
        """What the client shows when the work has ended well."""
        self._closing_words = words

    def report(self, step: IndexProgress) -> None:
        """Thread-safe and cheap: most steps are dropped."""
        now = time.monotonic()
        if self._wanted and now - self._reported >= REPORT_SECONDS:
            self._reported = now
            self._loop.call_soon_threadsafe(self._send, step)

    async def _create(self) -> None:
        token = str(uuid.uuid4())
        try:
            await asyncio.wait_for(self._ls.work_done_progress.create_async(token), _CREATE_SECONDS)
        except Exception as error:
            log.debug("The client does not show progress: %s", error)
        else:
            self._begin(token)

    def _begin(self, token: int | str) -> None:
        self._token = token
        begin = types.WorkDoneProgressBegin(title=self._title, cancellable=True, percentage=0)
        self._ls.work_done_progress.begin(token, begin)
        self._ls.work_done_progress.tokens[token].add_done_callback(
            lambda future: self._cancel.cancel() if future.cancelled() else None
        )

    def _send(self, step: IndexProgress) -> None:
        if self._token is None:
            return
        low, high, what = _STAGES.get(step.stage, (0, 100, "files"))
        share = min(1.0, step.done / step.total) if step.total else 0.0
        self._percentage = max(self._percentage, int(low + (high - low) * share))
        counts = f" {step.done} of {step.total} {what}" if step.total else ""
        message = step.stage + counts + in_words(step)
        report = types.WorkDoneProgressReport(message=message, percentage=self._percentage)
        self._ls.work_done_progress.report(self._token, report)


def in_words(step: IndexProgress) -> str:
    """What is known of the size of the run: `, 1.2 million tokens, about 40 s left`."""
    if step.seconds_left is None:
        return ""
    thousands = max(1, step.tokens // 1000)
    size = f"{thousands / 1000:.1f} million" if thousands >= 1000 else f"{thousands} thousand"
    seconds = max(1, round(step.seconds_left))
    left = f"{seconds} s" if seconds < 120 else f"{round(seconds / 60)} min"
    return f", about {size} tokens, {left} left"
