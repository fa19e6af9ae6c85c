"""No stale answers: what is about to be returned is compared with the text as it is now."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from ..files.types import Skipped, SourceFile
from .base import Base
from .overlay import Overlay
from .types import FileRow, ParsedFile

Read = Callable[[str, str | None], SourceFile | Skipped]
"""(path, digest that the index has of it) → the text now."""
Parse = Callable[[SourceFile], ParsedFile]


@dataclass(slots=True)
class Verifier:
    """The texts one search has looked at; a file is read once per search."""

    base: Base
    overlay: Overlay
    read: Read
    parse: Parse
    sources: dict[str, SourceFile] = field(default_factory=dict[str, SourceFile])
    checked: int = 0
    corrected: int = 0

    def refresh(self, paths: Iterable[str]) -> bool:
        """Bring the Overlay up to the text of these files now. → whether anything was stale.

        A file that changed is cut anew on the spot; one that is gone is hidden.
        """
        stale = False
        files = self.base.files()
        for path in paths:
            if path in self.sources:
                continue
            indexed = self._digest(path, files)
            source = self.read(path, indexed)
            self.checked += 1
            if isinstance(source, Skipped):
                self.overlay.hide(path)
                stale = True
                continue
            self.sources[path] = source
            if source.digest != indexed:
                self.overlay.put(self.parse(source))
                stale = True
        self.corrected += stale
        return stale

    def indexed_digest(self, path: str) -> str | None:
        """Of the text that the index would answer from."""
        return self._digest(path, self.base.files())

    def _digest(self, path: str, files: Mapping[str, FileRow]) -> str | None:
        parsed = self.overlay.parsed(path)
        if parsed is not None:
            return parsed.digest
        row = files.get(path)
        return row.digest if row else None
