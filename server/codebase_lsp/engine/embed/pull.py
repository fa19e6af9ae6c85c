"""Fetching a catalogue model from its hub, whole or not at all.

The files go into a staging directory beside their place, each is compared with the checksum
that the hub states, and the directory is moved when it is complete.
"""

import hashlib
import json
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from ...errors import BadRequest, ModelUnavailable
from ..cancel import CancelToken
from .catalogue import RECEIPT, default_models_dir, entry_of, place_of

_TOKENIZER_FILES = (
    "config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
)
_PROGRESS_SECONDS = 0.2

Progress = Callable[[str, int, int], None]
"""(file, bytes so far, bytes in total); called from another thread while a file is on its way."""


@dataclass(frozen=True, slots=True)
class _File:
    path: str
    size: int
    sha256: str
    """Stated for large files, else empty."""
    blob: str
    """The git object id of the content."""


def pull(
    name: str,
    directory: Path | None = None,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
    endpoint: str | None = None,
) -> Path:
    """Download a catalogue model in place of what is there of it. → its directory.

    `endpoint` is the hub (default: HF_ENDPOINT, else huggingface.co); HTTPS_PROXY is honoured.
    Raises BadRequest for a name that is not in the catalogue, ModelUnavailable if the download
    fails (nothing is left behind then), Cancelled between files.
    """
    entry = entry_of(name)
    parent = directory or default_models_dir()
    place = place_of(parent, entry["model"])
    try:
        parent.mkdir(parents=True, exist_ok=True)
        staging = Path(tempfile.mkdtemp(prefix=f".{place.name}-", dir=parent))
    except OSError as error:
        raise ModelUnavailable(f"The directory {parent} cannot be written: {error}") from error
    try:
        with _hub_errors(entry["model"], endpoint):
            _fetch(entry, staging, progress, cancel or CancelToken(), endpoint)
        _replace(staging, place)
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    return place


def _fetch(
    entry: dict[str, Any], staging: Path, progress: Progress | None, cancel: CancelToken, endpoint: str | None
) -> None:
    from huggingface_hub import HfApi
    from huggingface_hub.utils import disable_progress_bars

    disable_progress_bars()
    api: Any = HfApi(endpoint=endpoint)
    repository = str(entry["sources"]["hf"])
    revision, files = _listing(api, repository, entry)
    total = sum(file.size for file in files)
    for file in files:
        cancel.check()
        with _reporting(staging, file.path, total, progress):
            api.hf_hub_download(repository, file.path, revision=revision, local_dir=staging)
        _verify(staging / file.path, file)
    shutil.rmtree(staging / ".cache", ignore_errors=True)
    if progress is not None:
        progress("", total, total)
    receipt = {
        "name": entry["model"],
        "repository": repository,
        "revision": revision,
        "graph": entry["model_file"],
        "dimensions": entry["dim"],
        "fingerprint": _fingerprint(files),
        "files": {file.path: file.size for file in files},
    }
    (staging / RECEIPT).write_text(json.dumps(receipt, indent=2), "utf-8")


def _listing(api: Any, repository: str, entry: dict[str, Any]) -> tuple[str, list[_File]]:
    """The revision and the files to fetch. Raises ModelUnavailable if the hub lacks one that is needed."""
    info = api.model_info(repository, files_metadata=True, timeout=15)
    wanted = {entry["model_file"], *entry["additional_files"], *_TOKENIZER_FILES}
    files = [
        _File(item.rfilename, item.size or 0, item.lfs.sha256 if item.lfs else "", item.blob_id or "")
        for item in info.siblings or ()
        if item.rfilename in wanted
    ]
    needed = {entry["model_file"], *entry["additional_files"], "tokenizer.json"}
    missing = needed - {file.path for file in files}
    if missing:
        raise ModelUnavailable(f"{repository} on the hub has no {', '.join(sorted(missing))}.")
    return info.sha or "main", files


def _verify(path: Path, file: _File) -> None:
    """Raises ModelUnavailable if the content is not what the hub says it is."""
    size = path.stat().st_size
    checked = hashlib.sha256() if file.sha256 else hashlib.sha1(b"blob %d\0" % size)
    with path.open("rb") as content:
        while part := content.read(1 << 20):
            checked.update(part)
    stated = file.sha256 or file.blob
    if size != file.size or (stated and checked.hexdigest() != stated):
        raise ModelUnavailable(
            f"{file.path} did not arrive as it is on the hub (its checksum differs); nothing was kept."
        )


@contextmanager
def _reporting(
    staging: Path, name: str, total: int, progress: Progress | None
) -> Generator[None, None, None]:
    """Tell how many bytes have arrived, now and then, while a file is on its way."""
    if progress is None:
        yield
        return
    done = threading.Event()

    def report() -> None:
        while not done.wait(_PROGRESS_SECONDS):
            progress(name, _arrived(staging), total)

    reporter = threading.Thread(target=report, name="download-progress", daemon=True)
    progress(name, _arrived(staging), total)
    reporter.start()
    try:
        yield
    finally:
        done.set()
        reporter.join()


def _arrived(directory: Path) -> int:
    total = 0
    for folder, _, names in os.walk(directory):
        for name in names:
            try:
                total += (Path(folder) / name).stat().st_size
            except OSError:  # renamed between the listing and the look
                continue
    return total


def _replace(staging: Path, place: Path) -> None:
    """Put a complete model in its place; an older one of the same name goes."""
    old = place.with_name(f".{place.name}-old")
    shutil.rmtree(old, ignore_errors=True)
    try:
        if place.exists():
            place.rename(old)
        staging.rename(place)
    except OSError as error:
        raise ModelUnavailable(f"The model cannot be put into {place}: {error}") from error
    shutil.rmtree(old, ignore_errors=True)


@contextmanager
def _hub_errors(name: str, endpoint: str | None) -> Generator[None, None, None]:
    """Whatever goes wrong with the hub becomes ModelUnavailable in words."""
    from huggingface_hub import constants
    from huggingface_hub.errors import (
        GatedRepoError,
        HfHubHTTPError,
        OfflineModeIsEnabled,
        RepositoryNotFoundError,
    )

    hub = endpoint or constants.ENDPOINT
    try:
        yield
    except OfflineModeIsEnabled as error:
        raise ModelUnavailable(
            f"{name} cannot be downloaded: HF_HUB_OFFLINE is set in the environment."
        ) from error
    except GatedRepoError as error:
        raise ModelUnavailable(
            f"{name} is only for users who accepted its licence on {hub}; do that there and set HF_TOKEN."
        ) from error
    except RepositoryNotFoundError as error:
        raise ModelUnavailable(f"The hub {hub} does not have {name} (or not for everyone).") from error
    except HfHubHTTPError as error:
        status = getattr(error.response, "status_code", "an error")
        raise ModelUnavailable(f"{name} cannot be downloaded: {hub} answers with {status}.") from error
    except (ModelUnavailable, BadRequest):
        raise
    except Exception as error:
        if _is_network(error):
            raise ModelUnavailable(
                f"{name} cannot be downloaded: {hub} cannot be reached ({_root(error)}). Behind a proxy set "
                "HTTPS_PROXY, for a mirror HF_ENDPOINT; without a network, copy the model here and name its "
                "directory."
            ) from error
        raise


def _is_network(error: BaseException) -> bool:
    """Connection errors of whichever HTTP library huggingface_hub is built on, and OSError."""
    seen: BaseException | None = error
    while seen is not None:
        module = type(seen).__module__.split(".")[0]
        if isinstance(seen, OSError) or module in ("httpx", "httpx2", "httpcore", "requests", "urllib3"):
            return True
        seen = seen.__cause__ or seen.__context__
    return False


def _root(error: BaseException) -> str:
    """The innermost reason, in one line."""
    while error.__cause__ is not None or error.__context__ is not None:
        error = cast("BaseException", error.__cause__ or error.__context__)
    return " ".join(str(error).split())[:200] or type(error).__name__


def _fingerprint(files: Sequence[_File]) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for file in sorted(files, key=lambda file: file.path):
        digest.update(f"{file.path}:{file.size}:{file.sha256 or file.blob}\n".encode())
    return digest.hexdigest()
