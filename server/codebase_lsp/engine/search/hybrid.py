"""Search by words and by meaning: recall from all retrievers, rank by signals, verify, present."""

from collections.abc import Mapping

from ..embed.model import QueryVector
from ..index.recall import Recalled, RecallQuery
from .candidates import FileCandidate, group_by_file
from .look_again import look_again
from .overrides import chosen_weights
from .queries import query_vector
from .ranking import rank
from .results import present_files
from .run import MAX_ROUNDS, Run
from .signals import Scene
from .types import Hit

_RECALL = 200
"""Chunks from each retriever: with 50 files the right one is among them 99 times of 100."""


def search_hybrid(run: Run) -> list[Hit]:
    """Modes hybrid, semantic and lexical; without vectors all of them search by words."""
    question, request = run.question, run.request
    weights = chosen_weights(question.kind, question.mode, request.weights)
    vector = None
    if "vector" in weights:
        with run.timed("embed"):
            vector = query_vector(run)
        if vector is None:
            if question.mode == "semantic" and not run.warnings:
                run.warnings.append("No vectors are ready yet: searched by words only.")
            weights = chosen_weights(question.kind, "lexical", request.weights)
    ranked: list[FileCandidate] = []
    for _ in range(MAX_ROUNDS):
        with run.timed("recall"):
            files = _recall_whole(run, vector, by_words="body" in weights)
        with run.timed("rank"):
            scene = Scene.of(question, files, request.active_path, request.open_paths, _written(run, files))
            ranked = rank(files, scene, weights)
        with run.timed("secondLook"):
            ranked = look_again(run, ranked, scene, weights, vector)
        with run.timed("verify"):
            if not run.verifier.refresh(file.path for file in ranked[: request.limit]) or run.late():
                break
    with run.timed("present"):
        return present_files(run, ranked, weights)


def _written(run: Run, files: list[FileCandidate]) -> dict[str, int]:
    """When each file was written last, as far as that is known."""
    known, overlay = run.folder.base.files(), run.folder.overlay
    found: dict[str, int] = {}
    for file in files:
        row = overlay.parsed(file.path) or known.get(file.path)
        if row is not None and row.mtime_ns > 0:
            found[file.path] = row.mtime_ns
    return found


def _recall_whole(run: Run, vector: "QueryVector | None", *, by_words: bool) -> list[FileCandidate]:
    """Once more where the index was published under our hands: chunks may have gone in between, and
    the vectors of another model may answer."""
    files: list[FileCandidate] = []
    base = run.folder.base
    for _ in range(MAX_ROUNDS):
        generation = base.store.generation
        if vector is not None and not base.serves(vector.space):
            vector = query_vector(run)
        files = _recall(run, vector, by_words=by_words)
        if base.store.generation == generation and (vector is None or base.serves(vector.space)):
            break
        base.refresh()
    return files


def _recall(run: Run, vector: "QueryVector | None", *, by_words: bool) -> list[FileCandidate]:
    kinds = frozenset(run.request.filters.kinds)
    terms: Mapping[str, float] = run.question.terms if by_words else {}
    wanted = RecallQuery(terms, terms, vector, _RECALL * (5 if kinds else 1), run.admits)
    overlay, base = run.folder.overlay, run.folder.base
    hidden = set(overlay.paths())
    fresh, known = overlay.recall(wanted), base.recall(wanted, hidden)
    rows = overlay.chunks(list(fresh.scores))
    rows |= {i: row for i, row in base.chunks(list(known.scores)).items() if row.path not in hidden}
    if kinds:
        rows = {i: row for i, row in rows.items() if row.kind in kinds}
    merged = Recalled({**known.scores, **fresh.scores})
    return group_by_file(rows, merged.scores)
