"""`codebase-lsp map`."""

import argparse
import json
import sys

from ..engine.context.repomap import MapRequest
from ..engine.context.tokens import EstimatedTokens
from ..engine.mapping import map_of
from ..lsp import convert
from ..wire.codec import encode
from ..wire.map import MapParams, MapResult
from .exit_codes import NOTHING_FOUND, OK
from .opening import bring_up_to_date, opened, root_of
from .params import decoded


def map_command(chosen: argparse.Namespace) -> int:
    """Bring the index up to date, draw, print."""
    params = decoded(MapParams, {"maxTokens": chosen.tokens, "mentioned": chosen.mention})
    with opened(chosen.folder) as workspace:
        bring_up_to_date(workspace)
        request = MapRequest(params.max_tokens, mentioned=params.mentioned)
        drawn = map_of(workspace, request, EstimatedTokens())
    if chosen.json:
        files = tuple(convert.uri_of_path(root_of(chosen.folder) / path) for path in drawn.files)
        result = MapResult(drawn.text, drawn.tokens, files, ())
        sys.stdout.write(json.dumps(encode(result), indent=2) + "\n")
    else:
        sys.stdout.write(drawn.text)
    return OK if drawn.files else NOTHING_FOUND
