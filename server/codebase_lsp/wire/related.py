"""What travels for `codebase/related`."""

import attrs

from . import checks
from .types import LIMIT, QUERY_CHARACTERS, CheckedAgainst, IndexStatus, Position, Range, ResultSymbol

RELATIONS = (
    "definition",
    "implementations",
    "callers",
    "callees",
    "usages",
    "imports",
    "importers",
    "related",
    "affected",
)
DEPTH = 10
OFFSET = 100_000


@attrs.frozen
class TextDocumentIdentifier:
    uri: str


@attrs.frozen
class RelatedParams:
    """Params of `codebase/related`: a symbol by name, or by a place in a document."""

    name: str | None = attrs.field(
        default=None, validator=attrs.validators.optional(checks.text(QUERY_CHARACTERS))
    )
    """As `save`, `Repository.save`, `Repository::save` or `Repository#save`."""
    text_document: TextDocumentIdentifier | None = None
    position: Position | None = None
    relations: tuple[str, ...] = attrs.field(
        default=("definition", "related"), validator=checks.each_one_of(RELATIONS)
    )
    depth: int = attrs.field(default=1, validator=checks.between(1, DEPTH))
    """Steps to follow."""
    limit: int = attrs.field(default=50, validator=checks.between(1, LIMIT))
    offset: int = attrs.field(default=0, validator=checks.between(0, OFFSET))
    """The `next_offset` of the page before."""
    work_done_token: int | str | None = None


@attrs.frozen
class RelatedItem:
    relation: str
    symbol: ResultSymbol | None
    """The definition that the place is, or is in; null at the top of a file."""
    uri: str
    range: Range
    """Of a definition or an import its whole lines; of a use the name."""
    confidence: float
    """0 to 1."""
    snippet: str
    """The lines of the range, or the first of them."""
    depth: int
    """Steps from what was asked."""
    checked_against: CheckedAgainst


@attrs.frozen
class RelatedResult:
    """Result of `codebase/related`."""

    symbol: ResultSymbol | None
    """What was asked about; of several definitions the most likely."""
    items: tuple[RelatedItem, ...]
    next_offset: int | None
    """Where the next page begins; null at the end."""
    index: IndexStatus
    warnings: tuple[str, ...]
