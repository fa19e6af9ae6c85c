"""What belongs to the best matches: the definitions they call, who calls them, what implements them."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from ..parse.types import Symbol
from ..relations.types import Edge, RelatedAnswer, RelatedRequest
from .gather import Sources, from_place
from .pieces import Piece, enclosing
from .types import Place

_MATCHES = 3
"""The best matches that are followed: further down a match is a guess, and its relations are as well."""
_EACH = 4
"""Places of one relation of one match."""
_LEAST = 0.5
"""Confidence from which a relation counts: guesses by name alone are noise in a prompt."""
_WORTH = 0.45
"""Of a match's score, for what is related to it with full confidence."""
_KINDS = frozenset({"function", "method", "constructor", "class", "struct", "interface", "enum", "type"})

ROLES: Mapping[str, Mapping[str, float]] = {
    "explain": {"callees": 1.0, "implementations": 0.9, "callers": 0.6},
    "fix": {"callees": 1.0, "callers": 0.9, "implementations": 0.7},
    "refactor": {"callers": 1.0, "implementations": 1.0, "callees": 0.6},
    "usage": {"callers": 1.0, "implementations": 0.6, "callees": 0.5},
    "locate": {"callees": 0.7, "callers": 0.6, "implementations": 0.7},
}
"""What an intent (search/intent.py) wants to see of each relation, beside the definition itself."""
_NAMES = {"callees": "callee", "callers": "caller", "implementations": "implementation"}

Related = Callable[[RelatedRequest], RelatedAnswer]


def related_pieces(
    pieces: Sequence[Piece], folder: int, sources: Sources, related: Related, intent: str
) -> list[Piece]:
    """Pieces for the relations of the best `pieces`, none of which is among them."""
    roles = ROLES.get(intent, ROLES["locate"])
    known = {(piece.path, piece.canonical_name) for piece in pieces if piece.canonical_name}
    found: list[Piece] = []
    for piece in pieces[:_MATCHES]:
        symbol = enclosing(sources.symbols_of(piece.path), piece.start_line, piece.end_line)
        if symbol is None or symbol.kind not in _KINDS or symbol.name_line < 0:
            continue
        for relation, worth in roles.items():
            request = RelatedRequest(
                path=piece.path,
                line=symbol.name_line,
                column=symbol.name_column,
                relations=(relation,),
                limit=_EACH,
            )
            for edge in _sure(related(request)):
                key = edge.path, edge.symbol.canonical_name if edge.symbol else ""
                if key in known:
                    continue
                made = _piece(edge, relation, symbol, folder, sources)
                if made is not None:
                    known.add(key)
                    made.score = piece.score * _WORTH * worth * edge.confidence
                    found.append(made)
    return found


def _sure(answer: RelatedAnswer) -> Iterator[Edge]:
    return (item.edge for item in answer.items if item.edge.confidence >= _LEAST)


def _piece(edge: Edge, relation: str, of: Symbol, folder: int, sources: Sources) -> Piece | None:
    lines = (edge.line, edge.end_line if not edge.end_column else edge.end_line + 1)
    if edge.symbol is not None:
        lines = (edge.symbol.start_line, edge.symbol.end_line)
    made = from_place(Place(edge.path, *lines), folder, sources, _NAMES[relation], 0.0)
    if made is not None:
        words = {"callees": "called by", "callers": "calls", "implementations": "implements"}
        made.reasons = (f"{words[relation]} {of.name}",)
    return made
