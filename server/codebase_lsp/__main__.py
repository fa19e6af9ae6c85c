"""`python -m codebase_lsp` and the `codebase-lsp` command.

Thin and guarded: worker processes import this module again when they are spawned.
"""

import os
import sys

# Vectors are compared in short bursts beside other work: a second thread of the linear algebra
# library costs more than it gains, most of all on a busy machine. Read when numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("MKL_NUM_THREADS", "1")


def main() -> int:
    """Run the command line; returns the exit code."""
    from .cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
