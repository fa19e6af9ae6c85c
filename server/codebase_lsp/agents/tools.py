"""What agents can ask: read-only tools that answer in text."""

from collections.abc import Sequence

from ..engine.composing import part_of
from ..engine.context.pipeline import build
from ..engine.context.render import fence_for
from ..engine.context.repomap import MapRequest
from ..engine.context.tokens import EstimatedTokens
from ..engine.context.types import ContextRequest
from ..engine.mapping import map_of
from ..engine.relations.types import RelatedItem, RelatedRequest
from ..engine.search.types import Filters, Hit, IndexState, SearchRequest
from ..engine.workspace import Workspace

_LINES = 12
"""Of each result of a search; whole functions are what `codebase_context` is for."""
_REASONS = 3


class Tools:
    """The tools of one folder. Each blocks; errors are CodebaseErrors with a sentence."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def search(
        self,
        query: str,
        mode: str = "auto",
        limit: int = 10,
        languages: Sequence[str] = (),
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
    ) -> str:
        """Results with place, symbol, reasons and their first lines."""
        filters = Filters(tuple(languages), tuple(include), tuple(exclude))
        answer = self._workspace.search(SearchRequest(query, mode, filters, limit))
        shown = [_result(number, hit) for number, hit in enumerate(answer.hits, 1)]
        return "\n".join([*(shown or ["Nothing was found."]), *_notes(answer.index, answer.warnings)])

    def context(
        self,
        query: str,
        max_tokens: int = 4000,
        order: str = "relevance",
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
    ) -> str:
        """One text with the code that answers a question."""
        filters = Filters(include=tuple(include), exclude=tuple(exclude))
        part = part_of(self._workspace, SearchRequest(query, filters=filters))
        made = build(ContextRequest(query, max_tokens, order=order), [part], EstimatedTokens())
        left_out = [f"- {o.path}:{o.start_line + 1} {o.canonical_name}".rstrip() for o in made.omitted]
        more = ["Also related, but over the budget:", *left_out] if left_out else []
        notes = [*more, *_notes(part.index, made.warnings)]
        return "\n".join([made.text or "Nothing was found.", *notes])

    def related(self, name: str, relations: Sequence[str] = (), depth: int = 1, limit: int = 30) -> str:
        """What stands in a relation to a symbol, relation by relation."""
        wanted = tuple(relations) or ("definition", "callers", "implementations", "usages")
        answer = self._workspace.related(
            RelatedRequest(name=name, relations=wanted, depth=depth, limit=limit)
        )
        shown: list[str] = []
        for relation in dict.fromkeys(item.edge.relation for item in answer.items):
            shown.append(f"{relation}:")
            shown += [_edge(item) for item in answer.items if item.edge.relation == relation]
        more = (
            ["Note: there is more; ask for one relation, or for a higher limit."]
            if answer.next_offset
            else []
        )
        notes = [f"Note: {warning}" for warning in answer.warnings]
        return "\n".join([*(shown or ["Nothing was found."]), *more, *notes])

    def map(self, max_tokens: int = 2000, mentioned: Sequence[str] = ()) -> str:
        """The outline of the repository."""
        request = MapRequest(max_tokens, mentioned=tuple(mentioned))
        drawn = map_of(self._workspace, request, EstimatedTokens())
        return "\n".join([drawn.text or "Nothing is indexed.", *_notes(self._workspace.index_state(), ())])


def _edge(item: RelatedItem) -> str:
    edge = item.edge
    named = f" {edge.symbol.kind} {edge.symbol.canonical_name}" if edge.symbol else ""
    line = next(iter(item.snippet.splitlines()), "").strip()
    return f"- {edge.path}:{edge.line + 1}{named} (confidence {edge.confidence:.2f}): {line}"


def _result(number: int, hit: Hit) -> str:
    named = f" {hit.symbol.kind} {hit.symbol.canonical_name}" if hit.symbol else ""
    lines = hit.snippet.splitlines()
    code = "\n".join(lines[:_LINES])
    more = f"\n… {len(lines) - _LINES} more lines" if len(lines) > _LINES else ""
    fence = fence_for(code)
    return (
        f"{number}. {hit.path}:{hit.start_line + 1}-{hit.end_line}{named} ({hit.score:.2f})\n"
        f"{'; '.join(hit.reasons[:_REASONS])}\n{fence}{hit.language or ''}\n{code}{more}\n{fence}\n"
    )


def _notes(index: IndexState, warnings: Sequence[str]) -> list[str]:
    """What an agent must know to trust the answer."""
    notes = [f"Note: {warning}" for warning in warnings]
    if index.state not in ("ready", "embedding"):
        files = f"{index.files_done} of {index.files_total} files"
        notes.append(f"Note: the index is not complete yet ({index.state}, {files}).")
    return notes
