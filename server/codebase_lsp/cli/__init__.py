"""The command line: the server by default, and batch commands on the same engine."""

import contextlib
import os
import sys
from collections.abc import Sequence

from .exit_codes import FAILED, INTERRUPTED, OK, USAGE


def run(argv: Sequence[str]) -> int:
    """Run one command; returns its exit code. Only a defect shows a traceback."""
    from ..errors import BadRequest, CodebaseError
    from .arguments import parse

    chosen = parse(argv)
    if chosen.command == "serve":
        from .serve import serve

        return serve(chosen)
    _forgive_encodings()
    try:
        code = _batch(chosen.command)(chosen)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has seen enough (`| head`). Python would complain once more at exit.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except CodebaseError as error:
        sys.stderr.write(f"codebase-lsp: {error}\n")
        return USAGE if isinstance(error, BadRequest) else FAILED


def _batch(name: str):
    """Imported when chosen: `doctor` must run where a dependency of `search` is broken."""
    if name == "index":
        from .index import index as command
    elif name == "search":
        from .search import search as command
    elif name == "context":
        from .context import context as command
    elif name == "related":
        from .related import related as command
    elif name == "map":
        from .map import map_command as command
    elif name == "mcp":
        from .mcp import mcp as command
    elif name == "status":
        from .status import status as command
    elif name == "model":
        from .model import model as command
    elif name == "files":
        from .files import files as command
    elif name == "clean":
        from .clean import clean as command
    else:
        from .doctor import doctor as command
    return command


def _forgive_encodings() -> None:
    """A console of another encoding must not turn a snippet into a crash."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
