"""What a search takes and gives. Lines are 0-based, ends exclusive; columns count code points."""

from collections.abc import Mapping
from dataclasses import dataclass, field

MODES = ("auto", "hybrid", "semantic", "lexical", "exact", "regex", "symbol")
"""How to search. `auto` looks at the question and chooses one of the others."""

PROFILES = ("default", "voidmuse", "rrf", "chocolate-factory", "bloop")
"""How to rank: our own way, or exactly as other systems do (profiles/)."""


@dataclass(frozen=True, slots=True)
class Queries:
    """The question put in other ways, as a language model can. What is not there is empty."""

    english: str = ""
    original: str = ""
    """In the language the person uses, which comments may be written in."""
    hypothetical_code: str = ""
    """A few lines as the answer might look."""
    keywords: str = ""
    """Words separated by spaces; one said more often counts more."""
    expansion: str = ""
    """What a language model answered to `expansion_prompt`, as it came; fills what is empty above."""


@dataclass(frozen=True, slots=True)
class Filters:
    """All must hold; an empty field does not restrict."""

    languages: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    """gitignore-style patterns of paths to search in, such as `src/` or `*.py`."""
    exclude: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    """Kinds of symbols (`function`, `class`, …)."""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One question to one folder."""

    query: str
    mode: str = "auto"
    filters: Filters = Filters()
    limit: int = 10
    """Results wanted, 1 to 200."""
    group_by: str = "file"
    """`file`: one result per file with its best chunk; `chunk`: every chunk by itself."""
    case_sensitive: bool = False
    """For `exact` and `regex`."""
    smart_case: bool = False
    """For both: case counts where the text that is looked for has a capital letter."""
    whole_word: bool = False
    """For both."""
    active_path: str | None = None
    """Path of the file the person is looking at."""
    open_paths: tuple[str, ...] = ()
    profile: str = "default"
    queries: Queries = Queries()
    weights: Mapping[str, float] = field(default_factory=dict[str, float])
    """Signal → weight to use instead of the usual one."""
    explain: bool = False
    """Whether hits carry their `contributions`."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text in a file."""

    start_line: int
    start_column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class HitSymbol:
    """The definition a hit is, or is a part of."""

    name: str
    kind: str
    canonical_name: str


@dataclass(frozen=True, slots=True)
class FurtherHit:
    """Another chunk of the same file that also answers."""

    start_line: int
    end_line: int
    score: float
    symbol: HitSymbol | None


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one signal adds to a score: value times weight."""

    value: float
    weight: float
    """As a share of what a result could have at best."""
    contribution: float


@dataclass(frozen=True, slots=True)
class Hit:
    """One result, checked against the text as it is now."""

    path: str
    start_line: int
    end_line: int
    score: float
    """Between 0 and 1 within one answer; not comparable between questions."""
    signals: dict[str, float]
    """Per-signal values before weighting, by the names in docs/ranking.md."""
    reasons: tuple[str, ...]
    """Why this was found, in words, most important first."""
    symbol: HitSymbol | None
    language: str | None
    snippet: str
    """The lines of the range, as they are now."""
    highlights: tuple[Span, ...]
    """Where words of the question stand in the file, at most 50."""
    checked_against: str
    """`buffer` or `disk`."""
    digest: str
    """Of the text it was checked against (files/types.py says which)."""
    further: tuple[FurtherHit, ...] = ()
    contributions: Mapping[str, Contribution] = field(default_factory=dict[str, Contribution])
    """By signal, the largest first; empty unless asked for."""


@dataclass(frozen=True, slots=True)
class QuestionInfo:
    """How the question was understood."""

    mode: str
    """The mode used: never `auto`."""
    kind: str
    """identifier, qualifiedName, path, error, literal, regex, mixed, naturalLanguage."""
    symbols: tuple[str, ...]
    terms: tuple[str, ...]
    intent: str = "locate"
    """explain, fix, refactor, locate, usage."""


@dataclass(frozen=True, slots=True)
class IndexState:
    """How much of the folder can be found right now."""

    state: str
    """`empty`, `scanning`, `indexing`, `embedding`, `ready`, `paused`, `failed`."""
    files_done: int
    files_total: int
    chunks: int
    vector_share: float
    """Share of the chunks that have a vector, 0 to 1."""
    generation: int
    root: str = ""
    """Hash over all files that answer and their texts (files/merkle.py): equal roots, equal content."""


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """All results of one question, best first."""

    hits: tuple[Hit, ...]
    question: QuestionInfo
    index: IndexState
    milliseconds: dict[str, float] = field(default_factory=dict[str, float])
    """Time per stage, `total` included."""
    warnings: tuple[str, ...] = ()
