"""Models that run on this machine through fastembed, from a directory, offline.

fastembed takes half a second to import, so it is imported with the first text.
Traps that are closed here: its batch of 256 costs gigabytes with some models, its default
thread count takes the whole machine, it cuts long texts without a word, and registering a
custom name twice raises.
"""

import importlib
import os
import threading
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...errors import ModelUnavailable
from ..cancel import CancelToken
from ..settings import ModelOptions
from .batches import batches
from .directory import ModelFiles, read_directory
from .heap import trim_heap
from .lengths import LengthWatch
from .model import Usage, Vectors
from .pieces import Measured, embed_whole, encodable, unit
from .text import PASSAGE_VERSION

if TYPE_CHECKING:
    from fastembed import TextEmbedding

BUNDLED_DIR = Path(__file__).parent / "bundled"
_ITEMS, _TOKENS = 8, 4096
_registering = threading.Lock()


class LocalModel:
    """Loaded with the first text, given back by `release`."""

    def __init__(
        self, files: ModelFiles, options: ModelOptions | None = None, catalogue_name: str = ""
    ) -> None:
        """`catalogue_name` makes fastembed use the model as its catalogue says (pooling, tasks);
        without it the graph is used as `files.profile` says."""
        self._files = files
        self._options = options or ModelOptions()
        self._catalogue_name = catalogue_name
        self._dimensions = self._options.dimensions or files.dimensions
        self._loading = threading.Lock()
        self._loaded: TextEmbedding | None = None
        self._watch: LengthWatch | None = None
        self._counting = threading.Lock()
        self._usage = Usage()
        self._running = 0
        self._last_used = time.monotonic()

    def __repr__(self) -> str:
        return f"LocalModel({self._files.name!r}, {str(self._files.directory)!r})"

    @property
    def space(self) -> str:
        """The prefix of questions is not part of it: it does not change the vector of a passage."""
        files, profile = self._files, self._files.profile
        pooling = self._catalogue_name or profile.pooling or "auto"
        parts = (
            f"{files.name}@{files.fingerprint}",
            f"d{self._options.dimensions or 'all'}",
            f"{pooling}:{profile.max_tokens}:{profile.passage_prefix!r}",
            f"passage-{PASSAGE_VERSION}",
        )
        return "/".join(parts)

    @property
    def dimensions(self) -> int:
        if not self._dimensions:
            with self._use() as (model, _):
                self._dimensions = len(next(iter(self._embed(model, ["a"], query=False))))
        return self._dimensions

    @property
    def dimensions_known(self) -> bool:
        return bool(self._dimensions)

    @property
    def loaded(self) -> bool:
        return self._loaded is not None

    @property
    def notice(self) -> str:
        return ""

    @property
    def query_seconds(self) -> float | None:
        return None

    @property
    def usage(self) -> Usage:
        return self._usage

    def passages(self, texts: Sequence[str], cancel: CancelToken | None = None) -> Vectors:
        return self._vectors(texts, self._files.profile.passage_prefix, cancel, query=False)

    def query(self, text: str) -> Vectors:
        return self._vectors([text], self._files.profile.query_prefix, None, query=True)[0]

    def release(self, idle_seconds: float = 0.0) -> bool:
        with self._loading:
            idle = time.monotonic() - self._last_used
            if self._loaded is None or self._running or idle < idle_seconds:
                return False
            self._loaded = self._watch = None
        trim_heap()
        return True

    def _vectors(
        self, texts: Sequence[str], prefix: str, cancel: CancelToken | None, *, query: bool
    ) -> Vectors:
        def measured(part: list[str]) -> Measured:
            return self._measured([prefix + encodable(text) for text in part], cancel, query=query)

        found, split = embed_whole(texts, measured)
        with self._counting:
            before = self._usage
            self._usage = replace(before, texts=before.texts + len(texts), split=before.split + split)
        return found

    def _measured(self, texts: list[str], cancel: CancelToken | None, *, query: bool) -> Measured:
        """One vector per text as the model gives it, and how many pieces each text should have been."""
        found = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        needed = [1] * len(texts)
        items, tokens = self._options.batch_items or _ITEMS, self._options.batch_tokens or _TOKENS
        with self._use() as (model, watch):
            for batch in batches(texts, items, tokens):
                if cancel is not None:
                    cancel.check()
                watch.take()  # what a failed call may have left
                rows = np.stack(list(self._embed(model, [texts[i] for i in batch], query=query)))
                if rows.shape[1] < self.dimensions:
                    raise ModelUnavailable(
                        f"The model {self._files.name} gives {rows.shape[1]} numbers, not {self.dimensions}."
                    )
                found[batch] = rows[:, : self.dimensions]
                for i, count in zip(batch, watch.take(), strict=True):
                    needed[i] = count
        if not np.isfinite(found).all():
            raise ModelUnavailable(f"The model {self._files.name} gave numbers that are not finite.")
        return unit(found), needed

    def _embed(self, model: "TextEmbedding", texts: list[str], *, query: bool) -> Iterable[NDArray[Any]]:
        # fastembed's own query and passage calls add no prefix, but choose the task of models that have some.
        call = model.query_embed if query else model.passage_embed
        try:
            yield from call(texts, batch_size=len(texts))
        except Exception as error:  # third-party code: whatever it is, search goes on without vectors
            raise ModelUnavailable(f"The model {self._files.name} failed: {error}") from error

    @contextmanager
    def _use(self) -> "Generator[tuple[TextEmbedding, LengthWatch], None, None]":
        with self._loading:
            if self._loaded is None or self._watch is None:
                self._loaded, self._watch = self._load()
            loaded = (self._loaded, self._watch)
            self._running += 1
        try:
            yield loaded
        finally:
            with self._loading:
                self._running -= 1
                self._last_used = time.monotonic()

    def _load(self) -> "tuple[TextEmbedding, LengthWatch]":
        # The tokenizer's own thread pool would compete with the worker processes.
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        try:
            from fastembed import TextEmbedding

            model = TextEmbedding(
                self._catalogue_name or self._register(),
                specific_model_path=str(self._files.directory),
                threads=max(1, self._options.threads),
                cuda=False,
                enable_cpu_mem_arena=False,
                local_files_only=True,
            )
            profile = self._files.profile
            longest = max(profile.query_prefix, profile.passage_prefix, key=len)
            return model, LengthWatch(model.model, profile.max_tokens, longest)
        except ModelUnavailable:
            raise
        except Exception as error:
            raise ModelUnavailable(f"The model {self._files.name} could not be loaded: {error}") from error

    def _register(self) -> str:
        """Make the graph known to fastembed under a name of its own. → the name."""
        from fastembed import TextEmbedding
        from fastembed.common.model_description import ModelSource, PoolingType

        files = self._files
        pooling = files.profile.pooling or _pooling_of_graph(files)
        kind = {"mean": "MEAN", "cls": "CLS", "last": "LAST_TOKEN", "none": "DISABLED"}[pooling]
        name = f"codebase-lsp/{files.name}-{files.fingerprint}-{pooling}"
        with _registering:
            known: list[dict[str, Any]] = TextEmbedding.list_supported_models()
            if not any(entry["model"].lower() == name.lower() for entry in known):
                TextEmbedding.add_custom_model(
                    model=name,
                    pooling=PoolingType[kind],
                    normalization=False,  # every row is brought to unit length here
                    sources=ModelSource(url="file:///none"),
                    dim=files.dimensions or 1,
                    model_file=files.graph,
                )
        return name


def _pooling_of_graph(files: ModelFiles) -> str:
    """`none` for a graph that gives one vector per text. Raises ModelUnavailable for others: which
    pooling they were trained with cannot be seen, and the wrong one silently spoils the search."""
    onnxruntime: Any = importlib.import_module("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    path = str(files.directory / files.graph)
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    if len(session.get_outputs()[0].shape) == 2:
        return "none"
    raise ModelUnavailable(
        f"The model {files.name} gives one vector per token and nothing says how to pool them; "
        "set the pooling of the model to mean, cls or last."
    )


def local_model(directory: Path, options: ModelOptions | None = None) -> LocalModel:
    """The model in a directory. Raises ModelUnavailable."""
    options = options or ModelOptions()
    return LocalModel(read_directory(directory, options), options)
