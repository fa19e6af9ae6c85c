"""Search by words and by meaning: recall from all retrievers, rank by signals, verify, present.

Several folders are recalled from one by one and ranked as one: how rare a word is, what the best score
of a retriever is and how far a file is from the best are the same for all of them, so that the best of
a folder with nothing to say does not look like an answer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from ..embed.model import QueryVector
from ..index.one_state import MAX_ROUNDS
from ..index.recall import CorpusStatistics, RecallQuery, one_corpus
from ..index.types import ChunkRow
from .candidates import FileCandidate, group_by_file, place_in
from .look_again import look_again
from .overrides import chosen_weights
from .queries import query_vector
from .ranking import rank
from .recalled import Recall, recalled
from .results import present_files
from .run import Run
from .signals import Scene
from .types import Hit

_RECALL = 200
"""Chunks from each retriever: with 50 files the right one is among them 99 times of 100."""

Vectors = list[QueryVector | None]
"""One of the question for each folder, which may have a model of its own."""


def search_hybrid(runs: Sequence[Run]) -> list[list[Hit]]:
    """Modes hybrid, semantic and lexical; without vectors all of them search by words.

    → for each run the hits of its folder; the scores of all of them compare.
    """
    first = runs[0]
    question, request = first.question, first.request
    weights = chosen_weights(question.kind, question.mode, request.weights)
    vectors: Vectors = [None] * len(runs)
    if "vector" in weights:
        for run in runs:
            with run.timed("embed"):
                vectors[run.number] = query_vector(run)
        if not any(vectors):
            if question.mode == "semantic" and not any(run.warnings for run in runs):
                first.warnings.append("No vectors are ready yet: searched by words only.")
            weights = chosen_weights(question.kind, "lexical", request.weights)
    ranked: list[FileCandidate] = []
    for _ in range(MAX_ROUNDS):
        corpus = one_corpus([run.folder.base.statistics() for run in runs])
        with first.timed("recall"):
            files = _candidates(runs, vectors, corpus, by_words="body" in weights)
        with first.timed("rank"):
            scene = Scene.of(question, files, *_open_places(runs), _written(runs, files))
            ranked = rank(files, scene, weights)
        with first.timed("secondLook"):
            ranked = look_again(runs, ranked, scene, weights, vectors, corpus)
        with first.timed("verify"):
            if not _refreshed(runs, ranked[: request.limit]) or first.late():
                break
    hits: list[list[Hit]] = []
    for run in runs:
        with run.timed("present"):
            hits.append(present_files(run, ranked, weights))
    return hits


def _candidates(
    runs: Sequence[Run], vectors: Vectors, corpus: CorpusStatistics, *, by_words: bool
) -> list[FileCandidate]:
    shared = corpus if len(runs) > 1 else None
    rows: dict[int, ChunkRow] = {}
    scores: dict[int, dict[str, float]] = {}
    for run in runs:
        found = _recall_whole(run, vectors[run.number], shared, by_words=by_words)
        if len(runs) > 1:
            found = _told_apart(run, found)
        rows |= found[0]
        scores |= found[1]
    return group_by_file(rows, scores)


def _told_apart(run: Run, found: Recall) -> Recall:
    """The same with ids that no chunk of another folder has."""
    rows, scores = found
    return (
        {run.distinct(i): replace(row, id=run.distinct(i), folder=run.number) for i, row in rows.items()},
        {run.distinct(i): of_chunk for i, of_chunk in scores.items()},
    )


def _recall_whole(
    run: Run, vector: QueryVector | None, corpus: CorpusStatistics | None, *, by_words: bool
) -> Recall:
    """Once more where the index was published under our hands: chunks may have gone in between, and
    the vectors of another model may answer."""
    for _ in range(MAX_ROUNDS):
        found = run.folder.in_one_state(partial(_recall, run, vector, corpus, by_words=by_words))
        if vector is None or run.folder.base.serves(vector.space):
            return found
        vector = query_vector(run)
    return _recall(run, vector, corpus, by_words=by_words)


def _recall(
    run: Run, vector: QueryVector | None, corpus: CorpusStatistics | None, *, by_words: bool
) -> Recall:
    kinds = frozenset(run.request.filters.kinds)
    terms: Mapping[str, float] = run.question.terms if by_words else {}
    wanted = RecallQuery(terms, terms, vector, _RECALL * (5 if kinds else 1), run.admits, corpus)
    rows, scores = recalled(run, wanted)
    return {i: row for i, row in rows.items() if not kinds or row.kind in kinds}, scores


def _written(runs: Sequence[Run], files: list[FileCandidate]) -> dict[str, int]:
    """When each file was written last, by place, as far as that is known."""
    folders = [(run.folder.base.files(), run.folder.overlay) for run in runs]
    found: dict[str, int] = {}
    for file in files:
        known, overlay = folders[file.folder]
        row = overlay.parsed(file.path) or known.get(file.path)
        if row is not None and row.mtime_ns > 0:
            found[file.place] = row.mtime_ns
    return found


def _open_places(runs: Sequence[Run]) -> tuple[str | None, tuple[str, ...]]:
    """The active file and the open ones, of all folders."""
    active = [place_in(run.number, path) for run in runs if (path := run.request.active_path)]
    opened = [place_in(run.number, path) for run in runs for path in run.request.open_paths]
    return active[0] if active else None, tuple(opened)


def _refreshed(runs: Sequence[Run], best: Sequence[FileCandidate]) -> bool:
    """Whether the index had an old text of any of these files; now it has the one of now."""
    stale = [run.verifier.refresh(file.path for file in best if file.folder == run.number) for run in runs]
    return any(stale)
