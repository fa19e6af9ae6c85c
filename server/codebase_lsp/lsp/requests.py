"""The project's own requests. Each takes the params as they came and returns JSON text.

The same functions serve the command mirrors. Reading params and waiting happen on the
event loop; searching, converting and writing JSON on the executors.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ..engine.cancel import CancelToken
from ..engine.reports import FolderStatus
from ..engine.search.types import SearchAnswer
from ..engine.together import search_together
from ..engine.workspace import Workspace
from ..errors import BadRequest, Cancelled, CodebaseError
from ..wire import types as wire
from ..wire.codec import decode, encode
from . import convert
from .executors import cancelling, run_in
from .folders import Folder
from .progress import WorkDone
from .rpc import EncodedResult

if TYPE_CHECKING:
    from .server import CodebaseServer

Answer = TypeVar("Answer")

NO_FOLDER = "No folder is open, so there is nothing to search."


async def search(ls: "CodebaseServer", params: object) -> EncodedResult:
    """`workspace/codebaseSearch`: ranked code for a question."""
    wanted = decode(wire.SearchParams, {} if params is None else params)
    targets = targets_of(ls, wanted.filters.folders)
    await ls.documents.settled()
    with cancelling(CancelToken()) as token:
        async with WorkDone(ls, "Searching", token, wanted.work_done_token, start_own=False):
            requests = {
                folder.root: convert.search_request(wanted, folder.root, inside)
                for folder, inside in targets.items()
            }

            def ask(workspaces: Mapping[Path, Workspace]) -> Mapping[Path, SearchAnswer | Exception]:
                asked = {root: (workspace, requests[root]) for root, workspace in workspaces.items()}
                return search_together(asked, token)

            outcomes = await ls.folders.ask_together(targets, ls.executors.questions, ask)
        answers, warnings = sort_out(list(targets), outcomes)
        encoding = ls.position_encoding

        def finish() -> EncodedResult:
            return encoded(convert.search_result(answers, wanted.limit, encoding, warnings))

        return await run_in(ls.executors.questions, finish)


async def status(ls: "CodebaseServer", params: object) -> EncodedResult:
    """`codebase/status`: what is indexed, how far, and what is left out."""
    decode(wire.StatusParams, {} if params is None else params)

    def ask(workspace: Workspace) -> tuple[FolderStatus, bool]:
        return workspace.status(), workspace.writable

    async def one(folder: Folder) -> tuple[Path, FolderStatus, bool] | None:
        try:
            return folder.root, *await ls.folders.ask(folder, ls.executors.questions, ask)
        except CodebaseError:  # Logged when it could not be opened.
            return None

    known = await asyncio.gather(*(one(folder) for folder in ls.folders))
    found = [entry for entry in known if entry is not None]
    return await run_in(ls.executors.questions, lambda: encoded(convert.status_result(found)))


async def reindex(ls: "CodebaseServer", params: object) -> EncodedResult:
    """`codebase/reindex`: every file again; the old index serves meanwhile."""
    wanted = decode(wire.ReindexParams, {} if params is None else params)
    folders = [ls.folders.resolve(wanted.folder)[0]] if wanted.folder is not None else list(ls.folders)
    done: list[wire.ReindexedFolder] = []
    with cancelling(CancelToken()) as token:
        async with WorkDone(ls, "Reindexing", token, wanted.work_done_token) as shown:
            for folder in folders:
                report = await ls.folders.ask(
                    folder, ls.executors.indexing, lambda workspace: workspace.reindex(shown.report, token)
                )
                done.append(convert.reindexed_folder(folder.root, report))
                ls.status_changes.soon()
    return encoded(wire.ReindexResult(tuple(done)))


def targets_of(ls: "CodebaseServer", uris: Sequence[str]) -> dict[Folder, list[str]]:
    """The folders to ask; with each the folders inside it to restrict to, none for all of it.

    Raises UnknownFolder.
    """
    if not uris:
        return {folder: [] for folder in ls.folders}
    targets: dict[Folder, list[str]] = {}
    for folder, inside in map(ls.folders.resolve, uris):
        targets.setdefault(folder, []).append(inside)
    return {folder: [] if "" in inside else inside for folder, inside in targets.items()}


def sort_out(
    folders: Sequence[Folder], outcomes: Sequence[Answer | BaseException]
) -> tuple[list[tuple[Path, Answer]], list[str]]:
    """Answers by root, and warnings about folders that failed while others did not.

    Raises the first failure if it is the question's fault or if there is no answer at all.
    """
    answers: list[tuple[Path, Answer]] = []
    warnings = [] if folders else [NO_FOLDER]
    failures: list[BaseException] = []
    for folder, outcome in zip(folders, outcomes, strict=True):
        if not isinstance(outcome, BaseException):
            answers.append((folder.root, outcome))
        elif isinstance(outcome, CodebaseError) and not isinstance(outcome, (BadRequest, Cancelled)):
            failures.append(outcome)
            warnings.append(f"{folder.root.name} was not searched: {outcome}")
        else:
            raise outcome
    if failures and not answers:
        raise failures[0]
    return answers, warnings


def encoded(result: object) -> EncodedResult:
    """A result as the JSON text that is sent."""
    return EncodedResult(json.dumps(encode(result)))
