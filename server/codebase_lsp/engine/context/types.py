"""What a context request takes and gives. Lines are 0-based, ends exclusive."""

from dataclasses import dataclass

FORMATS = ("markdown", "xml", "json", "plain")
ORDERS = ("relevance", "path", "lostInTheMiddle")


@dataclass(frozen=True, slots=True)
class Place:
    """A file, or some lines of it."""

    path: str
    start_line: int = 0
    end_line: int | None = None
    """None: to the end of the file."""
    role: str = "pinned"
    """Of a pinned place: pinned, selection or diagnostic."""


@dataclass(frozen=True, slots=True)
class ContextRequest:
    """One question, to be answered by a text."""

    query: str
    max_tokens: int = 4000
    """Hard limit of the whole text, as the token counter in use counts."""
    format: str = "markdown"
    order: str = "relevance"
    instructions: bool = False
    """Put a few sentences on top that tell a model how to use the text."""


@dataclass(frozen=True, slots=True)
class ContextItem:
    """One piece of the text and where it comes from."""

    folder: int
    """Number of the folder among those asked."""
    path: str
    start_line: int
    end_line: int
    segments: tuple[tuple[int, int], ...]
    """The lines that are shown; what lies between them is left out and marked as such."""
    role: str
    """match; pinned, selection, diagnostic; caller, callee, implementation."""
    canonical_name: str
    """Of the definition it is or is a part of; empty for loose lines."""
    language: str | None
    text: str
    """The shown lines, verbatim, segment by segment."""
    tokens: int
    """Of this item as it is rendered, its heading included."""
    score: float
    reasons: tuple[str, ...]
    checked_against: str
    """`buffer` or `disk`."""
    digest: str


@dataclass(frozen=True, slots=True)
class Omitted:
    """Something that answers too and did not fit."""

    folder: int
    path: str
    start_line: int
    end_line: int
    canonical_name: str
    why: str


@dataclass(frozen=True, slots=True)
class Context:
    """The text and its sources, in the order in which they stand in it."""

    text: str
    items: tuple[ContextItem, ...]
    tokens: int
    max_tokens: int
    omitted: tuple[Omitted, ...]
    milliseconds: dict[str, float]
    warnings: tuple[str, ...] = ()
