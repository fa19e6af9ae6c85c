"""Where an index lives: outside the workspace, private, one directory per folder.

All of it is a cache and may be deleted at any time.
"""

import hashlib
import os
import re
from pathlib import Path

from ...errors import IndexUnavailable, UnknownFolder
from ..cache_directory import default_cache_dir
from .lock import WriterLock

LAYOUT = "v1"
"""Changes when the files below mean something else; other layouts are left alone."""
FOLDERS, VECTOR_CACHE = "folders", "vectors.sqlite"
"""Below the layout's directory."""
FOLDER_FILE, LOCK_FILE = "folder", "writer.lock"
"""In the directory of an index: whose it is (its time stamp: last opened), and who may write."""


def layout_dir(cache_dir: Path | None = None) -> Path:
    """Where everything of this version lies, below `cache_dir` or the default one."""
    return (cache_dir or default_cache_dir()) / LAYOUT


class IndexDirectory:
    """`<cache>/v1/folders/<name>-<hash of the real path>/`, made on the spot."""

    def __init__(self, root: Path, cache_dir: Path | None = None) -> None:
        """Raises UnknownFolder, IndexUnavailable."""
        if not root.is_dir():
            raise UnknownFolder(f"{root} is not a folder.")
        self.root = root.resolve()
        self.cache = cache = layout_dir(cache_dir)
        identity = hashlib.blake2b(os.fsencode(self.root), digest_size=8).hexdigest()
        name = re.sub(r"[^A-Za-z0-9._-]+", "-", self.root.name)[:40].strip("-.") or "root"
        self.path = cache / FOLDERS / f"{name}-{identity}"
        self.vector_cache = cache / VECTOR_CACHE
        self.bundled = cache / "bundled"
        """Copies of the bundled model, this version's and the one's before."""
        try:
            for directory in (cache, cache / FOLDERS, self.path):
                directory.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.lock = WriterLock(self.path / LOCK_FILE)
            self.note_opened()
        except OSError as error:
            raise IndexUnavailable(f"The index directory {self.path} cannot be made: {error}") from error

    def note_opened(self) -> None:
        """Write down whose index this is, and that it is in use now. Raises OSError."""
        (self.path / FOLDER_FILE).write_bytes(os.fsencode(self.root))

    def bytes(self) -> int:
        """Disk space of this folder's index, the shared vector cache not counted."""
        return bytes_below(self.path)


def bytes_below(directory: Path) -> int:
    """Of all files below `directory`."""
    total = 0
    for place, _, names in os.walk(directory):
        for name in names:
            try:
                total += (Path(place) / name).stat().st_size
            except OSError:  # gone between the listing and the look
                continue
    return total
