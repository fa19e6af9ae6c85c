"""`codebase-lsp status`."""

import argparse
import json
import sys
from collections import Counter

from ..lsp import convert
from ..wire.codec import encode
from .exit_codes import OK
from .opening import opened, root_of


def status(chosen: argparse.Namespace) -> int:
    """What is indexed of a folder; changes nothing."""
    with opened(chosen.folder) as workspace:
        found, writable = workspace.status(), workspace.writable
    if chosen.json:
        result = encode(convert.status_result([(root_of(chosen.folder), found, writable)]))
        sys.stdout.write(json.dumps(result, indent=2) + "\n")
        return OK
    index = found.index
    languages = sorted(found.languages.items(), key=lambda pair: (-pair[1], pair[0]))
    skipped = Counter(item.reason.value for item in found.skipped)
    rows = {
        "folder": str(found.root),
        "index": f"{found.index_dir} ({found.disk_bytes / 1024**2:.1f} MiB)",
        "state": index.state + ("" if writable else ", written by another process"),
        "files": str(found.files),
        "chunks": f"{index.chunks}, {index.vector_share:.0%} with a vector",
        "model": f"{found.model} ({found.model_state})",
        "languages": ", ".join(f"{name} {count}" for name, count in languages) or "none",
        "skipped": ", ".join(f"{reason} {count}" for reason, count in skipped.most_common()) or "none",
    }
    for name, value in rows.items():
        sys.stdout.write(f"{name:<10} {value}\n")
    return OK
