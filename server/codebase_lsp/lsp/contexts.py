"""`workspace/codebaseContext`: one text for a language model, from all folders together."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from ..engine.cancel import CancelToken
from ..engine.composing import as_asked, part_with
from ..engine.context.pipeline import Part, build
from ..engine.context.tokens import TokenCounter, token_counter
from ..engine.context.types import Context, ContextRequest, Place
from ..engine.search.expansion import expansion_prompt as prompt_for
from ..engine.together import search_together
from ..engine.workspace import Workspace
from ..errors import BadRequest
from ..wire import context as wire
from ..wire.codec import decode
from ..wire.types import QUERY_CHARACTERS, SearchParams
from . import convert
from .drawing import draw
from .executors import cancelling, run_in
from .folders import Folder
from .progress import WorkDone
from .requests import encoded, sort_out, targets_of
from .rpc import EncodedResult

if TYPE_CHECKING:
    from .server import CodebaseServer


async def context(ls: "CodebaseServer", params: object) -> EncodedResult:
    """Search every folder, ask a language model for other words where that helps, and fit what was
    found into one budget."""
    wanted = decode(wire.ContextParams, {} if params is None else params)
    asked = targets_of(ls, wanted.filters.folders)
    await ls.documents.settled()
    with cancelling(CancelToken()) as token:
        async with WorkDone(ls, "Gathering context", token, wanted.work_done_token, start_own=False):
            parts, warnings = await _search(ls, asked, wanted, token)
            if ls.chat.wanted(wanted, [part for _, part in parts]):
                queries, told = await run_in(ls.executors.questions, lambda: ls.chat.queries(wanted))
                warnings += told
                if queries is not None:
                    parts, more = await _search(ls, asked, attrs.evolve(wanted, queries=queries), token)
                    warnings += more
            drawn = await _map(ls, wanted, list(asked)) if wanted.include_map else ""
            return await run_in(ls.executors.questions, lambda: _finish(ls, wanted, parts, warnings, drawn))


async def expansion_prompt(ls: "CodebaseServer", params: object) -> EncodedResult:
    """`codebase/expansionPrompt`: what to ask a language model, for clients that have one."""
    wanted = decode(wire.ExpansionPromptParams, {} if params is None else params)
    return encoded(wire.ExpansionPromptResult(prompt_for(convert.well_formed(wanted.query))))


def _finish(
    ls: "CodebaseServer",
    wanted: wire.ContextParams,
    parts: Sequence[tuple[Path, Part]],
    warnings: Sequence[str],
    repository_map: str,
) -> EncodedResult:
    counter, told = token_counter_of(ls.settings.tokenizer)
    seen = ls.conversations.names(wanted.conversation_id)
    made = build(_request(wanted), [part for _, part in parts], counter, seen, repository_map)
    ls.conversations.remember(wanted.conversation_id, (item.canonical_name for item in made.items))
    return encoded(context_result(parts, made, [*warnings, *told]))


async def _map(ls: "CodebaseServer", wanted: wire.ContextParams, folders: Sequence[Folder]) -> str:
    """The outline that goes on top: an eighth of the budget, as aider's map has of a model's window."""
    counter, _ = token_counter_of(ls.settings.tokenizer)
    share = wanted.max_tokens // 8 // max(1, len(folders))
    drawn = [await draw(ls, folder, wanted.open_documents, (), share, counter) for folder in folders]
    return "\n".join(each.text for each in drawn)


async def _search(
    ls: "CodebaseServer", asked: Mapping[Folder, list[str]], wanted: wire.ContextParams, token: CancelToken
) -> tuple[list[tuple[Path, Part]], list[str]]:
    prefixes = {folder.root: f"{folder.root.name}/" if len(asked) > 1 else "" for folder in asked}
    requests = {
        folder.root: as_asked(convert.search_request(search_params(wanted), folder.root, inside))
        for folder, inside in asked.items()
    }
    pinned = {folder.root: _pinned(ls, folder, wanted) for folder in asked}
    excluded = {folder.root: _places(ls, folder, wanted.excluded) for folder in asked}

    def work(workspaces: Mapping[Path, Workspace]) -> dict[Path, Part | Exception]:
        together = {root: (workspace, requests[root]) for root, workspace in workspaces.items()}
        parts: dict[Path, Part | Exception] = {}
        for root, answer in search_together(together, token).items():
            if isinstance(answer, Exception):
                parts[root] = answer
            else:
                places = pinned[root], excluded[root]
                parts[root] = part_with(workspaces[root], answer, prefixes[root], *places, token)
        return parts

    return sort_out(list(asked), await ls.folders.ask_together(asked, ls.executors.questions, work))


def search_params(params: wire.ContextParams) -> SearchParams:
    """The search that a context begins with; what is complained about is a part of the question."""
    messages = dict.fromkeys(each.message for each in params.diagnostics)
    return SearchParams(
        query="\n".join((params.query, *messages))[:QUERY_CHARACTERS],
        queries=params.queries,
        filters=params.filters,
        active_document=params.active_document,
        open_documents=params.open_documents,
    )


def _pinned(ls: "CodebaseServer", folder: Folder, params: wire.ContextParams) -> list[Place]:
    """What the person points at, in one way or another."""
    selected = [params.selection] if params.selection else []
    complained = [each.location for each in params.diagnostics if each.location]
    return [
        *(replace(place, role="selection") for place in _places(ls, folder, selected)),
        *(replace(place, role="diagnostic") for place in _places(ls, folder, complained)),
        *_places(ls, folder, params.pinned),
    ]


def _places(ls: "CodebaseServer", folder: Folder, locations: Sequence[wire.Location]) -> list[Place]:
    """Those of the locations that lie in `folder`."""
    found: list[Place] = []
    for location in locations:
        located = ls.folders.locate(location.uri)
        if located is None or located[0] is not folder:
            continue
        lines = location.range
        if lines is None:
            found.append(Place(located[1]))
        else:
            last = lines.end.line + (lines.end.character > 0 or lines.end == lines.start)
            found.append(Place(located[1], lines.start.line, max(last, lines.start.line + 1)))
    return found


def _request(params: wire.ContextParams) -> ContextRequest:
    return ContextRequest(
        convert.well_formed(params.query), params.max_tokens, params.format, params.order, params.instructions
    )


def token_counter_of(tokenizer: str) -> tuple[TokenCounter, list[str]]:
    """A tokenizer that cannot be read costs exactness, not the answer."""
    try:
        return token_counter(tokenizer), []
    except BadRequest as error:
        return token_counter(""), [f"Tokens are estimated: {error}"]


def context_result(
    parts: Sequence[tuple[Path, Part]], made: Context, warnings: Sequence[str] = ()
) -> wire.ContextResult:
    """A context as it travels; `parts` are the folders as the client names them."""
    roots = [root for root, _ in parts]
    return wire.ContextResult(
        text=made.text,
        items=tuple(
            wire.ContextItem(
                uri=convert.uri_of_path(roots[item.folder] / item.path),
                range=convert.range_of_lines(item.start_line, item.end_line),
                segments=tuple(convert.range_of_lines(*segment) for segment in item.segments),
                role=item.role,
                canonical_name=item.canonical_name,
                language=item.language,
                tokens=item.tokens,
                reasons=item.reasons,
            )
            for item in made.items
        ),
        tokens=made.tokens,
        max_tokens=made.max_tokens,
        omitted=tuple(
            wire.OmittedItem(
                uri=convert.uri_of_path(roots[item.folder] / item.path),
                range=convert.range_of_lines(item.start_line, item.end_line),
                canonical_name=item.canonical_name,
                why=item.why,
            )
            for item in made.omitted
        ),
        index=convert.index_status([part.index for _, part in parts]),
        timings={stage: round(spent, 3) for stage, spent in made.milliseconds.items()},
        warnings=tuple(dict.fromkeys([*warnings, *made.warnings])),
    )
