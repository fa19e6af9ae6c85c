"""Which model a user means: one immutable value, small enough to send to worker processes."""

import os
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from ..settings import ModelOptions, Settings

ENDPOINT_PREFIX = "openai:"


class ModelKind(Enum):
    """Where the vectors come from."""

    NONE = "none"
    BUNDLED = "bundled"
    DIRECTORY = "directory"
    CATALOGUE = "catalogue"
    ENDPOINT = "endpoint"


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model by name with its options. Equal specs mean the same model in the same space."""

    name: str = "bundled"
    options: ModelOptions = field(default_factory=ModelOptions)

    @staticmethod
    def of(settings: Settings) -> "ModelSpec":
        return ModelSpec(settings.model, settings.model_options)

    @property
    def kind(self) -> ModelKind:
        if self.name in ("none", "bundled"):
            return ModelKind(self.name)
        if self.options.base_url or self.name.startswith(ENDPOINT_PREFIX):
            return ModelKind.ENDPOINT
        if _looks_like_path(self.name):
            return ModelKind.DIRECTORY
        return ModelKind.CATALOGUE

    @property
    def model_name(self) -> str:
        """The name as its maker knows it, without `openai:`."""
        return self.name.removeprefix(ENDPOINT_PREFIX)


def _looks_like_path(name: str) -> bool:
    """`/…`, `~/…`, `./…`, `C:\\…`, or a directory that is there. Catalogue names have one slash too."""
    separators = (os.sep, os.altsep or os.sep)
    path = Path(name).expanduser()
    return path.is_absolute() or name.startswith((".", "~")) or name.endswith(separators) or path.is_dir()
