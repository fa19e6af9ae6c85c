"""What a reference says of one place in the code."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    path: str
    """Relative to the folder."""
    line: int
    """0-based line of the name."""
    name: str
    """Of what is defined there; empty where the reference does not say."""


@dataclass(frozen=True)
class Site:
    """A call or a named base; lines and columns (code points) are of the name, 0-based."""

    path: str
    line: int
    column: int
    kind: str
    """`call` or `base`."""
    inside: list[Place]
    """Where the target is defined; empty if that is outside the folder."""
