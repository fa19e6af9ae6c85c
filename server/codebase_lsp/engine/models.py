"""Which model's vectors answer: that of the settings or, while its vectors are made, the one before.

A change of the model leaves no gap. The vectors of the model before answer, compared with its own
vectors of the questions, until every chunk has one of the new model; then the new ones answer, from
one search to the next. What is made goes to the vector cache, so a restart continues and going
back costs nothing.
"""

import threading

from ..errors import IndexUnavailable, ModelUnavailable
from .cancel import CancelToken
from .embed.former import ModelNote, keep_bundled, kept_bundled
from .embed.model import QueryVector
from .embed.spec import ModelKind, ModelSpec
from .embedding import Embedding
from .index.base import Base
from .index.directory import IndexDirectory
from .index.embed import embed
from .index.overlay import Overlay
from .index.types import ParsedFile
from .index.update import Progress, Site, silent

_NOTE = "model"
"""Key of the note in the index: the model whose vectors answer."""


class Models:
    """Of one folder. Thread-safe, but for `embed`: one writer."""

    def __init__(self, spec: ModelSpec, directory: IndexDirectory) -> None:
        """Never raises: a model that cannot be had is a state."""
        self.wanted = Embedding(spec, directory.vector_cache)
        self._former: Embedding | None = None
        self._former_name = ""
        self._retired: list[Embedding] = []
        self._noted = ""
        self._directory = directory
        self._changing = threading.Lock()

    @property
    def answering(self) -> Embedding:
        """The model whose vectors answer."""
        return self._former or self.wanted

    @property
    def answering_name(self) -> str:
        return self._former_name if self._former is not None else self.wanted.spec.name

    @property
    def changing(self) -> bool:
        """Whether vectors of the model before answer."""
        return self._former is not None

    def find_former(self, base: Base) -> None:
        """See which model's vectors answered last, and let it go on if it can be had.

        A model that gets texts over a network is not asked once the settings no longer name it.
        """
        note = ModelNote.of_json(base.store.meta(_NOTE))
        if note is None or self.wanted.spec.kind is ModelKind.NONE or note.space == self.wanted.known_space:
            return
        for spec in (note.spec, kept_bundled(note, self._directory.bundled)):
            if spec is None or spec == self.wanted.spec:
                continue
            former = Embedding(spec, self._directory.vector_cache)
            if former.known_space == note.space and not former.remote:
                self._former = former
                self._former_name = (
                    note.spec.name if spec == note.spec else f"{note.spec.name} before the update"
                )
                return
            former.close()

    # ── answers ──────────────────────────────────────────────────────────────────────────

    def serve(self, base: Base, *, insist: bool = False) -> bool:
        """Let the vectors answer that the cache has. → whether there is a model to make more."""
        answering = self.answering
        space = answering.space(insist=insist)
        if space is None:
            return False
        if not base.serves(space[0]):
            with self._changing:
                if answering is self.answering:
                    base.use_space(*space)
        return True

    def query(self, text: str, base: Base) -> QueryVector | None:
        """The vector of a question in the space that answers. Raises ModelUnavailable."""
        former = self._former
        if former is not None:
            try:
                return former.query(text, base)
            except ModelUnavailable:
                space = self.wanted.space()
                if space is None:
                    raise
                with self._changing:  # half of the new vectors are better than none
                    if self._former is former:
                        self._retire()
                        base.use_space(*space)
        return self.wanted.query(text, base)

    def embed_fresh(self, parsed: ParsedFile, base: Base, overlay: Overlay) -> None:
        """Give the Overlay's chunks of this file their vectors, soon and in the background."""
        self.answering.embed_fresh(parsed, base, overlay)

    # ── making vectors ───────────────────────────────────────────────────────────────────

    def embed(
        self, site: Site, overlay: Overlay, progress: Progress, cancel: CancelToken, *, insist: bool = False
    ) -> int:
        """Make the vectors that are missing, and change over when they are there. → chunks embedded.

        A model that fails costs the vectors, nothing else. Raises Cancelled.
        """
        before = 0
        if self._former is not None:  # what was edited is to be found while the rest is made
            before = self._embed_with(self._former, site, silent, cancel) or 0
        elif self.serve(site.base, insist=insist):
            self._take_note(site.base)
        made = self._embed_with(self.wanted, site, progress, cancel, insist=insist)
        if made is not None:
            self._change_over(site.base, overlay)
        site.base.build_graph(site.settings.workers)
        return before + (made or 0)

    def follow(self, base: Base, overlay: Overlay) -> None:
        """Change over after the writer has."""
        if self._former is not None:
            note = ModelNote.of_json(base.store.meta(_NOTE))
            if note is not None and note.space == self.wanted.known_space:
                self._change_over(base, overlay)

    def _embed_with(
        self, model: Embedding, site: Site, progress: Progress, cancel: CancelToken, *, insist: bool = False
    ) -> int | None:
        """→ chunks embedded, None if the model cannot be used now."""
        space = model.space(insist=insist)
        if space is None or (model.retry_in and not insist):
            return None
        try:
            made = embed(site, model.spec, space[0], progress, cancel)
        except ModelUnavailable as error:
            model.fail(error)
            return None
        except IndexUnavailable:
            return None  # nothing can be kept; the cache says why
        if made:
            model.succeed()
        return made

    def _change_over(self, base: Base, overlay: Overlay) -> None:
        """Let the vectors of the settings' model answer, those of fresh texts with them."""
        space = self.wanted.space()
        if self._former is None or space is None:
            return
        self.wanted.prepare()
        try:
            for parsed in overlay.without_vectors(space[0]):
                self.wanted.embed_parsed(parsed, space[0], base, overlay)
        except (ModelUnavailable, IndexUnavailable):
            return  # the next run tries again
        loaded = base.load_space(*space)
        with self._changing:
            self._retire()
            base.serve(loaded)
        for parsed in overlay.without_vectors(space[0]):  # what was typed in between
            self.wanted.embed_fresh(parsed, base, overlay)
        overlay.keep_vectors_of(space[0])
        if base.writable:
            self._take_note(base)

    def _retire(self) -> None:
        """A search may still be asking it, so it is closed at the end only."""
        if self._former is not None:
            self._former.release_if_idle(0.0)
            self._retired.append(self._former)
            self._former = None

    def _take_note(self, base: Base) -> None:
        note = ModelNote(self.wanted.spec, self.wanted.known_space).to_json()
        if note != self._noted:
            if note != base.store.meta(_NOTE):
                base.store.set_meta(_NOTE, note)
            if self.wanted.spec.kind is ModelKind.BUNDLED:
                keep_bundled(self._directory.bundled)
            self._noted = note

    # ── state ────────────────────────────────────────────────────────────────────────────

    @property
    def waiting(self) -> bool:
        """Whether it is time to try a model again that failed."""
        return self.wanted.retry_in == 0.0

    def change(self, done: int, total: int) -> str:
        """What is going on while the model is being changed, in a sentence; else empty."""
        if self._former is None:
            return ""
        made = f": {done} of {total} chunks" if total else ""
        what = self.wanted.error or f"Vectors of {self.wanted.spec.name} are being made{made}."
        return f"{what} Those of {self._former_name} answer meanwhile."

    @property
    def warning(self) -> str:
        """Why the model of the settings does not answer, if that is because it failed."""
        return self.change(0, 0) if self._former is not None and self.wanted.error else ""

    def release_if_idle(self, seconds: float) -> None:
        self.wanted.release_if_idle(seconds)
        if self._former is not None:
            self._former.release_if_idle(seconds)

    def close(self) -> None:
        for model in filter(None, (self.wanted, self._former, *self._retired)):
            model.close()
