"""The state of a folder, put together from its parts."""

from collections.abc import Mapping

from .index.base import Base
from .index.directory import IndexDirectory
from .models import Models
from .reports import FolderStatus
from .search.types import IndexState
from .settings import Settings

Stage = tuple[str, int, int]
"""What is going on: (word, done, total)."""


def index_state(base: Base, stage: Stage, root: str, *, paused: bool) -> IndexState:
    """How much can be found right now; `root` is the hash of all that answers. Cheap."""
    word, done, total = stage
    files = len(base.files())
    chunks = base.chunk_count()
    if word == "ready" and paused:
        word = "paused"
    elif word == "ready" and not files:
        word = "empty"
    vectors = len(base.vectors) if base.vectors is not None else 0
    in_files = word in ("scanning", "indexing")
    return IndexState(
        state=word,
        files_done=done if in_files else files,
        files_total=total if in_files else files,
        chunks=chunks,
        vector_share=round(min(1.0, vectors / chunks), 4) if chunks else 0.0,
        generation=base.store.generation,
        root=root,
    )


def folder_status(
    directory: IndexDirectory,
    base: Base,
    models: Models,
    settings: Settings,
    stage: Stage,
    index: IndexState,
    counters: Mapping[str, int],
) -> FolderStatus:
    """Everything a person may ask about the folder."""
    asked = models.wanted.usage
    usage = ("texts", "split", "requests", "retries", "tokens")
    return FolderStatus(
        root=directory.root,
        index_dir=directory.path,
        index=index,
        files=len(base.files()),
        skipped=tuple(item for item, _, _ in base.store.skipped().values()),
        languages=base.store.languages(),
        model=settings.model,
        model_state=models.wanted.state,
        model_notice=models.wanted.notice,
        model_answering=models.answering_name,
        model_change=models.change(*(stage[1:] if stage[0] == "embedding" else (0, 0))),
        disk_bytes=directory.bytes(),
        counters={**counters, **{f"model_{name}": getattr(asked, name) for name in usage}},
    )
