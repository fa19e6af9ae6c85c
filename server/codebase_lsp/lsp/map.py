"""`codebase/map`: the outline of the workspace within a token budget."""

import asyncio
from typing import TYPE_CHECKING

from ..engine.cancel import CancelToken
from ..engine.context.repomap import MapRequest, RepositoryMap
from ..engine.context.tokens import TokenCounter
from ..engine.mapping import map_of
from ..wire import map as wire
from ..wire.codec import decode
from . import convert
from .contexts import token_counter_of
from .executors import cancelling, run_in
from .folders import Folder
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
            work = [_draw(ls, folder, wanted, share, counter) for folder in folders]
            drawn, warnings = sort_out(folders, await asyncio.gather(*work, return_exceptions=True))
    several = len(drawn) > 1
    titles = [f"# {root.name}\n" if several else "" for root, _ in drawn]
    files = [convert.uri_of_path(root / path) for root, each in drawn for path in each.files]
    text = "\n".join(title + each.text for title, (_, each) in zip(titles, drawn, strict=True))
    return encoded(wire.MapResult(text, counter.count(text), tuple(files), (*warnings, *told)))


async def _draw(
    ls: "CodebaseServer", folder: Folder, params: wire.MapParams, share: int, counter: TokenCounter
) -> RepositoryMap:
    opened = [ls.folders.locate(uri) for uri in params.open_documents]
    title = counter.count(f"\n# {folder.root.name}\n") if share != params.max_tokens else 0
    request = MapRequest(
        max_tokens=share - title,
        open_paths=tuple(located[1] for located in opened if located and located[0] is folder),
        mentioned=params.mentioned,
    )
    return await ls.folders.ask(
        folder, ls.executors.questions, lambda workspace: map_of(workspace, request, counter)
    )
