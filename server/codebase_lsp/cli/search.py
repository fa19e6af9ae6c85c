"""`codebase-lsp search`."""

import argparse
import json
import sys

from ..engine.search.types import SearchAnswer
from ..engine.workspace import Workspace
from ..errors import BadRequest
from ..lsp import convert
from ..wire import types as wire
from ..wire.codec import encode
from .exit_codes import NOTHING_FOUND, OK
from .listing import write_explanation, write_hits
from .opening import bring_up_to_date, opened, root_of
from .params import decoded


def search(chosen: argparse.Namespace) -> int:
    """Bring the index up to date, ask, print."""
    params = _params(chosen)
    with opened(chosen.folder) as workspace:
        bring_up_to_date(workspace)
        answer = _ask(workspace, params, chosen)
    root = root_of(chosen.folder)
    if chosen.json:
        result = convert.search_result([(root, answer)], params.limit, "utf-16")
        # ASCII: whatever the encoding of the pipe.
        sys.stdout.write(json.dumps(encode(result), indent=2) + "\n")
    else:
        write_hits(sys.stdout, answer.hits, root)
        write_explanation(sys.stdout, answer.hits)
        for warning in answer.warnings:
            sys.stderr.write(f"warning: {warning}\n")
    return OK if answer.hits else NOTHING_FOUND


def _params(chosen: argparse.Namespace) -> wire.SearchParams:
    sent: dict[str, object] = {
        "query": chosen.question,
        "mode": chosen.mode,
        "limit": chosen.limit,
        "filters": {
            "languages": chosen.language,
            "include": chosen.include,
            "exclude": chosen.exclude,
        },
        "caseSensitive": chosen.case_sensitive,
        "smartCase": chosen.smart_case,
        "wholeWord": chosen.word,
        "profile": chosen.profile,
        "queries": {
            "english": chosen.english,
            "hypotheticalCode": chosen.hypothetical_code,
            "keywords": chosen.keywords,
        },
        "weights": dict(map(_weight, chosen.weight)),
        "explain": chosen.explain,
    }
    return decoded(wire.SearchParams, sent)


def _weight(given: str) -> tuple[str, float]:
    """`body=0.3` as a pair. Raises BadRequest."""
    name, _, number = given.partition("=")
    try:
        return name.strip(), float(number)
    except ValueError:
        raise BadRequest(f"--weight takes SIGNAL=NUMBER, not {given[:80]!r}") from None


def _ask(workspace: Workspace, params: wire.SearchParams, chosen: argparse.Namespace) -> SearchAnswer:
    return workspace.search(convert.search_request(params, root_of(chosen.folder)))
