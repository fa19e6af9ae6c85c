"""A question put in other ways by a language model: what to ask it, and how to read what it answers.

The forms come from two systems: names and weighted keywords from VoidMuse, the question in English and
in the person's language and hypothetical code (HyDE, Gao et al. 2023) from Chocolate Factory. Answers
to the prompts of either are read as well as those to ours.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from .types import Queries

_PROMPT = """\
Someone asks a code search about the source code of a project. Put the question in other ways that help \
to find the code. Answer with one JSON object and nothing else:

{{
 "names": ["names of classes, functions or variables that the code probably has"],
 "keywords": "words of the code and its comments, the most critical one three times",
 "englishQuery": "the question in English, short, without filler",
 "originLanguageQuery": "the same in the language of the question",
 "hypotheticalCode": "five to ten lines of code as the answer might look, in the project's language"
}}

Leave a field out where you would have to guess wildly.

The question: {question}
"""

_FIELDS: Mapping[str, tuple[str, ...]] = {
    "english": ("englishQuery", "english"),
    "original": ("originLanguageQuery", "original"),
    "hypothetical_code": ("hypotheticalCode", "hypotheticalDocument"),
    "keywords": ("keywords", "prompt", "names", "psiNames"),
}
"""Which fields of an answer, ours, VoidMuse's or Chocolate Factory's, say what."""

_LONGEST = 100_000
"""Characters: a longer answer is none."""


def expansion_prompt(question: str) -> str:
    """What to send to a language model; `read_expansion` reads what it answers."""
    return _PROMPT.format(question=question.strip())


def read_expansion(answer: str) -> Queries | None:
    """From bare JSON, JSON in a fence, or JSON somewhere in prose; None where there is none."""
    if len(answer) > _LONGEST:
        return None
    decoder = json.JSONDecoder()
    start = answer.find("{")
    while start >= 0:
        try:
            value, _ = cast("tuple[object, int]", decoder.raw_decode(answer, start))
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict) and (found := _queries(cast("dict[str, object]", value))):
            return found
        start = answer.find("{", start + 1)
    return None


def with_expansion(queries: Queries, answer: str) -> Queries | None:
    """`queries` and what a language model added; what the client itself said stays. None if the
    answer cannot be read."""
    read = read_expansion(answer)
    if read is None:
        return None
    given = {field: value for field in _FIELDS if (value := getattr(queries, field))}
    return replace(read, **given)


def _queries(value: dict[str, object]) -> Queries | None:
    found = {
        field: " ".join(text for name in names if (text := _text(value.get(name))))
        for field, names in _FIELDS.items()
    }
    return Queries(**found) if any(found.values()) else None


def _text(value: object) -> str:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list):
        return " ".join(text for each in cast("list[object]", value) if (text := _text(each)))
    return ""
