"""What a change may affect: breadth-first over those who implement, use or import."""

from dataclasses import replace

from .graph import Graph, Key
from .types import Edge, Target
from .view import TYPE_KINDS

_MOST = 500
"""Definitions reached; more are counted as one warning by the caller."""
_FAINT = 0.05
"""A way less certain than this is not followed."""


def affected(graph: Graph, targets: list[Target], depth: int) -> list[Edge]:
    """Each definition or file once, with its shortest depth and the product of the confidences on
    the way to it (of several equally short ways the surest)."""
    reached: dict[Key, Edge] = {}
    origin = {target.key for target in targets}
    level = list(targets)
    for step in range(1, depth + 1):
        new: dict[Key, Edge] = {}
        for target in level:
            for edge in _around(graph, target):
                confidence = edge.confidence * target.confidence
                known = new.get(edge.node)
                if edge.node in reached or edge.node in origin or confidence < _FAINT:
                    continue
                if known is None or known.confidence < confidence:
                    new[edge.node] = replace(edge, relation="affected", confidence=confidence, depth=step)
                if graph.stop() or len(reached) + len(new) >= _MOST:
                    return [*reached.values(), *new.values()]
        reached.update(new)
        level = [Target(e.path, e.symbol, e.confidence) for e in new.values() if e.symbol is not None]
    return list(reached.values())


def _around(graph: Graph, target: Target) -> list[Edge]:
    """One step: its implementations, its users and importers, the users of its members."""
    plain = Target(target.path, target.symbol)
    edges = [*graph.implementations(plain), *graph.usages(plain)]
    inside = {plain.key}
    if target.symbol.kind in TYPE_KINDS:
        view = graph.corpus.view(target.path)
        members = view.members.get(target.symbol.canonical_name, {}) if view else {}
        for symbols in members.values():
            member = Target(target.path, symbols[0])
            inside.add(member.key)
            edges += graph.usages(member)
    edges += graph.importers(plain)
    return [edge for edge in edges if edge.node not in inside]
