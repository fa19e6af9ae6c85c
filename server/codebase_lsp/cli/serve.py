"""`codebase-lsp serve`."""

import argparse
import sys


def serve(chosen: argparse.Namespace) -> int:
    """Speak LSP until the client leaves."""
    if sys.stdin is not None and sys.stdin.isatty():
        sys.stderr.write("Waiting for a language client on standard input; see codebase-lsp --help.\n")
    from ..lsp.serve import serve as serve_client

    return serve_client(chosen.log_level, chosen.log_file, chosen.clientProcessId)
