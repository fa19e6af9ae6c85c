"""The language model that may put questions in other ways, if the user configured one."""

import logging
import threading
from collections.abc import Sequence

import attrs

from ..engine.context.chat import ChatModel
from ..engine.context.pipeline import Part
from ..engine.settings import ExpansionOptions
from ..errors import ModelUnavailable
from ..wire import context as wire
from ..wire.types import SearchQueries

log = logging.getLogger(__name__)

_FEW, _WEAK = 5, 0.35
"""`auto` asks the model if fewer files than this were found, or the best is below this score."""


class Chat:
    """Thread-safe. Opened with the first question that needs it."""

    def __init__(self) -> None:
        self._options = ExpansionOptions()
        self._model: ChatModel | None = None
        self._lock = threading.Lock()

    def configure(self, options: ExpansionOptions) -> None:
        """Other settings, another model."""
        with self._lock:
            if options != self._options:
                self._options = options
                model, self._model = self._model, None
                if model is not None:
                    model.close()

    def wanted(self, params: wire.ContextParams, parts: Sequence[Part]) -> bool:
        """Whether to ask the model about this question, after a first search without it."""
        said = params.queries != SearchQueries()  # the client has asked one already
        if not self._options.model or params.expand == "never" or said:
            return False
        scores = [hit.score for part in parts for hit in part.hits]
        return params.expand == "always" or len(scores) < _FEW or max(scores) < _WEAK

    def queries(self, params: wire.ContextParams) -> tuple[SearchQueries | None, list[str]]:
        """The other forms of a question, or None and a warning. Blocks within the deadline."""
        try:
            with self._lock:
                if self._model is None:
                    self._model = ChatModel(self._options)
                model = self._model
            return attrs.evolve(params.queries, expansion=model.expand(params.query)), []
        except ModelUnavailable as error:
            log.info("No expansion: %s", error)
            return None, [f"Searched with the plain question: {error}"]

    def close(self) -> None:
        self.configure(ExpansionOptions())
