"""The values that the index keeps and gives back."""

from dataclasses import dataclass

from ..parse.types import Chunk, Symbol


@dataclass(frozen=True, slots=True)
class IndexedChunk:
    """One chunk of a file ready for the index, with the words it is found by."""

    chunk: Chunk
    key: bytes
    """Identity of what is embedded for it (embed/text.py)."""
    body: str
    """Tokens of its header and text, joined by spaces."""
    symbols: str
    """Tokens of the names it is or defines, joined by spaces."""


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """One file as the index takes it."""

    path: str
    size: int
    mtime_ns: int
    digest: str
    language: str | None
    chunks: tuple[IndexedChunk, ...]
    symbols: tuple[Symbol, ...]
    path_words: str
    """Tokens of the path, joined by spaces."""
    facts: bytes = b""
    """What it refers to and imports, as `Facts.pack` gives it."""


@dataclass(frozen=True, slots=True)
class FileRow:
    """What the book of record knows of a file."""

    id: int
    path: str
    size: int
    mtime_ns: int
    digest: str
    language: str | None


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """What the book of record knows of a chunk. Lines are 0-based, the end exclusive."""

    id: int
    """Positive in the Base, negative in the Overlay, never used twice."""
    path: str
    language: str | None
    start_line: int
    end_line: int
    key: bytes
    header: str
    name: str
    kind: str
    canonical_name: str
    defines: tuple[str, ...]
    """Names defined inside, in order."""
    folder: int = 0
    """Its number among those that are searched together."""


@dataclass(frozen=True, slots=True)
class SymbolRow:
    """A definition and where it is; the fields of `Symbol` with its file."""

    path: str
    language: str | None
    name: str
    kind: str
    canonical_name: str
    start_line: int
    end_line: int
    name_line: int = -1
    name_column: int = 0
    container: str = ""
    signature: str = ""
    documentation: str = ""
    visibility: str = ""

    @classmethod
    def of(cls, symbol: Symbol, path: str, language: str | None) -> "SymbolRow":
        return cls(
            path,
            language,
            symbol.name,
            symbol.kind,
            symbol.canonical_name,
            symbol.start_line,
            symbol.end_line,
            symbol.name_line,
            symbol.name_column,
            symbol.container,
            symbol.signature,
            symbol.documentation,
            symbol.visibility,
        )
