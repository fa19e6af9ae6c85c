"""What travels: params and results of the project's own methods.

Attributes are snake_case here and camelCase on the wire (`codec`). Params have defaults;
results have none, so that no field ever vanishes from an answer. Positions and ranges are
those of LSP: lines and characters count from 0, ends are exclusive, characters are units
of the negotiated encoding.
"""

import attrs

from . import checks

MODES = ("auto", "hybrid", "semantic", "lexical", "exact", "regex", "symbol")
GROUPINGS = ("file", "chunk")
PROFILES = ("default", "voidmuse", "rrf", "chocolate-factory", "bloop")
SYMBOL_KINDS = (
    "function",
    "method",
    "class",
    "struct",
    "interface",
    "enum",
    "type",
    "constant",
    "variable",
    "module",
    "constructor",
    "property",
    "field",
    "section",
)

QUERY_CHARACTERS = 10_000
EXPANSION_CHARACTERS = 100_000
LIMIT = 200
FILES_LIMIT = 10_000


@attrs.frozen
class Position:
    line: int
    character: int


@attrs.frozen
class Range:
    start: Position
    end: Position


# Params


@attrs.frozen
class SearchFilters:
    """All must hold; an empty list does not restrict."""

    languages: tuple[str, ...] = ()
    """Names of languages, such as `python`."""
    include: tuple[str, ...] = ()
    """Patterns in gitignore syntax: search only in paths that match one."""
    exclude: tuple[str, ...] = ()
    """Patterns in gitignore syntax: leave out paths that match one."""
    folders: tuple[str, ...] = ()
    """URIs of workspace folders, or of folders inside them."""
    kinds: tuple[str, ...] = attrs.field(default=(), validator=checks.each_one_of(SYMBOL_KINDS))
    """Kinds of symbols."""


@attrs.frozen
class SearchQueries:
    """The question put in other ways, as a language model can."""

    english: str | None = attrs.field(default=None, validator=checks.at_most(QUERY_CHARACTERS))
    original: str | None = attrs.field(default=None, validator=checks.at_most(QUERY_CHARACTERS))
    """In the person's own language."""
    hypothetical_code: str | None = attrs.field(default=None, validator=checks.at_most(QUERY_CHARACTERS))
    """A few lines as the answer might look."""
    keywords: str | tuple[str, ...] | None = attrs.field(
        default=None, validator=checks.at_most(QUERY_CHARACTERS)
    )
    """Words to look for; one said more often counts more."""
    expansion: str | None = attrs.field(default=None, validator=checks.at_most(EXPANSION_CHARACTERS))
    """What a language model answered to the prompt of `codebase/expansionPrompt`, as it came."""


@attrs.frozen
class SearchParams:
    """Params of `workspace/codebaseSearch`."""

    query: str = attrs.field(validator=checks.text(QUERY_CHARACTERS))
    """A question, an identifier, a literal or a regular expression."""
    mode: str = attrs.field(default="auto", validator=checks.one_of(MODES))
    filters: SearchFilters = attrs.field(factory=SearchFilters)
    active_document: str | None = None
    """URI of the document the person is looking at."""
    position: Position | None = None
    """Where the cursor is in `active_document`."""
    open_documents: tuple[str, ...] = ()
    """URIs of further open documents."""
    limit: int = attrs.field(default=10, validator=checks.between(1, LIMIT))
    group_by: str = attrs.field(default="file", validator=checks.one_of(GROUPINGS))
    """`file`: one result per file with its best chunk; `chunk`: every chunk by itself."""
    case_sensitive: bool = False
    """For `exact` and `regex`."""
    smart_case: bool = False
    """For both: case counts where the text that is looked for has a capital letter."""
    whole_word: bool = False
    """For both."""
    profile: str = attrs.field(default="default", validator=checks.one_of(PROFILES))
    """`default`, or a system whose ranking is reproduced."""
    queries: SearchQueries = attrs.field(factory=SearchQueries)
    weights: dict[str, float] = attrs.field(factory=dict[str, float])
    """Signal → weight to use instead of the usual one."""
    explain: bool = False
    """Whether results carry their contributions."""
    work_done_token: int | str | None = None


@attrs.frozen
class StatusParams:
    """Params of `codebase/status`."""

    work_done_token: int | str | None = None


@attrs.frozen
class ReindexParams:
    """Params of `codebase/reindex`."""

    folder: str | None = None
    """URI of one workspace folder; all when absent."""
    work_done_token: int | str | None = None


@attrs.frozen
class FilesParams:
    """Params of `codebase/files`."""

    folder: str | None = None
    """URI of one workspace folder; all when absent."""
    limit: int = attrs.field(default=1000, validator=checks.between(0, FILES_LIMIT))
    """Files listed at most; totals are always of all."""
    offset: int = attrs.field(default=0, validator=checks.between(0, 10**9))
    """Files left out at the beginning of the list."""
    work_done_token: int | str | None = None


@attrs.frozen
class PauseParams:
    """Params of `codebase/pause` and `codebase/resume`."""

    work_done_token: int | str | None = None


# Results


@attrs.frozen
class IndexStatus:
    """How much can be found right now; of all folders together or of one."""

    state: str
    """`empty`, `scanning`, `indexing`, `embedding`, `ready`, `paused` or `failed`."""
    files_done: int
    files_total: int
    chunks: int
    vector_share: float
    """Share of the chunks that have a vector, 0 to 1."""
    generation: int
    root: str
    """Merkle root over all files that answer and their texts: equal roots, equal content."""


@attrs.frozen
class ResultSymbol:
    name: str
    kind: str
    canonical_name: str
    """Such as `package.Class.method`."""


@attrs.frozen
class CheckedAgainst:
    """The text that was looked at before the result was returned."""

    source: str
    """`buffer` or `disk`."""
    hash: str
    """BLAKE2b-128 of the text in UTF-8, hexadecimal."""


@attrs.frozen
class FurtherResult:
    """Another part of the same file that answers too."""

    range: Range
    score: float
    symbol: ResultSymbol | None


@attrs.frozen
class Contribution:
    """What one signal adds to a score."""

    value: float
    weight: float
    """As a share of what a result could have at best."""
    contribution: float
    """Value times weight."""


@attrs.frozen
class SearchResultItem:
    uri: str
    range: Range
    """Whole lines: from the start of the first to the start of the one after the last."""
    score: float
    """0 to 1 within one answer."""
    signals: dict[str, float]
    """What the score is made of, before weighting."""
    reasons: tuple[str, ...]
    """In words, most important first."""
    symbol: ResultSymbol | None
    language: str | None
    snippet: str
    highlights: tuple[Range, ...]
    """Where words of the question stand in the document."""
    checked_against: CheckedAgainst
    further: tuple[FurtherResult, ...]
    contributions: dict[str, Contribution]
    """By signal, the largest first; empty unless `explain` was asked for."""


@attrs.frozen
class QuestionInfo:
    """How the question was understood."""

    mode: str
    """The mode used, never `auto`."""
    kind: str
    """`identifier`, `qualifiedName`, `path`, `error`, `literal`, `regex`, `mixed` or `naturalLanguage`."""
    symbols: tuple[str, ...]
    terms: tuple[str, ...]
    intent: str
    """`explain`, `fix`, `refactor`, `locate` or `usage`."""


@attrs.frozen
class SearchResult:
    """Result of `workspace/codebaseSearch`, best first."""

    results: tuple[SearchResultItem, ...]
    index: IndexStatus
    question: QuestionInfo
    timings: dict[str, float]
    """Milliseconds per stage, `total` included."""
    warnings: tuple[str, ...]


@attrs.frozen
class ModelStatus:
    name: str
    state: str
    """`ready`, `notLoaded`, `off`, or the error in words."""
    remote: bool
    """Whether text leaves this machine."""
    notice: str
    """Where it goes, in a sentence; empty where it stays."""
    answering: str
    """The model whose vectors answer: another than `name` while those of `name` are being made."""
    change: str
    """What is going on meanwhile, in a sentence; else empty."""


@attrs.frozen
class FolderStatus:
    uri: str
    index_directory: str
    index: IndexStatus
    files: int
    languages: dict[str, int]
    """Files per language."""
    disk_bytes: int
    writable: bool
    """False: another process keeps this index up to date."""


@attrs.frozen
class SkippedFile:
    uri: str
    reason: str
    detail: str


@attrs.frozen
class StatusResult:
    """Result of `codebase/status`."""

    index: IndexStatus
    model: ModelStatus
    folders: tuple[FolderStatus, ...]
    skipped: tuple[SkippedFile, ...]
    """At most 5,000."""
    skipped_total: int
    counters: dict[str, int]


@attrs.frozen
class ReindexedFolder:
    """What one run did in one folder."""

    uri: str
    files: int
    chunks: int
    """In the index afterwards."""
    parsed: int
    embedded: int
    removed: int
    skipped: dict[str, int]
    """Files by reason."""
    seconds: float


@attrs.frozen
class ReindexResult:
    """Result of `codebase/reindex`."""

    folders: tuple[ReindexedFolder, ...]


@attrs.frozen
class PlannedFile:
    """A file, or a directory that is left out as a whole."""

    uri: str
    bytes: int
    tokens: int
    """About how many would be embedded; 0 if it is left out."""
    reason: str
    """Why it would not be indexed; empty if it would be."""
    detail: str


@attrs.frozen
class FolderPlan:
    """Totals of one folder."""

    uri: str
    files: int
    bytes: int
    tokens: int
    """All three of what would be indexed."""
    skipped: dict[str, int]
    """Files by reason; an ignored directory counts once."""


@attrs.frozen
class FilesResult:
    """Result of `codebase/files`."""

    files: tuple[PlannedFile, ...]
    total: int
    """Length of the whole list."""
    folders: tuple[FolderPlan, ...]


@attrs.frozen
class PauseResult:
    """Result of `codebase/pause` and `codebase/resume`."""

    paused: bool
    index: IndexStatus


@attrs.frozen
class FolderIndex:
    uri: str
    index: IndexStatus


@attrs.frozen
class DidChangeStatusParams:
    """Params of the notification `codebase/didChangeStatus`."""

    index: IndexStatus
    folders: tuple[FolderIndex, ...]
