"""Chocolate Factory's semantic code search (github.com/unit-mesh/choco-builder,
SemanticSolutionExecutor, ElasticsearchStore, DocumentOrder).

Three vectors, of hypothetical code, of the question in English and of the question as it was put,
each find at most 15 pieces. A piece counts if (cosine + 1) / 2 is at least 0.65. The lists are put
together in this order, of equal texts the first is kept, and the best 15 remain.
"""

from typing import TypeVar

from .lists import Lists
from .profile import Profile, Scored

RESULTS = 15
LOWEST = 0.65
"""Relevance that a piece must have."""
Piece = TypeVar("Piece")


def relevance(cosine: float) -> float:
    """From -1…1 to 0…1."""
    return (cosine + 1) / 2


def prompt_order(pieces: list[Piece]) -> list[Piece]:
    """Best-first pieces as the system puts them into a prompt: the worst in the middle, the two best
    at the ends, since models overlook the middle (Liu et al., Lost in the Middle, 2023). From worst to
    best they go to the end and to the beginning in turn, the very worst to the beginning."""
    ordered: list[Piece] = []
    for turn, piece in enumerate(reversed(pieces)):
        if turn % 2:
            ordered.append(piece)
        else:
            ordered.insert(0, piece)
    return ordered


def _order(lists: Lists) -> list[Scored]:
    queries, text = lists.run.request.queries, lists.run.question.text
    forms = {
        "hypothetical code": queries.hypothetical_code,
        "the question in English": queries.english or text,
        "the question": queries.original or text,
    }
    union: list[tuple[int, float, str]] = []
    for form, asked in forms.items():
        if asked.strip():
            near = lists.by_meaning(asked, RESULTS)
            union += [(chunk, relevance(c), form) for chunk, c in near if relevance(c) >= LOWEST]
    texts = lists.texts([chunk for chunk, _, _ in union])
    distinct: dict[str, tuple[int, float, str]] = {}
    for found in union:
        if found[0] in texts:
            distinct.setdefault(texts[found[0]], found)
    best = sorted(distinct.values(), key=lambda found: -found[1])[:RESULTS]
    places = {found[0]: place for place, found in enumerate(prompt_order(best), 1)}
    return [
        Scored(
            chunk,
            score,
            {"vector": score},
            (f"close to {form}", f"number {places[chunk]} of {len(best)} in the prompt"),
            {},
        )
        for chunk, score, form in best
    ]


PROFILE = Profile("chocolate-factory", _order, RESULTS, modes=("semantic", "hybrid"))
