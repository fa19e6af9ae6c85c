"""Look at a file again that was found fit for the index before: is its text still the same?"""

from pathlib import Path

from .read import read_regular_file
from .source import digest_text
from .types import SourceFile


def reread(root: Path, path: str, digest: str, limit: int) -> SourceFile | None:
    """The file, if its text still has this digest; else None, and it must be looked at closely.

    Equal text needs no second look for secrets, generated code and the like. Covers UTF-8, which
    nearly every file is; for other encodings the answer is None.
    """
    try:
        text = read_regular_file(root / path, limit).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    if digest_text(text) != digest:
        return None
    return SourceFile(path, text, digest, "utf-8")
