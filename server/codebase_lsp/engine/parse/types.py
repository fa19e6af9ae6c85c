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
    name_line: int = -1
    """0-based line of the name itself; -1 where the definition has none (a constructor)."""
    name_column: int = 0
    """Code points before the name in its line."""
    container: str = ""
    """Canonical name of what it is a member of, if anything."""
    signature: str = ""
    """The declaration without its body, on one line: `def area(self, scale: float = 1) -> float`."""
    documentation: str = ""
    """The doc comment or docstring without its marks."""
    visibility: str = ""
    """public, protected, private, internal or package where the language says it; else empty."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A place where code names something that is, or may be, defined elsewhere.

    Never in a comment or a string. None are names that definitions and imports introduce, plain uses
    of what a function around them binds (parameters, local variables), and names of arguments.
    """

    name: str
    """As written, without what qualifies it: `area` in `shape.area(2)`."""
    kind: str
    """One of call (also of a constructor or a macro), extends, implements (also a Rust `impl` and
    what a Kotlin or C# list leaves open), type, value (any other use of an identifier)."""
    line: int
    """0-based."""
    column: int
    """Code points before the name in its line."""
    receiver: str = ""
    """What qualifies it, as written and on one line: `self`, `os.path`, `Shape`; `?` for an expression
    that is no chain of names."""
    within: str = ""
    """Canonical name of the innermost definition around it; empty at the top of the file. For extends
    and implements it is the type that does so."""


@dataclass(frozen=True, slots=True)
class Import:
    """One name, or all names, that a file takes from elsewhere."""

    module: str
    """As written: `os.path`, `..sibling`, `./util/date`, `java.util`, `github.com/x/y`, `stdio.h`."""
    name: str
    """What is taken: a name, `*` for everything, `default` for JavaScript's default export, or empty
    where the module itself is."""
    alias: str
    """What it is called here: the last part of `name` or `module` unless renamed; all of `module` where
    it is written out on each use (Python's `import os.path`). Empty for `*` and where it is only loaded."""
    line: int
    """0-based."""


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
