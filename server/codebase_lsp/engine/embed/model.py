"""The seam: what an embedding model is to the rest of the engine."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..cancel import CancelToken

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class QueryVector:
    """The vector of a question, and the only space whose vectors it may be compared with."""

    space: str
    values: Vectors
    """Shape (dimensions,), of unit length."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a model has done since it was made, in this process."""

    texts: int = 0
    """Texts embedded, questions included."""
    split: int = 0
    """Texts over the model's limit, embedded in pieces whose vectors were averaged."""
    requests: int = 0
    """Answers asked of an endpoint, retries included."""
    retries: int = 0
    tokens: int = 0
    """As the endpoint counts them."""


class EmbeddingModel(Protocol):
    """Turns texts into vectors of unit length. Calls block; they may come from any thread."""

    @property
    def space(self) -> str:
        """The vector space: everything that decides which vector a passage gets. Vectors of two
        spaces never meet. Raises ModelUnavailable where an endpoint has to be asked first."""
        ...

    @property
    def dimensions(self) -> int:
        """Raises ModelUnavailable where an endpoint has to be asked first."""
        ...

    @property
    def dimensions_known(self) -> bool:
        """Whether `space` and `dimensions` are told at once, without loading or asking."""
        ...

    @property
    def loaded(self) -> bool:
        """Whether the next text is embedded without loading or connecting first."""
        ...

    @property
    def notice(self) -> str:
        """Where code goes, in a sentence, if it leaves this machine; else empty."""
        ...

    @property
    def query_seconds(self) -> float | None:
        """How long a question may wait for its vector; None where no network is involved."""
        ...

    @property
    def usage(self) -> Usage: ...

    def passages(self, texts: Sequence[str], cancel: CancelToken | None = None) -> Vectors:
        """Shape (len(texts), dimensions), rows of unit length, or all zero for an empty text.

        Raises ModelUnavailable, Cancelled.
        """
        ...

    def query(self, text: str) -> Vectors:
        """Shape (dimensions,). Raises ModelUnavailable."""
        ...

    def release(self, idle_seconds: float = 0.0) -> bool:
        """Give memory and connections back if nothing was asked for that long; the next text brings
        them back. → whether something was given back."""
        ...
