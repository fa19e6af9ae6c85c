"""Chunks of both tiers that may answer, each file from the tier that is right about it."""

from ..index.recall import RecallQuery
from ..index.types import ChunkRow
from .run import Run

Recall = tuple[dict[int, ChunkRow], dict[int, dict[str, float]]]
"""Chunks, and their scores by retriever."""


def recalled(run: Run, wanted: RecallQuery) -> Recall:
    """To be called through `Folder.in_one_state`."""
    overlay, base = run.folder.overlay, run.folder.base
    hidden = set(overlay.paths())
    fresh, known = overlay.recall(wanted).scores, base.recall(wanted, hidden).scores
    rows = overlay.chunks(list(fresh))
    rows |= {i: row for i, row in base.chunks(list(known)).items() if row.path not in hidden}
    return rows, {**known, **fresh}
