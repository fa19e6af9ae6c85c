"""Models that run on this machine through fastembed, from a directory, offline.

fastembed takes a second to import, so it is imported with the first text.
Traps that are closed here: its batch of 256 costs gigabytes with some models, its default
thread count takes the whole machine, and registering a custom name twice raises.
"""

import json
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import ModelUnavailable
from .model import Vectors
from .text import PASSAGE_VERSION

if TYPE_CHECKING:
    from fastembed import TextEmbedding

BUNDLED_DIR = Path(__file__).parent / "bundled"
BATCH = 8
_registering = threading.Lock()


class LocalModel:
    """A directory with `model.onnx`, `tokenizer.json`, `tokenizer_config.json` and `model.json`."""

    def __init__(self, directory: Path = BUNDLED_DIR, threads: int = 1) -> None:
        """Reads only `model.json`. Raises ModelUnavailable if the directory holds no model."""
        try:
            card = json.loads((directory / "model.json").read_text("utf-8"))
            self._name = f"codebase-lsp/{card['name']}-{card['version']}"
            self._dimensions = int(card["dim"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ModelUnavailable(f"There is no embedding model in {directory}: {error}") from error
        self._directory = directory
        self._threads = threads
        self._loading = threading.Lock()
        self._loaded: TextEmbedding | None = None

    @property
    def space(self) -> str:
        return f"{self._name}/passage-{PASSAGE_VERSION}"

    @property
    def dimensions(self) -> int:
        return self._dimensions

    @property
    def loaded(self) -> bool:
        return self._loaded is not None

    def passages(self, texts: Sequence[str]) -> Vectors:
        # Padding goes to the longest text of a batch: neighbours of like length waste least.
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        found = np.zeros((len(texts), self._dimensions), dtype=np.float32)
        vectors = self._model().embed([texts[i] for i in order], batch_size=BATCH)
        for i, vector in zip(order, vectors, strict=True):
            found[i] = vector
        if not np.isfinite(found).all():
            raise ModelUnavailable(f"The model {self._name} gave numbers that are not finite.")
        return found

    def query(self, text: str) -> Vectors:
        return self.passages([text])[0]

    def _model(self) -> "TextEmbedding":
        with self._loading:
            if self._loaded is None:
                self._loaded = self._load()
            return self._loaded

    def _load(self) -> "TextEmbedding":
        # The tokenizer's own thread pool would compete with the worker processes.
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        try:
            from fastembed import TextEmbedding
            from fastembed.common.model_description import ModelSource, PoolingType

            with _registering:
                known: list[dict[str, Any]] = TextEmbedding.list_supported_models()
                if not any(entry["model"].lower() == self._name.lower() for entry in known):
                    TextEmbedding.add_custom_model(
                        model=self._name,
                        pooling=PoolingType.DISABLED,
                        normalization=False,
                        sources=ModelSource(url="file:///none"),
                        dim=self._dimensions,
                        model_file="model.onnx",
                    )
            return TextEmbedding(
                self._name,
                specific_model_path=str(self._directory),
                threads=self._threads,
                enable_cpu_mem_arena=False,
                local_files_only=True,
            )
        except Exception as error:  # third-party code: whatever it is, search goes on without vectors
            raise ModelUnavailable(f"The model {self._name} could not be loaded: {error}") from error


def load_model(name: str) -> LocalModel | None:
    """The model a setting names; None for `none`. Raises ModelUnavailable for an unknown name."""
    if name == "none":
        return None
    if name == "bundled":
        return LocalModel()
    raise ModelUnavailable(f"There is no embedding model named {name!r}; use `bundled` or `none`.")
