"""Cutting one file into chunks along its syntax.

Every non-blank line is in exactly one chunk. A definition that fits stays whole; small neighbours
share a chunk; what is too large is cut at its members or statements, and its parts carry the
lines that introduce it as `header`.
"""

from dataclasses import dataclass

from tree_sitter import Node

from .definition import Definition
from .definitions import read_outline
from .facts import Facts
from .grammars import GRAMMARS
from .grammars.rule import FUNCTION_KINDS, VALUE_KINDS
from .headers import header_above, heading_path
from .items import Item, ItemReader, Within
from .markdown import fenced_rows
from .outline import Outline, markdown_outline
from .parser import parse
from .references import read_references
from .source import SourceText
from .split import is_closing, split_lines, split_rows
from .types import Chunk, Symbol

_TINY = 0.13
"""Shares of the maximum. Below this a unit joins a neighbour of any kind."""
_SMALL = 0.33
"""Two units below this may share a chunk …"""
_SHARED = 0.67
"""… which grows no larger than this."""
_MAIN_SHARE = 0.4
"""A definition of at least this share of a chunk names it."""


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """All that parsing gives for one file."""

    chunks: list[Chunk]
    symbols: list[Symbol]
    facts: Facts
    """What it refers to and imports."""
    unparsed: bool = False
    """The grammar's parser gave up, so the file was cut by lines and has no symbols."""


@dataclass(slots=True)
class _Span:
    """Rows that become a chunk; `owner` and `within` are what they were cut out of."""

    start: int
    end: int
    owner: Definition | None = None
    within: Within | None = None


@dataclass(slots=True)
class _Task:
    """Something too large to be one chunk."""

    node: Node
    start: int
    end: int
    owner: Definition | None


def chunk_text(path: str, text: str, language: str | None, max_chars: int = 1500) -> list[Chunk]:
    """The chunks of a file, in order. See `parse_file`."""
    return parse_file(path, text, language, max_chars).chunks


def parse_file(path: str, text: str, language: str | None, max_chars: int = 1500) -> ParsedFile:
    """Chunks, symbols and facts of a file from one parse; the same input gives the same output.

    `path` is relative to the folder and only names things. `language` is a name from
    `language_of`; without a grammar table for it the text is cut by lines. No chunk is longer than
    `max_chars` (white space included) unless it is a single line.
    """
    source = SourceText(text)
    outline = Outline([], "")
    facts = Facts()
    unparsed = False
    if language == "markdown":
        outline = markdown_outline(path, source)
        spans = _markdown_spans(source, outline, max_chars)
    elif language in GRAMMARS:
        data = source.parser_bytes()
        tree = parse(language, data)
        unparsed = tree is None
        if tree is None:
            spans = _line_spans(source, 0, len(source), max_chars)
        else:
            outline = read_outline(path, language, source, data, tree)
            facts = read_references(language, data, tree, outline)
            spans = _Cutter(source, outline, max_chars).spans(tree.root_node)
    else:
        spans = _line_spans(source, 0, len(source), max_chars)
    symbols = {id(each): outline.symbol(each) for each in outline.definitions if not each.is_scope}
    chunks = _Labeller(source, outline, symbols, is_prose=language == "markdown").chunks(spans)
    return ParsedFile(chunks, list(symbols.values()), facts, unparsed)


def _line_spans(
    source: SourceText,
    start: int,
    end: int,
    max_chars: int,
    owner: Definition | None = None,
    within: Within | None = None,
) -> list[_Span]:
    start, end = source.trimmed(start, end)
    if start == end:
        return []
    if source.size(start, end) <= max_chars:
        return [_Span(start, end, owner, within)]
    return [_Span(*piece, owner, within) for piece in split_lines(source, start, end, max_chars)]


class _Cutter:
    """Cuts one syntax tree."""

    def __init__(self, source: SourceText, outline: Outline, max_chars: int) -> None:
        self.source = source
        self.max_chars = max_chars
        self.reader = ItemReader(source, outline.definitions, max_chars)
        self.out: list[_Span] = []
        self.tasks: list[_Task] = []

    def spans(self, root: Node) -> list[_Span]:
        self.tasks.append(_Task(root, 0, len(self.source), None))
        while self.tasks:
            task = self.tasks.pop()
            is_container = task.owner is None or task.owner.kind not in FUNCTION_KINDS | VALUE_KINDS
            # Balanced pieces need places to cut: statements half as long as a chunk are opened too.
            limit = self.max_chars if is_container else int(self.max_chars * _SMALL)
            items = self.reader.items(task.node, task.start, task.end, task.owner, limit)
            if task.owner is None or is_container:
                self._group(items, task.owner)
            else:
                self._balance(items, task.owner)
        self.out.sort(key=lambda span: span.start)
        return self.out

    def _size(self, start: int, end: int) -> int:
        start, end = self.source.trimmed(start, end)
        return self.source.size(start, end)

    def _open(self, item: Item) -> bool:
        """Queue an item that has to be taken apart."""
        if item.node is None:
            return False
        self.tasks.append(_Task(item.node, item.start, item.end, item.definition))
        return True

    def _emit(self, start: int, end: int, owner: Definition | None, within: Within | None) -> None:
        self.out.extend(_line_spans(self.source, start, end, self.max_chars, owner, within))

    def _group(self, items: list[Item], owner: Definition | None) -> None:
        """Members of a file, class or module: one subject per chunk, small neighbours together."""
        run: list[Item] = []
        run_size = 0
        for index, item in enumerate(items):
            if item.node is not None:
                if run and run_size < self.max_chars * _TINY:
                    # Too little to stand alone: the first lines of what follows.
                    item.start = run[0].start
                else:
                    self._flush(run, owner)
                run, run_size = [], 0
                self._open(item)
                continue
            following = items[index + 1] if index + 1 < len(items) else None
            size = self._size(item.start, item.end)
            if run and not self._joins(run, run_size, item, size, following):
                self._flush(run, owner)
                run = []
            run.append(item)
            run_size = self._size(run[0].start, item.end)
        self._flush(run, owner)

    def _flush(self, run: list[Item], owner: Definition | None) -> None:
        if run:
            self._emit(run[0].start, run[-1].end, owner, run[0].within)

    def _joins(self, run: list[Item], run_size: int, item: Item, size: int, following: Item | None) -> bool:
        total = self._size(run[0].start, item.end)
        limit = self.max_chars
        if total > limit:
            return False
        tiny, small = limit * _TINY, limit * _SMALL
        if all(each.is_comment for each in run):
            return True
        if following is not None and (
            item.is_comment or (following.within is not None and following.within.row == item.start)
        ):
            # Speaks of, or opens, what comes next.
            return run_size < tiny and not _is_code(run[-1]) and not item.is_comment
        if run_size < tiny:
            return True
        if size < tiny:
            if following is None:
                return True
            is_near = not _is_code(item) and self._gap(item) <= self._gap(following)
            return total <= limit * _SHARED or is_near
        run_is_code = any(_is_code(each) for each in run)
        if run_is_code != _is_code(item):
            return False
        return run_size < small and size < small and total <= limit * _SHARED

    def _gap(self, item: Item) -> int:
        """Blank lines above an item."""
        row = item.start
        while row > 0 and self.source.is_blank(row - 1):
            row -= 1
        return item.start - row

    def _balance(self, items: list[Item], owner: Definition) -> None:
        """Statements of a function: pieces of about equal size; large inner functions by themselves."""
        small = self.max_chars * _SMALL
        run: list[Item] = []
        for item in items:
            stands_alone = item.node is not None or (
                item.definition is not None and _is_code(item) and self._size(item.start, item.end) >= small
            )
            if not stands_alone:
                run.append(item)
                continue
            if item.node is not None and run and self._size(run[0].start, item.start) < small / 2:
                # A short head goes with the inner function that makes up the rest.
                item.start = run[0].start
            else:
                self._pieces(run, owner)
            run = []
            if not self._open(item):
                self._emit(item.start, item.end, owner, None)
        self._pieces(run, owner)

    def _pieces(self, run: list[Item], owner: Definition) -> None:
        if not run:
            return
        starts = [item.start for item in run]
        levels = [item.level for item in run]
        for start, end in split_rows(self.source, starts, levels, run[-1].end, self.max_chars):
            self._emit(start, end, owner, None)


def _is_code(item: Item) -> bool:
    return item.definition is not None and item.definition.kind not in VALUE_KINDS


def _markdown_spans(source: SourceText, outline: Outline, max_chars: int) -> list[_Span]:
    """One span per section, its subsections apart; tiny neighbours together."""
    bounds = [each.start for each in outline.definitions]
    if not bounds or bounds[0] > 0:
        bounds.insert(0, 0)
    fenced: set[int] | None = None
    spans: list[_Span] = []
    for start, end in zip(bounds, [*bounds[1:], len(source)], strict=True):
        start, end = source.trimmed(start, end)
        if start == end:
            continue
        size = source.size(start, end)
        if size > max_chars:
            fenced = fenced_rows(source.lines) if fenced is None else fenced
            levels = [4 if row in fenced else 0 for row in range(start, end)]
            pieces = split_rows(source, range(start, end), levels, end, max_chars)
            spans.extend(_Span(*source.trimmed(*piece)) for piece in pieces)
            continue
        if spans and source.size(spans[-1].start, end) <= max_chars:
            previous = source.size(spans[-1].start, spans[-1].end)
            if previous < max_chars * _TINY or max(previous, size) < max_chars * _SMALL:
                spans[-1].end = end
                continue
        spans.append(_Span(start, end))
    return [span for span in spans if span.start < span.end]


class _Labeller:
    """Turns spans into chunks: their symbol, what they define, and their header."""

    def __init__(
        self, source: SourceText, outline: Outline, symbols: dict[int, Symbol], is_prose: bool
    ) -> None:
        self.source = source
        self.definitions = outline.definitions
        self.symbols = symbols
        self.is_prose = is_prose

    def chunks(self, spans: list[_Span]) -> list[Chunk]:
        source = self.source
        chunks: list[Chunk] = []
        covering: list[Definition] = []
        position = 0
        definitions = self.definitions
        for span in spans:
            start, end = source.trimmed(span.start, span.end)
            if start == end:
                continue
            while position < len(definitions) and definitions[position].start < start:
                covering.append(definitions[position])
                position += 1
            covering = [each for each in covering if each.end > start]
            inside: list[Definition] = []
            while position < len(definitions) and definitions[position].start < end:
                inside.append(definitions[position])
                position += 1
            main = self._main(start, end, covering, inside)
            if self.is_prose:
                header = heading_path(covering, inside, start)
            else:
                header = header_above(source, start, end, span.owner, span.within)
            chunks.append(
                Chunk(
                    start,
                    end,
                    source.slice(start, end),
                    header,
                    self.symbols[id(main)] if main is not None else None,
                    tuple(each.name for each in inside if not each.is_scope),
                )
            )
            covering.extend(each for each in inside if each.end > end)
        return chunks

    def _main(
        self, start: int, end: int, covering: list[Definition], inside: list[Definition]
    ) -> Definition | None:
        """The innermost definition that covers the chunk; of several that share it, the largest
        if it is most of it, else what they are members of, else the largest all the same."""
        core = end
        while core > start + 1 and is_closing(self.source.lines[core - 1]):
            # The last member's chunk also closes what it is a member of.
            core -= 1
        whole = [
            each
            for each in (*covering, *inside)
            if not each.is_scope and each.start <= start and each.end >= core
        ]
        around = whole[-1] if whole else None
        if around is not None and (
            around.kind in FUNCTION_KINDS or (around.start == start and around.kind != "module")
        ):
            return around
        best: Definition | None = None
        best_size = -1
        for each in inside:
            size = self.source.size(each.start, min(each.end, end))
            if each.kind in VALUE_KINDS:
                size //= 2
            if not each.is_scope and each is not around and size > best_size:
                best, best_size = each, size
        if best is None:
            return around
        is_value = best.kind in VALUE_KINDS
        is_main = best_size >= _MAIN_SHARE * self.source.size(start, end)
        if around is None:
            return best if is_main or not is_value else None
        return best if is_main and not is_value else around
