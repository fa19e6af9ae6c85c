"""Questions about relations and their answers, between the wire and the engine."""

from collections.abc import Sequence
from pathlib import Path

from ..engine.parse.types import Symbol
from ..engine.relations.types import RELATIONS, RelatedAnswer, RelatedItem, RelatedRequest
from ..engine.search.types import IndexState
from ..wire import related as wire_related
from ..wire import types as wire
from . import convert


def related_request(
    params: wire_related.RelatedParams, path: str | None, encoding: str, *, several: bool = False
) -> RelatedRequest:
    """The question to one folder. Of `several` folders each is asked from the start, for the page is
    cut from all of their answers together."""
    position = params.position if path is not None else None
    character = position.character if position else 0
    return RelatedRequest(
        name="" if path is not None else convert.well_formed(params.name or ""),
        path=path,
        line=position.line if position else 0,
        column=lambda text: code_points(text, character, encoding),
        relations=params.relations,
        depth=params.depth,
        limit=params.offset + params.limit if several else params.limit,
        offset=0 if several else params.offset,
    )


def code_points(line: str, character: int, encoding: str) -> int:
    """How many code points of a line `character` units of the encoding are."""
    taken = 0
    for column, each in enumerate(line):
        if taken >= character:
            return column
        taken += convert.units(each, encoding)
    return len(line)


def related_result(
    answers: Sequence[tuple[Path, tuple[RelatedAnswer, IndexState]]],
    params: wire_related.RelatedParams,
    encoding: str,
    warnings: Sequence[str] = (),
) -> wire_related.RelatedResult:
    """The answers of several folders as one page."""
    found = [(root, item) for root, (answer, _) in answers for item in answer.items]
    following = answers[0][1][0].next_offset if answers else None
    told = [*warnings, *(text for _, (answer, _) in answers for text in answer.warnings)]
    if len(answers) > 1:
        order = {name: place for place, name in enumerate(params.relations or RELATIONS)}
        found.sort(key=lambda pair: _rank(pair[1], order))
        end = params.offset + params.limit
        more = len(found) > end or any(a.next_offset is not None for _, (a, _) in answers)
        found, following = found[params.offset : end], end if more else None
    symbols = [answer.symbol for _, (answer, _) in answers if answer.symbol]
    return wire_related.RelatedResult(
        symbol=_symbol(symbols[0].symbol) if symbols else None,
        items=tuple(_item(root, item, encoding) for root, item in found),
        next_offset=following,
        index=convert.index_status([state for _, (_, state) in answers]),
        warnings=tuple(dict.fromkeys(told)),
    )


def _rank(item: RelatedItem, order: dict[str, int]) -> tuple[int, int, float]:
    return order.get(item.edge.relation, 0), item.edge.depth, -item.edge.confidence


def _symbol(symbol: Symbol | None) -> wire.ResultSymbol | None:
    return symbol and wire.ResultSymbol(symbol.name, symbol.kind, symbol.canonical_name)


def _item(root: Path, item: RelatedItem, encoding: str) -> wire_related.RelatedItem:
    edge = item.edge
    line = item.snippet.split("\n", 1)[0]

    def place(row: int, column: int) -> wire.Position:
        return wire.Position(row, convert.units(line[:column], encoding) if column else 0)

    return wire_related.RelatedItem(
        relation=edge.relation,
        symbol=_symbol(edge.symbol),
        uri=convert.uri_of_path(root / edge.path),
        range=wire.Range(place(edge.line, edge.column), place(edge.end_line, edge.end_column)),
        confidence=edge.confidence,
        snippet=item.snippet,
        depth=edge.depth,
        checked_against=wire.CheckedAgainst(source=item.checked_against, hash=item.digest),
    )
