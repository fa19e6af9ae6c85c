"""The large tier: everything at a known state of the folder, on disk.

The store is the book of record; the lexical index and the vector table follow it. Writes become
visible with `publish`, in the order that survives a kill at any point: rows written as new,
words committed, rows changed over.
"""

import hashlib
import threading
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...errors import IndexUnavailable
from ..cancel import CancelToken
from ..embed.cache import VectorCache
from ..embed.model import QueryVector, Vectors
from ..files.merkle import MerkleTree
from ..parse.facts import Facts
from ..parse.tokens import whole_token
from ..settings import Settings
from . import graph, symbols
from .lexical import LexicalIndex
from .names import NameIndex
from .recall import MOST_WORDS, CorpusStatistics, Evidence, Recalled, RecallQuery
from .store import LIVE, Store
from .types import ChunkRow, FileRow, ParsedFile, SymbolRow
from .vectors import VectorTable
from .words import FileWords

_KEYS_AT_ONCE = 4096
_HIDDEN_FROM_GRAPH = 1000
"""So many hidden chunks the graph is asked for in addition; with more of them the table is scanned."""
_SPARE_NAMES = 10_000
"""So many names of definitions that are gone do no harm."""
_ROWS_KEPT = 20_000
_DEAD_WORTH_IT = 500
"""Fewer dead chunks than this take too little room to do anything about."""


@dataclass(slots=True)
class ServedSpace:
    """The vectors that answer. Replaced as a whole, so that no search sees two spaces."""

    name: str
    table: VectorTable
    graph: "graph.VectorGraph | None" = None


class Base:
    """Reads are thread-safe; writes come from one thread at a time."""

    def __init__(
        self, directory: Path, recipe: str, settings: Settings, cache: VectorCache | None, *, writable: bool
    ) -> None:
        """Open or create; a writer also repairs what a kill left half done.

        `cache` is None without an embedding model. Raises IndexUnavailable.
        """
        self.directory = directory
        self.writable = writable
        self.settings = settings
        self.store = Store(directory / "store.sqlite", recipe, writable=writable)
        self.lexical = LexicalIndex(directory / "lexical", writable=writable)
        self._cache = cache
        self._served: ServedSpace | None = None
        self._loading = threading.Lock()
        self._rows: dict[int, ChunkRow] = {}
        self._loading_tree = threading.Lock()
        self._loading_names = threading.Lock()
        self._names, self._names_at_first = NameIndex(), 0
        self._names_generation, self._names_file = -1, 0
        self._tree: tuple[dict[str, FileRow], MerkleTree] = ({}, MerkleTree.of({}))
        self._files: tuple[int, dict[str, FileRow]] = (-1, {})
        self._statistics: tuple[int, CorpusStatistics] | None = None
        self._seen_generation = self.store.generation
        if writable:
            self._recover()

    def _recover(self) -> None:
        if self.store.meta("lexical") != self.lexical.id:  # lost or replaced: it must be filled again
            self.store.clear()
            self.store.set_meta("lexical", self.lexical.id)
        if self.store.drop_interrupted():
            self.publish()

    # ── writing ──────────────────────────────────────────────────────────────────────────

    def put(self, files: Sequence[ParsedFile]) -> None:
        """Write files in place of older ones of the same path; visible after `publish`."""
        ids = self.store.put_files(files)
        for file in files:
            file_id, chunk_ids = ids[file.path]
            self.lexical.add(FileWords.of(file), file_id, chunk_ids)

    def take_back(self, files: Iterable[tuple[str, int, int, int]]) -> None:
        """Parked files, each as (path, file id, size, mtime_ns), in place of what is there now;
        visible after `publish`."""
        for file_id, chunk_ids, words in self.store.take_back(files):
            self.lexical.add(words, file_id, chunk_ids)

    def remove(self, paths: Iterable[str]) -> None:
        self.store.remove_files(paths)

    def publish(self) -> None:
        outgoing = self.store.outgoing()
        self.lexical.delete_files(outgoing)
        self.lexical.commit()
        self.store.publish()
        if self._served is not None and outgoing:
            self._served.table.remove_files(outgoing)
        self._seen_generation = self.store.generation

    def clear(self) -> None:
        self.store.clear()
        self.publish()

    # ── vectors ──────────────────────────────────────────────────────────────────────────

    @property
    def vectors(self) -> VectorTable | None:
        """The vectors that answer; None before any space is served."""
        return self._served.table if self._served is not None else None

    @property
    def space(self) -> str:
        """The space that answers; empty before any is served."""
        return self._served.name if self._served is not None else ""

    def serves(self, space: str) -> bool:
        """Whether vectors of this space answer."""
        return self._served is not None and self._served.name == space

    def use_space(self, space: str, dimensions: int) -> None:
        """Serve vectors of this space from now on, as far as the cache has them."""
        if self.serves(space):
            self.attach_vectors()
        else:
            self.serve(self.load_space(space, dimensions))

    def load_space(self, space: str, dimensions: int) -> ServedSpace:
        """The vectors of a space that does not answer yet, as far as the cache has them."""
        loaded = ServedSpace(space, VectorTable(dimensions, self.directory))
        self._fill(loaded)
        return loaded

    def serve(self, loaded: ServedSpace) -> None:
        """Let these vectors answer in place of others, between one search and the next."""
        with self._loading:
            self._served = loaded

    def attach_vectors(self) -> list[tuple[int, int, bytes]]:
        """Take vectors of new chunks from the cache. → (chunk, file, key) of those without one."""
        served = self._served
        if served is None:
            return []
        with self._loading:
            return self._fill(served)

    def _fill(self, space: ServedSpace) -> list[tuple[int, int, bytes]]:
        if self._cache is None:
            return []
        known = space.table.chunk_ids()
        new = [row for row in self.store.chunk_keys() if row[0] not in known]
        missing: list[tuple[int, int, bytes]] = []
        for start in range(0, len(new), _KEYS_AT_ONCE):
            part = new[start : start + _KEYS_AT_ONCE]
            found = self._cache.get(space.name, list({key for _, _, key in part}))
            have = [row for row in part if row[2] in found]
            missing.extend(row for row in part if row[2] not in found)
            if have:
                rows = np.stack([found[key] for _, _, key in have])
                space.table.add([c for c, _, _ in have], [f for _, f, _ in have], rows)
        return missing

    def missing_vectors(self, space: str) -> list[tuple[int, int, bytes]]:
        """(chunk, file, key) of the chunks without a vector of this space, whether it answers or not."""
        if self.serves(space):
            return self.attach_vectors()
        missing: list[tuple[int, int, bytes]] = []
        rows = self.store.chunk_keys()
        for start in range(0, len(rows), _KEYS_AT_ONCE):
            part = rows[start : start + _KEYS_AT_ONCE]
            found = self.cached_vectors(space, [key for _, _, key in part])
            missing.extend(row for row in part if row[2] not in found)
        return missing

    def keep_vectors(
        self,
        space: str,
        rows: Sequence[tuple[bytes, NDArray[np.int8]]],
        places: Mapping[bytes, Sequence[tuple[int, int]]],
    ) -> None:
        """Keep new vectors; if it is their space that answers, serve them for the (chunk, file) ids
        that `places` names for each key."""
        if self._cache is None or not rows:
            return
        served = self._served
        try:
            self._cache.put(space, rows)
        except IndexUnavailable:  # not kept, so made again another day; they serve all the same
            if served is None or served.name != space:
                raise
        spread = [(place, vector) for key, vector in rows for place in places.get(key, ())]
        if spread and served is not None and served.name == space:
            chunks, files = [c for (c, _), _ in spread], [f for (_, f), _ in spread]
            served.table.add(chunks, files, np.stack([vector for _, vector in spread]))

    def mark_vectors_used(self) -> None:
        """Tell the shared cache which vectors this index uses today. Raises IndexUnavailable."""
        if self._cache is not None and self.space:
            self._cache.mark_used(self.space, list({key for _, _, key in self.store.chunk_keys()}))

    def cached_vectors(self, space: str, keys: Sequence[bytes]) -> dict[bytes, NDArray[np.int8]]:
        return self._cache.get(space, keys) if self._cache is not None else {}

    def build_graph(self, threads: int) -> None:
        """Above the threshold, bring the nearest-neighbour graph up to the table."""
        served = self._served
        if served is None:
            return
        table = served.table
        if len(table) < self.settings.graph_threshold or not graph.available():
            served.graph = None
            return
        file = self._graph_file(served.name)
        current = served.graph or graph.VectorGraph(table.dimensions, file)
        ids, rows = table.live()
        if current.tombstones > len(table) // 4:
            current = graph.VectorGraph(table.dimensions)
        if any(current.synchronise(ids, rows, threads)) and self.writable:
            current.save(file)
        served.graph = current

    def _graph_file(self, space: str) -> Path:
        return self.directory / f"graph-{hashlib.sha256(space.encode()).hexdigest()[:12]}.bin"

    # ── room on the disk ─────────────────────────────────────────────────────────────────

    def reclaim(self, cancel: CancelToken | None = None) -> None:
        """Give back what nothing needs any more: free pages, the log, graphs of other models."""
        self.store.reclaim(cancel)
        space = self.space
        for file in self.directory.glob("graph-*.bin"):
            if space and file != self._graph_file(space):
                file.unlink(missing_ok=True)

    @property
    def mostly_dead(self) -> bool:
        """Whether more than half of the words on disk belong to chunks that are gone; reading every
        file again makes room."""
        dead = self.lexical.dead_documents
        return dead > _DEAD_WORTH_IT and dead > self.lexical.documents

    # ── reading ──────────────────────────────────────────────────────────────────────────

    @property
    def generation(self) -> int:
        """The published state that the words in memory are of; `store.generation` may be ahead."""
        return self._seen_generation

    def refresh(self) -> bool:
        """See what another process has published. → whether there was something new."""
        generation = self.store.generation
        if generation == self._seen_generation:
            return False
        self.lexical.reload()
        if self._served is not None:
            live = {row.id for row in self.files().values()}
            self._served.table.keep_files(live)
            self.attach_vectors()
        self._seen_generation = generation
        return True

    def files(self) -> dict[str, FileRow]:
        """All files by path, read once per generation."""
        generation = self.store.generation
        if self._files[0] != generation:
            self._files = (generation, self.store.files())
        return self._files[1]

    def tree(self) -> MerkleTree:
        """All files with their digests; follows from one generation to the next by what changed."""
        files = self.files()
        with self._loading_tree:
            before, tree = self._tree
            if before is not files:
                changed: dict[str, str | None] = dict.fromkeys(before.keys() - files.keys())
                for path, row in files.items():
                    if (known := before.get(path)) is None or known.digest != row.digest:
                        changed[path] = row.digest
                tree = tree.with_changes(changed)
                self._tree = (files, tree)
            return tree

    def chunk_count(self) -> int:
        """Chunks of all files, counted once per generation."""
        return self.statistics().documents

    def recall(self, query: RecallQuery, hidden: Iterable[str] = ()) -> Recalled:
        """Chunks of all files but `hidden` ones (paths that the Overlay answers for)."""
        files = self.files()
        hidden_ids = [files[path].id for path in hidden if path in files]
        allowed: list[int] | None = None
        if query.admits is not None:
            gone = set(hidden_ids)
            admitted = (row for row in files.values() if query.admits(row.path, row.language))
            allowed, hidden_ids = [row.id for row in admitted if row.id not in gone], []
            if not allowed:
                return Recalled()
        recalled = Recalled()
        asked = {"body": query.terms, "symbols": query.symbol_terms, "path": query.terms}
        for field, terms in asked.items():
            if query.corpus is not None:
                terms = query.corpus.weights(field, terms, self.statistics())
            recalled.add(field, self.lexical.search(field, terms, query.limit, allowed, hidden_ids))
        served, vector = self._served, query.vector
        if vector is not None and served is not None and served.name == vector.space:
            recalled.add("vector", _nearest(served, vector.values, query.limit, allowed, hidden_ids))
        return recalled

    def evidence(self, paths: Collection[str], words: Sequence[str], vector: QueryVector | None) -> Evidence:
        """Which words (at most MOST_WORDS) stand in which chunk of these files, and how near each is."""
        files = self.files()
        ids = {files[path].id: path for path in paths if path in files}
        found = Evidence(self.lexical.words_held(words[:MOST_WORDS], list(ids)))
        served = self._served
        if vector is not None and served is not None and served.name == vector.space and ids:
            near = served.table.file_cosines(vector.values, list(ids))
            found.nearness = {ids[file]: cosine for file, cosine in near.items()}
        return found

    def chunks(self, ids: Sequence[int]) -> dict[int, ChunkRow]:
        """Rows by id; ids that are gone are missing. Ids are never used twice, so rows are kept."""
        kept = self._rows
        found = {i: kept[i] for i in ids if i in kept}
        new = self.store.chunks([i for i in ids if i not in found])
        if len(kept) > _ROWS_KEPT:
            self._rows = kept = {}
        kept.update(new)
        return found | new

    def names(self) -> NameIndex:
        """Names of all definitions; follows what is published, whoever does."""
        with self._loading_names:
            generation, at_first = self.store.generation, self._names_at_first
            if generation != self._names_generation:
                if len(self._names) > 2 * at_first + _SPARE_NAMES:  # most are of no definition any more
                    self._names, self._names_file = NameIndex(), 0
                # Parked files come back with ids of before: their names are taken in as well.
                newest = self.store.rows(symbols.NEWEST_FILE)[0][0]
                self._names.extend(row[0] for row in self.store.rows(symbols.NAMES, (self._names_file,)))
                self._names_file = newest
                self._names_at_first = at_first or len(self._names)
                self._names_generation = generation
            return self._names

    def symbols_called(self, names: Sequence[str], within: str, limit: int) -> list[SymbolRow]:
        """Definitions of these names, those first whose canonical name holds `within` (lower case)."""
        return [SymbolRow(*row) for row in self.store.rows(*symbols.called(names, within, LIVE, limit))]

    def symbols_named(self, folded: str, *, prefix: bool, limit: int) -> list[SymbolRow]:
        return self.store.symbols_named(folded, prefix=prefix, limit=limit)

    def facts(self, path: str) -> Facts:
        """What the file refers to and imports; empty for a path that is not here."""
        return Facts.unpack(self.store.facts(path))

    def paths_mentioning(self, name: str) -> list[str]:
        """All files where the identifier stands, whatever its case and underscores, also in comments
        and strings: where references to it are to be looked for. In the order of their paths."""
        ids = self.lexical.files_with("body", whole_token(name))
        return sorted(path for path, row in self.files().items() if row.id in ids) if ids else []

    def statistics(self) -> CorpusStatistics:
        generation = self.store.generation
        if self._statistics is None or self._statistics[0] != generation:
            counts = self.store.counts()
            average = {"body": counts["tokens"] / max(1, counts["chunks"])}
            frequency = self.lexical.document_frequency
            self._statistics = (generation, CorpusStatistics(counts["chunks"], average, frequency))
        return self._statistics[1]

    def close(self) -> None:
        self._served = None  # Windows removes no directory with an open file in it
        self.lexical.release_writer()
        self.store.close()


def _nearest(
    served: ServedSpace, values: Vectors, limit: int, allowed: Sequence[int] | None, hidden: Sequence[int]
) -> list[tuple[int, float]]:
    """(chunk id, cosine) of chunks in `allowed` files (None: all) that are not `hidden`, best first."""
    if served.graph is not None and allowed is None:
        unwanted = served.table.chunks_of(hidden) if hidden else set[int]()
        if len(unwanted) <= _HIDDEN_FROM_GRAPH:
            near = served.graph.search(values, limit + len(unwanted))
            return [hit for hit in near if hit[0] not in unwanted][:limit]
    return served.table.search(values, limit, allowed, hidden)
