"""VoidMuse's hybrid search (github.com/voidmuse-dev/voidmuse, LuceneVectorStore).

Text and vectors give three times as many candidates as results are wanted. The scores of each list
are divided by its highest and added, 0.3 for the text and 0.7 for the vectors; who is missing in a
list gets nothing from it. The distance that VoidMuse reports is one minus that sum.
"""

from collections import Counter

from ...parse.tokens import tokenize
from ..types import Contribution
from .lists import Found, Lists
from .profile import Profile, Scored

CANDIDATES = 3
"""Times the results wanted, from each retriever."""
WEIGHTS = {"body": 0.3, "vector": 0.7}
RESULTS = 50
_WORDS = {"body": "{:.0%} of the best BM25", "vector": "{:.0%} of the best cosine"}


def fuse(found: dict[str, Found], weights: dict[str, float], results: int) -> list[Scored]:
    """The first `results` of the union of both lists; `weights` count in proportion to their sum."""
    total = sum(weights.values()) or 1.0
    shares = {name: weight / total for name, weight in weights.items()}
    values: dict[int, dict[str, float]] = {}
    for name, hits in found.items():
        highest = max((score for _, score in hits), default=0.0) or 1.0
        for chunk, score in hits:
            values.setdefault(chunk, {})[name] = score / highest
    ranked = [_scored(chunk, of_chunk, shares) for chunk, of_chunk in values.items()]
    ranked.sort(key=lambda item: -item.score)
    return ranked[:results]


def _scored(chunk: int, values: dict[str, float], shares: dict[str, float]) -> Scored:
    parts = {name: Contribution(v, shares[name], v * shares[name]) for name, v in values.items()}
    score = sum(part.contribution for part in parts.values())
    reasons = tuple(_WORDS[name].format(value) for name, value in values.items())
    return Scored(chunk, score, {**values, "distance": 1 - score}, reasons, parts)


def _order(lists: Lists) -> list[Scored]:
    """Keywords, where a language model gave some, take the question's place in both lists; a word
    said three times weighs three times as much."""
    request, mode = lists.run.request, lists.run.question.mode
    text = request.queries.keywords.strip() or lists.run.question.text
    found: dict[str, Found] = {}
    if mode != "semantic":
        terms = {term: float(count) for term, count in Counter(tokenize(text)).items()}
        found["body"] = lists.by_words(terms, CANDIDATES * request.limit)
    if mode != "lexical":
        found["vector"] = lists.by_meaning(text, CANDIDATES * request.limit)
    return fuse(found, {**WEIGHTS, **request.weights}, request.limit)


PROFILE = Profile("voidmuse", _order, RESULTS, weights=tuple(WEIGHTS))
