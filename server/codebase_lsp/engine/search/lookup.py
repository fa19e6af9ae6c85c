"""Look a definition up by name: exact, then spelled otherwise, by prefix, by some of its words."""

from ..index.types import SymbolRow
from ..parse.tokens import split_identifier, whole_token
from .hybrid import search_hybrid
from .present import make_hit
from .run import MAX_ROUNDS, Run
from .types import Hit, HitSymbol

_EXACT, _SPELLING, _PREFIX, _PARTS = 1.0, 0.9, 0.7, 0.5
_OTHER_CONTAINER = 0.5
"""What a definition keeps if the question names another container."""
_PER_TIER = 500


def search_symbols(run: Run) -> list[Hit]:
    """Definitions by name; if there is none of that name, ranked search by words."""
    ranked: list[tuple[float, SymbolRow]] = []
    for _ in range(MAX_ROUNDS):
        with run.timed("recall"):
            ranked = _ranked(run)[: run.request.limit]
        with run.timed("verify"):
            if not run.verifier.refresh(dict.fromkeys(row.path for _, row in ranked)):
                break
    if not ranked:
        return search_hybrid(run)
    return [_hit(run, score, row) for score, row in ranked if row.path in run.verifier.sources]


def _ranked(run: Run) -> list[tuple[float, SymbolRow]]:
    question, kinds = run.question, frozenset(run.request.filters.kinds)
    qualified = _dotted(question.text)
    found: dict[SymbolRow, float] = {}
    for name in question.symbols or tuple(question.text.split()):
        for row in _rows(run, name.lower()):
            if run.admitted(row.path, row.language) and (not kinds or row.kind in kinds):
                score = _score(name, row)
                if "." in qualified and not f".{row.canonical_name}".endswith(f".{qualified}"):
                    score *= _OTHER_CONTAINER
                found[row] = max(score, found.get(row, 0.0))
    pairs = [(round(score, 4), row) for row, score in found.items()]
    return sorted(pairs, key=lambda pair: (-pair[0], pair[1].path, pair[1].start_line))


def _rows(run: Run, folded: str) -> list[SymbolRow]:
    overlay, base = run.folder.overlay, run.folder.base
    hidden = set(overlay.paths())
    known = base.symbols_named(folded, prefix=True, limit=_PER_TIER)
    fresh = overlay.symbols_named(folded, prefix=True, limit=_PER_TIER)
    return fresh + [row for row in known if row.path not in hidden]


def _dotted(name: str) -> str:
    for separator in ("::", "#", "->", "\\"):
        name = name.replace(separator, ".")
    return name.rstrip("()?!")


def _score(name: str, row: SymbolRow) -> float:
    if row.name == name:
        return _EXACT
    if whole_token(row.name) == whole_token(name):
        return _SPELLING
    if row.name.lower().startswith(name.lower()):
        return _PREFIX * (0.5 + 0.5 * len(name) / len(row.name))
    asked = set(split_identifier(name))
    return _PARTS * len(asked.intersection(split_identifier(row.name))) / max(1, len(asked))


def _hit(run: Run, score: float, row: SymbolRow) -> Hit:
    return make_hit(
        run.verifier.sources[row.path],
        lines=(row.start_line, row.end_line),
        score=score,
        signals={"definition": score},
        reasons=(f"it defines {row.name}",),
        symbol=HitSymbol(row.name, row.kind, row.canonical_name),
        language=row.language,
        from_buffer=run.folder.is_buffer(row.path),
        terms=frozenset(run.question.terms),
    )
