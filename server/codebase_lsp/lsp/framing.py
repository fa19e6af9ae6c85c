"""Frames of the base protocol: header lines, a blank line, a body of the declared length.

More forgiving than the specification asks, because one odd client must not lose its
messages: header names in any case, unknown and damaged header lines ignored. What cannot
be forgiven is a length beyond reason; then the borders between frames are unknown.
"""

import re
from typing import BinaryIO

LARGEST_BODY = 256 * 1024 * 1024
"""Bytes."""
_LONGEST_LINE = 64 * 1024

# At the end of the line, not the whole of it: after a frame with a damaged header, its
# body (which has no line end) stands before the next header.
_LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*(\d{1,18})[ \t]*\Z", re.IGNORECASE)


class FrameTooLarge(Exception):
    """A frame declares a body larger than LARGEST_BODY."""


def read_frame(stream: BinaryIO) -> bytes | None:
    """The next body, or None at the end of the stream (also when it ends inside a frame).

    Raises FrameTooLarge.
    """
    length: int | None = None
    while True:
        line = stream.readline(_LONGEST_LINE)
        if not line:
            return None
        header = line.rstrip(b"\r\n")
        if header:
            if match := _LENGTH.search(header):
                length = int(match.group(1))
        elif length is not None:
            break
    if length > LARGEST_BODY:
        raise FrameTooLarge(f"A message of {length} bytes was announced; at most {LARGEST_BODY} are read.")
    body = stream.read(length)
    return body if len(body) == length else None


def frame(body: str) -> bytes:
    """`body` with its header."""
    payload = body.encode("utf-8")
    return b"Content-Length: %d\r\n\r\n" % len(payload) + payload
