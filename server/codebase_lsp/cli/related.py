"""`codebase-lsp related`."""

import argparse
import json
import sys
from pathlib import Path

from ..engine.relations.types import RelatedAnswer, RelatedItem
from ..errors import BadRequest
from ..lsp import convert_related
from ..wire import related as wire_related
from ..wire.codec import BadParams, decode, encode
from .exit_codes import NOTHING_FOUND, OK
from .listing import SNIPPET_LINES, WIDEST, Paint, shown
from .opening import bring_up_to_date, opened, root_of


def related(chosen: argparse.Namespace) -> int:
    """Bring the index up to date, ask, print."""
    params = _params(chosen)
    root = root_of(chosen.folder)
    with opened(chosen.folder) as workspace:
        bring_up_to_date(workspace)
        answer = workspace.related(convert_related.related_request(params, None, "utf-16"))
        state = workspace.index_state()
    if chosen.json:
        result = convert_related.related_result([(root, (answer, state))], params, "utf-16")
        sys.stdout.write(json.dumps(encode(result), indent=2) + "\n")
    else:
        _write(answer, root)
        for warning in answer.warnings:
            sys.stderr.write(f"warning: {warning}\n")
    return OK if answer.items else NOTHING_FOUND


def _params(chosen: argparse.Namespace) -> wire_related.RelatedParams:
    """Through the codec, so that the command line accepts exactly what the server does."""
    sent: dict[str, object] = {
        "name": chosen.name,
        "depth": chosen.depth,
        "limit": chosen.limit,
        "offset": chosen.offset,
    }
    if chosen.relation:
        sent["relations"] = chosen.relation
    try:
        return decode(wire_related.RelatedParams, sent)
    except BadParams as error:
        raise BadRequest(str(error).removeprefix("$.")) from None


def _write(answer: RelatedAnswer, root: Path) -> None:
    """One paragraph for each relation, one line for each place, with its first line of code."""
    paint = Paint(sys.stdout)
    heading = ""
    for item in answer.items:
        if item.edge.relation != heading:
            heading = item.edge.relation
            sys.stdout.write(paint("1", heading) + "\n")
        sys.stdout.write(_line(paint, item, root))
    if answer.next_offset is not None:
        sys.stdout.write(f"more with --offset {answer.next_offset}\n")


def _line(paint: Paint, item: RelatedItem, root: Path) -> str:
    edge = item.edge
    place = paint("36", f"{shown(root / edge.path)}:{edge.line + 1}")
    named = paint("33", f"{edge.symbol.kind} {edge.symbol.canonical_name}") if edge.symbol else ""
    step = f" depth {edge.depth}" if edge.depth > 1 else ""
    number = paint("2", f"{edge.confidence:.2f}{step}")
    lines = item.snippet.splitlines()[: SNIPPET_LINES if edge.relation == "definition" else 1]
    code = "".join(paint("2", f"      {line.rstrip()[:WIDEST]}") + "\n" for line in lines)
    return f"  {place}  {named}  {number}\n{code}"
