"""Rank the best files once more, with what a second look at both tiers tells of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ..embed.model import QueryVector
from ..index.recall import CorpusStatistics, Evidence
from .candidates import FileCandidate, place_in
from .ranking import rank_again
from .run import Run
from .scene import Scene
from .second_look import FILES, look
from .signals import SECOND_LOOK


def look_again(
    runs: Sequence[Run],
    ranked: list[FileCandidate],
    scene: Scene,
    weights: Mapping[str, float],
    vectors: Sequence[QueryVector | None],
    corpus: CorpusStatistics,
) -> list[FileCandidate]:
    """The best files ranked once more, with what a closer look tells of them; one vector for each run."""
    if SECOND_LOOK.isdisjoint(weights):
        return ranked
    best = ranked[:FILES]

    def ask(_: Iterable[str], words: Sequence[str]) -> Evidence:
        found = Evidence()
        for run, vector in zip(runs, vectors, strict=True):
            seen = _evidence(run, {file.path for file in best if file.folder == run.number}, words, vector)
            found.held |= {run.distinct(chunk): bits for chunk, bits in seen.held.items()}
            found.nearness |= {place_in(run.number, path): near for path, near in seen.nearness.items()}
        return found

    def frequency(word: str) -> int:
        return corpus.document_frequency("body", word)

    found = look(scene.question, [file.place for file in best], frequency, corpus.documents, ask)
    return rank_again(ranked, best, replace(scene, second_look=found), weights)


def _evidence(run: Run, paths: set[str], words: Sequence[str], vector: QueryVector | None) -> Evidence:
    base, overlay = run.folder.base, run.folder.overlay
    hidden = set(overlay.paths())
    fresh, known = overlay.evidence(paths, words, vector), base.evidence(paths - hidden, words, vector)
    return Evidence(known.held | fresh.held, known.nearness | fresh.nearness)
