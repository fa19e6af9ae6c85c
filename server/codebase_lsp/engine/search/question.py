"""What the person asks: the kind of question, its words, and how to search for it."""

import re
from dataclasses import dataclass

from ...errors import BadRequest
from ..parse.tokens import split_identifier, stem, tokenize, whole_token, words
from .types import MODES

IDENTIFIER, PATH, LITERAL, NATURAL = "identifier", "path", "literal", "naturalLanguage"

STOP_WORDS = frozenset(
    """
    a about after all also an and any are as at be been being between but by can could did do does doing
    done every few find for from get gets give given had has have having here how i if in into is it its
    just like made make makes many may me more most much must my need no not now of off on once one only
    or other our out over own please shall she should show so some such tell than that the their them
    then there these they this those through to under until up use used uses using very want was way we
    well were what when where whether which while who whose why will with within without would you your
    codebase code implemented implementation implement work works
    """.split()
)
"""English words that say nothing about which code is meant, question words among them.

In comments they are rarer than in prose, so BM25 alone would take them for rare and telling.
"""

_QUOTED = re.compile(r"""^(["'`])(.+)\1$""", re.DOTALL)
_QUALIFIED = re.compile(r"^[^\W\d]\w*(?:(?:\.|::|#|->|\\|/)[^\W\d]\w*)*(?:\(\))?[?!]?$")
_SEPARATOR = re.compile(r"\.|::|#|->|\\")
_PATH = re.compile(r"^[\w@.+~-]+(?:[/\\][\w@.+~-]+)+/?$|^[\w+-][\w.+-]*\.[a-z][a-z0-9]{0,4}$")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_CODE_WORD = re.compile(r"[^\W\d_]+[a-z0-9][A-Z]\w*|\w+_\w+|[A-Z][a-z0-9]+[A-Z]\w*|[A-Z]{2,}[a-z]\w*")


@dataclass(frozen=True, slots=True)
class Question:
    """One question, understood."""

    text: str
    mode: str
    """Never `auto`."""
    kind: str
    terms: dict[str, float]
    """Tokens to look for, with weights."""
    symbols: tuple[str, ...]
    """Identifiers named in the question, as written, without qualification."""
    words: tuple[str, ...]
    """Stems of the telling words, in order, without repeats."""
    literal: str
    """The text that exact search looks for."""


def understand(query: str, mode: str = "auto") -> Question:
    """Raises BadRequest for a blank query or an unknown mode."""
    text = query.strip()
    if not text:
        raise BadRequest("The query is empty.", "query")
    if mode not in MODES:
        raise BadRequest(f"There is no mode {mode!r}; the modes are {', '.join(MODES)}.", "mode")
    quoted = _QUOTED.match(text)
    kind = LITERAL if quoted else _kind(text)
    if mode == "auto":
        mode = "exact" if kind == LITERAL else "hybrid"
    kept = [word for word in words(text) if word.lower() not in STOP_WORDS] or words(text)
    return Question(
        text=text,
        mode=mode,
        kind=kind,
        terms=_terms(kept, kind),
        symbols=_symbols(text, kind),
        words=tuple(dict.fromkeys(stem(part) for word in kept for part in split_identifier(word))),
        literal=quoted.group(2) if quoted else text,
    )


def _kind(text: str) -> str:
    if _PATH.match(text):
        return PATH
    if _QUALIFIED.match(text) and not _CJK.search(text):  # those scripts put no spaces between words
        return IDENTIFIER
    return NATURAL


def _symbols(text: str, kind: str) -> tuple[str, ...]:
    if kind == IDENTIFIER:
        return (_SEPARATOR.split(text.rstrip("()?!"))[-1],)
    return tuple(dict.fromkeys(_CODE_WORD.findall(text)))


def _terms(kept: list[str], kind: str) -> dict[str, float]:
    """A whole identifier says more than its parts, which often stand elsewhere by chance."""
    terms: dict[str, float] = {}
    for word in kept:
        whole = whole_token(word)
        for token in tokenize(word):
            weight = 1.0 if token == whole or kind != IDENTIFIER else 0.5
            terms[token] = max(weight, terms.get(token, 0.0))
    return terms
