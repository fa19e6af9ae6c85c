"""Models of the fastembed catalogue: what there is, and what was pulled to this machine.

Nothing here downloads; `pull.py` does, when it is asked to. A pulled model is a directory with a
receipt that lists its files, so loading it asks no hub.
"""

import difflib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from ...errors import BadRequest, ModelUnavailable
from ..cache_directory import default_cache_dir
from ..settings import ModelOptions
from .directory import ModelFiles, with_options
from .known import profile_of
from .local import LocalModel

PULL_COMMAND = "codebase-lsp model pull"
RECEIPT = "pulled.json"


@dataclass(frozen=True, slots=True)
class CatalogueModel:
    """One model that can be pulled."""

    name: str
    dimensions: int
    megabytes: int
    licence: str
    description: str
    pulled: bool


def default_models_dir() -> Path:
    """`models` in the cache directory: not below its version, for a download outlives a layout."""
    return default_cache_dir() / "models"


def models_dir(options: ModelOptions) -> Path:
    return Path(options.models_dir).expanduser() if options.models_dir else default_models_dir()


def catalogue(directory: Path | None = None) -> list[CatalogueModel]:
    """All text models of the installed fastembed, by size."""
    place = directory or default_models_dir()
    models = [
        CatalogueModel(
            name=entry["model"],
            dimensions=entry["dim"],
            megabytes=round(entry["size_in_GB"] * 1000),
            licence=entry["license"],
            description=entry["description"],
            pulled=(place_of(place, entry["model"]) / RECEIPT).is_file(),
        )
        for entry in _entries()
    ]
    return sorted(models, key=lambda model: (model.megabytes, model.name))


def pulled_model(name: str, options: ModelOptions) -> LocalModel:
    """A model that was pulled before. Raises ModelUnavailable if it was not, or is damaged."""
    place = place_of(models_dir(options), name)
    try:
        receipt: dict[str, Any] = json.loads((place / RECEIPT).read_text("utf-8"))
        files = cast("dict[str, int]", receipt["files"])
        damaged = [path for path, size in files.items() if (place / path).stat().st_size != size]
        found = ModelFiles(
            directory=place,
            graph=receipt["graph"],
            name=receipt["name"],
            fingerprint=receipt["fingerprint"],
            profile=with_options(profile_of(receipt["name"]), options),
            dimensions=receipt["dimensions"],
        )
    except FileNotFoundError as error:
        if place.is_dir() and (place / RECEIPT).is_file():
            raise ModelUnavailable(
                f"The model {name} lacks {Path(error.filename).name}; "
                f"`{PULL_COMMAND} {name}` fetches it again."
            ) from error
        raise ModelUnavailable(
            f"There is no embedding model {name!r} on this machine. `{PULL_COMMAND} {name}` downloads it if "
            "it is in the catalogue (`codebase-lsp model list`); `bundled`, `none`, a directory or "
            "`openai:NAME` need no download."
        ) from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelUnavailable(f"The model {name} in {place} cannot be read: {error}") from error
    if damaged:
        raise ModelUnavailable(
            f"The model {name} is damaged ({', '.join(damaged)}); `{PULL_COMMAND} {name}` fetches it again."
        )
    return LocalModel(found, options, catalogue_name=found.name)


def _entries() -> list[dict[str, Any]]:
    from fastembed import TextEmbedding

    listed: list[dict[str, Any]] = TextEmbedding.list_supported_models()
    # Left out: models of images beside text, halves of pairs that embed only questions or only
    # passages (stella, constella), and custom ones, which come from no hub.
    return [
        entry
        for entry in listed
        if entry["sources"]["hf"] and not re.search(r"clip|siglip|stella", entry["model"], re.IGNORECASE)
    ]


def entry_of(name: str) -> dict[str, Any]:
    """What fastembed knows of a model. Raises BadRequest for a name that is not in the catalogue."""
    entries = {entry["model"].lower(): entry for entry in _entries()}
    if name.lower() in entries:
        return entries[name.lower()]
    names = [entry["model"] for entry in entries.values()]
    ends = [full for full in names if full.lower().split("/")[-1] == name.lower()]
    near = ends or difflib.get_close_matches(name, names, 3, 0.5)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    raise BadRequest(
        f"The catalogue has no model {name!r}.{hint} `codebase-lsp model list` shows all.", "name"
    )


def place_of(directory: Path, name: str) -> Path:
    """Where a model of this name is kept below `directory`."""
    return directory / re.sub(r"[^a-z0-9._-]+", "--", name.lower())
