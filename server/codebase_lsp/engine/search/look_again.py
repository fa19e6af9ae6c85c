"""Rank the best files once more, with what a second look at both tiers tells of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ..embed.model import QueryVector
from ..index.recall import Evidence
from .candidates import FileCandidate
from .ranking import rank_again
from .run import Run
from .scene import Scene
from .second_look import FILES, look
from .signals import SECOND_LOOK


def look_again(
    run: Run,
    ranked: list[FileCandidate],
    scene: Scene,
    weights: Mapping[str, float],
    vector: QueryVector | None,
) -> list[FileCandidate]:
    """The best files ranked once more, with what a closer look tells of them."""
    if SECOND_LOOK.isdisjoint(weights):
        return ranked
    best = ranked[:FILES]
    base, overlay = run.folder.base, run.folder.overlay

    def ask(paths: Iterable[str], words: Sequence[str]) -> Evidence:
        wanted, hidden = set(paths), set(overlay.paths())
        fresh, known = overlay.evidence(wanted, words, vector), base.evidence(wanted - hidden, words, vector)
        return Evidence(known.held | fresh.held, known.nearness | fresh.nearness)

    corpus = base.statistics()
    found = look(
        run.question,
        [file.path for file in best],
        lambda word: corpus.document_frequency("body", word),
        corpus.documents,
        ask,
    )
    return rank_again(ranked, best, replace(scene, second_look=found), weights)
