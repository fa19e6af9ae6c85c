"""`python -m codebase_lsp` and the `codebase-lsp` command.

Thin and guarded: worker processes import this module again when they are spawned.
"""

import sys


def main() -> int:
    """Run the command line; returns the exit code."""
    from .cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
