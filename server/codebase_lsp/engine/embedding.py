"""The embedding model of one workspace: loaded late, used from any thread, allowed to fail.

Whatever goes wrong here costs vectors and nothing else; `state` says so in words.
"""

import threading
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from pathlib import Path

import numpy as np

from ..errors import IndexUnavailable, ModelUnavailable
from .embed.breaker import CircuitBreaker
from .embed.cache import VectorCache, quantize
from .embed.load import shared_model
from .embed.model import EmbeddingModel, QueryVector, Usage, Vectors
from .embed.spec import ModelKind, ModelSpec
from .embed.text import passage
from .index.base import Base
from .index.overlay import Overlay
from .index.types import ParsedFile

_REMEMBERED_QUERIES = 128


class Embedding:
    """Thread-safe."""

    def __init__(
        self, spec: ModelSpec | str, cache_file: Path, breaker: CircuitBreaker | None = None
    ) -> None:
        """Never raises: a model that cannot be had is a `state`. A string is a model's name."""
        self.spec = ModelSpec(spec) if isinstance(spec, str) else spec
        self.model: EmbeddingModel | None = None
        self.cache: VectorCache | None = None
        self._error = ""
        self._breaker = breaker or CircuitBreaker()
        self._lock = threading.Lock()
        self._queries: OrderedDict[tuple[str, str], QueryVector] = OrderedDict()
        self._background = ThreadPoolExecutor(1, thread_name_prefix="embedding")
        self._asking: ThreadPoolExecutor | None = None
        if self.spec.kind is not ModelKind.NONE:
            try:
                self.cache = VectorCache(cache_file)
            except IndexUnavailable as error:
                self._error = str(error)
        self._find_model()

    def _find_model(self) -> None:
        if self.cache is None:
            return
        try:
            self.model = shared_model(self.spec)
            self._error = ""
            if self.spec.kind is ModelKind.ENDPOINT:
                _remember_dimensions(self.model, self.cache)
        except (ModelUnavailable, IndexUnavailable) as error:
            self.model = None
            self._error = str(error)

    # ── state ────────────────────────────────────────────────────────────────────────────

    @property
    def state(self) -> str:
        """`ready`, `notLoaded`, `off`, or the error in words."""
        if self._error:
            return self._error
        if self.model is None:
            return "off"
        if self.cache is not None and self.cache.problem:
            return f"Vectors are made and not kept. {self.cache.problem}"
        return "ready" if self.model.loaded else "notLoaded"

    @property
    def error(self) -> str:
        """What is wrong, in words; empty while nothing is."""
        return self._error

    @property
    def known_space(self) -> str:
        """The vector space as far as it is told without asking an endpoint; else empty."""
        asks = self.spec.kind is ModelKind.ENDPOINT
        if self.model is None or (asks and not self.model.dimensions_known):
            return ""
        return self.model.space

    @property
    def notice(self) -> str:
        """Where code goes, in a sentence, if it leaves this machine; else empty."""
        return self.model.notice if self.model is not None else ""

    @property
    def remote(self) -> bool:
        """Whether code leaves this machine."""
        return bool(self.notice)

    @property
    def usage(self) -> Usage:
        return self.model.usage if self.model is not None else Usage()

    @property
    def retry_in(self) -> float | None:
        """Seconds until it is worth trying again after a failure; None while nothing is wrong, or
        nothing will change by itself."""
        return self._breaker.seconds_left if self.model is not None else None

    def fail(self, error: ModelUnavailable) -> None:
        """Remember what is wrong; the next success forgets it."""
        self._error = str(error)
        self._breaker.failed()

    def succeed(self) -> None:
        """The model works: forget what was wrong."""
        if self.model is not None:
            self._error = ""
            self._breaker.succeeded()

    def release_if_idle(self, seconds: float) -> bool:
        """Give the model's memory back if nobody asked it for that long; it comes back with the next
        text. → whether it was given back."""
        return self.model is not None and self.model.release(seconds)

    def space(self, *, insist: bool = False) -> tuple[str, int] | None:
        """The vector space in use and its dimensions; None without a model, and as long as an
        endpoint that must tell its dimensions first does not answer. Never raises.

        `insist`: ask it even if it failed just now, and look again for one that was not there, for
        work that somebody started on purpose.
        """
        if self.model is None and insist:
            self._find_model()
        model = self.model
        if model is None or self.cache is None:
            return None
        if not model.dimensions_known and not (insist or self._breaker.allows()):
            return None
        try:
            return model.space, model.dimensions
        except ModelUnavailable as error:
            self.fail(error)
            return None

    # ── questions ────────────────────────────────────────────────────────────────────────

    def query(self, text: str, base: Base) -> QueryVector | None:
        """The vector of a question; None where there is nothing to compare it with.

        Returns within the model's deadline. Raises ModelUnavailable; after a failure it does so
        at once for a while, so that not every question waits for the same time-out.
        """
        served, space = base.vectors, base.space
        if self.model is None or served is None or not len(served):
            if self._error:
                raise ModelUnavailable(self._error)
            return None
        with self._lock:
            known = self._queries.get((text, space))
            if known is not None:
                self._queries.move_to_end((text, space))
                return known
        if not self._breaker.allows():
            raise ModelUnavailable(self._error)
        try:
            values = self._ask(self.model, text)
            if len(values) != served.dimensions:
                raise ModelUnavailable(
                    f"The question has {len(values)} dimensions and the index {served.dimensions}; indexing "
                    "again brings them together."
                )
            vector = QueryVector(self.model.space, values)
        except ModelUnavailable as error:
            self.fail(error)
            raise
        self.succeed()
        with self._lock:
            self._queries[text, vector.space] = vector
            if len(self._queries) > _REMEMBERED_QUERIES:
                self._queries.popitem(last=False)
        return vector

    def _ask(self, model: EmbeddingModel, text: str) -> Vectors:
        """With a deadline that holds whatever a network does, name look-up included."""
        if model.query_seconds is None:
            return model.query(text)
        with self._lock:
            if self._asking is None:
                self._asking = ThreadPoolExecutor(2, thread_name_prefix="query-embedding")
            asked: Future[Vectors] = self._asking.submit(model.query, text)
        try:
            return asked.result(timeout=model.query_seconds)
        except FutureTimeoutError:
            asked.cancel()
            raise ModelUnavailable(
                f"The embedding model did not answer within {model.query_seconds:g} seconds."
            ) from None

    def prepare(self) -> None:
        """Load a local model in the background, so that the first question need not wait for it."""
        if self.model is not None and not self.remote and not self.model.loaded:
            self._background.submit(self._prepare, self.model)

    def _prepare(self, model: EmbeddingModel) -> None:
        try:
            model.query("warm up")
        except ModelUnavailable as error:
            self.fail(error)

    # ── passages ─────────────────────────────────────────────────────────────────────────

    def embed_fresh(self, parsed: ParsedFile, base: Base, overlay: Overlay) -> None:
        """Give the Overlay's chunks of this file their vectors, soon and in the background."""
        if self.model is not None and self.cache is not None and base.vectors is not None:
            self._background.submit(self._embed_fresh, parsed, base, overlay)

    def _embed_fresh(self, parsed: ParsedFile, base: Base, overlay: Overlay) -> None:
        current = overlay.parsed(parsed.path)
        if current is None or current.digest != parsed.digest:
            return  # a newer text is waiting behind this one
        try:
            served = self.space()
            if served is None or not base.serves(served[0]):
                return  # the model is another one by now; the next indexing changes over
            self.embed_parsed(parsed, served[0], base, overlay)
        except ModelUnavailable as error:
            self.fail(error)
        except IndexUnavailable as error:
            self._error = str(error)

    def embed_parsed(self, parsed: ParsedFile, space: str, base: Base, overlay: Overlay) -> None:
        """Vectors of `space`, which is this model's, for the Overlay's chunks of this file.

        Raises ModelUnavailable, IndexUnavailable.
        """
        keys = [item.key for item in parsed.chunks]
        if self.model is None or not keys:
            return
        found = base.cached_vectors(space, keys)
        missing = {item.key: item.chunk for item in parsed.chunks if item.key not in found}
        if missing:
            if not self._breaker.allows():
                return
            texts = [
                passage(parsed.path, c.header, c.symbol.canonical_name if c.symbol else "", c.text)
                for c in missing.values()
            ]
            rows = list(zip(missing, quantize(self.model.passages(texts)), strict=True))
            self.succeed()
            if self.model.space != space:
                return  # an endpoint has another model behind it by now
            base.keep_vectors(space, rows, {})
            found.update(rows)
        rows_now = np.stack([found[key] for key in keys]).astype(np.float32)
        norms = np.linalg.norm(rows_now, axis=1, keepdims=True)
        overlay.set_vectors(parsed.path, parsed.digest, space, rows_now / np.maximum(norms, 1e-12))

    def wait(self) -> None:
        """Until everything submitted so far is done."""
        self._background.submit(lambda: None).result()

    def close(self) -> None:
        self._background.shutdown(wait=True, cancel_futures=True)
        if self._asking is not None:
            self._asking.shutdown(wait=False, cancel_futures=True)
        if self.cache is not None:
            self.cache.close()


def _remember_dimensions(model: EmbeddingModel | None, cache: VectorCache) -> None:
    """An endpoint that is down at the start must not cost the vectors it made before."""
    from .embed.remote import RemoteModel

    assert isinstance(model, RemoteModel)
    spaces = cache.spaces(model.family)
    if len(spaces) == 1:
        model.expect(int(spaces[0].removeprefix(model.family)))
