"""Small builders for engine tests: real tokens and keys, chunks as given."""

from collections.abc import Callable

import pytest

from codebase_lsp.engine.embed.text import passage, passage_key
from codebase_lsp.engine.index.types import IndexedChunk, ParsedFile
from codebase_lsp.engine.parse.tokens import path_tokens, tokenize
from codebase_lsp.engine.parse.types import Chunk, Symbol

MakeFile = Callable[..., ParsedFile]


def make_file(path: str, *texts: str, digest: str = "", names: tuple[str, ...] = ()) -> ParsedFile:
    """A parsed file with one chunk per text; `names` are the functions it defines, one per chunk."""
    chunks: list[IndexedChunk] = []
    symbols: list[Symbol] = []
    line = 0
    for position, text in enumerate(texts):
        end = line + max(1, text.count("\n"))
        name = names[position] if position < len(names) else ""
        symbol = Symbol(name, "function", f"module.{name}", line, end) if name else None
        chunk = Chunk(line, end, text, symbol=symbol, defines=(name,) if name else ())
        key = passage_key(passage(path, "", name, text))
        chunks.append(IndexedChunk(chunk, key, " ".join(tokenize(text)), " ".join(tokenize(name))))
        symbols.extend([symbol] if symbol else [])
        line = end
    words = " ".join(path_tokens(path))
    return ParsedFile(path, 1, 1, digest or f"{hash(texts)}", "python", tuple(chunks), tuple(symbols), words)


@pytest.fixture
def parsed() -> MakeFile:
    return make_file
