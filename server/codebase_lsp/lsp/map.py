"""`codebase/map`: the outline of the workspace within a token budget."""

import asyncio
from typing import TYPE_CHECKING

from ..engine.cancel import CancelToken
from ..engine.context.tokens import TokenCounter
from ..wire import map as wire
from ..wire.codec import decode
from . import convert
from .contexts import token_counter_of
from .drawing import draw
from .executors import cancelling, run_in
from .progress import WorkDone
from .requests import encoded, sort_out
from .rpc import EncodedResult

if TYPE_CHECKING:
    from .server import CodebaseServer


async def map_request(ls: "CodebaseServer", params: object) -> EncodedResult:
    """Each folder draws a share of the budget."""
    wanted = decode(wire.MapParams, {} if params is None else params)
    folders = [ls.folders.resolve(wanted.folder)[0]] if wanted.folder is not None else list(ls.folders)
    await ls.documents.settled()
    with cancelling(CancelToken()) as token:
        async with WorkDone(ls, "Drawing the map", token, wanted.work_done_token, start_own=False):
            counter, told = await run_in(
                ls.executors.questions, lambda: token_counter_of(ls.settings.tokenizer)
            )
            share = wanted.max_tokens // max(1, len(folders))
            several = len(folders) > 1
            titles = {each: f"# {each.root.name}\n" if several else "" for each in folders}
            work = [
                draw(
                    ls, each, wanted.open_documents, wanted.mentioned, share - _cost(counter, title), counter
                )
                for each, title in titles.items()
            ]
            drawn, warnings = sort_out(folders, await asyncio.gather(*work, return_exceptions=True))
    files = [convert.uri_of_path(root / path) for root, each in drawn for path in each.files]
    shown = {root: each.text for root, each in drawn}
    text = "\n".join(title + shown[each.root] for each, title in titles.items() if each.root in shown)
    return encoded(wire.MapResult(text, counter.count(text), tuple(files), (*warnings, *told)))


def _cost(counter: TokenCounter, title: str) -> int:
    return counter.count(title) + 1 if title else 0
