"""Which definition is around a name, and which names are local to the function around them."""

from operator import attrgetter

import numpy as np
from numpy.typing import NDArray
from tree_sitter import Node

from .facts import KINDS
from .outline import Outline

Offsets = NDArray[np.int64]
_START, _END = attrgetter("start_byte"), attrgetter("end_byte")
_TYPE, _CALL = KINDS.index("type"), KINDS.index("call")


def offsets(nodes: list[Node]) -> Offsets:
    """Where each node begins."""
    return np.fromiter(map(_START, nodes), np.int64, len(nodes))


def ends(nodes: list[Node]) -> Offsets:
    """Where each node ends."""
    return np.fromiter(map(_END, nodes), np.int64, len(nodes))


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
    if not nodes or not len(starts):
        return local
    ranges = sorted(zip(offsets(nodes).tolist(), (-ends(nodes)).tolist(), strict=True))
    begins, owners = _segments([(start, -end) for start, end in ranges])
    scopes = np.array(owners, np.int64)
    parents = np.array(_parents(ranges), np.int64)

    def around(places: Offsets) -> Offsets:
        return scopes[np.searchsorted(begins, places, "right") - 1]

    def bound(capture: str) -> Offsets:
        """Scope and name, as one number, of each capture in a scope; sorted."""
        found = captures.get(capture, [])
        if not found:
            return np.zeros(0, np.int64)
        places = offsets(found)
        at = np.minimum(np.searchsorted(starts, places), len(starts) - 1)
        codes = names[at].astype(np.int64)
        for each in map(int, np.flatnonzero(starts[at] != places)):  # no name, so perhaps part of one
            codes[each] = table.get(data[found[each].start_byte : found[each].end_byte], 0)
        scopes_of = around(places)
        keys = (scopes_of * len(table) + codes)[scopes_of >= 0]
        keys.sort()
        return keys

    values = bound("local")
    if "global" in captures:
        values = np.setdiff1d(values, bound("global"))
    for keys, other in ((values, _TYPE), (bound("local.type"), _CALL)):
        if not len(keys):
            continue
        is_bound = np.zeros(len(table), np.bool_)
        is_bound[keys % len(table)] = True
        uses = np.flatnonzero(is_bound[names] & (receivers == 0) & (kinds <= _CALL) & (kinds != other))
        inside = around(starts[uses])
        while len(uses):
            in_scope = inside >= 0
            uses, inside = uses[in_scope], inside[in_scope]
            wanted = inside * len(table) + names[uses]
            at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
            hit = keys[at] == wanted
            local[uses[hit]] = True
            uses, inside = uses[~hit], parents[inside[~hit]]
    return local


def _parents(ranges: list[tuple[int, int]]) -> list[int]:
    parents: list[int] = []
    open_ranges: list[int] = []
    for position, (start, _) in enumerate(ranges):
        while open_ranges and -ranges[open_ranges[-1]][1] <= start:
            open_ranges.pop()
        parents.append(open_ranges[-1] if open_ranges else -1)
        open_ranges.append(position)
    return parents
