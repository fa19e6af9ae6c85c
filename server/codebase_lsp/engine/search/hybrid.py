"""Search by words and by meaning: recall from all retrievers, rank by signals, verify, present."""

from collections.abc import Mapping

from ...errors import ModelUnavailable
from ..embed.model import QueryVector
from ..index.recall import Recalled, RecallQuery
from .candidates import FileCandidate, group_by_file
from .present import further_hit, hit_symbol, make_hit
from .ranking import rank
from .reasons import reasons
from .run import MAX_ROUNDS, Run
from .signals import Scene
from .types import Hit
from .weights import weights_for

_RECALL = 200
"""Chunks from each retriever: with 50 files the right one is among them 99 times of 100."""
_FURTHER = 5


def search_hybrid(run: Run) -> list[Hit]:
    """Modes hybrid, semantic and lexical; without vectors all of them search by words."""
    question, request = run.question, run.request
    weights = weights_for(question.kind, question.mode)
    vector = None
    if "vector" in weights:
        with run.timed("embed"):
            vector = _query_vector(run)
        if vector is None:
            if question.mode == "semantic" and not run.warnings:
                run.warnings.append("No vectors are ready yet: searched by words only.")
            weights = weights_for(question.kind, "lexical")
    ranked: list[FileCandidate] = []
    for _ in range(MAX_ROUNDS):
        with run.timed("recall"):
            files = _recall_whole(run, vector, by_words="body" in weights)
        with run.timed("rank"):
            scene = Scene.of(question, files, request.active_path, request.open_paths)
            ranked = rank(files, scene, weights)
        with run.timed("verify"):
            if not run.verifier.refresh(file.path for file in ranked[: request.limit]) or run.late():
                break
    with run.timed("present"):
        return _present(run, ranked, weights)


def _query_vector(run: Run) -> "QueryVector | None":
    try:
        return run.folder.embed_query(run.question.text)
    except ModelUnavailable as error:
        run.warnings.append(f"Searched by words only: {error}")
        return None


def _recall_whole(run: Run, vector: "QueryVector | None", *, by_words: bool) -> list[FileCandidate]:
    """Once more where the index was published under our hands: chunks may have gone in between, and
    the vectors of another model may answer."""
    files: list[FileCandidate] = []
    base = run.folder.base
    for _ in range(MAX_ROUNDS):
        generation = base.store.generation
        if vector is not None and not base.serves(vector.space):
            vector = _query_vector(run)
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


def _present(run: Run, ranked: list[FileCandidate], weights: Mapping[str, float]) -> list[Hit]:
    hits: list[Hit] = []
    for file in ranked:
        if len(hits) >= run.request.limit:
            break
        if run.late() and hits:
            run.warnings.append("Stopped early: the time for a search is over.")
            break
        # A file that is still changing under our hands gives no answer rather than an old one.
        if file.path not in run.verifier.sources and run.verifier.refresh([file.path]):
            continue
        source = run.verifier.sources.get(file.path)
        if source is not None and source.digest == run.verifier.indexed_digest(file.path):
            hits.extend(_hits_of(run, file, weights))
    hits.sort(key=lambda hit: -hit.score)
    return hits[: run.request.limit]


def _hits_of(run: Run, file: FileCandidate, weights: Mapping[str, float]) -> list[Hit]:
    by_file = run.request.group_by == "file"
    best = file.chunks[0].rank or 1.0
    scores = [round(file.score * chunk.rank / best, 4) for chunk in file.chunks]
    others = zip(file.chunks[1 : 1 + _FURTHER], scores[1:], strict=False)
    further = tuple(further_hit(chunk.row, score) for chunk, score in others) if by_file else ()
    why = reasons(file, run.question, weights)
    return [
        make_hit(
            run.verifier.sources[file.path],
            lines=(chunk.row.start_line, chunk.row.end_line),
            score=score,
            signals={name: value for name, value in file.signals.items() if value},
            reasons=why,
            symbol=hit_symbol(chunk.row),
            language=chunk.row.language,
            from_buffer=run.folder.is_buffer(file.path),
            terms=frozenset(run.question.terms),
            further=further,
        )
        for chunk, score in zip(file.chunks[: 1 if by_file else None], scores, strict=False)
    ]
