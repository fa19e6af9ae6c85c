"""Which text is true now: the editor's buffer if there is one, else the file on disk."""

import hashlib
import threading
from pathlib import Path, PurePosixPath

from ..settings import Settings
from .detect import decode
from .generated import not_written
from .read import FileTooLargeError, NotRegularFileError, read_regular_file
from .secrets import secret_by_name, secret_in_text
from .types import Skipped, SkipReason, SourceFile


def digest_text(text: str) -> str:
    """Hex BLAKE2b-128 of the text in UTF-8; lone surrogates count as their own code."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def read_source(root: Path, path: str, settings: Settings) -> SourceFile | Skipped:
    """The file as it is on disk now, or why it is left out. Never raises for a bad file.

    `path` is relative to `root`. A symbolic link at its end is not followed.
    """
    pure = PurePosixPath(path)
    if pure.is_absolute() or ".." in pure.parts:
        return Skipped(path, SkipReason.UNREADABLE, "outside of the folder")
    named = secret_by_name(path)
    if named is not None:
        return Skipped(path, SkipReason.SECRET, named)
    try:
        data = read_regular_file(root / path, settings.max_file_bytes)
    except FileTooLargeError as error:
        return Skipped(path, SkipReason.TOO_LARGE, f"{error.size} bytes")
    except NotRegularFileError as error:
        return Skipped(path, SkipReason.UNREADABLE, str(error))
    except (OSError, ValueError, MemoryError) as error:
        return Skipped(path, SkipReason.UNREADABLE, getattr(error, "strerror", None) or str(error))
    decoded = decode(path, data)
    if isinstance(decoded, tuple):
        return Skipped(path, *decoded)
    return _inspect_content(path, decoded.text) or SourceFile(
        path, decoded.text, digest_text(decoded.text), decoded.encoding
    )


def inspect_text(path: str, text: str, settings: Settings) -> Skipped | None:
    """Why a text that is already decoded is left out, by the rules for files; None if it is not."""
    named = secret_by_name(path)
    if named is not None:
        return Skipped(path, SkipReason.SECRET, named)
    # A character has at least one byte, so most texts need no encoding here.
    if len(text) * 4 > settings.max_file_bytes:
        size = len(text.encode("utf-8", "surrogatepass"))
        if size > settings.max_file_bytes:
            return Skipped(path, SkipReason.TOO_LARGE, f"{size} bytes")
    if not text or text.isspace():
        return Skipped(path, SkipReason.EMPTY)
    if "\0" in text:
        return Skipped(path, SkipReason.BINARY, "NUL bytes")
    return _inspect_content(path, text)


def _inspect_content(path: str, text: str) -> Skipped | None:
    secret = secret_by_name(path, text) or secret_in_text(text)
    if secret is not None:
        return Skipped(path, SkipReason.SECRET, secret)
    reason = not_written(path, text)
    return Skipped(path, *reason) if reason else None


class FileSource:
    """The texts of one folder, with the editor's open buffers in front of the disk.

    Thread-safe. While a buffer is open the file below it is not read, as the language server
    protocol demands; when it is closed the disk is true again.
    """

    def __init__(self, root: Path, settings: Settings) -> None:
        self.root = root
        self.settings = settings
        self._buffers: dict[str, SourceFile | Skipped] = {}
        self._lock = threading.Lock()

    def set_buffer(self, path: str, text: str) -> SourceFile | Skipped:
        """Puts the editor's text in front of the file; what `read` answers from now on."""
        text = text.removeprefix("\ufeff")
        content = inspect_text(path, text, self.settings) or SourceFile(
            path, text, digest_text(text), "utf-8"
        )
        with self._lock:
            self._buffers[path] = content
        return content

    def close_buffer(self, path: str) -> None:
        """Back to the file on disk; nothing happens if there is no such buffer."""
        with self._lock:
            self._buffers.pop(path, None)

    def is_buffer(self, path: str) -> bool:
        with self._lock:
            return path in self._buffers

    def read(self, path: str) -> SourceFile | Skipped:
        """The text that is true now, or why there is none."""
        with self._lock:
            content = self._buffers.get(path)
        return content if content is not None else read_source(self.root, path, self.settings)

    def buffers(self) -> tuple[SourceFile | Skipped, ...]:
        """All open buffers, by path."""
        with self._lock:
            return tuple(content for _, content in sorted(self._buffers.items()))
