"""The values of this package. Lines are 0-based, ends exclusive; columns count code points."""

from collections.abc import Callable
from dataclasses import dataclass

from ..parse.types import Symbol

SAME_SCOPE = 1.0
"""Found by the language's own rules of scope: in the same file, by import, in the class of `self`."""
INHERITED = 0.95
"""Found in a base of the class that the rules of scope gave."""
SAME_PACKAGE = 0.95
"""In another file whose names need no import here: Go package, Java package, C++ include."""
EVERYTHING_IMPORTED = 0.9
"""Through `import *` or a chain of re-exports that only begins with a certain step."""
EVIDENT_TYPE = 0.9
"""Member of a type that an annotation, a constructor call or a return type near by names."""
NAMED_LIKE_ITS_TYPE = 0.6
"""Member of the type whose name the receiver ends with: `subscriber.next` → `Subscriber.next`."""
ONLY_ONE_OF_ITS_NAME = 0.5
"""Nothing but the name is known, and one definition in the folder has it; n of them share this."""


@dataclass(frozen=True, slots=True)
class Target:
    """A definition that a name may mean."""

    path: str
    symbol: Symbol
    confidence: float = SAME_SCOPE
    """0 to 1; docs/decisions says what each step of the scale means."""

    @property
    def key(self) -> tuple[str, str]:
        """Identity: overloads and redefinitions of one name in one file are one."""
        return self.path, self.symbol.canonical_name

    def less(self, factor: float) -> "Target":
        return Target(self.path, self.symbol, self.confidence * factor)


@dataclass(frozen=True, slots=True)
class Module:
    """What an import of a whole module names."""

    paths: tuple[str, ...] = ()
    """Its files: one in most languages, all of a folder in Go."""
    namespace: str = ""
    """Or, where files say themselves what they belong to: the dotted namespace."""


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
"""What may be asked of a symbol, in the order in which answers list it."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One thing that stands in a relation to what was asked, and where."""

    relation: str
    path: str
    line: int
    column: int
    end_line: int
    """Exclusive where `end_column` is 0: whole lines; else the line of `end_column`."""
    end_column: int
    confidence: float
    symbol: Symbol | None
    """The definition that the place is, or is in; None at the top of a file."""
    depth: int = 1
    """Steps from what was asked."""

    @property
    def node(self) -> tuple[str, str]:
        """The definition, or the file, that stands in the relation."""
        return self.path, self.symbol.canonical_name if self.symbol else ""


@dataclass(frozen=True, slots=True)
class RelatedRequest:
    """One question: a symbol by name, or by a place in a file."""

    name: str = ""
    """As `save`, `Repository.save`, `Repository::save` or `Repository#save`."""
    path: str | None = None
    line: int = 0
    column: int | Callable[[str], int] = 0
    """Code points before the place in its line, or what counts them, given the line."""
    relations: tuple[str, ...] = ("definition", "related")
    depth: int = 1
    """Steps to follow: callers of callers, implementations of implementations; 1 to 10."""
    limit: int = 50
    """Items wanted, at least 1."""
    offset: int = 0
    """Items left out at the start: the `next_offset` of the page before."""


@dataclass(frozen=True, slots=True)
class RelatedItem:
    """One edge, checked against the text as it is now."""

    edge: Edge
    snippet: str
    """The lines of the place, or their beginning, as they are now."""
    checked_against: str
    """`buffer` or `disk`."""
    digest: str


@dataclass(frozen=True, slots=True)
class RelatedAnswer:
    """One page."""

    symbol: Target | None
    """What was asked about; of several definitions the most likely."""
    items: tuple[RelatedItem, ...]
    next_offset: int | None
    """Where the next page begins; None at the end."""
    warnings: tuple[str, ...] = ()
