"""`codebase/related`: a symbol's definition, implementations, callers, callees, usages, imports."""

import asyncio
from typing import TYPE_CHECKING

from ..engine.cancel import CancelToken
from ..engine.relations.types import RelatedAnswer
from ..engine.search.types import IndexState
from ..engine.workspace import Workspace
from ..errors import BadRequest, UnknownFolder
from ..wire import related as wire_related
from ..wire.codec import decode
from . import convert_related
from .executors import cancelling, run_in
from .folders import Folder
from .progress import WorkDone
from .requests import encoded, sort_out
from .rpc import EncodedResult

if TYPE_CHECKING:
    from .server import CodebaseServer


async def related(ls: "CodebaseServer", params: object) -> EncodedResult:
    """Answer for one place in a document, or for a name in all folders."""
    wanted = decode(wire_related.RelatedParams, {} if params is None else params)
    targets = _targets(ls, wanted)
    several, encoding = len(targets) > 1, ls.position_encoding
    await ls.documents.settled()
    with cancelling(CancelToken()) as token:

        async def ask(folder: Folder, path: str | None) -> tuple[RelatedAnswer, IndexState]:
            request = convert_related.related_request(wanted, path, encoding, several=several)

            def work(workspace: Workspace) -> tuple[RelatedAnswer, IndexState]:
                return workspace.related(request, token), workspace.index_state()

            return await ls.folders.ask(folder, ls.executors.questions, work)

        async with WorkDone(ls, "Following relations", token, wanted.work_done_token, start_own=False):
            asked = [ask(folder, path) for folder, path in targets]
            outcomes = await asyncio.gather(*asked, return_exceptions=True)
        answers, warnings = sort_out([folder for folder, _ in targets], outcomes)

        def finish() -> EncodedResult:
            return encoded(convert_related.related_result(answers, wanted, encoding, warnings))

        return await run_in(ls.executors.questions, finish)


def _targets(ls: "CodebaseServer", wanted: wire_related.RelatedParams) -> list[tuple[Folder, str | None]]:
    """The folders to ask, with the path of the document if there is one. Raises UnknownFolder."""
    if wanted.text_document is None or wanted.position is None:
        if wanted.name is None:
            raise BadRequest("Give a `name`, or a `textDocument` with a `position`.", "name")
        return [(folder, None) for folder in ls.folders]
    located = ls.folders.locate(wanted.text_document.uri)
    if located is None:
        raise UnknownFolder(f"{wanted.text_document.uri} is not in a folder of this workspace.")
    return [located]
