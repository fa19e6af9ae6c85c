"""One question about relations, end to end: find the symbol, follow, rank, verify, cut the page."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from ...errors import BadRequest
from ..cancel import CancelToken
from ..index.base import Base
from ..index.one_state import MAX_ROUNDS, in_one_state
from ..index.overlay import Overlay
from ..index.verify import Parse, Read, Verifier
from ..parse.path_facts import path_facts
from .find import at_place, by_name
from .graph import Graph, Key, place_of
from .impact import affected
from .paths import common_depth
from .resolve import Resolver
from .tiers import TieredCorpus, ViewCache
from .types import RELATIONS, Edge, RelatedAnswer, RelatedItem, RelatedRequest, Target

MAX_DEPTH = 10
_MOST_DEFINITIONS = 20
"""Of one name, that one question follows."""
_MOST_NODES = 500
_SNIPPET_LINES = 12
_RELATED = {"implementations": 0.9, "callers": 0.8, "callees": 0.7, "related": 0.8}
"""What each relation is worth where all are asked for in one."""
_CLASSES = (0.4, 0.75)
"""Guesses, the likely, the sure."""
_TRANSITIVE = frozenset({"callers", "callees", "implementations", "importers"})


@dataclass(frozen=True, slots=True)
class Site:
    """The parts of a workspace that a question uses."""

    base: Base
    overlay: Overlay
    read: Read
    parse: Parse
    is_buffer: Callable[[str], bool]
    views: ViewCache
    seconds: float
    """After which the answer is what has been found."""


def related(site: Site, request: RelatedRequest, cancel: CancelToken) -> RelatedAnswer:
    """Raises BadRequest, Cancelled, IndexUnavailable."""
    _check(request)
    question = _Question(site, request, cancel)
    for _ in range(MAX_ROUNDS):
        in_one_state(site.base, site.overlay, question.ask)
        if not question.is_stale():
            break
    return question.answer()


def _check(request: RelatedRequest) -> None:
    if bool(request.name.strip()) == (request.path is not None):
        raise BadRequest("Give either a name or a place in a document.", "name")
    for number, relation in enumerate(request.relations):
        if relation not in RELATIONS:
            raise BadRequest(f"There is no relation `{relation}`.", f"relations[{number}]")
    if not 1 <= request.depth <= MAX_DEPTH:
        raise BadRequest(f"The depth is between 1 and {MAX_DEPTH}.", "depth")
    if request.limit < 1:
        raise BadRequest("The limit is at least 1.", "limit")
    if request.offset < 0:
        raise BadRequest("The offset is not negative.", "offset")


class _Question:
    """Asked again, with all it has learned about texts, when something turned out to be stale."""

    def __init__(self, site: Site, request: RelatedRequest, cancel: CancelToken) -> None:
        self.site, self.request, self.cancel = site, request, cancel
        self.verifier = Verifier(site.base, site.overlay, site.read, site.parse)
        self.deadline = time.monotonic() + site.seconds
        self.warnings: list[str] = []
        self.targets: list[Target] = []
        self.edges: list[Edge] = []
        self.corpus = TieredCorpus(site.base, site.overlay, self.verifier, site.views)

    def late(self) -> bool:
        self.cancel.check()
        if time.monotonic() <= self.deadline:
            return False
        self._warn("Stopped early: the time for a question was over, so there may be more.")
        return True

    def _warn(self, text: str) -> None:
        if text not in self.warnings:
            self.warnings.append(text)

    def ask(self) -> None:
        """Find the definitions and everything that stands in the wanted relations to them."""
        site, request = self.site, self.request
        self.warnings.clear()
        self.corpus = TieredCorpus(site.base, site.overlay, self.verifier, site.views)
        resolver = Resolver(self.corpus)
        if request.path is not None:
            self.verifier.refresh([request.path])
            lines = resolver.meanings.lines(request.path)
            line = lines[request.line] if request.line < len(lines) else ""
            column = request.column(line) if callable(request.column) else request.column
            self.targets = at_place(resolver, request.path, request.line, column)
        else:
            self.targets = by_name(self.corpus, request.name)
            self._warn_of_many()
        del self.targets[_MOST_DEFINITIONS:]
        graph = Graph(resolver, self.late)
        self.edges = [e for relation in request.relations for e in self._edges(graph, relation)]

    def _warn_of_many(self) -> None:
        count = len(self.targets)
        if not count:
            self._warn(f"Nothing is defined by the name `{self.request.name}`.")
        elif count > 1:
            example = self.targets[0].symbol.canonical_name
            self._warn(f"{count} definitions have this name; qualify it to ask for one, as in `{example}`.")

    # ── following ────────────────────────────────────────────────────────────────────────

    def _edges(self, graph: Graph, relation: str) -> list[Edge]:
        targets = self.targets
        if relation == "definition":
            found = [place_of("definition", t, t.confidence) for t in targets]
        elif relation == "affected":
            found = affected(graph, targets, self.request.depth)
        elif relation == "related":
            found = self._related(graph, targets)
        elif relation in _TRANSITIVE and self.request.depth > 1:
            found = self._transitive(graph, relation, targets)
        else:
            step = getattr(graph, relation)
            found = [_by(edge, t) for t in targets for edge in step(t)]
        origin = targets[0].path if targets else ""
        return sorted(_once(found), key=lambda edge: _rank(edge, origin))

    def _related(self, graph: Graph, targets: list[Target]) -> list[Edge]:
        """One of everything: what a reader wants to see beside the definition."""
        own = {target.key for target in targets}
        best: dict[Key, Edge] = {}
        for target in targets:
            for relation, worth in _RELATED.items():
                step = graph.mentioned_types if relation == "related" else getattr(graph, relation)
                for edge in step(target):
                    confidence = round(edge.confidence * target.confidence * worth, 4)
                    known = best.get(edge.node)
                    if edge.node not in own and (known is None or known.confidence < confidence):
                        best[edge.node] = replace(edge, relation="related", confidence=confidence)
        return list(best.values())

    def _transitive(self, graph: Graph, relation: str, targets: list[Target]) -> list[Edge]:
        """Breadth-first; each definition is followed once, every place on the way is an edge."""
        step = getattr(graph, relation)
        seen: set[Key] = {target.key for target in targets}
        edges: list[Edge] = []
        level = targets
        for depth in range(1, self.request.depth + 1):
            following: dict[Key, Target] = {}
            for target in level:
                for edge in step(Target(target.path, target.symbol)):
                    edge = replace(_by(edge, target), depth=depth)
                    edges.append(edge)
                    if edge.symbol is not None and edge.node not in seen:
                        known = following.get(edge.node)
                        if known is None or known.confidence < edge.confidence:
                            following[edge.node] = Target(edge.path, edge.symbol, edge.confidence)
                if self.late() or len(seen) + len(following) > _MOST_NODES:
                    return edges
            seen.update(following)
            level = list(following.values())
        return edges

    # ── answering ────────────────────────────────────────────────────────────────────────

    def _page(self) -> list[Edge]:
        return self.edges[self.request.offset : self.request.offset + self.request.limit]

    def is_stale(self) -> bool:
        """Compare what is about to be returned with the texts as they are now."""
        stale = self.verifier.refresh(dict.fromkeys(edge.path for edge in self._page()))
        return stale or self.corpus.is_stale

    def answer(self) -> RelatedAnswer:
        items = [item for edge in self._page() if (item := self._item(edge)) is not None]
        end = self.request.offset + self.request.limit
        following = end if end < len(self.edges) else None
        symbol = self.targets[0] if self.targets else None
        return RelatedAnswer(symbol, tuple(items), following, tuple(self.warnings))

    def _item(self, edge: Edge) -> RelatedItem | None:
        """None for a file that is still changing under our hands."""
        source = self.verifier.sources.get(edge.path)
        if source is None or source.digest != self.verifier.indexed_digest(edge.path):
            return None
        edge = replace(edge, confidence=round(edge.confidence, 3))
        last = edge.end_line if not edge.end_column else edge.end_line + 1
        lines = source.text.split("\n", last)[edge.line : min(last, edge.line + _SNIPPET_LINES)]
        where = "buffer" if self.site.is_buffer(edge.path) else "disk"
        return RelatedItem(edge, "".join(f"{line}\n" for line in lines), where, source.digest)


def _by(edge: Edge, target: Target) -> Edge:
    """An edge from a definition that is itself only probable."""
    return edge if target.confidence == 1.0 else replace(edge, confidence=edge.confidence * target.confidence)


def _once(edges: Iterable[Edge]) -> list[Edge]:
    """Each place once, with the shortest way and the most confidence."""
    best: dict[tuple[str, int, int, str], Edge] = {}
    for edge in edges:
        key = (edge.path, edge.line, edge.column, edge.symbol.canonical_name if edge.symbol else "")
        known = best.get(key)
        if known is None or (edge.depth, -edge.confidence) < (known.depth, -known.confidence):
            best[key] = edge
    return list(best.values())


def _rank(edge: Edge, origin: str) -> tuple[object, ...]:
    """Nearest step first, then by class of confidence, tests last, near files first."""
    facts = path_facts(edge.path)
    minor = facts.is_test or facts.is_example
    sure = sum(edge.confidence >= bound for bound in _CLASSES)
    nearness = common_depth(edge.path, origin) + (edge.path == origin)
    return edge.depth, -sure, minor, -nearness, -edge.confidence, edge.path, edge.line, edge.column
