"""`codebase-lsp model list` and `codebase-lsp model pull NAME`: the only download there is."""

import argparse
import sys

from ..engine.embed.catalogue import catalogue
from ..engine.embed.pull import pull
from .exit_codes import OK


def model(chosen: argparse.Namespace) -> int:
    """List the catalogue, or fetch one model of it."""
    if chosen.action == "pull":
        place = pull(chosen.name, progress=_draw if sys.stderr.isatty() else None)
        sys.stdout.write(f'{place}\nUse it with the setting "model": "{chosen.name}".\n')
        return OK
    for entry in catalogue():
        mark = "pulled" if entry.pulled else ""
        size = f"{entry.megabytes} MB"
        sys.stdout.write(f"{entry.name:56} {entry.dimensions:5} {size:>8}  {entry.licence:12} {mark}\n")
    return OK


def _draw(name: str, done: int, total: int) -> None:
    share = f"{100 * done // total} % of {total / 1e6:.0f} MB" if total else ""
    sys.stderr.write(f"\r\x1b[K{share} {name}" if done < total else "\r\x1b[K")
    sys.stderr.flush()
