"""One question put in several ways: what each adds to its words and to its meaning."""

from collections import Counter
from dataclasses import replace

import numpy as np

from ...errors import ModelUnavailable
from ..embed.model import QueryVector
from ..parse.tokens import tokenize
from .question import Question, understand
from .run import Run
from .types import Queries

_MOST = 3.0
"""However often a keyword is said, it counts at most this many times."""


def widened(question: Question, queries: Queries) -> Question:
    """The question with the words of its other forms.

    Words are looked for in all forms. Names and paths are compared with one form alone, lest each
    form dilute the others: the English one (as code is written), else the keywords, else the question.
    """
    others = [understand(text) for text in (queries.english, queries.original) if text.strip()]
    terms = dict(question.terms)
    for other in others:
        for term, weight in other.terms.items():
            terms[term] = max(weight, terms.get(term, 0.0))
    keywords = understand(queries.keywords) if queries.keywords.strip() else None
    said = Counter(tokenize(queries.keywords))
    for term, weight in keywords.terms.items() if keywords else ():
        terms[term] = max(weight, min(float(said[term]), _MOST), terms.get(term, 0.0))
    forms = [*others, *([keywords] if keywords else [])]
    if not forms:
        return question
    spoken = others[0] if queries.english.strip() else keywords or question
    symbols = tuple(dict.fromkeys(name for form in (question, *forms) for name in form.symbols))
    return replace(question, terms=terms, symbols=symbols, words=spoken.words)


def query_vector(run: Run) -> QueryVector | None:
    """The mean of the vectors of the question's forms, hypothetical code among them; None without a
    model or vectors. After HyDE (Gao, Ma, Lin & Callan 2023), where the question itself and what a
    language model imagines as its answer are averaged."""
    queries = run.request.queries
    forms = dict.fromkeys((run.question.text, queries.english, queries.hypothetical_code))
    found = [vector for form in forms if form.strip() and (vector := embedded(run, form)) is not None]
    alike = [each.values for each in found if each.space == found[0].space]
    if len(alike) < 2:
        return found[0] if found else None
    total = np.sum(np.stack(alike), axis=0)
    length = float(np.linalg.norm(total))
    return QueryVector(found[0].space, (total / length).astype(np.float32)) if length > 0 else found[0]


def embedded(run: Run, text: str) -> QueryVector | None:
    """The vector of one text; None, and a warning where something is wrong, if it cannot be had."""
    try:
        return run.folder.embed_query(text)
    except ModelUnavailable as error:
        warning = f"Searched by words only: {error}"
        if warning not in run.warnings:
            run.warnings.append(warning)
        return None
