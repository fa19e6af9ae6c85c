"""Entries of a directory that cannot be part of an index, whatever the ignore rules say."""

import os
import stat


def is_junction(entry: os.DirEntry[str]) -> bool:
    """A directory link of Windows, which `is_dir` takes for a directory."""
    if os.name != "nt":
        return False
    tag = getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0)
    return tag == getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1)


def representable(name: str) -> bool:
    """Whether the name can travel in a URI and be stored: it was valid UTF-8 on disk."""
    return name.isascii() or not any("\ud800" <= char <= "\udfff" for char in name)


def printable(path: str) -> str:
    """The path for people, also where it is not representable."""
    if representable(path):
        return path
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
