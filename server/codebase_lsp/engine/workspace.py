"""The façade over one folder: everything a client of the engine calls.

All calls block and are thread-safe; callers choose the thread. Nothing here knows LSP.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from ..errors import Cancelled, Paused
from .cancel import CancelToken
from .embed.reranker import cross_encoder
from .embed.spec import ModelSpec
from .estimate import Estimate
from .files.glances import Glances
from .files.ignore import IgnoreRules
from .files.merkle import MerkleTree
from .files.source import FileSource
from .files.types import Skipped, SourceFile
from .fresh import FreshFiles
from .index.base import Base
from .index.directory import IndexDirectory
from .index.ingest import recipe
from .index.opening import open_base
from .index.overlay import Overlay
from .index.pool import WorkerPool
from .index.update import Site, silent, update, update_paths
from .living import LivingIndex
from .models import Models
from .parse.types import Symbol
from .plan import Plan, Planner
from .relations.links import Links
from .relations.related import Site as RelationsSite
from .relations.related import related
from .relations.tiers import ViewCache
from .relations.types import RelatedAnswer, RelatedRequest
from .reports import FolderStatus, IndexProgress, IndexReport
from .search.pipeline import Definitions, Found, find_definitions, search_folders
from .search.run import Folder
from .search.types import IndexState, QuestionInfo, SearchAnswer, SearchRequest
from .settings import Settings
from .state import Stage, folder_status, index_state
from .upkeep import Upkeep

MODEL_IDLE_SECONDS = 600.0
"""A model that nobody asked for this long is released; it comes back in a fraction of a second."""


class Workspace:
    """One folder, its index and its open buffers.

    Another process may hold the write lock of the same index: then `writable` is False,
    `index` reports what is published and searches answer from it.
    """

    def __init__(self, root: Path, settings: Settings | None = None, cache_dir: Path | None = None) -> None:
        """Open or create the index of `root` below `cache_dir` (default: the user's cache directory).

        Raises UnknownFolder if `root` is not a folder, IndexUnavailable if the index
        directory cannot be made. Cheap: no walk, no model.
        """
        self.settings = settings or Settings()
        self._directory = IndexDirectory(root, cache_dir)
        self.root = self._directory.root
        self.models = Models(ModelSpec.of(self.settings), self._directory)
        self.embedding = self.models.wanted
        self._base, self.writable = open_base(self._directory, self.settings, self.embedding.cache)
        self.models.find_former(self._base)
        self._overlay = Overlay(lambda: self._base.statistics())
        self._source = FileSource(self.root, self.settings)
        self._fresh = FreshFiles(
            self._source,
            self._overlay,
            self.settings,
            lambda: (self._base, self.rules),
            lambda parsed: self.models.embed_fresh(parsed, self._base, self._overlay),
        )
        self._glances = Glances(self.root, self._fresh.read)
        self._pool = WorkerPool(self.settings.workers)
        self._writing = threading.Lock()
        self._closing = CancelToken()
        self._stage: Stage = ("ready", 0, 0)
        self._counters: Counter[str] = Counter()
        self._rules: IgnoreRules | None = None
        self._living: LivingIndex | None = None
        self.paused = False
        self._planner = Planner(self.root, self.settings)
        self._upkeep = Upkeep(self._directory, self.settings, self._closing)
        self._views = ViewCache()
        self.links = Links()

    def announce(self) -> None:
        """`index` is about to be called: until it is done, the state is not `ready`."""
        self._stage = ("scanning", 0, 0)

    # ── indexing ─────────────────────────────────────────────────────────────────────────

    def index(
        self, progress: Callable[[IndexProgress], None] | None = None, cancel: CancelToken | None = None
    ) -> IndexReport:
        """Bring the index up to date with the folder: walk, parse what changed, embed what is new.

        Searches work meanwhile. Raises Cancelled, and Paused if `pause` was or is called; what was
        done until then is kept.
        """
        return self._index(progress, cancel, force=False)

    def reindex(
        self, progress: Callable[[IndexProgress], None] | None = None, cancel: CancelToken | None = None
    ) -> IndexReport:
        """Parse every file again, whether it changed or not; the old index serves meanwhile."""
        return self._index(progress, cancel, force=True, asked=True)

    def _index(
        self,
        progress: Callable[[IndexProgress], None] | None,
        cancel: CancelToken | None,
        *,
        force: bool,
        asked: bool = False,
    ) -> IndexReport:
        started, token = time.monotonic(), cancel or CancelToken()
        estimate = Estimate(embeds=self.embedding.model is not None)

        def report(stage: str, done: int, total: int) -> None:
            self._stage = (stage, done, total)
            self._closing.check()
            if progress is not None:
                left = estimate.seconds_left(stage, done, total)
                progress(IndexProgress(stage, done, total, estimate.tokens, left))
            if self.paused and not asked:
                raise Paused("Indexing is paused.")

        with self._writing:
            self.forget_rules()
            self._take_over()
            if not self.writable:
                self._follow()
                self._prepare_lookups()
                self._stage = ("ready", 0, 0)
                return self._report(0, 0, 0, started)
            end = "failed"
            try:
                report("scanning", 0, 0)
                self.models.answering.prepare()
                self.models.serve(self._base)
                site = replace(self._site(), to_read=estimate.to_read)
                done = update(site, report, token, force=force)
                self._fresh.settle_all()
                self._prepare_lookups()
                embedded = self.models.embed(site, self._overlay, report, token, insist=True)
                end = "ready"
            except Cancelled:
                end = "ready"  # as far as it came
                raise
            finally:
                self._pool.close()
                self._stage = (end, 0, 0)
            if done.changed_paths:
                self._base.reclaim(self._closing)
            self._counters.update(parsed=done.parsed, taken_back=done.taken_back, embedded=embedded)
            return self._report(done.parsed, done.removed, embedded, started)

    def pause(self) -> None:
        """Let background work rest until `resume`: no walk, no merge, nothing embedded for the Base.

        Buffers and files that are saved meanwhile are found all the same, through the Overlay; only
        `reindex` works, as it is asked for.
        """
        self.paused = True
        if not self._writing.locked():
            self._stage = ("ready", 0, 0)  # what was announced does not come now

    def resume(self) -> None:
        """Background work may go on; `index` continues where it was."""
        self.paused = False

    def plan(self, cancel: CancelToken | None = None) -> Plan:
        """What would be indexed, and why the rest would not; changes nothing. Raises Cancelled."""
        return self._planner.plan(self._base, self.rules, cancel or self._closing)

    def _prepare_lookups(self) -> None:
        """What the next search by name and the next exact one need is made here, not in their time."""
        self._base.names().prepare()
        self._base.lexical.prepare()

    def _take_over(self) -> bool:
        """Become the writer if the one before has gone. → whether that happened just now."""
        if self.writable or not self._directory.lock.acquire():
            return False
        self.writable = True
        path, cache = self._directory.path, self.embedding.cache
        # The Base before is not closed: searches under way still read it.
        self._base = Base(path, recipe(self.settings), self.settings, cache, writable=True)
        return True

    def _follow(self) -> None:
        """See what the writer has published."""
        if self._base.refresh():
            self._fresh.settle_all()
        self.models.follow(self._base, self._overlay)

    def _report(self, parsed: int, removed: int, embedded: int, started: float) -> IndexReport:
        counts = self._base.store.counts()
        skipped = Counter(skipped.reason.value for skipped, _, _ in self._base.store.skipped().values())
        seconds = round(time.monotonic() - started, 3)
        return IndexReport(counts["files"], counts["chunks"], parsed, removed, embedded, skipped, seconds)

    # ── changes ──────────────────────────────────────────────────────────────────────────

    def watch(self, changed: Callable[[], None] | None = None) -> None:
        """Follow changes of the folder from now on; call before `index`, so that none is missed.

        `changed` is called, in some thread, after the index has followed one.
        """
        if self._living is None and not self._closing.cancelled:
            self._living = LivingIndex(self, changed)
            self._living.start()

    def hint(self, paths: Iterable[str]) -> None:
        """An editor says that these files or folders (relative or absolute) may have changed."""
        if self._living is not None:
            self._living.hint(paths)

    @property
    def rules(self) -> IgnoreRules:
        """The ignore rules in force; the same object until they change."""
        rules = self._rules
        if rules is None:
            rules = self._rules = IgnoreRules(self.root, self.settings)
        return rules

    def forget_rules(self) -> None:
        """An ignore file may have changed: read them again when they are next needed."""
        self._rules = None

    def refresh(self, paths: Iterable[str]) -> None:
        """These files may have changed on disk: what they hold now is searched from now on."""
        self._fresh.refresh(paths)

    def merge(self, paths: Iterable[str]) -> bool:
        """Move what the disk has of these files from the Overlay to the Base.

        → False, and nothing is done, while something else is being written, and while paused.
        """
        wanted = list(paths)
        if self.paused or not self._writing.acquire(blocking=False):
            return False
        try:
            if self._take_over():
                return False  # nobody knows what the writer before has missed: compare everything
            if not self.writable:
                return True  # the writer sees the same events
            done = update_paths(self._site(), wanted, self._closing)
            self._fresh.settle_all()
            self._prepare_lookups()
            embedded = self.models.embed(self._site(), self._overlay, silent, self._closing)
            self._counters.update(parsed=done.parsed, taken_back=done.taken_back, embedded=embedded)
            return True
        finally:
            self._writing.release()

    def tidy(self) -> None:
        """Now and then, when it is quiet: give idle memory and disk space back, and go on where a
        model was away."""
        self.models.release_if_idle(MODEL_IDLE_SECONDS)
        if self.paused:
            return
        self._upkeep.soon(self._base, lambda: self._index(None, self._closing, force=True))
        lacking = self.models.changing or self.index_state().vector_share < 1.0
        if (self.models.waiting and lacking) or not self.writable:  # the writer may have gone
            self.reconcile()

    def reconcile(self) -> bool:
        """Compare the whole folder, quietly. → False while something else is being written, and while
        paused."""
        if self.paused or self._writing.locked():
            return False
        try:
            self.index(cancel=self._closing)
        except Paused:
            return False
        return True

    def _site(self) -> Site:
        return Site(self._base, self.root, self.settings, self._pool, self.rules)

    # ── buffers ──────────────────────────────────────────────────────────────────────────

    def set_buffer(self, path: str, text: str) -> None:
        """The editor holds `text` for `path` (relative, `/`); it is searched instead of the disk."""
        self._source.set_buffer(path, text)
        self._fresh.settle([path])

    def close_buffer(self, path: str) -> None:
        """The editor let go of `path`; the disk is the truth again."""
        self._source.close_buffer(path)
        self._fresh.settle([path])

    # ── answers ──────────────────────────────────────────────────────────────────────────

    def search(self, request: SearchRequest, cancel: CancelToken | None = None) -> SearchAnswer:
        """Answer one question. Raises BadRequest, BadPattern, Cancelled."""
        return self.search_with((), request, cancel or CancelToken())[0]

    def search_with(
        self,
        others: Sequence[tuple["Workspace", SearchRequest]],
        request: SearchRequest,
        cancel: CancelToken,
    ) -> list[SearchAnswer]:
        """What this folder and each of the others answers, ranked as one; `together.py` says more."""
        asked = [(self, request), *others]
        found = search_folders([(each._searched(), wanted) for each, wanted in asked], cancel)
        return [each._answered(one) for (each, _), one in zip(asked, found, strict=True)]

    def _answered(self, found: Found) -> SearchAnswer:
        self._counters.update(searches=1, verified=found.checked, corrected=found.corrected)
        question = found.question
        info = QuestionInfo(
            question.mode, question.kind, question.symbols, tuple(question.terms), question.intent
        )
        warnings = tuple(filter(None, (*found.warnings, self.models.warning)))
        return SearchAnswer(tuple(found.hits), info, self.index_state(), found.milliseconds, warnings)

    def _searched(self) -> Folder:
        if not self.writable:
            self._follow()
        self.models.serve(self._base)
        encoder = cross_encoder(self.settings.reranker, self.settings.model_options)
        return Folder(
            base=self._base,
            overlay=self._overlay,
            read=self._fresh.read,
            parse=self._fresh.parse,
            embed_query=lambda text: self.models.query(text, self._base),
            glance=self._glances.text,
            is_buffer=self._source.is_buffer,
            regex_seconds=self.settings.regex_seconds,
            search_seconds=self.settings.search_seconds,
            cross_encode=encoder.fits if encoder is not None else None,
        )

    def find_symbols(self, name: str, limit: int, cancel: CancelToken) -> Definitions:
        """Definitions by name, best first, with the texts they stand in. Raises Cancelled."""
        return find_definitions(self._searched(), name, limit, cancel)

    def read(self, path: str, digest: str | None = None) -> SourceFile | Skipped:
        """The text of a file as it is now; `digest` is what the caller believes it to be."""
        return self._fresh.read(path, digest)

    def tiers(self) -> tuple[Base, Overlay]:
        """Everything that answers, followed up to now."""
        if not self.writable:
            self._follow()
        return self._base, self._overlay

    def is_buffer(self, path: str) -> bool:
        return self._source.is_buffer(path)

    def symbols_in(self, source: SourceFile) -> Sequence[Symbol]:
        """The definitions of a file, in order."""
        fresh = self._overlay.parsed(source.path)
        if fresh is not None and fresh.digest == source.digest:
            return fresh.symbols
        row = self._base.files().get(source.path)
        if row is not None and row.digest == source.digest:
            return self._base.store.symbols_of(source.path)
        return self._fresh.parse(source).symbols

    def related(self, request: RelatedRequest, cancel: CancelToken | None = None) -> RelatedAnswer:
        """How definitions relate to each other. Raises BadRequest, Cancelled."""
        tiers = (*self.tiers(), self._fresh.read, self._fresh.parse, self._source.is_buffer)
        site = RelationsSite(*tiers, self._views, self.settings.search_seconds)
        return related(site, request, cancel or CancelToken())

    def index_state(self) -> IndexState:
        """The cheap part of `status`."""
        return index_state(self._base, self._stage, self.tree().root, paused=self.paused)

    def tree(self) -> MerkleTree:
        """Every file that answers and the digest of its text, buffers included."""
        return self._base.tree().with_changes(self._overlay.digests())

    def status(self) -> FolderStatus:
        """Everything a person may ask about the folder."""
        self.models.serve(self._base)
        parts = self._directory, self._base, self.models, self.settings, self._stage
        return folder_status(*parts, self.index_state(), self._counters)

    def close(self) -> None:
        """Stop work, release the lock, the workers and the files. Idempotent."""
        self._closing.cancel()
        if self._living is not None:
            self._living.stop()
        self._pool.close()
        self._upkeep.close()
        with self._writing:
            self._base.close()
            self.models.close()
            self._directory.lock.release()
