"""bloop's code search (github.com/BloopAI/bloop, server/bleep: semantic.rs, agent/tools/code.rs).

Pieces near in meaning and pieces with words of the question are each thinned out by maximal marginal
relevance, the latter ordered by their words, and both fused by place. Where that gives fewer than
half of the results wanted, code that the answer might look like is searched for too, and what it
finds is put at the end.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...embed.model import QueryVector, Vectors
from ...index.types import ChunkRow
from . import rrf
from .lists import Lists
from .profile import Profile, Scored

RESULTS = 10
NEAREST, WORDED = 4, 2
"""Times the results wanted: candidates by meaning and by words."""
LOWEST_COSINE = 0.3
LAMBDA = 0.5
LANGUAGE_BONUS, PATH_BONUS = 0.5, 0.75
"""To the power of how many pieces of that language, or that file, were chosen before."""
DISTINCT_WORD = 10
"""How many hits one more word of the question is worth."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What diversity looks at."""

    chunk: int
    vector: Vectors
    """Of length 1."""
    language: str | None
    path: str


def diversified(query: Vectors, pieces: Sequence[Piece], results: int) -> list[int]:
    """Chunks by maximal marginal relevance (Carbonell & Goldstein 1998) plus a bonus for languages and
    files that have not had their turn. bloop divides by squared lengths; here the cosine is true."""
    left, chosen = list(pieces), list[Piece]()
    languages, paths = Counter[str | None](), Counter[str]()

    def worth(piece: Piece) -> float:
        alike = max((float(piece.vector @ other.vector) for other in chosen), default=0.0)
        marginal = LAMBDA * float(piece.vector @ query) - (1 - LAMBDA) * max(alike, 0.0)
        bonus = LANGUAGE_BONUS ** languages[piece.language] + PATH_BONUS ** paths[piece.path]
        return marginal + bonus

    while left and len(chosen) < results:
        best = max(left, key=worth)
        left.remove(best)
        chosen.append(best)
        languages[best.language] += 1
        paths[best.path] += 1
    return [piece.chunk for piece in chosen]


def without_overlaps(chunks: Sequence[int], rows: Mapping[int, ChunkRow]) -> list[int]:
    """Of pieces of one file that share lines, the first."""
    kept: list[int] = []
    for chunk in chunks:
        row = rows[chunk]
        others = (rows[other] for other in kept if rows[other].path == row.path)
        if not any(row.start_line < other.end_line and other.start_line < row.end_line for other in others):
            kept.append(chunk)
    return kept


def by_words(texts: Mapping[int, str], words: Sequence[str]) -> list[int]:
    """Chunks by ten times the different words of the question they hold, plus all places where they do;
    as substrings, and by case."""

    def worth(text: str) -> int:
        counts = [text.count(word) for word in dict.fromkeys(words)]
        return DISTINCT_WORD * sum(count > 0 for count in counts) + sum(counts)

    return sorted(texts, key=lambda chunk: -worth(texts[chunk]))


def _thinned(lists: Lists, chunks: Sequence[int], query: QueryVector | None, results: int) -> list[int]:
    kept = without_overlaps(chunks, lists.rows)
    vectors = lists.vectors(query.space, kept) if query is not None else {}
    if query is None or not vectors:
        return kept[:results]
    zero = np.zeros_like(query.values)
    pieces = [
        Piece(chunk, vectors.get(chunk, zero), lists.rows[chunk].language, lists.rows[chunk].path)
        for chunk in kept
    ]
    return diversified(query.values, pieces, results)


def _near(lists: Lists, text: str, results: int) -> list[int]:
    query = lists.query_vector(text)
    near = lists.by_meaning(text, NEAREST * results)
    return _thinned(lists, [chunk for chunk, cosine in near if cosine >= LOWEST_COSINE], query, results)


def _order(lists: Lists) -> list[Scored]:
    question, request = lists.run.question, lists.run.request
    results, found = request.limit, dict[str, Sequence[int]]()
    if question.mode != "lexical":
        found["vector"] = _near(lists, question.text, results)
    if question.mode != "semantic":
        worded = [chunk for chunk, _ in lists.by_words(question.terms, WORDED * results)]
        query = lists.query_vector(question.text) if question.mode != "lexical" else None
        texts = lists.texts(_thinned(lists, worded, query, results))
        found["body"] = by_words(texts, re.findall(r"\w+", question.text))
    ranked = rrf.scored(found)[:results]
    code = request.queries.hypothetical_code
    if code.strip() and question.mode != "lexical" and len(ranked) < results / 2:
        known = {item.chunk for item in ranked}
        more = [chunk for chunk in _near(lists, code, results) if chunk not in known]
        for place, chunk in enumerate(more, len(ranked) + 1):
            score = 1 / (rrf.K + place)  # below all that were found before, as its place is
            ranked.append(Scored(chunk, score, {"vector": score}, ("close to hypothetical code",), {}))
    return ranked[:results]


PROFILE = Profile("bloop", _order, RESULTS)
