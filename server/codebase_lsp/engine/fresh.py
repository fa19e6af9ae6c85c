"""Which text is true now, and what the Overlay has to answer for because the Base does not know it."""

from collections.abc import Callable, Iterable

from .files.ignore import IgnoreRules
from .files.reread import reread
from .files.source import FileSource
from .files.types import Skipped, SourceFile
from .index.base import Base
from .index.ingest import parse_source
from .index.overlay import Overlay
from .index.types import ParsedFile
from .settings import Settings


class FreshFiles:
    """Thread-safe, as its parts are."""

    def __init__(
        self,
        source: FileSource,
        overlay: Overlay,
        settings: Settings,
        now: Callable[[], tuple[Base, IgnoreRules]],
        embed: Callable[[ParsedFile], None],
    ) -> None:
        """`now` gives the Base and the rules in force; `embed` makes vectors for a fresh file, later."""
        self._source = source
        self._overlay = overlay
        self._settings = settings
        self._now = now
        self._embed = embed

    def refresh(self, paths: Iterable[str]) -> None:
        """These files may have changed on disk, or be new there."""
        base, rules = self._now()
        known, fresh = base.files(), set(paths)
        for path in fresh:
            if path not in known and not self._overlay.parsed(path) and not rules.decide(path).ignored:
                source = self._source.read(path)
                if isinstance(source, SourceFile):
                    self._put(source)
        self.settle(fresh)

    def settle(self, paths: Iterable[str]) -> None:
        """Let the Overlay answer for files that the Base is wrong about, and only for those.

        Ignored files stay out, even when they are open in the editor. A file that is new on the
        disk is left to `refresh` and a run: there may be a reason why it is not in the index.
        """
        base, rules = self._now()
        known = base.files()
        for path in paths:
            row, is_buffer = known.get(path), self._source.is_buffer(path)
            source = self._source.read(path)
            if isinstance(source, Skipped) or rules.decide(path).ignored:
                self._overlay.hide(path) if row else self._overlay.discard(path)
            elif row and row.digest == source.digest and not is_buffer:
                self._overlay.discard(path)
            elif row or is_buffer or self._overlay.parsed(path):
                self._put(source)

    def settle_all(self) -> None:
        """After the Base or the rules have changed."""
        buffers = {content.path for content in self._source.buffers()}
        self.settle(sorted(buffers.union(self._overlay.paths())))

    def _put(self, source: SourceFile) -> None:
        known = self._overlay.parsed(source.path)
        if known is None or known.digest != source.digest:
            parsed = self.parse(source)
            self._overlay.put(parsed)
            self._embed(parsed)

    def read(self, path: str, digest: str | None = None) -> SourceFile | Skipped:
        """The text now; cheap where it is still the one with `digest`, which is indexed."""
        if digest is not None and not self._source.is_buffer(path):
            same = reread(self._source.root, path, digest, self._settings.max_file_bytes)
            if same is not None:
                return same
        return self._source.read(path)

    def parse(self, source: SourceFile) -> ParsedFile:
        return parse_source(source, self._settings)
