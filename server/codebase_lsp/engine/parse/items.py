"""What stands side by side in a file or a definition: the units that chunks are made of."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tree_sitter import Node

from .definition import Definition
from .source import SourceText
from .split import is_closing

_LISTS = frozenset({"declarations"})
"""Nodes that are nothing but their children (all of a Haskell module), taken apart at any size."""


@dataclass(slots=True)
class Within:
    """A statement that was too large to stay whole, around the items it was taken apart into."""

    row: int
    outer: "Within | None"


@dataclass(slots=True)
class Item:
    """Some rows, in general of one syntax node."""

    start: int
    end: int
    level: int
    """How many nodes were taken apart to get here."""
    within: Within | None
    node: Node | None = None
    """Given where the item is too large and must be taken apart by itself."""
    definition: Definition | None = None
    """What the item is, if it is one definition as a whole."""
    is_comment: bool = False


class ItemReader:
    """Reads items of one syntax tree; knows which definitions were already taken apart."""

    def __init__(self, source: SourceText, definitions: list[Definition], max_chars: int) -> None:
        self.source = source
        self.max_chars = max_chars
        self._by_row: dict[int, list[Definition]] = {}
        self._children: dict[int, list[Definition]] = {}
        for each in definitions:
            for row in (each.outer, *each.parts):
                self._by_row.setdefault(row, []).append(each)
            self._children.setdefault(id(each.parent), []).append(each)
        self._opened: set[int] = set()

    def items(self, node: Node, start: int, end: int, owner: Definition | None, limit: int) -> list[Item]:
        """The items of `node` between the rows `start` and `end`; together they cover all of them.

        Definitions are taken apart above the maximum of a chunk, anything else above `limit`.
        """
        if owner is not None:
            self._opened.add(id(owner))
        items = self._joined_rows(self._nodes(node, start, end, limit), end)
        if not items:
            return [Item(start, end, 0, None)]
        items = self._joined_definitions(items, owner, start)
        items = self._joined_comments(items)
        if items[0].start > start and self.source.size(start, items[0].end) > self.max_chars:
            # A comment too long to stay with what it describes: cut as lines, balanced with the rest.
            items[:0] = [Item(row, row + 1, 2, None, is_comment=True) for row in range(start, items[0].start)]
        items[0].start = start
        for item, following in pairwise(items):
            item.end = following.start
        items[-1].end = end
        return items

    def _nodes(self, root: Node, start: int, end: int, limit: int) -> Iterator[Item]:
        """Small nodes as they are, large definitions as items to take apart, other large ones by
        their children. Iterative: code can be nested deeper than Python's stack."""
        offsets = self.source.starts
        by_row = self._by_row
        done = 0
        stack: list[tuple[Iterator[Node], int, Within | None]] = [(iter(root.children), 0, None)]
        while stack:
            children, level, within = stack[-1]
            node = next(children, None)
            if node is None:
                stack.pop()
                continue
            first = node.start_point[0]
            last, column = node.end_point
            after = last + 1 if column or last == first else last
            first, after = max(first, start), min(after, end)
            if first >= after:
                continue
            owner = self._definition_at(first, after) if first in by_row else None
            if after <= done and owner is None:
                # Further tokens of a row that is taken already.
                continue
            size = offsets[after] - offsets[first]
            is_small = size <= (limit if owner is None else self.max_chars)
            if after - first == 1 or (is_small and node.type not in _LISTS):
                done = after
                yield Item(first, after, level, within, None, owner, node.is_extra)
            elif owner is not None:
                done = after
                yield Item(first, after, level, within, node, owner)
            elif node.child_count:
                inner = node.children
                if _introduces(inner) and not self.source.lines[first].startswith("#ifndef"):
                    within = Within(first, within)
                stack.append((iter(inner), level + 1, within))
            else:
                done = after
                yield Item(first, after, level, within, None, None, node.is_extra)

    def _definition_at(self, first: int, after: int) -> Definition | None:
        for each in self._by_row.get(first, ()):
            if each.end >= after and id(each) not in self._opened:
                return each
        return None

    def _joined_rows(self, items: Iterator[Item], end: int) -> list[Item]:
        """Items that share a row become one; rows are never cut."""
        joined: list[Item] = []
        for item in items:
            previous = joined[-1] if joined else None
            if previous is None or item.start >= previous.end:
                joined.append(item)
            elif item.end <= previous.end:
                if previous.definition is None and item.definition is not None and item.node is None:
                    previous.definition = item.definition if previous.start == item.start else None
            elif previous.node is not None and item.node is not None:
                item.start = previous.end
                joined.append(item)
            elif item.node is not None:
                item.start = previous.start
                joined[-1] = item
            else:
                previous.end = item.end
                previous.is_comment = False
                if previous.node is None and item.definition is not None:
                    previous.definition = previous.definition or item.definition
        return joined

    def _joined_definitions(self, items: list[Item], owner: Definition | None, start: int) -> list[Item]:
        """A definition of several nodes (comment, attributes, equations) becomes one item."""
        joined: list[Item] = []
        inner = self._children.get(id(owner), [])
        items = list(self._cut_before(items, inner))
        ranges = iter(inner)
        current = next(ranges, None)
        into: Definition | None = None
        for item in items:
            while current is not None and current.end <= item.start:
                current = next(ranges, None)
            if (
                into is not None
                and into is current
                and item.start < into.end
                and joined[-1].node is None
                and (item.node is None or item.definition is into)
            ):
                last = joined[-1]
                if item.node is not None:
                    item.start = last.start
                    joined[-1] = item
                elif self._fits(last.start, item.end):
                    last.end, last.definition, last.is_comment = item.end, into, False
                elif last.end <= into.outer and item.definition is into and into.node is not None:
                    # A long comment over a definition that would fit: one thing, to be taken apart.
                    item.start, item.node = last.start, into.node
                    joined[-1] = item
                else:
                    joined.append(item)
                continue
            into = None
            if (
                current is not None
                and current.start <= item.start < current.end
                and (item.start < current.outer or item.end < current.end)
            ):
                into = current
            joined.append(item)
        return joined

    def _cut_before(self, items: list[Item], definitions: list[Definition]) -> Iterator[Item]:
        """Some grammars put a comment at the end of the node above it: it goes to what it describes."""
        starts = [each.start for each in definitions]
        for item in items:
            at = bisect_left(starts, item.end) - 1
            if at >= 0 and item.start < starts[at] and definitions[at].outer >= item.end:
                comment = Item(starts[at], item.end, item.level, item.within, is_comment=True)
                item.end = starts[at]
                yield item
                yield comment
            else:
                yield item

    def _joined_comments(self, items: list[Item]) -> list[Item]:
        """A comment joins what it stands directly above; closing brackets what they close."""
        joined: list[Item] = []
        for item in items:
            previous = joined[-1] if joined else None
            if previous is not None:
                fits = self._fits(previous.start, item.end)
                if self._only_closes(item) and (fits or previous.node is not None):
                    previous.end = item.end
                    continue
                if previous.is_comment and previous.end == item.start and item.node is None and fits:
                    previous.end, previous.definition = item.end, item.definition
                    previous.is_comment = item.is_comment
                    continue
            joined.append(item)
        return joined

    def _only_closes(self, item: Item) -> bool:
        if item.end - item.start > 2 or self.source.size(item.start, item.end) > 200:
            return False
        text = self.source.slice(item.start, item.end).strip()
        return len(text) <= 8 and is_closing(text) and not text.startswith(("else", "elif"))

    def _fits(self, start: int, end: int) -> bool:
        return self.source.size(start, end) <= self.max_chars


def _introduces(children: Sequence[Node]) -> bool:
    """The first line of a node tells what it is, unless it is a mere list of lines."""
    return len(children) > 1 and children[1].start_point[0] <= children[0].end_point[0]
