"""`codebase-lsp clean`."""

import argparse
import sys

from ..engine.index.directory import layout_dir
from ..engine.settings import Settings
from ..engine.upkeep import reclaim_shared
from .exit_codes import OK


def clean(chosen: argparse.Namespace) -> int:
    """Remove indexes of folders that are gone and vectors beyond the limit; print what that frees."""
    limit = Settings().vector_cache_bytes
    freed = reclaim_shared(layout_dir(), limit, unopened_days=0, dry_run=chosen.dry_run)
    for entry in freed:
        sys.stdout.write(f"{entry.bytes / 1024**2:9.1f} MiB  {entry.what}\n")
    total = sum(entry.bytes for entry in freed) / 1024**2
    sys.stdout.write(f"{total:9.1f} MiB  {'would be freed' if chosen.dry_run else 'freed'}\n")
    return OK
