"""What the person asks: the kind of question, its words, what it names, and how to search for it."""

from dataclasses import dataclass

from ...errors import BadRequest
from ..parse.tokens import split_identifier, stem, tokenize, whole_token, words
from .glossary import english_for, related, without_fillers
from .intent import asked_kinds, intent_of
from .kinds import (
    CJK,
    ERROR,
    EXCEPTION,
    IDENTIFIER,
    LITERAL,
    MIXED,
    NATURAL,
    PATH,
    QUALIFIED,
    QUOTED,
    REGEX,
    kind_of,
    regex_of,
    split_qualified,
)
from .mentions import frames_in, languages_in, paths_in, quoted_in, spaced, symbols_in
from .types import MODES

__all__ = [
    "ERROR",
    "IDENTIFIER",
    "LITERAL",
    "MIXED",
    "NATURAL",
    "PATH",
    "QUALIFIED",
    "REGEX",
    "Question",
    "understand",
]

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

_PART = 0.5
"""Weight of an identifier's parts, which often stand elsewhere by chance; the whole has 1."""
_NAMED = 2.0
"""Weight of what the question names exactly: symbols and quoted words are its critical terms."""
_RELATED = 0.2
"""Weight of other words for the same thing."""
_MOST_RELATED = 8


@dataclass(frozen=True, slots=True)
class Question:
    """One question, understood."""

    text: str
    mode: str
    """Never `auto`."""
    kind: str
    """One of kinds.KINDS."""
    intent: str
    """`explain`, `fix`, `refactor`, `locate` or `usage`."""
    terms: dict[str, float]
    """Tokens to look for, with weights."""
    symbols: tuple[str, ...]
    """Identifiers named in the question, as written, without qualification."""
    container: tuple[str, ...]
    """What qualifies the one identifier that the question is, outermost first."""
    paths: tuple[str, ...]
    """Files and folders named in the question."""
    languages: frozenset[str]
    """Programming languages named in the question."""
    asked_kinds: frozenset[str]
    """Kinds of files (intent.py) that it asks for and that otherwise rank low."""
    words: tuple[str, ...]
    """Stems of the telling words, in order, without repeats; English for Chinese ones."""
    literal: str
    """The text that exact and regular-expression search look for."""


def understand(query: str, mode: str = "auto") -> Question:
    """Raises BadRequest for a blank query or an unknown mode."""
    text = query.strip()
    if not text:
        raise BadRequest("The query is empty.", "query")
    if mode not in MODES:
        raise BadRequest(f"There is no mode {mode!r}; the modes are {', '.join(MODES)}.", "mode")
    sentence = spaced(text)
    symbols = symbols_in(sentence)
    kind = kind_of(text, symbols)
    container: tuple[str, ...] = ()
    paths = () if kind in (IDENTIFIER, QUALIFIED) else (text,) if kind == PATH else paths_in(text)
    told = sentence
    if kind in (IDENTIFIER, QUALIFIED):
        *outer, name = split_qualified(text)
        symbols, container = (name,), tuple(outer)
    elif kind == ERROR:
        paths, symbols = frames_in(text)
        told = f"{_message(text)} {' '.join(symbols)} {' '.join(path.rpartition('/')[2] for path in paths)}"
        symbols = tuple(dict.fromkeys((*symbols, *symbols_in(_message(text)))))
    told = without_fillers(told)
    telling = [word for word in words(told) if word.lower() not in STOP_WORDS] or words(told)
    translated = english_for(told)
    parts = [part for word in telling for part in split_identifier(word)]
    if translated:  # names are in English
        parts = [part for part in parts if not CJK.search(part)] + list(translated)
    stems = tuple(dict.fromkeys(map(stem, parts)))
    named = {*symbols, *words(" ".join(quoted_in(text)))}
    quoted = QUOTED.match(text)
    route = _ROUTES.get(kind, "hybrid") if mode == "auto" else mode
    literal = text
    if route == "regex":
        literal = (regex_of(text) or text) if mode == "auto" else text
    elif quoted:
        literal = quoted.group(2)
    return Question(
        text=text,
        mode=route,
        kind=kind,
        intent=intent_of(text),
        terms=_terms(telling, kind, named) | dict.fromkeys(map(stem, translated), 1.0),
        symbols=symbols,
        container=container,
        paths=paths,
        languages=languages_in(sentence),
        asked_kinds=asked_kinds(text, frozenset(stems)),
        words=stems,
        literal=literal,
    )


_ROUTES = {LITERAL: "exact", REGEX: "regex"}
"""Exact things go to exact search; all else to every retriever, and the weights of its kind decide."""


def _terms(telling: list[str], kind: str, named: set[str]) -> dict[str, float]:
    """Tokens of the telling words; whole identifiers more than their parts, named ones more than others."""
    one = kind in (IDENTIFIER, QUALIFIED)
    terms: dict[str, float] = {}
    for word in telling:
        whole = whole_token(word)
        for token in tokenize(word):
            weight = (
                _PART
                if one and token != whole
                else _NAMED
                if not one and token == whole and word in named
                else 1.0
            )
            terms[token] = max(weight, terms.get(token, 0.0))
    if not one:
        others = (other for token in list(terms) for other in related(token) if other not in terms)
        terms |= dict.fromkeys(list(dict.fromkeys(others))[:_MOST_RELATED], _RELATED)
    return terms


def _message(text: str) -> str:
    """The line of an error report that says what happened."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in reversed(lines) if EXCEPTION.search(line)), lines[0])
