"""A stand-in for the engine's Workspace, for tests of the handlers alone.

It finds lines that contain the query, in the files below its root and in its buffers.
`hold` makes searches and indexing wait until it is set or the work is cancelled; all calls
are recorded. Tests of the whole use the real engine.
"""

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from codebase_lsp.engine.cancel import CancelToken
from codebase_lsp.engine.files.types import Skipped, SkipReason
from codebase_lsp.engine.plan import Plan, PlannedFile
from codebase_lsp.engine.reports import FolderStatus, IndexProgress, IndexReport
from codebase_lsp.engine.search.types import Hit, IndexState, QuestionInfo, SearchAnswer, SearchRequest, Span
from codebase_lsp.engine.settings import Settings
from codebase_lsp.errors import IndexUnavailable, UnknownFolder


class WorkspaceDouble:
    def __init__(self, root: Path, settings: Settings) -> None:
        if not root.is_dir():
            raise UnknownFolder(f"{root} is not a folder.")
        self.root = root
        self.settings = settings
        self.writable = True
        self.calls: list[str] = []
        self.threads: set[str] = set()
        self.held = 0
        """How many calls are made to wait right now."""
        self.buffers: dict[str, str] = {}
        self.hold = threading.Event()
        self.hold.set()
        self.failure: Exception | None = None
        self.state = "empty"
        self.notice = ""
        self.answering, self.change = "none", ""
        self.requests: list[SearchRequest] = []

    def _enter(self, call: str, cancel: CancelToken | None = None) -> None:
        self.calls.append(call)
        self.threads.add(threading.current_thread().name)
        self.held += 1
        try:
            while not self.hold.is_set():
                if cancel:
                    cancel.check()
                time.sleep(0.002)
        finally:
            self.held -= 1
        if cancel:
            cancel.check()
        if self.failure:
            raise self.failure

    def index(
        self, progress: Callable[[IndexProgress], None] | None = None, cancel: CancelToken | None = None
    ) -> IndexReport:
        if progress:
            for stage, total in (("scanning", 0), ("indexing", 4), ("embedding", 8)):
                for done in range(total + 1):
                    progress(IndexProgress(stage, done, total))
                    self._enter("index", cancel)
        else:
            self._enter("index", cancel)
        self.state = "ready"
        return IndexReport(4, 8, 4, 0, 8, {"binary": 1}, 0.25)

    def reindex(
        self, progress: Callable[[IndexProgress], None] | None = None, cancel: CancelToken | None = None
    ) -> IndexReport:
        self._enter("reindex", cancel)
        return self.index(progress, cancel)

    def search(self, request: SearchRequest, cancel: CancelToken | None = None) -> SearchAnswer:
        self.requests.append(request)
        self._enter("search", cancel)
        texts = {path.name: path.read_text("utf-8") for path in sorted(self.root.glob("*.py"))}
        hits = [
            self._hit(path, number, line, request.query)
            for path, text in (texts | self.buffers).items()
            for number, line in enumerate(text.split("\n"))
            if request.query in line
        ]
        question = QuestionInfo("exact", "literal", (), (request.query,))
        return SearchAnswer(tuple(hits[: request.limit]), question, self.index_state(), {"total": 1.0}, ())

    def search_with(
        self,
        others: Sequence[tuple["WorkspaceDouble", SearchRequest]],
        request: SearchRequest,
        cancel: CancelToken,
    ) -> list[SearchAnswer]:
        return [self.search(request, cancel), *(double.search(wanted, cancel) for double, wanted in others)]

    def _hit(self, path: str, number: int, line: str, query: str) -> Hit:
        column = line.index(query)
        return Hit(
            path,
            number,
            number + 1,
            1.0 / (1 + column),
            {"exact": 0.0},
            ("contains it",),
            None,
            None,
            line + "\n",
            (Span(number, column, number, column + len(query)),),
            "buffer" if path in self.buffers else "disk",
            "00",
        )

    def set_buffer(self, path: str, text: str) -> None:
        self._enter(f"set_buffer {path}")
        self.buffers[path] = text

    def close_buffer(self, path: str) -> None:
        self._enter(f"close_buffer {path}")
        self.buffers.pop(path, None)

    def watch(self, changed: Callable[[], None] | None = None) -> None:
        self.calls.append("watch")

    def hint(self, paths: Iterable[str]) -> None:
        self._enter(f"hint {' '.join(paths)}")

    def plan(self, cancel: CancelToken | None = None) -> Plan:
        self._enter("plan", cancel)
        files = (PlannedFile(path.name, path.stat().st_size, None) for path in sorted(self.root.glob("*.py")))
        return Plan((*files, PlannedFile("logo.png", 9, Skipped("logo.png", SkipReason.BINARY, "NUL bytes"))))

    def pause(self) -> None:
        self.calls.append("pause")
        self.state = "paused"

    def resume(self) -> None:
        self.calls.append("resume")
        self.state = "empty"

    def status(self) -> FolderStatus:
        self._enter("status")
        return FolderStatus(
            self.root,
            self.root / ".index",
            self.index_state(),
            4,
            (),
            {"python": 4},
            "none",
            "off",
            self.notice,
            self.answering,
            self.change,
            0,
            {"n": 1},
        )

    def index_state(self) -> IndexState:
        return IndexState(self.state, 4, 4, 8, 0.0, 1, "00")

    def close(self) -> None:
        self.calls.append("close")
        self.failure = IndexUnavailable("The index was closed.")
        self.hold.set()
