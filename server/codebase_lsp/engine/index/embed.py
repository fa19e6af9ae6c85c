"""Make the vectors that are missing, from the text that the index was made from."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..cancel import CancelToken
from ..embed.spec import ModelKind, ModelSpec
from ..settings import Settings
from .base import Base
from .ingest import EmbedTask, embed_files
from .update import Progress, Site

INLINE_CHUNKS = 64
"""Fewer chunks than this are embedded at once: a worker process takes longer to start."""
_BATCH_CHUNKS = 256


def embed(site: Site, model: ModelSpec, space: str, progress: Progress, cancel: CancelToken) -> int:
    """Make the vectors of `space`, which is that of `model`, that the cache does not have; they
    answer at once if their space does. → chunks embedded. Raises ModelUnavailable, Cancelled."""
    base = site.base
    places: dict[bytes, list[tuple[int, int]]] = defaultdict(list)
    for chunk, file, key in base.missing_vectors(space):
        places[key].append((chunk, file))
    tasks = _tasks(base, [spots[0][0] for spots in places.values()])
    total, done = len(places), 0
    if not tasks:
        return 0
    progress("embedding", 0, total)
    settings = replace(site.settings, model=model.name, model_options=model.options)
    if total <= INLINE_CHUNKS or model.kind is ModelKind.ENDPOINT:
        made = (embed_files(site.root, part, settings, cancel) for part in _batches(tasks))
    else:
        work = partial(_embed_batch, site.root, settings)
        made = site.pool.map(work, _batches(tasks), cancel, lambda _: None)
    for rows in made:
        base.keep_vectors(space, rows, places)
        done += len(rows)
        progress("embedding", done, total)
    return done


def _tasks(base: Base, chunk_ids: Sequence[int]) -> list[EmbedTask]:
    rows = base.chunks(chunk_ids)
    by_path: dict[str, list[tuple[bytes, int, int, str, str]]] = defaultdict(list)
    for row in rows.values():
        by_path[row.path].append((row.key, row.start_line, row.end_line, row.header, row.canonical_name))
    digests = {path: file.digest for path, file in base.files().items()}
    return [
        EmbedTask(path, digests[path], tuple(chunks)) for path, chunks in by_path.items() if path in digests
    ]


def _batches(tasks: Iterable[EmbedTask]) -> Iterator[list[EmbedTask]]:
    batch: list[EmbedTask] = []
    for task in tasks:
        batch.append(task)
        if sum(len(t.chunks) for t in batch) >= _BATCH_CHUNKS:
            yield batch
            batch = []
    if batch:
        yield batch


def _embed_batch(
    root: Path, settings: Settings, tasks: list[EmbedTask]
) -> list[tuple[bytes, NDArray[np.int8]]]:
    return embed_files(root, tasks, settings)
