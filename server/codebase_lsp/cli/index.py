"""`codebase-lsp index`."""

import argparse
import sys

from .exit_codes import OK
from .opening import bring_up_to_date, opened


def index(chosen: argparse.Namespace) -> int:
    """Bring the index of a folder up to date and say what that took."""
    with opened(chosen.folder) as workspace:
        report = bring_up_to_date(workspace, chosen.rebuild)
    sys.stdout.write(
        f"{report.files} files, {report.chunks} chunks; {report.parsed} parsed, {report.embedded} embedded, "
        f"{report.removed} removed in {report.seconds:.1f} s\n"
    )
    if report.skipped:
        by_reason = ", ".join(f"{count} {reason}" for reason, count in sorted(report.skipped.items()))
        sys.stdout.write(f"skipped: {by_reason}\n")
    return OK
