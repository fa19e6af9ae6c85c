"""Look a definition up by name: exact, then by beginning and humps, then with typing errors; and if
there is none of such a name, by what the words mean.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from ..files.types import SourceFile
from ..index.names import EXACT, HUMPS, INSIDE, PREFIX, SPELLING, TYPING, NameMatch
from ..index.one_state import MAX_ROUNDS
from ..index.types import SymbolRow
from ..parse.tokens import words
from .hybrid import search_hybrid
from .kinds import split_qualified
from .present import make_hit
from .run import Run
from .types import Hit, HitSymbol

_OTHER_CONTAINER = 0.5
"""What a definition keeps if the question names another container."""
_NAMES = 96
_NAMES_AT_ONCE = 32
_ROWS_AT_ONCE = 500
_ENOUGH_ROWS = 200
_MAX_WORDS = 5
"""Longer questions are no names."""

_HOW = {
    EXACT: "it defines {name}",
    SPELLING: "it defines {name}, which is {query} spelled otherwise",
    PREFIX: "it defines {name}, which begins with {query}",
    HUMPS: "it defines {name}, for which {query} is short",
    INSIDE: "it defines {name}, which has {query} in it",
    TYPING: "it defines {name}, {edits} from {query}",
}


@dataclass(frozen=True, slots=True)
class _Found:
    score: float
    row: SymbolRow
    match: NameMatch
    query: str
    in_container: bool


def search_symbols(runs: Sequence[Run]) -> list[list[Hit]]:
    """For each run definitions by name; if there is none of that name anywhere, ranked search by words."""
    hits: list[list[Hit]] = []
    for run in runs:
        found, container = _verified(run)
        hits.append([_hit(run, each, container) for each in found])
    return hits if any(hits) else search_hybrid(runs)


def find_symbols(run: Run) -> list[tuple[SymbolRow, SourceFile]]:
    """Definitions by name and nothing else, best first, each with the text it was checked against."""
    return [(each.row, run.verifier.sources[each.row.path]) for each in _verified(run)[0]]


def _verified(run: Run) -> tuple[list[_Found], str]:
    ranked: list[_Found] = []
    queries, container = _asked(run)
    for _ in range(MAX_ROUNDS):
        with run.timed("recall"):
            look = partial(_ranked, run, queries, container.lower())
            ranked = run.folder.in_one_state(look)[: run.request.limit]
        with run.timed("verify"):
            if not run.verifier.refresh(dict.fromkeys(found.row.path for found in ranked)):
                break
    return [found for found in ranked if found.row.path in run.verifier.sources], container


def _asked(run: Run) -> tuple[tuple[str, ...], str]:
    """The names in the question, and the container that it names, as written. A few words are one
    name (`order id`), a sentence is none."""
    question = run.question
    if not question.text.split()[1:]:
        # Whatever else it may be (`cart.total` could be a file), here it is asked for as a name.
        *outer, name = split_qualified(question.text)
        return ("_".join(words(name)),) if name else (), ".".join(outer)
    asked = words(question.text)
    return question.symbols or (("_".join(asked),) if len(asked) <= _MAX_WORDS else ()), ""


def _ranked(run: Run, queries: tuple[str, ...], container: str) -> list[_Found]:
    overlay, base = run.folder.overlay, run.folder.base
    hidden, kinds = set(overlay.paths()), frozenset(run.request.filters.kinds)
    within = f"{container}." if container else ""
    found: list[_Found] = []
    for tier, is_fresh in ((overlay, True), (base, False)):
        index = tier.names()
        matches: dict[str, tuple[NameMatch, str]] = {}
        for query in queries:
            for match in index.match(query, _NAMES):
                if match.name not in matches or matches[match.name][0].score < match.score:
                    matches[match.name] = match, query
        names, enough = sorted(matches, key=lambda name: -matches[name][0].score), 0
        for start in range(0, len(names), _NAMES_AT_ONCE):
            for row in tier.symbols_called(names[start : start + _NAMES_AT_ONCE], within, _ROWS_AT_ONCE):
                if (
                    (is_fresh or row.path not in hidden)
                    and run.admitted(row.path, row.language)
                    and (not kinds or row.kind in kinds)
                ):
                    found.append(_scored(row, *matches[row.name], container))
                    enough += found[-1].in_container
            if enough >= _ENOUGH_ROWS:
                break
    return sorted(found, key=lambda each: (-each.score, each.row.path, each.row.start_line))


def _scored(row: SymbolRow, match: NameMatch, query: str, container: str) -> _Found:
    around = f".{row.canonical_name.lower()}".removesuffix(f".{row.name.lower()}")
    inside = not container or around.endswith(f".{container}")
    return _Found(round(match.score * (1.0 if inside else _OTHER_CONTAINER), 4), row, match, query, inside)


def _reason(found: _Found, container: str) -> str:
    match = found.match
    edits = "one typing error" if match.edits == 1 else f"{match.edits} typing errors"
    told = _HOW[match.how].format(name=match.name, query=found.query, edits=edits)
    return told if found.in_container else f"{told}, but not in {container}"


def _hit(run: Run, found: _Found, container: str) -> Hit:
    row = found.row
    return make_hit(
        run.verifier.sources[row.path],
        lines=(row.start_line, row.end_line),
        score=found.score,
        signals={"definition": found.score},
        reasons=(_reason(found, container),),
        symbol=HitSymbol(row.name, row.kind, row.canonical_name),
        language=row.language,
        from_buffer=run.folder.is_buffer(row.path),
        terms=frozenset(run.question.terms),
    )
