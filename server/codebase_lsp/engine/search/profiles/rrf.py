"""Reciprocal rank fusion (Cormack, Clarke & Büttcher, SIGIR 2009): places count, scores do not."""

from collections.abc import Mapping, Sequence

from ..types import Contribution
from .lists import Lists
from .profile import Profile, Scored

K = 60
"""The constant of the paper: how little the first places stand out."""
CANDIDATES = 200
"""Chunks from each retriever."""
_WORDS = {"body": "number {} by its words", "vector": "number {} by its meaning"}


def fuse(
    found: Mapping[str, Sequence[int]], weights: Mapping[str, float] | None = None, k: int = K
) -> list[tuple[int, float]]:
    """(chunk, sum of weight / (k + place)) with places from 1, best first; equal ones keep their order."""
    scores: dict[int, float] = {}
    for name, chunks in found.items():
        weight = (weights or {}).get(name, 1.0)
        for place, chunk in enumerate(chunks, 1):
            scores[chunk] = scores.get(chunk, 0.0) + weight / (k + place)
    return sorted(scores.items(), key=lambda item: -item[1])


def scored(
    found: Mapping[str, Sequence[int]], weights: Mapping[str, float] | None = None, k: int = K
) -> list[Scored]:
    """The fused list with what each retriever gave: 1 / (k + place)."""
    values: dict[int, dict[str, float]] = {}
    places: dict[int, dict[str, int]] = {}
    for name, chunks in found.items():
        for place, chunk in enumerate(chunks, 1):
            values.setdefault(chunk, {})[name] = 1 / (k + place)
            places.setdefault(chunk, {})[name] = place
    weigh = weights or {}
    return [
        Scored(
            chunk,
            score,
            values[chunk],
            tuple(_WORDS[name].format(place) for name, place in places[chunk].items()),
            {n: Contribution(v, weigh.get(n, 1.0), v * weigh.get(n, 1.0)) for n, v in values[chunk].items()},
        )
        for chunk, score in fuse(found, weigh, k)
    ]


def _order(lists: Lists) -> list[Scored]:
    question = lists.run.question
    found: dict[str, Sequence[int]] = {}
    if question.mode != "semantic":
        found["body"] = [chunk for chunk, _ in lists.by_words(question.terms, CANDIDATES)]
    if question.mode != "lexical":
        found["vector"] = [chunk for chunk, _ in lists.by_meaning(question.text, CANDIDATES)]
    return scored(found, lists.run.request.weights)


PROFILE = Profile("rrf", _order, 10, weights=("body", "vector"))
