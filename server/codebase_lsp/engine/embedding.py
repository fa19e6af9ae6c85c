"""The embedding model of one workspace: loaded late, used from any thread, allowed to fail.

Whatever goes wrong here costs vectors and nothing else; `state` says so in words.
"""

import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from ..errors import IndexUnavailable, ModelUnavailable
from .embed.cache import VectorCache, quantize
from .embed.local import LocalModel, load_model
from .embed.model import Vectors
from .embed.text import passage
from .index.base import Base
from .index.overlay import Overlay
from .index.types import ParsedFile

_REMEMBERED_QUERIES = 128


class Embedding:
    """Thread-safe."""

    def __init__(self, name: str, cache_file: Path) -> None:
        self.model: LocalModel | None = None
        self.cache: VectorCache | None = None
        self._error = ""
        self._lock = threading.Lock()
        self._queries: OrderedDict[str, Vectors] = OrderedDict()
        self._background = ThreadPoolExecutor(1, thread_name_prefix="embedding")
        try:
            self.model = load_model(name)
            self.cache = VectorCache(cache_file) if self.model is not None else None
        except (ModelUnavailable, IndexUnavailable) as error:
            self.model = None
            self._error = str(error)

    @property
    def state(self) -> str:
        """`ready`, `notLoaded`, `off`, or the error in words."""
        if self._error:
            return self._error
        if self.model is None:
            return "off"
        return "ready" if self.model.loaded else "notLoaded"

    def fail(self, error: ModelUnavailable) -> None:
        """Remember what is wrong; the next success forgets it."""
        self._error = str(error)

    def query(self, text: str, base: Base) -> Vectors | None:
        """The vector of a question; None where there is nothing to compare it with.

        Raises ModelUnavailable.
        """
        if self._error and self.model is None:
            raise ModelUnavailable(self._error)
        if self.model is None or base.vectors is None or not len(base.vectors):
            return None
        with self._lock:
            if text in self._queries:
                self._queries.move_to_end(text)
                return self._queries[text]
        vector = self.model.query(text)
        self._error = ""
        with self._lock:
            self._queries[text] = vector
            if len(self._queries) > _REMEMBERED_QUERIES:
                self._queries.popitem(last=False)
        return vector

    def embed_fresh(self, parsed: ParsedFile, base: Base, overlay: Overlay) -> None:
        """Give the Overlay's chunks of this file their vectors, soon and in the background."""
        if self.model is not None and self.cache is not None and base.vectors is not None:
            self._background.submit(self._embed_fresh, parsed, base, overlay)

    def _embed_fresh(self, parsed: ParsedFile, base: Base, overlay: Overlay) -> None:
        current = overlay.parsed(parsed.path)
        if current is None or current.digest != parsed.digest or self.model is None:
            return  # a newer text is waiting behind this one
        try:
            keys = [item.key for item in parsed.chunks]
            found = base.cached_vectors(keys)
            missing = {item.key: item.chunk for item in parsed.chunks if item.key not in found}
            if missing:
                texts = [
                    passage(parsed.path, c.header, c.symbol.canonical_name if c.symbol else "", c.text)
                    for c in missing.values()
                ]
                rows = list(zip(missing, quantize(self.model.passages(texts)), strict=True))
                base.keep_vectors(rows, {})
                found.update(rows)
        except (ModelUnavailable, IndexUnavailable) as error:
            self._error = str(error)
            return
        rows_now = np.stack([found[key] for key in keys]).astype(np.float32)
        norms = np.linalg.norm(rows_now, axis=1, keepdims=True)
        overlay.set_vectors(parsed.path, parsed.digest, rows_now / np.maximum(norms, 1e-12))

    def wait(self) -> None:
        """Until everything submitted so far is done."""
        self._background.submit(lambda: None).result()

    def close(self) -> None:
        self._background.shutdown(wait=True, cancel_futures=True)
        if self.cache is not None:
            self.cache.close()
