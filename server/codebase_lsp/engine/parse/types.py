"""The values that leave this package."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition: something with a name that code can refer to."""

    name: str
    kind: str
    """One of function, method, class, struct, interface, enum, type, constant, variable, module,
    constructor, property, field, section (a heading)."""
    canonical_name: str
    """`package.Class.method`: joined by dots in every language."""
    start_line: int
    """0-based, inclusive; the first line of the definition with its decorators and attributes."""
    end_line: int
    """0-based, exclusive."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of whole lines of one file that is searched as one."""

    start_line: int
    """0-based, inclusive."""
    end_line: int
    """0-based, exclusive."""
    text: str
    """Exactly the lines `start_line` to `end_line` of the file, line ends included."""
    header: str = ""
    """Where the chunk is a part of something larger: the lines that introduce it, such as a
    class header. Not part of `text`; searched and embedded with it."""
    symbol: Symbol | None = None
    """What the chunk is, or is a part of: the innermost definition that covers it."""
    defines: tuple[str, ...] = ()
    """Names of all definitions that start inside the chunk, in order."""
