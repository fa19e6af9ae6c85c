"""From what a user means to a model that can be asked."""

import threading
from pathlib import Path

from .catalogue import pulled_model
from .local import BUNDLED_DIR, local_model
from .model import EmbeddingModel
from .spec import ModelKind, ModelSpec

_sharing = threading.Lock()
_shared: dict[ModelSpec, EmbeddingModel | None] = {}


def load_model(spec: ModelSpec) -> EmbeddingModel | None:
    """The model that `spec` names; None for `none`. Reads small files at most: nothing is loaded,
    downloaded or connected before the first text. Raises ModelUnavailable."""
    if spec.kind is ModelKind.NONE:
        return None
    if spec.kind is ModelKind.BUNDLED:
        return local_model(BUNDLED_DIR, spec.options)
    if spec.kind is ModelKind.DIRECTORY:
        return local_model(Path(spec.name).expanduser().absolute(), spec.options)
    if spec.kind is ModelKind.ENDPOINT:
        from .remote import RemoteModel  # the HTTP library is for those who use it

        return RemoteModel(spec)
    return pulled_model(spec.name, spec.options)


def shared_model(spec: ModelSpec) -> EmbeddingModel | None:
    """As `load_model`, but one for all who ask in this process: folders share its memory, its
    limits and its counters. Raises ModelUnavailable; the next call tries again."""
    with _sharing:
        if spec not in _shared:
            _shared[spec] = load_model(spec)
        return _shared[spec]
