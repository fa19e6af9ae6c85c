"""Keeping an index in step with its folder while files change.

A change is searchable at once: the file goes to the Overlay as soon as the watcher names it.
A moment later, when it is quiet, it is merged into the Base. Many changes at a time, a git
operation, other ignore rules or lost events mean: compare the whole folder.
"""

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

from ..errors import Cancelled, CodebaseError
from .files.changes import Changes
from .files.git_state import git_is_writing, read_git_state
from .files.ignore import IgnoreRules
from .files.watch import FolderWatcher

_log = logging.getLogger(__name__)

MANY = 200
"""More changed files than this are compared with a walk over the folder."""
SEVERAL = 20
"""More changed files than this while git holds its lock are the first of a checkout's: it is waited for."""
MERGE_AFTER = 1.0
"""Seconds of quiet before fresh files move from the Overlay to the Base."""
RECONCILE_AFTER = 900.0
"""Seconds without any event after which the folder is compared all the same."""

TIDY_EVERY = 15.0
"""Seconds between two looks for idle memory to give back and stopped work to resume."""


class Living(Protocol):
    """What this needs of a workspace."""

    root: Path
    writable: bool

    @property
    def rules(self) -> IgnoreRules: ...

    def forget_rules(self) -> None: ...

    def refresh(self, paths: Iterable[str]) -> None: ...

    def merge(self, paths: Iterable[str]) -> bool: ...

    def reconcile(self) -> bool: ...

    def tidy(self) -> None: ...


class LivingIndex:
    """From `start` to `stop`; one thread of its own beside the watcher's."""

    def __init__(
        self, workspace: Living, changed: Callable[[], None] | None = None, merge_after: float = MERGE_AFTER
    ) -> None:
        """`changed` is called, in a thread of this, whenever the index has followed a change."""
        self._workspace = workspace
        self._changed = changed or (lambda: None)
        self._merge_after = merge_after
        self._queue: queue.SimpleQueue[Changes | None] = queue.SimpleQueue()
        self._watcher = FolderWatcher(workspace.root, lambda: workspace.rules, self._queue.put)
        self._thread = threading.Thread(target=self._run, name="living-index", daemon=True)
        self._pending: dict[str, None] = {}
        self._all_pending = False
        self._git = read_git_state(workspace.root)
        self._stopping = threading.Event()

    @property
    def state(self) -> str:
        """`watching`, `polling: ` and why, `starting` or `stopped`."""
        return self._watcher.state

    def start(self) -> None:
        """From the return of this on every change is noticed; walk the folder after it."""
        self._watcher.start()
        self._thread.start()

    def hint(self, paths: Iterable[str]) -> None:
        """Somebody else says that these files may have changed."""
        self._watcher.hint(paths)

    def stop(self) -> None:
        """What is not merged yet is found by the walk at the next start."""
        self._stopping.set()
        self._watcher.stop()
        self._queue.put(None)
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(5.0)

    def _run(self) -> None:
        last = time.monotonic()
        while not self._stopping.is_set():
            waiting = self._pending or self._all_pending
            try:
                changes = self._queue.get(timeout=self._merge_after if waiting else TIDY_EVERY)
            except queue.Empty:
                if waiting or time.monotonic() - last > RECONCILE_AFTER:
                    last = time.monotonic()
                    self._guarded(self._quiet)
                else:
                    self._guarded(self._workspace.tidy)
                continue
            last = time.monotonic()
            if changes is not None:
                self._guarded(lambda c=changes: self._follow(c))

    def _guarded(self, step: Callable[[], None]) -> None:
        """A disk that is full or a file that cannot be read must not end the watching."""
        try:
            step()
            self._changed()
        except Cancelled:
            self._stopping.set()
        except CodebaseError as error:
            _log.warning("The index of %s did not follow a change: %s", self._workspace.root, error)
        except Exception:
            _log.exception("The index of %s did not follow a change", self._workspace.root)

    def _follow(self, changes: Changes) -> None:
        if changes.rules:
            self._workspace.forget_rules()
            self._watcher.follow_rules()
        whole = changes.reconcile or changes.rules or changes.directories or len(changes.files) > MANY
        if changes.git:
            now = read_git_state(self._workspace.root)
            before, self._git = self._git, now
            whole = whole or (now and now.fingerprint()) != (before and before.fingerprint())
        if len(changes.files) > SEVERAL and git_is_writing(self._workspace.root):
            self._all_pending = True
            return
        if whole or self._all_pending:
            self._all_pending = True
            self._catch_up()
            if self._all_pending and len(changes.files) <= MANY:  # not now; let at least these be found
                self._workspace.refresh(changes.files)
            return
        self._workspace.refresh(changes.files)
        self._pending.update(dict.fromkeys(changes.files))
        if len(self._pending) > MANY:
            self._catch_up()

    def _quiet(self) -> None:
        if not self._pending:
            self._all_pending = True
        self._catch_up()

    def _catch_up(self) -> None:
        """Merge, or compare the whole folder; what cannot be done now stays pending."""
        if self._all_pending:
            self._all_pending = not self._workspace.reconcile()
            if not self._all_pending:
                self._pending.clear()
        elif self._workspace.merge(self._pending):
            self._pending.clear()
        elif self._workspace.writable:
            self._all_pending = True
