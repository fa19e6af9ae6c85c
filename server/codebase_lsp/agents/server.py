"""The MCP server on standard input and output, over one folder.

The index is the one that editors use: whoever came first keeps it up to date, the others follow.
"""

import logging
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from .. import __version__
from ..engine.workspace import Workspace
from ..errors import Cancelled, CodebaseError
from .tools import Tools

log = logging.getLogger(__name__)

INSTRUCTIONS = (
    "Searches the source code of one project by meaning and by name, as the code is now. Use "
    "codebase_context to understand how something works, codebase_search to find places, codebase_related "
    "to follow a symbol, codebase_map to get an overview."
)
_READ_ONLY = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)

Query = Annotated[str, Field(description="A question in plain words, an identifier, a path, or code.")]
Patterns = Annotated[list[str], Field(description="Paths in gitignore syntax, such as src/ or *.py.")]
Mode = Literal["auto", "hybrid", "semantic", "lexical", "exact", "regex", "symbol"]
Order = Literal["relevance", "path", "lostInTheMiddle"]

Relation = Literal[
    "definition",
    "implementations",
    "callers",
    "callees",
    "usages",
    "imports",
    "importers",
    "related",
    "affected",
]


def serve(folder: Path) -> None:
    """Until the client closes its end. Raises UnknownFolder, IndexUnavailable."""
    workspace = Workspace(folder)
    try:
        workspace.announce()
        threading.Thread(target=_keep_up_to_date, args=(workspace,), daemon=True).start()
        server(Tools(workspace)).run("stdio")
    finally:
        workspace.close()


def _keep_up_to_date(workspace: Workspace) -> None:
    try:
        workspace.watch()
        workspace.index()
    except Cancelled:
        pass
    except CodebaseError as error:
        log.error("The index is not up to date: %s", error)


def server(tools: Tools) -> MCPServer:
    """The tools under the names agents see."""
    mcp = MCPServer("codebase-lsp", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING")

    @mcp.tool(annotations=_READ_ONLY, structured_output=False)
    def codebase_search(
        query: Query,
        mode: Mode = "auto",
        limit: Annotated[int, Field(ge=1, le=200)] = 10,
        languages: list[str] | None = None,
        include: Patterns | None = None,
        exclude: Patterns | None = None,
    ) -> str:
        """Find code by meaning, name, literal text or regular expression; ranked, with reasons."""
        with _told():
            return tools.search(query, mode, limit, languages or (), include or (), exclude or ())

    @mcp.tool(annotations=_READ_ONLY, structured_output=False)
    def codebase_context(
        query: Query,
        max_tokens: Annotated[int, Field(ge=100, le=200_000)] = 4000,
        order: Order = "relevance",
        include: Patterns | None = None,
        exclude: Patterns | None = None,
    ) -> str:
        """Get the code that answers a question as one text within a token budget, with its sources."""
        with _told():
            return tools.context(query, max_tokens, order, include or (), exclude or ())

    @mcp.tool(annotations=_READ_ONLY, structured_output=False)
    def codebase_related(
        name: Annotated[str, Field(description="A symbol: save, Repository.save or Repository::save.")],
        relations: list[Relation] | None = None,
        depth: Annotated[int, Field(ge=1, le=10)] = 1,
        limit: Annotated[int, Field(ge=1, le=200)] = 30,
    ) -> str:
        """Who defines, implements, calls, uses or imports a symbol; `affected`: what a change touches."""
        with _told():
            return tools.related(name, relations or (), depth, limit)

    @mcp.tool(annotations=_READ_ONLY, structured_output=False)
    def codebase_map(
        max_tokens: Annotated[int, Field(ge=100, le=200_000)] = 2000, mentioned: list[str] | None = None
    ) -> str:
        """Get the outline of the project: its most used definitions, file by file."""
        with _told():
            return tools.map(max_tokens, mentioned or ())

    return mcp


@contextmanager
def _told() -> Generator[None, None, None]:
    """What went wrong, as a sentence for the agent."""
    try:
        yield
    except CodebaseError as error:
        raise ToolError(str(error)) from None
