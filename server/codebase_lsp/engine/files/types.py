"""The values that leave this package: what a file is, and why it was left out."""

from dataclasses import dataclass
from enum import Enum


class SkipReason(str, Enum):
    """Why a file is not indexed. The value is the word shown to people."""

    IGNORED = "ignored"
    BINARY = "binary"
    EMPTY = "empty"
    TOO_LARGE = "tooLarge"
    MINIFIED = "minified"
    GENERATED = "generated"
    DATA = "data"
    SECRET = "secret"
    UNREADABLE = "unreadable"
    UNDECODABLE = "undecodable"


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One file met on the walk that the ignore rules let through."""

    path: str
    """Relative to the folder, `/` between parts on every system."""
    size: int
    """Bytes."""
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class SourceFile:
    """The text of one file as it is now."""

    path: str
    text: str
    """Decoded, line ends as in the file, no byte order mark."""
    digest: str
    """Hex BLAKE2b-128 of `text` in UTF-8: equal text has an equal digest whatever its encoding."""
    encoding: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """One file that is not indexed, and why."""

    path: str
    reason: SkipReason
    detail: str = ""
    """A few words more where they help, such as the size or the rule."""
