"""A folder of files from one string literal."""

import textwrap
from pathlib import Path


def write_files(root: Path, description: str) -> Path:
    """Write the files that `description` contains; each starts with a line `=== path`.

    Returns `root`.
    """
    path: Path | None = None
    lines: list[str] = []

    def finish() -> None:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes("".join(lines).encode("utf-8"))

    for line in textwrap.dedent(description).lstrip("\n").splitlines(keepends=True):
        if line.startswith("=== "):
            finish()
            path, lines = root / line[4:].strip(), []
        else:
            lines.append(line)
    finish()
    return root
