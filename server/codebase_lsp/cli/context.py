"""`codebase-lsp context`."""

import argparse
import json
import sys

from ..engine.composing import part_of
from ..engine.context.pipeline import build
from ..engine.context.tokens import token_counter
from ..engine.context.types import ContextRequest
from ..lsp import convert
from ..lsp.contexts import context_result, search_params
from ..wire.codec import encode
from ..wire.context import ContextParams
from .exit_codes import NOTHING_FOUND, OK
from .opening import bring_up_to_date, opened, root_of
from .params import decoded


def context(chosen: argparse.Namespace) -> int:
    """Bring the index up to date, gather, print the text."""
    params = decoded(
        ContextParams,
        {
            "query": chosen.question,
            "maxTokens": chosen.tokens,
            "format": chosen.format,
            "order": chosen.order,
            "instructions": chosen.instructions,
            "filters": {"languages": chosen.language, "include": chosen.include, "exclude": chosen.exclude},
        },
    )
    counter = token_counter(chosen.tokenizer)
    root = root_of(chosen.folder)
    with opened(chosen.folder) as workspace:
        bring_up_to_date(workspace)
        part = part_of(workspace, convert.search_request(search_params(params), root))
        request = ContextRequest(
            params.query, params.max_tokens, params.format, params.order, params.instructions
        )
        made = build(request, [part], counter)
    if chosen.json:
        sys.stdout.write(json.dumps(encode(context_result([(root, part)], made)), indent=2) + "\n")
    else:
        sys.stdout.write(made.text)
        for warning in made.warnings:
            sys.stderr.write(f"warning: {warning}\n")
    return OK if made.items else NOTHING_FOUND
