"""What resolution may ask about the folder."""

from collections.abc import Sequence
from typing import Protocol

from .paths import PathIndex
from .types import Target
from .view import FileView


class Corpus(Protocol):
    """Every file as it is now: of both tiers of the index, or of a test."""

    def files(self) -> PathIndex:
        """All files that answer, by the ends of their paths."""
        ...

    def view(self, path: str) -> FileView | None:
        """None where there is no such file, or nothing is known of it."""
        ...

    def language(self, path: str) -> str:
        """Name of the file's language, empty where it has none."""
        ...

    def defining(self, name: str) -> Sequence[Target]:
        """Definitions of exactly this name, in any language."""
        ...

    def mentioning(self, name: str) -> Sequence[str]:
        """Paths of files whose references or imports hold this name."""
        ...

    def text(self, path: str) -> str | None:
        """The text that the facts were read from."""
        ...
