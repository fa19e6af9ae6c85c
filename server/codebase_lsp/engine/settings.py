"""What the engine works with: resolved, immutable, every default in one place.

What a client may *send* is another thing (`lsp/settings.py`): there all is optional
and a bad value falls back to the default here with a warning.
"""

import os
from dataclasses import dataclass


def _default_workers() -> int:
    return max(1, min(4, (os.cpu_count() or 2) // 2 + 1))


@dataclass(frozen=True, slots=True)
class Settings:
    """Sizes are in bytes or characters as the name says, times in seconds."""

    max_file_bytes: int = 1024 * 1024
    """Files larger than this are skipped as `tooLarge`."""
    exclude: tuple[str, ...] = ()
    """Further ignore patterns in gitignore syntax, applied after all ignore files."""
    chunk_chars: int = 1500
    """A chunk is cut when it would exceed this many characters (whitespace included)."""
    model: str = "bundled"
    """The embedding model: `bundled`, or `none` for lexical search only."""
    graph_threshold: int = 200_000
    """From this many vectors on, hnswlib (if installed) replaces the exact scan."""
    workers: int = _default_workers()
    """Processes that parse and embed."""
    search_seconds: float = 10.0
    """A search returns what it has after this time."""
    regex_seconds: float = 2.0
    """A regular expression may run this long over the whole workspace."""
