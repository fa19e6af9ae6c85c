"""`codebase-lsp files`."""

import argparse
import json
import sys

from ..lsp import convert
from ..wire import types as wire
from ..wire.codec import encode
from .exit_codes import OK
from .opening import opened, root_of


def files(chosen: argparse.Namespace) -> int:
    """What would be indexed of a folder, and what not and why; changes nothing."""
    with opened(chosen.folder) as workspace:
        plan = workspace.plan()
    if chosen.json:
        everything = wire.FilesParams(limit=len(plan.entries))
        result = encode(convert.files_result([(root_of(chosen.folder), plan)], everything))
        sys.stdout.write(json.dumps(result, indent=2) + "\n")
        return OK
    for entry in plan.entries:
        if entry.skipped is None:
            sys.stdout.write(f"{entry.size:>10}  {entry.path}\n")
        elif chosen.skipped:
            detail = f" ({entry.skipped.detail})" if entry.skipped.detail else ""
            sys.stdout.write(f"{entry.skipped.reason.value:>10}  {entry.path}{detail}\n")
    by_reason = ", ".join(f"{count} {reason}" for reason, count in sorted(plan.skipped.items()))
    sys.stdout.write(
        f"{plan.files} files, {plan.bytes / 1024**2:.1f} MiB, about {plan.tokens} tokens would be indexed; "
        f"left out: {by_reason or 'none'}\n"
    )
    return OK
