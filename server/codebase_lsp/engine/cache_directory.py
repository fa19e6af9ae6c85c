"""Where everything that can be made again is kept: one directory per user, outside all workspaces."""

import os
from pathlib import Path

from platformdirs import user_cache_path

CACHE_VARIABLE = "CODEBASE_LSP_CACHE_DIR"


def default_cache_dir() -> Path:
    """The user's cache directory, or what the environment names instead."""
    named = os.environ.get(CACHE_VARIABLE)
    return Path(named) if named else user_cache_path("codebase-lsp", appauthor=False)
