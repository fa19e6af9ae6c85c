"""A real process that owns an index, does what it is told through a pipe, and can be killed."""

import contextlib
import faulthandler
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from codebase_lsp.engine.index import update
from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace

_KINDS = multiprocessing.get_all_start_methods()
_CONTEXT: Any = multiprocessing.get_context("forkserver" if "forkserver" in _KINDS else "spawn")
if sys.platform != "win32":
    # Forked from a process that has imported everything and done nothing: a start takes milliseconds.
    _CONTEXT.set_forkserver_preload(["codebase_lsp.engine.workspace"])

Hit = tuple[str, int, int, str, str]


def contents(workspace: Workspace) -> tuple[object, ...]:
    """All that the Base holds, without the numbers that differ from build to build."""
    base = workspace._base
    rows = base.store.chunks([chunk for chunk, _, _ in base.store.chunk_keys()]).values()
    return (
        base.tree().root,
        sorted((row.path, row.start_line, row.end_line, row.canonical_name, row.key) for row in rows),
        base.lexical.documents,
        base.store.counts(),
    )


class Indexer:
    """`ask` does one thing and waits for it; `kill` is SIGKILL, at any time."""

    def __init__(self, root: Path, cache: Path, settings: Settings) -> None:
        self._pipe, theirs = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=_serve, args=(theirs, root, cache, settings))
        self._process.start()
        theirs.close()

    def ask(self, name: str, *arguments: object) -> Any:
        self.tell(name, *arguments)
        failed, result = self._pipe.recv()
        if failed:
            raise AssertionError(f"{name}{arguments}: {result}")
        return result

    def tell(self, name: str, *arguments: object) -> None:
        self._pipe.send((name, arguments))

    def kill(self, after: float = 0.0) -> None:
        """As the system does when memory runs out; `after` seconds from now."""
        time.sleep(after)
        self._process.kill()
        self._process.join()
        self._pipe.close()

    def close(self) -> None:
        self.ask("close")
        self._process.join()
        self._pipe.close()


def _serve(pipe: Connection, root: Path, cache: Path, settings: Settings) -> None:
    faulthandler.enable()
    update.INLINE_FILES = 1000  # the few files here are not worth a worker process
    workspace = Workspace(root, settings, cache)

    def search(words: Iterable[str], modes: Iterable[str]) -> list[Hit]:
        requests = [SearchRequest(word, mode=mode, limit=50) for word in words for mode in modes]
        hits = [hit for request in requests for hit in workspace.search(request).hits]
        return [(h.path, h.start_line, h.end_line, h.snippet, h.checked_against) for h in hits]

    own: dict[str, Callable[..., Any]] = {
        "search": search,
        "contents": lambda: contents(workspace),
        "fresh_paths": workspace._overlay.paths,
        "index": lambda: workspace.index() and None,
        "reindex": lambda: workspace.reindex() and None,
    }
    with contextlib.suppress(EOFError):
        while True:
            name, arguments = pipe.recv()
            try:
                result = (own.get(name) or getattr(workspace, name))(*arguments)
                pipe.send((False, result))
            except Exception as error:
                pipe.send((True, repr(error)))
            if name == "close":
                return
