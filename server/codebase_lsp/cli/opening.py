"""A folder opened for one command, and its indexing shown on the terminal."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..engine.reports import IndexProgress, IndexReport
from ..engine.workspace import Workspace
from ..errors import IndexUnavailable


@contextmanager
def opened(folder: Path) -> Iterator[Workspace]:
    """The Workspace of `folder`, closed afterwards. Raises UnknownFolder, IndexUnavailable."""
    workspace = Workspace(root_of(folder))
    try:
        yield workspace
    finally:
        workspace.close()


def root_of(folder: Path) -> Path:
    """`folder` as the engine and results name it: absolute, links kept."""
    return Path.cwd() / folder.expanduser()


def bring_up_to_date(workspace: Workspace, rebuild: bool = False) -> IndexReport:
    """Index with a bar on standard error if that is a terminal."""
    if not workspace.writable:
        sys.stderr.write("Another process keeps this index up to date; using what it has published.\n")
        if rebuild:
            raise IndexUnavailable("The index cannot be rebuilt while another process writes it.")
    work = workspace.reindex if rebuild else workspace.index
    if not sys.stderr.isatty():
        return work()
    try:
        return work(_draw)
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def _draw(step: IndexProgress) -> None:
    width = min(40, max(10, shutil.get_terminal_size().columns - 45))
    full = width * step.done // step.total if step.total else 0
    counts = f"{step.done}/{step.total}" if step.total else ""
    sys.stderr.write(f"\r\x1b[K[{'#' * full}{'.' * (width - full)}] {step.stage} {counts}")
    sys.stderr.flush()
