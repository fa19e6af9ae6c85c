"""What a file refers to: calls, supertypes, types and other uses of names, and its imports.

One tree-sitter query per language (`queries/references/<language>.scm`) runs once over the tree
that the chunks are cut from. Its captures:

    @reference.value       every name; what follows says what else it is
    @reference.type .call .implements .extends
    @types                 all names inside are types (an annotation)
    @tokens                has no structure: a name right before a `(` is called
    @receiver              what stands before the `.`, `::`, `->` of the name that follows it
    @implementer           the type that implements the name before it, where it is not what is around
                           both (Elixir's `defimpl`)
    @name                  introduced here, so no reference: the name of a definition, a label
    @local                 introduced here for the innermost @scope around it, where every plain use
                           is dropped as well; @local.type the same for type parameters
    @names                 all names inside are none: the words of a package's own name
    @global                not local to its scope although it is bound there
    @scope                 a function, or whatever else binds names
    @import                a statement that takes names from elsewhere (imports.py)

Scoping is by name: what a function binds anywhere is local in all of it and in what is nested in
it. So a use of an outer name before a local one shadows it is lost; that is rare, and every other
local use would be noise. Uses behind a receiver are never local.

Work per name is done on arrays as far as it can be.
"""

import re
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tree_sitter import Node, Query, QueryCursor, Tree

from .facts import COLUMN, KIND, KINDS, LINE, NAME, RECEIVER, WITHIN, Facts
from .imports import read_imports
from .outline import Outline
from .parser import language_for
from .scopes import ends, innermost, local_names, offsets

_QUERIES = Path(__file__).parent / "queries" / "references"
_FILES = {
    "javascript": ("javascript", "ecmascript", "jsx"),
    "typescript": ("javascript", "typescript"),
    "tsx": ("javascript", "typescript", "jsx"),
    "cpp": ("c", "cpp"),
    "arduino": ("c", "cpp"),
    "cuda": ("c", "cpp"),
    "lua": ("lua", "puc"),
    "luau": ("lua", "luau"),
}
"""What the query of a language is put together from; elsewhere the file of its own name."""

_PART = rb"[\w$@!?\x80-\xff]+"
_CHAIN = re.compile(rb"[\\:]?%b(?:\s*(?:\?\.|!!?\.|->|\?->|&\.|::?|\.|\\)\s*%b)*" % (_PART, _PART))
_CAPTURE = re.compile(rb"@([\w.]+)")
_TYPE_ARGUMENTS = re.compile(rb"(?:::)?<[^<>]*>")
_INTRODUCED = ("name", "local", "local.type")
_MAX_RECEIVER = 160
"""Bytes; a longer receiver is no chain of names."""
_MAX_GAP = 400
_OPERATORS = frozenset((b".", b"?.", b"!.", b"::", b"->", b"?->", b"&.", b":", b"\\", b"!!.", b".*"))
Offsets = NDArray[np.int64]


@cache
def reference_query(language: str) -> Query | None:
    """The query of a language but for the insides of imports, compiled once per process; None where
    there is none."""
    return _query(language, of_imports=False)


@cache
def _import_query(language: str) -> Query | None:
    """What matches within the imports of a language."""
    return _query(language, of_imports=True)


def _query(language: str, *, of_imports: bool) -> Query | None:
    """Without the patterns that only the other query needs: each is tried at every node."""
    files = [_QUERIES / f"{name}.scm" for name in _FILES.get(language, (language,))]
    if not all(file.is_file() for file in files):
        return None
    source = b"\n".join(file.read_bytes() for file in files)
    query = Query(language_for(language), source.decode())
    for pattern in range(query.pattern_count):
        text = source[query.start_byte_for_pattern(pattern) : query.end_byte_for_pattern(pattern)]
        captures = _CAPTURE.findall(text)
        is_of_imports = [each.startswith(b"import.") for each in captures if not each.startswith(b"_")]
        if not (any(is_of_imports) if of_imports else not all(is_of_imports)):
            query.disable_pattern(pattern)
    return query


def read_references(language: str, data: bytes, tree: Tree, outline: Outline) -> Facts:
    """The references and imports of a file; `data` is what `tree` was parsed from."""
    query, import_query = reference_query(language), _import_query(language)
    if query is None or import_query is None:
        return Facts()
    captures = QueryCursor(query).captures(tree.root_node)
    imports = sorted(captures.get("import", []), key=lambda node: node.start_byte)
    starts, ends, kinds = _names(captures)
    _mark_types(captures.get("types", []), starts, kinds)
    captures["local"] = _outside(imports, captures.get("local", []))
    keep = np.ones(len(starts), np.bool_)
    introduced = offsets([node for each in _INTRODUCED for node in captures.get(each, [])])
    at = np.minimum(np.searchsorted(starts, introduced), max(0, len(starts) - 1))
    if len(starts):
        keep[at[starts[at] == introduced]] = False
    for node in (*imports, *captures.get("names", [])):
        keep[np.searchsorted(starts, node.start_byte) : np.searchsorted(starts, node.end_byte)] = False
    table: dict[bytes, int] = {b"": 0}
    begin, end = starts.tolist(), ends.tolist()
    for node in captures.get("tokens", []):
        for at in range(*np.searchsorted(starts, (node.start_byte, node.end_byte)).tolist()):
            if data[end[at] : end[at] + 1] == b"(":
                kinds[at] = KINDS.index("call")
    names = [table.setdefault(data[s:e], len(table)) for s, e in zip(begin, end, strict=True)]
    receivers = _receivers(captures.get("receiver", []), begin, data, table)
    name_column = np.array(names, np.uint32)
    keep &= ~local_names(captures, data, table, starts, name_column, kinds, receivers)
    places, within = innermost(outline, starts)
    for node in captures.get("implementer", []):
        place = data[node.start_byte : node.end_byte].decode("utf-8", "replace")
        places += [] if place in places else [place]
        within[int(np.searchsorted(starts, node.start_byte)) - 1] = places.index(place)
    columns = np.zeros((6, len(starts)), np.uint32)
    columns[NAME], columns[KIND], columns[RECEIVER], columns[WITHIN] = name_column, kinds, receivers, within
    columns[LINE], columns[COLUMN] = _positions(data, starts)
    texts = [name.decode("utf-8", "replace") for name in table]
    return Facts(texts, places, columns[:, keep], read_imports(language, import_query, imports))


def _outside(imports: list[Node], nodes: list[Node]) -> list[Node]:
    """Without those inside an import: what `const a = require("a")` binds is used as an import."""
    if not imports or not nodes:
        return nodes
    around = np.searchsorted(offsets(imports), offsets(nodes), "right") - 1
    return [
        node
        for node, at in zip(nodes, around.tolist(), strict=True)
        if at < 0 or node.start_byte >= imports[int(at)].end_byte
    ]


def _names(captures: dict[str, list[Node]]) -> tuple[Offsets, Offsets, NDArray[np.uint32]]:
    """Start, end and kind of every name in order; of several kinds for one, the highest."""
    nodes: list[Node] = []
    kinds: list[NDArray[np.uint32]] = []
    for code in range(len(KINDS) - 1, -1, -1):
        found = captures.get(f"reference.{KINDS[code]}", [])
        nodes += found
        kinds.append(np.full(len(found), code, np.uint32))
    starts, first = np.unique(offsets(nodes), return_index=True)
    return starts, ends(nodes)[first], np.concatenate(kinds)[first]


def _mark_types(nodes: list[Node], starts: Offsets, kinds: NDArray[np.uint32]) -> None:
    for node in nodes:
        part = kinds[np.searchsorted(starts, node.start_byte) : np.searchsorted(starts, node.end_byte)]
        part[part == KINDS.index("value")] = KINDS.index("type")


def _receivers(
    nodes: list[Node], starts: list[int], data: bytes, table: dict[bytes, int]
) -> NDArray[np.uint32]:
    """The position in `table` of the receiver of the name at each of `starts`; 0 for none."""
    found = [0] * len(starts)
    begins, stops = offsets(nodes), ends(nodes)
    order = np.lexsort((begins, stops))
    begins, stops = begins[order], stops[order]
    # The name of a receiver is the first to begin behind it.
    following: list[int] = np.searchsorted(np.array(starts, np.int64), stops).tolist()
    texts: dict[bytes, int] = {}
    chains: dict[int, int] = {}
    """Where the chain of a name that has a receiver begins: in `a::b::c` the receiver of `c` may be
    the node `b` alone."""
    spans: list[tuple[int, int]] = list(zip(stops.tolist(), begins.tolist(), strict=True))
    for (end, start), name in zip(spans, following, strict=True):
        if name == len(starts):
            break
        at = starts[name]
        gap = data[end:at]
        # A receiver that ends where the name begins is a mere `.` (Swift's `.red`).
        if gap not in (b".", b"") and (len(gap) > _MAX_GAP or gap.strip() not in _OPERATORS):
            continue
        start = chains[at] = chains.get(start, start)
        text = data[start:end] if end - start <= _MAX_RECEIVER else b"("
        known = texts.get(text)
        if known is None:
            known = texts[text] = table.setdefault(_chain(text), len(table))
        found[name] = known
    return np.array(found, np.uint32)


def _chain(text: bytes) -> bytes:
    """A chain of names on one line and without type arguments; `?` for any other expression."""
    while b"<" in text and (shorter := _TYPE_ARGUMENTS.sub(b"", text)) != text:
        text = shorter
    return b"".join(text.split()) if _CHAIN.fullmatch(text) else b"?"


def _positions(data: bytes, starts: Offsets) -> tuple[Offsets, Offsets]:
    """Lines, and columns in code points."""
    octets = np.frombuffer(data, np.uint8)
    line_starts = np.concatenate(([0], np.flatnonzero(octets == 0x0A) + 1))
    lines = np.searchsorted(line_starts, starts, "right") - 1
    columns = starts - line_starts[lines]
    if not data.isascii():
        continued = np.concatenate(([0], np.cumsum((octets & 0xC0) == 0x80)))
        columns = columns - (continued[starts] - continued[line_starts[lines]])
    return lines, columns
