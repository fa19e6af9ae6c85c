"""The workspace folders of one client: one engine Workspace for each outermost folder.

A folder inside another one is covered by the outer one and not indexed twice. Folders that
are not on a disk (`vscode-vfs:` and the like) are ignored.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import TypeVar

from ..engine.cancel import CancelToken
from ..engine.settings import Settings
from ..engine.workspace import Workspace
from ..errors import UnknownFolder
from .convert import path_of_uri, relative_to, uri_of_path
from .executors import Executors, run_in

log = logging.getLogger(__name__)

T = TypeVar("T")

OpenWorkspace = Callable[[Path, Settings], Workspace]


class Folder:
    """One outermost folder; `workspace()` waits until it is open."""

    def __init__(self, root: Path, opened: "asyncio.Task[Workspace]") -> None:
        self.root = root
        self.uri = uri_of_path(root)
        self.real = root
        """Without symbolic links, once it is open; editors name files either way."""
        self.job = CancelToken()
        """Cancelled when the folder is closed; stops its background indexing."""
        self._opened = opened

    async def workspace(self) -> Workspace:
        """Raises UnknownFolder or IndexUnavailable if it could not be opened."""
        return await asyncio.shield(self._opened)


class Folders:
    """What the client declared, and what is open because of it. Used on the event loop only."""

    def __init__(self, executors: Executors, open_workspace: OpenWorkspace, settings: Settings) -> None:
        self._executors = executors
        self._open_workspace = open_workspace
        self._settings = settings
        self._declared: dict[Path, None] = {}
        self._open: dict[Path, Folder] = {}
        self._closing: dict[Path, asyncio.Task[None]] = {}

    def __iter__(self) -> Iterator[Folder]:
        return iter(list(self._open.values()))

    def change(self, added: Iterable[str], removed: Iterable[str]) -> list[Folder]:
        """Declare and withdraw folders by URI. Returns the folders opened by this."""
        for uri in removed:
            if path := path_of_uri(uri):
                self._declared.pop(path, None)
        for uri in added:
            if path := path_of_uri(uri):
                self._declared[path] = None
            else:
                log.info("The folder %s is not on a disk and is ignored.", uri)
        wanted = [path for path in self._declared if not self._covered(path)]
        for path in [path for path in self._open if path not in wanted]:
            self._close(self._open.pop(path))
        return [self._start(path) for path in wanted if path not in self._open]

    def reopen(self, settings: Settings) -> list[Folder]:
        """Open every folder again, with other settings."""
        self._settings = settings
        for path in list(self._open):
            self._close(self._open.pop(path))
        return self.change((), ())

    def close(self) -> "list[asyncio.Task[None]]":
        """Close every folder; the tasks end when they are closed."""
        for folder in self:
            self._close(folder)
        self._open.clear()
        self._declared.clear()
        return list(self._closing.values())

    def locate(self, uri: str) -> tuple[Folder, str] | None:
        """The folder a document lies in and its path there; None when it lies in none."""
        path = path_of_uri(uri)
        for folder in self._open.values():
            for root in (folder.root, folder.real):
                if path and (relative := relative_to(path, root)):
                    return folder, relative
        return None

    def resolve(self, uri: str) -> tuple[Folder, str]:
        """The open folder that is or contains the folder `uri`, and the path inside (`""`: itself).

        Raises UnknownFolder.
        """
        path = path_of_uri(uri)
        for folder in self._open.values():
            if path in (folder.root, folder.real):
                return folder, ""
        if located := self.locate(uri):
            return located
        raise UnknownFolder(f"{uri} is not in a folder of this workspace.")

    async def ask(self, folder: Folder, lane: Executor, work: Callable[[Workspace], T]) -> T:
        """`work(workspace)` on a thread of `lane`.

        If the folder is closed meanwhile (other settings open it again), the one in its
        place is asked. Raises UnknownFolder if there is none, and what `work` raises.
        """
        while True:
            try:
                workspace = await folder.workspace()
                return await run_in(lane, lambda w=workspace: work(w))
            except Exception:
                current = self._open.get(folder.root)
                if current is folder:
                    raise
                if current is None:
                    raise UnknownFolder(f"{folder.root} was closed.") from None
                folder = current

    async def ask_together(
        self,
        folders: Iterable[Folder],
        lane: Executor,
        work: Callable[[Mapping[Path, Workspace]], Mapping[Path, "T | Exception"]],
    ) -> "list[T | BaseException]":
        """`work(workspaces by root)` on a thread of `lane` → what it gives for each folder, or why that
        one cannot be asked. As in `ask`, what was opened again meanwhile is asked again."""
        asked = list(folders)
        while True:
            opened = await asyncio.gather(*(f.workspace() for f in asked), return_exceptions=True)
            outcomes: dict[Path, T | BaseException] = {
                folder.root: each
                for folder, each in zip(asked, opened, strict=True)
                if isinstance(each, BaseException)
            }
            ready = {
                folder.root: each
                for folder, each in zip(asked, opened, strict=True)
                if not isinstance(each, BaseException)
            }
            if ready:
                outcomes |= await run_in(lane, lambda w=ready: work(w))
            failed = [folder for folder in asked if isinstance(outcomes[folder.root], BaseException)]
            if not any(self._open.get(folder.root) not in (folder, None) for folder in failed):
                break
            asked = [self._open.get(folder.root) or folder for folder in asked]
        for folder in failed:
            if folder.root not in self._open:
                outcomes[folder.root] = UnknownFolder(f"{folder.root} was closed.")
        return [outcomes[folder.root] for folder in asked]

    def _covered(self, path: Path) -> bool:
        return any(other in path.parents for other in self._declared)

    def _start(self, root: Path) -> Folder:
        settings = self._settings
        before = self._closing.get(root)

        async def opening() -> Workspace:
            if before is not None:  # It still holds the index.
                await asyncio.wait([before])
            folder.real = await run_in(self._executors.folders, root.resolve)
            return await run_in(self._executors.folders, lambda: self._open_workspace(root, settings))

        task = asyncio.get_running_loop().create_task(opening())
        task.add_done_callback(lambda done: _log_failure(root, done))
        folder = self._open[root] = Folder(root, task)
        return folder

    def _close(self, folder: Folder) -> None:
        folder.job.cancel()

        async def close() -> None:
            try:
                workspace = await folder.workspace()
            except Exception:
                return
            await run_in(self._executors.folders, workspace.close)

        task = asyncio.get_running_loop().create_task(close())
        self._closing[folder.root] = task

        def forget(_: object) -> None:
            if self._closing.get(folder.root) is task:
                del self._closing[folder.root]

        task.add_done_callback(forget)


def _log_failure(root: Path, task: "asyncio.Task[Workspace]") -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("The folder %s cannot be opened: %s", root, error)
