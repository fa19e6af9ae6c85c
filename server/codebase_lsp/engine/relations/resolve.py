"""From a reference to the definitions it may mean."""

from ..parse.types import Reference
from .chains import Chain, chain_before, split_receiver
from .corpus import Corpus
from .hierarchy import Hierarchy
from .meaning import Meanings
from .memo import Memo
from .names import Names
from .rules import rules_of
from .types import NAMED_LIKE_ITS_TYPE, Target
from .view import CALLABLE_KINDS, MEMBER_KINDS, TYPE_KINDS, FileView, parent_of

_LINES_BEFORE = 6
"""Lines that a chain of calls may begin above its last name."""
_MOST_CANDIDATES = 12
"""A name with more definitions than this says nothing by itself."""


class Resolver:
    """Answers about one state of the folder; make a new one when anything has changed."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        memo = Memo()
        self.hierarchy = Hierarchy(corpus, memo)
        self.names = Names(corpus, self.hierarchy.members)
        self.meanings = Meanings(corpus, self.names, self.hierarchy, memo)
        self.hierarchy.resolve_type = self._type
        self._memo: dict[tuple[str, int, int, str], list[Target]] = {}

    def resolve(self, view: FileView, reference: Reference) -> list[Target]:
        """Candidates, the most confident first; empty where it is known to be none of the folder's."""
        key = (view.path, reference.line, reference.column, reference.name)
        known = self._memo.get(key)
        if known is None:
            known = self._memo[key] = _ordered(self._resolve(view, reference))
        return known

    def _resolve(self, view: FileView, reference: Reference) -> list[Target]:
        if reference.kind in ("extends", "implements"):
            return self._type(view, reference)
        if not reference.receiver:
            return self._bare(view, reference)
        chain = self.chain(view, reference)
        if chain is not None:
            meanings = self.meanings.of_chain(view, chain, reference.within, reference.line)
            found: list[Target] = []
            for meaning in meanings:
                if meaning.module is not None:
                    found += self.names.in_module(meaning.module, reference.name).targets
                elif meaning.elements:
                    continue
                elif meaning.target is not None and meaning.target.symbol.kind in TYPE_KINDS:
                    found += self.hierarchy.members(meaning.target, reference.name)
            if meanings:
                return found
        return self._by_name(view, reference, chain[-1].name if chain else "")

    def _bare(self, view: FileView, reference: Reference) -> list[Target]:
        found = self.names.lookup(view, reference.name, reference.within)
        return found.targets

    def _by_name(self, view: FileView, reference: Reference, receiver: str) -> list[Target]:
        kinds = MEMBER_KINDS if reference.kind != "type" else TYPE_KINDS
        if reference.kind == "call":
            kinds = (MEMBER_KINDS | CALLABLE_KINDS) - TYPE_KINDS
            if view.language in ("python", "javascript", "typescript", "tsx", "java", "go"):
                kinds = frozenset({"method", "property", "field"})
        found = self.names.anywhere(view, reference.name, kinds)
        alike = [t for t in found if _is_named_like(receiver, parent_of(t.symbol).rpartition(".")[2])]
        if alike:
            share = NAMED_LIKE_ITS_TYPE / len({target.key for target in alike})
            return [Target(target.path, target.symbol, share) for target in alike]
        return found if len({t.key for t in found}) <= _MOST_CANDIDATES else []

    def chain(self, view: FileView, reference: Reference) -> Chain | None:
        """The receiver as steps; read from the text where the reference cannot say it."""
        if reference.receiver != "?" and "(" not in reference.receiver:
            chain = split_receiver(reference.receiver)
            if view.language == "rust" and self._line(view, reference)[: reference.column].endswith("::"):
                return (chain[0]._replace(is_path=True), *chain[1:])
            return chain
        lines = self.meanings.lines(view.path)
        if reference.line >= len(lines):
            return None
        above = lines[max(0, reference.line - _LINES_BEFORE) : reference.line]
        before = "".join(f"{line}\n" for line in above)
        return chain_before(before + lines[reference.line], len(before) + reference.column)

    def _line(self, view: FileView, reference: Reference) -> str:
        lines = self.meanings.lines(view.path)
        return lines[reference.line] if reference.line < len(lines) else ""

    def _type(self, view: FileView, reference: Reference) -> list[Target]:
        """The types that a name in a list of bases, or an annotation, may mean."""
        scope = reference.within.rpartition(".")[0]
        if reference.receiver and reference.receiver != "?":
            chain = split_receiver(reference.receiver)
            meanings = self.meanings.of_chain(view, chain, scope, reference.line)
            found: list[Target] = []
            for meaning in meanings:
                if meaning.module is not None:
                    found += self.names.in_module(meaning.module, reference.name).targets
                elif meaning.target is not None:
                    found += self.hierarchy.members(meaning.target, reference.name)
        else:
            looked_up = self.names.lookup(view, reference.name, scope, as_type=True)
            found = looked_up.targets
            if not looked_up and rules_of(view.language).neighbours != "none":
                found = self.names.anywhere(view, reference.name, TYPE_KINDS)
        named = [each for target in found for each in self.meanings.type_of_name(target)]
        return [target for target in found if target.symbol.kind in TYPE_KINDS] + named


def _is_named_like(receiver: str, owner: str) -> bool:
    bare = receiver.strip("_$").replace("_", "").lower()
    return len(owner) > 3 and bare.endswith(owner.lower())


def _ordered(targets: list[Target]) -> list[Target]:
    best: dict[tuple[str, str], Target] = {}
    for target in targets:
        known = best.get(target.key)
        if known is None or target.confidence > known.confidence:
            best[target.key] = target
    return sorted(best.values(), key=lambda t: (-round(t.confidence, 6), t.path, t.symbol.start_line))
