"""Both tiers of the index as one folder: what resolution sees of it."""

from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from threading import Lock

from ..index.base import Base
from ..index.overlay import Overlay
from ..index.types import SymbolRow
from ..index.verify import Verifier
from ..parse.types import Symbol
from .paths import PathIndex
from .types import Target
from .view import FileView

_VIEWS_KEPT = 1500
"""Read again when needed; a view takes some ten kilobytes."""
_MOST_DEFINITIONS = 2000


@dataclass(slots=True)
class ViewCache:
    """Views by path and digest, for all questions to one folder. Thread-safe."""

    _views: "OrderedDict[str, tuple[str, FileView]]" = field(
        default_factory=lambda: OrderedDict[str, tuple[str, FileView]]()
    )
    _lock: Lock = field(default_factory=Lock)
    _index: tuple[object, PathIndex] = (None, PathIndex(()))

    def get(
        self, path: str, digest: str, make: Callable[[], FileView], still: Callable[[], bool] = lambda: True
    ) -> FileView:
        """The view of the text with this digest. One that `make` reads from what others write is kept
        only if it is `still` of that text afterwards."""
        with self._lock:
            known = self._views.get(path)
            if known is not None and known[0] == digest:
                self._views.move_to_end(path)
                return known[1]
        view = make()
        if not still():
            return view
        with self._lock:
            self._views[path] = (digest, view)
            while len(self._views) > _VIEWS_KEPT:
                self._views.popitem(last=False)
        return view

    def path_index(self, state: object, paths: Callable[[], Collection[str]]) -> PathIndex:
        """Made anew when `state` is another one."""
        if self._index[0] != state:
            self._index = (state, PathIndex(paths()))
        return self._index[1]


class TieredCorpus:
    """A Corpus of the Base and the Overlay as they are at its making; make one per question."""

    def __init__(self, base: Base, overlay: Overlay, verifier: Verifier, cache: ViewCache) -> None:
        self._base = base
        self._overlay = overlay
        self._verifier = verifier
        self._cache = cache
        self._known = base.files()
        self._fresh = overlay.digests()
        self._definitions: dict[str, list[Target]] = {}
        self._mentions: dict[str, list[str]] = {}
        self.is_stale = False
        """Some text that was read is not the one the facts are from: ask again."""

    def paths(self) -> Collection[str]:
        fresh = {path for path, digest in self._fresh.items() if digest is not None}
        return (self._known.keys() - self._fresh.keys()) | fresh

    def files(self) -> PathIndex:
        state = (self._base.store.generation, frozenset(self._fresh.items()))
        return self._cache.path_index(state, self.paths)

    def language(self, path: str) -> str:
        if path in self._fresh:
            parsed = self._overlay.parsed(path)
            return (parsed.language if parsed else None) or ""
        row = self._known.get(path)
        return (row.language if row else None) or ""

    def view(self, path: str) -> FileView | None:
        if path in self._fresh:
            parsed = self._overlay.parsed(path)
            facts = self._overlay.facts(path)
            if parsed is None or facts is None:
                return None
            return self._cache.get(
                path, parsed.digest, lambda: FileView(path, parsed.language, parsed.symbols, facts)
            )
        row = self._known.get(path)
        if row is None:
            return None

        def read() -> FileView:
            return FileView(path, row.language, self._base.store.symbols_of(path), self._base.facts(path))

        return self._cache.get(path, row.digest, read, lambda: self._base.files().get(path) == row)

    def defining(self, name: str) -> list[Target]:
        known = self._definitions.get(name)
        if known is None:
            known = self._definitions[name] = [t for t in self.spelled_like(name) if t.symbol.name == name]
        return known

    def spelled_like(self, name: str) -> list[Target]:
        """Definitions of the name in any case."""
        rows = self._overlay.symbols_named(name.lower(), prefix=False, limit=_MOST_DEFINITIONS)
        rows += [
            row
            for row in self._base.symbols_named(name.lower(), prefix=False, limit=_MOST_DEFINITIONS)
            if row.path not in self._fresh
        ]
        return [Target(row.path, _symbol(row)) for row in rows]

    def mentioning(self, name: str) -> list[str]:
        known = self._mentions.get(name)
        if known is None:
            paths = (path for path in self._base.paths_mentioning(name) if path not in self._fresh)
            known = self._mentions[name] = [*self._overlay.paths_mentioning(name), *paths]
        return known

    def text(self, path: str) -> str | None:
        if path not in self._known and path not in self._fresh:
            return None
        if self._verifier.refresh([path]):
            self.is_stale = True
        source = self._verifier.sources.get(path)
        return source.text if source else None


def _symbol(row: SymbolRow) -> Symbol:
    return Symbol(
        row.name,
        row.kind,
        row.canonical_name,
        row.start_line,
        row.end_line,
        row.name_line,
        row.name_column,
        row.container,
        row.signature,
        row.documentation,
        row.visibility,
    )
