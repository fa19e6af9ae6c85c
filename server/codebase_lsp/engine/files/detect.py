"""Text or not: what the bytes of one file are, before anything looks at the content."""

import re

from .encoding import Decoded, decode_text, has_byte_order_mark
from .types import SkipReason

_CONTROL = bytes({*range(32), 127} - {*b"\t\n\v\f\r\b\x1b"})
_ANY_CONTROL = re.compile(b"[" + re.escape(_CONTROL) + b"]")
_CONTROL_SHARE = 0.02
_MAGIC = (
    b"%PDF-",
    b"%!PS-Adobe",
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8\xff",
    b"PK\x03\x04",
    b"\x7fELF",
    b"\xca\xfe\xba\xbe",
    b"\x1f\x8b",
    b"7z\xbc\xaf",
    b"\xfd7zXZ",
    b"BZh",
    b"\x28\xb5\x2f\xfd",
    b"RIFF",
    b"OggS",
    b"ID3",
    b"!<arch>\n",
    b"SQLite format 3",
    b"version https://git-lfs.github.com/spec/",
    b"glTF",
    b"wOFF",
    b"wOF2",
    b"P4\n",
    b"P5\n",
    b"P6\n",
)
_TEXT_MAGIC = frozenset({b"BZh", b"RIFF", b"ID3", b"GIF8", b"OggS", b"glTF", b"P4\n", b"P5\n", b"P6\n"})
"""Could begin a text: counts only if something in the file is not text."""


def decode(path: str, data: bytes) -> Decoded | tuple[SkipReason, str]:
    """The text of a file, or why it has none: EMPTY, BINARY or UNDECODABLE, with a detail."""
    if not data or data.isspace():
        return SkipReason.EMPTY, ""
    if not has_byte_order_mark(data):
        for magic in _MAGIC:
            if data.startswith(magic) and not (magic in _TEXT_MAGIC and data.isascii()):
                return SkipReason.BINARY, "by its first bytes"
        if b"\0" not in data and _mostly_control(data):
            return SkipReason.BINARY, "control characters"
    found = decode_text(data)
    if found is None:
        return (SkipReason.BINARY, "NUL bytes") if b"\0" in data else (SkipReason.UNDECODABLE, "")
    text = found.text
    if "\0" in text:
        return SkipReason.BINARY, "NUL bytes"
    if not text or text.isspace():
        return SkipReason.EMPTY, ""
    return found


def _mostly_control(data: bytes) -> bool:
    if _ANY_CONTROL.search(data) is None:
        return False
    count = len(data) - len(data.translate(None, _CONTROL))
    return count > max(8, len(data) * _CONTROL_SHARE)
