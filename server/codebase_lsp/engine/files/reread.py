"""Look at a file again that was found fit for the index before: is its text still the same?"""

from pathlib import Path

from .read import read_regular_file
from .source import digest_text
from .types import SourceFile


def reread(root: Path, path: str, digest: str, limit: int) -> SourceFile | None:
    """The file, if its text still has this digest; else None, and it must be looked at closely.

    Equal text needs no second look for secrets, generated code and the like.
    """
    source = read_again(root, path, limit)
    return source if source is not None and source.digest == digest else None


def read_again(root: Path, path: str, limit: int) -> SourceFile | None:
    """The file without that look: only for a text that turns out to have a known digest.

    Covers UTF-8, which nearly every file is; for other encodings the answer is None.
    """
    try:
        # Joining them as Path objects takes longer than opening the file.
        text = read_regular_file(f"{root}/{path}", limit).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return SourceFile(path, text, digest_text(text), "utf-8")
