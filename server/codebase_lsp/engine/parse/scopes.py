"""Which definition is around a name, and which names are local to the function around them."""

import numpy as np
from numpy.typing import NDArray
from tree_sitter import Node

from .facts import KINDS
from .outline import Outline

Offsets = NDArray[np.int64]
_TYPE, _CALL = KINDS.index("type"), KINDS.index("call")


def _segments(ranges: list[tuple[int, int]]) -> tuple[Offsets, list[int]]:
    """Nested `ranges`, sorted with the outer first, as a flat list of stretches.

    → where each stretch begins, and the position of its innermost range (-1 for none).
    """
    begins, owners = [0], [-1]
    open_ranges: list[tuple[int, int]] = []

    def close(before: int) -> None:
        while open_ranges and open_ranges[-1][0] <= before:
            begins.append(open_ranges.pop()[0])
            owners.append(open_ranges[-1][1] if open_ranges else -1)

    for position, (start, end) in enumerate(ranges):
        close(start)
        begins.append(start)
        owners.append(position)
        # A broken tree may give a range that ends behind the one around it.
        open_ranges.append((min(end, open_ranges[-1][0]) if open_ranges else end, position))
    close(1 << 62)
    return np.array(begins, np.int64), owners


def innermost(outline: Outline, starts: Offsets) -> tuple[list[str], NDArray[np.uint32]]:
    """→ distinct canonical names, the first empty, and for each offset the position of the one
    that is innermost around it."""
    spans = [
        ((each.first or each.node).start_byte, -each.node.end_byte, each.path)
        for each in outline.definitions
        if each.node is not None and each.path
    ]
    spans.sort()
    begins, owners = _segments([(start, -end) for start, end, _ in spans])
    prefix = f"{outline.prefix}." if outline.prefix else ""
    places = {"": 0}
    codes = [places.setdefault(prefix + path, len(places)) for _, _, path in spans]
    by_stretch = np.array([codes[owner] if owner >= 0 else 0 for owner in owners], np.uint32)
    return list(places), by_stretch[np.searchsorted(begins, starts, "right") - 1]


def local_names(
    captures: dict[str, list[Node]],
    data: bytes,
    table: dict[bytes, int],
    starts: Offsets,
    names: NDArray[np.uint32],
    kinds: NDArray[np.uint32],
    receivers: NDArray[np.uint32],
) -> NDArray[np.bool_]:
    """For each name whether it is a plain use of one that a scope around it binds."""
    local = np.zeros(len(starts), np.bool_)
    nodes = captures.get("scope", [])
    if not nodes:
        return local
    ranges = sorted((node.start_byte, -node.end_byte) for node in nodes)
    begins, owners = _segments([(start, -end) for start, end in ranges])
    values = _bound(captures.get("local", []), data, table, begins, owners)
    for scope, code in _bindings(captures.get("global", []), data, table, begins, owners):
        values.get(scope, set()).discard(code)
    types = _bound(captures.get("local.type", []), data, table, begins, owners)
    parents = _parents(ranges)
    scopes = np.array(owners, np.int64)[np.searchsorted(begins, starts, "right") - 1]
    keys = np.where(receivers == 0, scopes * len(table) + names, -1)
    for bound, other in ((values, _TYPE), (types, _CALL)):
        hidden = [
            scope * len(table) + code
            for scope, codes in enumerate(_inherited(bound, parents))
            for code in codes
        ]
        if hidden:
            local |= np.isin(keys, np.array(hidden, np.int64)) & (kinds <= _CALL) & (kinds != other)
    return local


def _bindings(
    nodes: list[Node], data: bytes, table: dict[bytes, int], begins: Offsets, owners: list[int]
) -> list[tuple[int, int]]:
    """(scope, name) of each node that lies in a scope."""
    if not nodes:
        return []
    offsets = np.array([node.start_byte for node in nodes], np.int64)
    stretches = (np.searchsorted(begins, offsets, "right") - 1).tolist()
    codes = [table.get(data[node.start_byte : node.end_byte], 0) for node in nodes]
    return [
        (owners[stretch], code)
        for stretch, code in zip(stretches, codes, strict=True)
        if owners[stretch] >= 0
    ]


def _bound(
    nodes: list[Node], data: bytes, table: dict[bytes, int], begins: Offsets, owners: list[int]
) -> dict[int, set[int]]:
    """The names that each scope binds itself."""
    found: dict[int, set[int]] = {}
    for scope, code in _bindings(nodes, data, table, begins, owners):
        found.setdefault(scope, set()).add(code)
    return found


def _parents(ranges: list[tuple[int, int]]) -> list[int]:
    parents: list[int] = []
    open_ranges: list[int] = []
    for position, (start, _) in enumerate(ranges):
        while open_ranges and -ranges[open_ranges[-1]][1] <= start:
            open_ranges.pop()
        parents.append(open_ranges[-1] if open_ranges else -1)
        open_ranges.append(position)
    return parents


def _inherited(bound: dict[int, set[int]], parents: list[int]) -> list[set[int]]:
    """What each scope hides: its own names and those of the scopes around it."""
    hidden: list[set[int]] = []
    for position, parent in enumerate(parents):
        own = bound.get(position)
        outer = hidden[parent] if parent >= 0 else set[int]()
        hidden.append(own | outer if own else outer)
    return hidden
