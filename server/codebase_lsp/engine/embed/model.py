"""The seam: what an embedding model is to the rest of the engine."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class EmbeddingModel(Protocol):
    """Turns texts into vectors of unit length. Calls block; they may come from any thread."""

    @property
    def space(self) -> str:
        """The vector space: model name, version and passage form. Vectors of two never meet."""
        ...

    @property
    def dimensions(self) -> int: ...

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Shape (len(texts), dimensions), rows of unit length, or all zero for an empty text.

        Raises ModelUnavailable.
        """
        ...

    def query(self, text: str) -> Vectors:
        """Shape (dimensions,). Raises ModelUnavailable."""
        ...
