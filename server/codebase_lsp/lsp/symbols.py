"""`workspace/symbol` and `textDocument/documentSymbol`, for where no other server has them.

Off by default: beside the server of a language they would give every symbol twice. What the
initialization options turn on is announced at `initialize`; what later settings turn on is
registered, if the client allows that. A request for what is off is answered with null.
"""

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from ..engine.cancel import CancelToken
from ..engine.index.types import SymbolRow
from ..engine.parse.definitions import definitions
from ..engine.parse.languages import language_of
from ..engine.parse.source import SourceText
from ..engine.parse.types import Symbol
from ..engine.settings import SymbolOptions
from ..errors import CodebaseError
from .convert import path_of_uri, units, uri_of_path, well_formed
from .executors import cancelling, run_in
from .settings import resolve

if TYPE_CHECKING:
    from .server import CodebaseServer

log = logging.getLogger(__name__)

MAX_WORKSPACE_SYMBOLS = 200
_REGISTER_SECONDS = 5.0
_HEAD_CHARS = 16_384
"""What the choice of a language may look at."""
_KINDS = {
    "function": types.SymbolKind.Function,
    "method": types.SymbolKind.Method,
    "class": types.SymbolKind.Class,
    "struct": types.SymbolKind.Struct,
    "interface": types.SymbolKind.Interface,
    "enum": types.SymbolKind.Enum,
    "type": types.SymbolKind.Class,
    "constant": types.SymbolKind.Constant,
    "variable": types.SymbolKind.Variable,
    "module": types.SymbolKind.Module,
    "constructor": types.SymbolKind.Constructor,
    "property": types.SymbolKind.Property,
    "field": types.SymbolKind.Field,
    "section": types.SymbolKind.String,
}


class SymbolFeatures:
    """What of the two is offered to this client. Used on the event loop only."""

    def __init__(self, ls: "CodebaseServer") -> None:
        self._ls = ls
        self._offered: set[str] = set()
        self._registered: set[str] = set()

    def announce(self, capabilities: types.ServerCapabilities, options: Any) -> None:
        """Leave in the answer to `initialize` what the initialization options turn on."""
        self._offered = _wanted(resolve([options])[0].symbols)
        if types.WORKSPACE_SYMBOL not in self._offered:
            capabilities.workspace_symbol_provider = None
        if types.TEXT_DOCUMENT_DOCUMENT_SYMBOL not in self._offered:
            capabilities.document_symbol_provider = None

    async def follow_settings(self) -> None:
        """Register what is wanted now, and withdraw what is no longer."""
        wanted = _wanted(self._ls.settings.symbols)
        new = (wanted - self._offered - self._registered) & self._ls.client.registers_symbols
        gone = self._registered - wanted
        self._registered = (self._registered | new) - gone
        try:
            if new:
                added = [types.Registration(f"codebase-{each}", each) for each in sorted(new)]
                asked = self._ls.client_register_capability_async(types.RegistrationParams(added))
                await asyncio.wait_for(asked, _REGISTER_SECONDS)
            if gone:
                ended = [types.Unregistration(f"codebase-{each}", each) for each in sorted(gone)]
                asked = self._ls.client_unregister_capability_async(types.UnregistrationParams(ended))
                await asyncio.wait_for(asked, _REGISTER_SECONDS)
        except Exception as error:
            log.info("The client did not take what the settings say of symbols: %s", error)


def _wanted(options: SymbolOptions) -> set[str]:
    wanted = {
        types.WORKSPACE_SYMBOL: options.workspace,
        types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: options.document,
    }
    return {method for method, is_on in wanted.items() if is_on}


async def workspace_symbol(
    ls: "CodebaseServer", params: types.WorkspaceSymbolParams
) -> list[types.WorkspaceSymbol] | None:
    """Definitions of all folders by name, as typed; best first in each folder."""
    if not ls.settings.symbols.workspace:
        return None
    await ls.documents.settled()
    encoding = ls.position_encoding
    with cancelling(CancelToken()) as token:

        async def one(folder: Any) -> list[types.WorkspaceSymbol]:
            def ask(workspace: Any) -> list[types.WorkspaceSymbol]:
                found = workspace.find_symbols(params.query, MAX_WORKSPACE_SYMBOLS, token)
                return [
                    _workspace_symbol(uri_of_path(folder.root / row.path), row, source.text, encoding)
                    for row, source in found
                ]

            try:
                return await ls.folders.ask(folder, ls.executors.questions, ask)
            except CodebaseError as error:
                log.warning("%s has no symbols now: %s", folder.root, error)
                return []

        answers = await asyncio.gather(*(one(folder) for folder in ls.folders))
    return [symbol for answer in answers for symbol in answer][:MAX_WORKSPACE_SYMBOLS]


async def document_symbol(
    ls: "CodebaseServer", params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | list[types.SymbolInformation] | None:
    """The definitions of a document as the editor holds it, or as it is on disk."""
    if not ls.settings.symbols.document:
        return None
    uri = params.text_document.uri
    located, path = ls.folders.locate(uri), path_of_uri(uri)
    name = located[1] if located else path.name if path else uri.rsplit("/", 1)[-1]
    document = ls.workspace.get_text_document(uri)
    encoding, nests = ls.position_encoding, ls.client.nests_symbols

    def outline() -> list[types.DocumentSymbol] | list[types.SymbolInformation]:
        try:
            text = well_formed(document.source)
        except (OSError, UnicodeError):  # Gone, or no text.
            return []
        found = definitions(name, text, language_of(name, text[:_HEAD_CHARS]))
        lines = SourceText(text).lines
        return nested(found, lines, encoding) if nests else flat(found, uri, lines, encoding)

    return await run_in(ls.executors.questions, outline)


def nested(found: list[Symbol], lines: list[str], encoding: str) -> list[types.DocumentSymbol]:
    """Members inside what they are members of, if they also stand there."""
    top: list[types.DocumentSymbol] = []
    around: list[tuple[Symbol, list[types.DocumentSymbol]]] = []
    for symbol in found:
        while around and not _holds(around[-1][0], symbol):
            around.pop()
        parent = around[-1][0] if around else None
        kind = _KINDS[symbol.kind]
        if parent is not None and parent.kind == "enum" and symbol.kind == "constant":
            kind = types.SymbolKind.EnumMember
        children: list[types.DocumentSymbol] = []
        item = types.DocumentSymbol(
            name=symbol.name,
            kind=kind,
            range=_whole_range(symbol, lines, encoding),
            selection_range=_name_range(symbol, lines, encoding),
            detail=symbol.signature or None,
            children=children,
        )
        (around[-1][1] if around else top).append(item)
        around.append((symbol, children))
    return top


def flat(found: list[Symbol], uri: str, lines: list[str], encoding: str) -> list[types.SymbolInformation]:
    """For clients that know no nesting."""
    return [
        types.SymbolInformation(
            location=types.Location(uri, _whole_range(symbol, lines, encoding)),
            name=symbol.name,
            kind=_KINDS[symbol.kind],
            container_name=symbol.container or None,
        )
        for symbol in found
    ]


def _holds(outer: Symbol, inner: Symbol) -> bool:
    is_inside = outer.start_line <= inner.start_line and inner.end_line <= outer.end_line
    return is_inside and inner.container == outer.canonical_name


def _workspace_symbol(uri: str, row: SymbolRow, text: str, encoding: str) -> types.WorkspaceSymbol:
    place = _name_range(row, SourceText(text).lines, encoding)
    return types.WorkspaceSymbol(
        types.Location(uri, place), row.name, _KINDS[row.kind], container_name=row.container or None
    )


def _whole_range(symbol: Symbol, lines: list[str], encoding: str) -> types.Range:
    """From the first character of its first line to the end of its last."""
    first, last = lines[symbol.start_line], symbol.end_line - 1
    indent = len(first) - len(first.lstrip())
    start = types.Position(symbol.start_line, units(first[:indent], encoding))
    return types.Range(start, types.Position(last, units(lines[last].rstrip(), encoding)))


def _name_range(symbol: Symbol | SymbolRow, lines: list[str], encoding: str) -> types.Range:
    """Where the name stands; the first line of what has none."""
    if symbol.name_line < 0:
        line = lines[symbol.start_line]
        indent = len(line) - len(line.lstrip())
        start, end = units(line[:indent], encoding), units(line.rstrip(), encoding)
        return types.Range(types.Position(symbol.start_line, start), types.Position(symbol.start_line, end))
    line = lines[symbol.name_line]
    column = symbol.name_column
    end = column + len(symbol.name) if line.startswith(symbol.name, column) else column
    return types.Range(
        types.Position(symbol.name_line, units(line[:column], encoding)),
        types.Position(symbol.name_line, units(line[:end], encoding)),
    )
