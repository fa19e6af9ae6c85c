"""From ranked files to results: verified, best chunk first, the others as further hits."""

from collections.abc import Mapping

from .candidates import FileCandidate
from .explain import contributions, shares
from .present import further_hit, hit_symbol, make_hit
from .reasons import reasons
from .run import Run
from .types import Hit

_FURTHER = 5


def present_files(run: Run, ranked: list[FileCandidate], weights: Mapping[str, float]) -> list[Hit]:
    """The first files as results, as many as are wanted."""
    hits: list[Hit] = []
    counted = shares(ranked, weights) if run.request.explain else {}
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
            hits.extend(_hits_of(run, file, weights, counted))
    hits.sort(key=lambda hit: -hit.score)
    return hits[: run.request.limit]


def _hits_of(
    run: Run, file: FileCandidate, weights: Mapping[str, float], counted: Mapping[str, float]
) -> list[Hit]:
    by_file = run.request.group_by == "file"
    best = file.chunks[0].rank
    # A file found by its path alone has chunks that say nothing by themselves.
    scores = [round(file.score * (chunk.rank / best if best else 1.0), 4) for chunk in file.chunks]
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
            contributions=contributions(file.signals, counted),
        )
        for chunk, score in zip(file.chunks[: 1 if by_file else None], scores, strict=False)
    ]
