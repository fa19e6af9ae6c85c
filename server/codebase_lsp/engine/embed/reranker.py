"""Cross-encoders: models that read the question and a passage together and say how well they fit.

More exact than comparing two vectors and far slower, so they only look at the first results (Nogueira
& Cho, Passage Re-ranking with BERT, 2019). They run through fastembed, from a directory or from what
fastembed has downloaded before; nothing is downloaded here.
"""

import importlib
import os
import threading
from collections.abc import Sequence
from functools import lru_cache
from math import exp
from pathlib import Path
from typing import Any

from ...errors import ModelUnavailable
from ..settings import ModelOptions
from .breaker import CircuitBreaker
from .catalogue import models_dir, place_of
from .directory import find_graph, fingerprint

NONE = "none"
_BATCH = 8
_registering = threading.Lock()


class CrossEncoder:
    """Thread-safe; loaded with the first question. After a failure it is left alone for a while."""

    def __init__(self, name: str, options: ModelOptions) -> None:
        """`name` is a directory or a name of fastembed's catalogue."""
        self.name = name
        self._options = options
        self._loading = threading.Lock()
        self._loaded: Any = None
        self._breaker = CircuitBreaker()
        self._error = ""

    def fits(self, question: str, passages: Sequence[str]) -> list[float]:
        """How well each passage answers, 0 to 1. Raises ModelUnavailable."""
        if not self._breaker.allows():
            raise ModelUnavailable(self._error)
        try:
            logits = self._logits(question, passages)
        except Exception as error:  # third-party code: whatever it is, the order stays as it was
            self._error = str(error) or type(error).__name__
            self._breaker.failed()
            raise ModelUnavailable(self._error) from error
        self._breaker.succeeded()
        return [1 / (1 + exp(-max(-60.0, min(60.0, logit)))) for logit in logits]

    def _logits(self, question: str, passages: Sequence[str]) -> list[float]:
        with self._loading:
            if self._loaded is None:
                self._loaded = self._load()
            model = self._loaded
        found = [float(logit) for logit in model.rerank(question, passages, batch_size=_BATCH)]
        if len(found) != len(passages) or any(logit != logit for logit in found):
            raise ModelUnavailable(f"The reranker {self.name} gave no number for some passages.")
        return found

    def _load(self) -> Any:
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        encoders: Any = importlib.import_module("fastembed.rerank.cross_encoder")
        kwargs: dict[str, Any] = {"threads": max(1, self._options.threads), "cuda": False}
        kwargs |= {"local_files_only": True, "cache_dir": str(models_dir(self._options))}
        directory = self._directory()
        if directory is not None:
            name = _register(directory)
            return encoders.TextCrossEncoder(name, specific_model_path=str(directory), **kwargs)
        try:
            return encoders.TextCrossEncoder(self.name, **kwargs)
        except Exception as error:
            raise ModelUnavailable(
                f"There is no reranker {self.name!r} on this machine: give the directory of one, or the name "
                "of one in fastembed's catalogue that was downloaded before."
            ) from error

    def _directory(self) -> Path | None:
        given = Path(self.name).expanduser()
        kept = place_of(models_dir(self._options), self.name)
        return next((place.absolute() for place in (given, kept) if place.is_dir()), None)


@lru_cache(maxsize=8)
def cross_encoder(name: str, options: ModelOptions) -> CrossEncoder | None:
    """One for all folders of this process; None for `none`."""
    return None if name == NONE else CrossEncoder(name, options)


def _register(directory: Path) -> str:
    """Make the graph known to fastembed under a name of its own. → the name. Raises ModelUnavailable."""
    from fastembed.common.model_description import ModelSource

    encoders: Any = importlib.import_module("fastembed.rerank.cross_encoder")
    graph = find_graph(directory)
    try:
        name = f"codebase-lsp/{directory.name}-{fingerprint(directory, graph)}"
    except FileNotFoundError as error:
        raise ModelUnavailable(f"The reranker in {directory} has no {Path(error.filename).name}.") from error
    with _registering:
        known: list[dict[str, Any]] = encoders.TextCrossEncoder.list_supported_models()
        if not any(entry["model"].lower() == name.lower() for entry in known):
            source = ModelSource(url="file:///none")
            encoders.TextCrossEncoder.add_custom_model(name, sources=source, model_file=graph)
    return name
