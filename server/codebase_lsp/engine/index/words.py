"""The words of a file as the lexical index takes them, small enough to be kept in the store.

They are counted, not read, so their order is not kept: what lies on the disk is statistics, not text.
"""

import zlib
from dataclasses import dataclass

from .types import ParsedFile


@dataclass(frozen=True, slots=True)
class FileWords:
    """Tokens joined by spaces."""

    path: str
    chunks: tuple[tuple[str, str], ...]
    """(words of the body, words of the names) of each chunk, in order."""

    @classmethod
    def of(cls, file: ParsedFile) -> "FileWords":
        return cls(file.path_words, tuple((item.body, item.symbols) for item in file.chunks))

    def pack(self) -> bytes:
        """No token holds white space, so lines and tabs separate."""
        lines = [self.path, *(f"{' '.join(sorted(body.split()))}\t{names}" for body, names in self.chunks)]
        return zlib.compress("\n".join(lines).encode("utf-8", "surrogatepass"), 1)

    @classmethod
    def unpack(cls, data: bytes) -> "FileWords":
        path, *lines = zlib.decompress(data).decode("utf-8", "surrogatepass").split("\n")
        chunks = (line.partition("\t") for line in lines)
        return cls(path, tuple((body, names) for body, _, names in chunks))
