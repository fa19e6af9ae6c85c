"""The model whose vectors answered last: noted with the index, and found again at the next start.

An update of the program replaces the bundled model. A copy of it is kept, so that the vectors it
made can answer until those of the new one are there.
"""

import json
import os
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from ...errors import ModelUnavailable
from ..settings import ModelOptions
from .directory import read_directory
from .local import BUNDLED_DIR, local_model
from .spec import ModelKind, ModelSpec

_COPIES = 2
"""The bundled model in use and the one before it."""


@dataclass(frozen=True, slots=True)
class ModelNote:
    """A model and the space of its vectors. Holds no key: options only name where one is."""

    spec: ModelSpec
    space: str

    def to_json(self) -> str:
        note = {"name": self.spec.name, "options": asdict(self.spec.options), "space": self.space}
        return json.dumps(note, sort_keys=True)

    @staticmethod
    def of_json(text: str | None) -> "ModelNote | None":
        """None for what no version that we know of has written."""
        try:
            note = cast("dict[str, Any]", json.loads(text or ""))
            return ModelNote(ModelSpec(note["name"], ModelOptions(**note["options"])), note["space"])
        except (ValueError, TypeError, KeyError):
            return None


def keep_bundled(place: Path) -> None:
    """Copy the bundled model below `place` unless it is there, and remove all but the newest copies.

    Raises nothing: without the copy words answer alone after the next update.
    """
    try:
        files = read_directory(BUNDLED_DIR, ModelOptions())
        copy = place / f"{files.name}-{files.fingerprint}"
        if copy.is_dir():
            return
        place.mkdir(mode=0o700, exist_ok=True)
        part = place / f"{copy.name}.{os.getpid()}.part"
        shutil.copytree(BUNDLED_DIR, part)
        part.rename(copy)
        os.utime(copy)
        by_age = sorted(place.iterdir(), key=lambda path: path.stat().st_mtime)
        for old in by_age[:-_COPIES]:
            shutil.rmtree(old, ignore_errors=True)
    except (OSError, ModelUnavailable):
        return


def kept_bundled(note: ModelNote, place: Path) -> ModelSpec | None:
    """The copy of the bundled model that made the vectors of this note."""
    if note.spec.kind is not ModelKind.BUNDLED or not place.is_dir():
        return None
    for copy in sorted(place.iterdir()):
        try:
            if local_model(copy, note.spec.options).space == note.space:
                return ModelSpec(str(copy), note.spec.options)
        except ModelUnavailable:
            continue
    return None
