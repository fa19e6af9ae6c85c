"""From ranked files to results: verified, copies told once, best part first, the others as further."""

from collections.abc import Mapping
from dataclasses import dataclass

from .candidates import ChunkCandidate, FileCandidate
from .diversity import LIKENESS, Shown, diversified, without_copies, words_of
from .explain import contributions, shares
from .neighbours import Part, joined
from .present import hit_symbol, lines_of, make_hit
from .reasons import reasons
from .rerank import CANDIDATES, SIGNAL, reranked, with_share
from .run import Run
from .types import Contribution, FurtherHit, Hit

_FURTHER = 5
_SPARE = 5
"""More files than are wanted, to take the places of copies."""
_ALIKE = 0.5
"""Likeness to a better result from which it is worth a sentence."""

_FITS = 0.5
"""What a cross-encoder must give for the same."""


@dataclass(frozen=True, slots=True)
class _Why:
    """What all results of one search are explained by."""

    weights: Mapping[str, float]
    counted: Mapping[str, float]
    """The weights as scores count them; empty unless asked for."""


def present_files(run: Run, ranked: list[FileCandidate], weights: Mapping[str, float]) -> list[Hit]:
    """The first files of this folder as results, as many as are wanted; `ranked` are those of all."""
    why = _Why(weights, shares(ranked, weights) if run.request.explain else {})
    ranked = [file for file in ranked if file.folder == run.number] if run.folders > 1 else ranked
    limit = run.request.limit
    if run.request.group_by == "chunk":
        hits = [hit for file in _verified(run, ranked, limit) for hit in _chunks(run, file, why)]
        return sorted(hits, key=lambda hit: -hit.score)[:limit]
    wanted = limit + _SPARE if run.folder.cross_encode is None else max(CANDIDATES, limit + _SPARE)
    files = _verified(run, ranked, wanted)
    texts = {file.path: _text(run, file) for file in files}
    files = reranked(run, files, texts)
    if why.counted:
        why = _Why(weights, with_share(why.counted, files))
    shown = [Shown(file.score, words_of(texts[file.path])) for file in files]
    chosen = diversified(shown, without_copies(shown), limit)
    hits: list[Hit] = []
    for number in chosen:
        copies = [files[other] for other in shown[number].copies]
        hits.append(_result(run, files[number], shown[number], copies, why))
    return hits


def _verified(run: Run, ranked: list[FileCandidate], wanted: int) -> list[FileCandidate]:
    """The first files whose text is what was ranked."""
    found: list[FileCandidate] = []
    for file in ranked:
        if len(found) >= wanted:
            break
        if run.late() and found:
            run.warnings.append("Stopped early: the time for a search is over.")
            break
        # A file that is still changing under our hands gives no answer rather than an old one.
        if file.path not in run.verifier.sources and run.verifier.refresh([file.path]):
            continue
        source = run.verifier.sources.get(file.path)
        if source is not None and source.digest == run.verifier.indexed_digest(file.path):
            found.append(file)
    return found


def _text(run: Run, file: FileCandidate) -> str:
    """Of the file's best chunk."""
    row = file.chunks[0].row
    return "".join(lines_of(run.verifier.sources[file.path].text, row.start_line, row.end_line))


def _score(file: FileCandidate, chunk: ChunkCandidate) -> float:
    """The best chunk has its file's score, the others in proportion to what each is worth."""
    best = file.chunks[0].rank
    # A file found by its path alone has chunks that say nothing by themselves.
    return file.score * (chunk.rank / best if best else 1.0)


def _chunks(run: Run, file: FileCandidate, why: _Why) -> list[Hit]:
    told = reasons(file, run.question, why.weights)
    parts = contributions(file.signals, why.counted)
    return [
        _hit(run, file, Part(chunk.row.start_line, chunk.row.end_line, chunk), told, parts=parts)
        for chunk in file.chunks
    ]


def _result(run: Run, file: FileCandidate, shown: Shown, copies: list[FileCandidate], why: _Why) -> Hit:
    told = reasons(file, run.question, why.weights)
    if copies:
        places = (f"{copy.path}:{copy.chunks[0].row.start_line + 1}" for copy in copies)
        told = (*told, f"nearly the same code stands in {', '.join(places)}")
    if file.signals.get(SIGNAL, 0.0) >= _FITS:
        told = ("the reranker finds that it answers", *told)
    if shown.likeness >= _ALIKE:
        told = (*told, "ranked lower: much like a better result")
    parts = contributions(file.signals, why.counted)
    if why.counted and shown.likeness:
        parts["likeness"] = Contribution(shown.likeness, -LIKENESS, -LIKENESS * shown.likeness)
    best, *others = joined(run.verifier.sources[file.path].text, file.chunks[: 1 + _FURTHER])
    further = tuple(_further(file, part) for part in others)
    return _hit(run, file, best, told, likeness=shown.likeness, further=further, parts=parts)


def _further(file: FileCandidate, part: Part) -> FurtherHit:
    score = round(_score(file, part.chunk), 4)
    return FurtherHit(part.start, part.end, score, hit_symbol(part.chunk.row))


def _hit(
    run: Run,
    file: FileCandidate,
    part: Part,
    told: tuple[str, ...],
    *,
    likeness: float = 0.0,
    further: tuple[FurtherHit, ...] = (),
    parts: Mapping[str, Contribution],
) -> Hit:
    signals = {**file.signals, "likeness": likeness}
    return make_hit(
        run.verifier.sources[file.path],
        lines=(part.start, part.end),
        score=round(max(0.0, _score(file, part.chunk) - LIKENESS * likeness), 4),
        signals={name: value for name, value in signals.items() if value},
        reasons=told,
        symbol=hit_symbol(part.chunk.row),
        language=part.chunk.row.language,
        from_buffer=run.folder.is_buffer(file.path),
        terms=frozenset(run.question.terms),
        further=further,
        contributions=parts,
    )
