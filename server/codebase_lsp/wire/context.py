"""What travels for `workspace/codebaseContext`. See `types` for the conventions."""

import attrs

from . import checks
from .types import QUERY_CHARACTERS, IndexStatus, Position, Range, SearchFilters, SearchQueries

FORMATS = ("markdown", "xml", "json", "plain")
ORDERS = ("relevance", "path", "lostInTheMiddle")
EXPAND = ("auto", "always", "never")
FEWEST_TOKENS, MOST_TOKENS = 100, 200_000


@attrs.frozen
class Location:
    """A document, or some lines of it."""

    uri: str
    range: Range | None = None
    """Whole lines count: those it begins and ends in. All of the document when absent."""


@attrs.frozen
class ContextDiagnostic:
    """Something that a compiler, a linter or a test complains about."""

    message: str = attrs.field(validator=checks.text(QUERY_CHARACTERS))
    location: Location | None = None


@attrs.frozen
class ContextParams:
    """Params of `workspace/codebaseContext`."""

    query: str = attrs.field(validator=checks.text(QUERY_CHARACTERS))
    max_tokens: int = attrs.field(default=4000, validator=checks.between(FEWEST_TOKENS, MOST_TOKENS))
    format: str = attrs.field(default="markdown", validator=checks.one_of(FORMATS))
    order: str = attrs.field(default="relevance", validator=checks.one_of(ORDERS))
    queries: SearchQueries = attrs.field(factory=SearchQueries)
    filters: SearchFilters = attrs.field(factory=SearchFilters)
    pinned: tuple[Location, ...] = ()
    excluded: tuple[Location, ...] = ()
    selection: Location | None = None
    diagnostics: tuple[ContextDiagnostic, ...] = ()
    include_map: bool = False
    active_document: str | None = None
    position: Position | None = None
    open_documents: tuple[str, ...] = ()
    conversation_id: str | None = None
    expand: str = attrs.field(default="auto", validator=checks.one_of(EXPAND))
    instructions: bool = False
    work_done_token: int | str | None = None


@attrs.frozen
class ContextItem:
    """One piece of the text and its source."""

    uri: str
    range: Range
    segments: tuple[Range, ...]
    role: str
    canonical_name: str
    language: str | None
    tokens: int
    reasons: tuple[str, ...]


@attrs.frozen
class OmittedItem:
    """Something that answers too and is not in the text."""

    uri: str
    range: Range
    canonical_name: str
    why: str


@attrs.frozen
class ContextResult:
    """Result of `workspace/codebaseContext`."""

    text: str
    items: tuple[ContextItem, ...]
    tokens: int
    max_tokens: int
    omitted: tuple[OmittedItem, ...]
    index: IndexStatus
    timings: dict[str, float]
    warnings: tuple[str, ...]


@attrs.frozen
class ExpansionPromptParams:
    """Params of `codebase/expansionPrompt`."""

    query: str = attrs.field(validator=checks.text(QUERY_CHARACTERS))


@attrs.frozen
class ExpansionPromptResult:
    """Result of `codebase/expansionPrompt`."""

    prompt: str
