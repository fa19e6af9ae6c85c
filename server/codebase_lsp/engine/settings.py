"""What the engine works with: resolved, immutable, every default in one place.

What a client may *send* is another thing (`lsp/settings.py`): there all is optional
and a bad value falls back to the default here with a warning.
"""

import os
from dataclasses import dataclass, field


def _default_workers() -> int:
    return max(1, min(4, (os.cpu_count() or 2) // 2 + 1))


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """How a chosen embedding model is used. Where a default is empty, zero or None, the model's own
    files or the table of well-known models (embed/known.py) decide."""

    base_url: str = ""
    """An OpenAI-compatible endpoint such as `http://localhost:11434/v1`; code is sent there."""
    api_key_variable: str = ""
    """The environment variable that holds the key of the endpoint; never the key itself."""
    query_prefix: str | None = None
    """Put before every question; the empty string means none, None the model's usual one."""
    passage_prefix: str | None = None
    """Put before every piece of code, in the same way."""
    max_tokens: int = 0
    """Longer texts are embedded in several pieces and averaged."""
    pooling: str = ""
    """Of a local directory: `mean`, `cls`, `last` or `none` (the graph pools by itself)."""
    dimensions: int = 0
    """Fewer dimensions than the model has, for models whose dimensions are nested."""
    batch_items: int = 0
    """Texts in one batch (local: 8, endpoints: 64)."""
    batch_tokens: int = 0
    """Estimated tokens in one batch (local: 4,096, endpoints: 16,384)."""
    timeout: float = 30.0
    """An endpoint may take this long for one batch."""
    query_timeout: float = 2.0
    """An endpoint may take this long for a question; then words alone answer it."""
    threads: int = 1
    """Processor threads of a local model, in each process that embeds."""
    models_dir: str = ""
    """Where downloaded models are kept; empty for `models` in the user's cache directory."""


@dataclass(frozen=True, slots=True)
class ExpansionOptions:
    """A language model that puts questions in other ways; none unless `model` names one. Only
    questions are sent to it, never code."""

    model: str = ""
    """The name the endpoint knows it by."""
    base_url: str = ""
    """An OpenAI-compatible endpoint such as `http://localhost:11434/v1`; empty for OpenAI's own."""
    api_key_variable: str = ""
    """The environment variable that holds its key; never the key itself."""
    timeout: float = 4.0
    """It may take this long; then the plain question has to do."""


@dataclass(frozen=True, slots=True)
class SymbolOptions:
    """Which features that other language servers have too are offered here as well."""

    workspace: bool = False
    """Look definitions up by name (`workspace/symbol`)."""
    document: bool = False
    """Give the definitions of a document (`textDocument/documentSymbol`)."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Sizes are in bytes or characters as the name says, times in seconds."""

    max_file_bytes: int = 1024 * 1024
    """Files larger than this are skipped as `tooLarge`."""
    exclude: tuple[str, ...] = ()
    """Further ignore patterns in gitignore syntax, applied after all ignore files."""
    chunk_chars: int = 1500
    """A chunk is cut when it would exceed this many characters (whitespace included)."""
    model: str = "bundled"
    """The embedding model: `bundled`, `none` for lexical search only, a directory, the name of a
    downloaded model, or `openai:NAME` (or any name with `model_options.base_url`) for an endpoint."""
    model_options: ModelOptions = field(default_factory=ModelOptions)
    vector_cache_bytes: int = 1024**3
    """The vectors of all folders together take at most this much on disk; those not used for the
    longest time go first. The default has room for some three million of the bundled model's: thirty
    indexes of a hundred thousand chunks each."""
    reranker: str = "none"
    """A cross-encoder that looks at the first results once more: `none`, a directory, or the name of one
    in fastembed's catalogue that is on this machine. It makes searches slower."""
    graph_threshold: int = 200_000
    """From this many vectors on, hnswlib (if installed) replaces the exact scan."""
    workers: int = _default_workers()
    """Processes that parse and embed."""
    expansion: ExpansionOptions = field(default_factory=ExpansionOptions)
    tokenizer: str = ""
    """Path of a model's `tokenizer.json`, to count the tokens of contexts exactly; empty to estimate."""
    symbols: SymbolOptions = field(default_factory=SymbolOptions)
    search_seconds: float = 10.0
    """A search returns what it has after this time."""
    regex_seconds: float = 2.0
    """A regular expression may run this long over the whole workspace."""
