"""`codebase-lsp mcp`."""

import argparse
import logging
import sys

from ..errors import CodebaseError
from .exit_codes import OK
from .opening import root_of


def mcp(chosen: argparse.Namespace) -> int:
    """Serve agents until the client leaves."""
    try:
        from ..agents.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("mcp", "mcp_types", "pydantic"):
            raise
        raise CodebaseError('Agents need the official MCP SDK: pip install "codebase-lsp[mcp]".') from None
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    serve(root_of(chosen.folder))
    return OK
