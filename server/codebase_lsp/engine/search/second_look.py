"""A second look at the best files: which of the question's words stand together, and how near the
file as a whole is.

BM25 adds up words, so that a rare one said five times outweighs four that stand together; the second
look asks how much of the question one passage has. It costs a query, so only files that may still
come first get it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import log

from ..index.recall import Evidence
from ..parse.path_facts import path_facts
from ..parse.tokens import words
from .candidates import FileCandidate
from .question import STOP_WORDS, Question

FILES = 50
"""Files that get it: the right one is among so many 99 times of 100."""
_MOST_WORDS, _MOST_PHRASES = 14, 10


@dataclass(frozen=True)
class SecondLook:
    """What was found. A worth is a share in the rarity of all words of the question that the folder
    has at all, so that those of one question add up to 1; likewise of its phrases."""

    words: tuple[str, ...] = ()
    """The tokens that were looked for: words of the question, then phrases written as one name."""
    worth: tuple[float, ...] = ()
    phrase_bits: int = 0
    """Which of them are phrases."""
    evidence: Evidence | None = None

    @cached_property
    def nearest(self) -> float:
        """The highest nearness of a file."""
        return max((self.evidence.nearness.values() if self.evidence else ()), default=0.0)

    @cached_property
    def _worths(self) -> dict[int, float]:
        return {0: 0.0}

    def _worth(self, bits: int) -> float:
        known = self._worths.get(bits)
        if known is None:
            known = sum([worth for bit, worth in enumerate(self.worth) if bits >> bit & 1])
            self._worths[bits] = known
        return known

    def coverage(self, file: FileCandidate) -> float:
        """Share of the question's words in the file's path and that recalled chunk that has most."""
        if self.evidence is None or not self.worth:
            return 0.0
        held = self.evidence.held
        of_path = path_facts(file.path).words
        path_bits = sum([1 << bit for bit, word in enumerate(self.words) if word in of_path])
        chunks = (held.get(chunk.row.id, 0) | path_bits for chunk in file.chunks)
        return min(1.0, max((self._worth(bits & ~self.phrase_bits) for bits in chunks), default=0.0))

    def phrase(self, file: FileCandidate) -> float:
        """Share of the question's pairs of neighbouring words that stand as one name in a recalled chunk."""
        if self.evidence is None or not self.phrase_bits:
            return 0.0
        found = 0
        for chunk in file.chunks:
            found |= self.evidence.held.get(chunk.row.id, 0)
        return min(1.0, self._worth(found & self.phrase_bits))

    def nearness(self, place: str) -> float:
        """Cosine of the question and the mean of the file's vectors, divided by the highest."""
        if self.evidence is None or self.nearest <= 0:
            return 0.0
        return max(0.0, self.evidence.nearness.get(place, 0.0)) / self.nearest


NO_LOOK = SecondLook()

Look = Callable[[Iterable[str], tuple[str, ...]], Evidence]
"""(places of files, words) → what is found of them in both tiers, by place."""


def look(
    question: Question, places: Iterable[str], frequency: Callable[[str], int], chunks: int, ask: Look
) -> SecondLook:
    """`frequency` says in how many of all `chunks` a token stands."""
    single = question.words[:_MOST_WORDS]
    rarities = {
        word: _rarity(frequency(word), chunks) for word in (*single, *phrases(question)[:_MOST_PHRASES])
    }
    sought = tuple(word for word, rarity in rarities.items() if rarity)
    phrase_bits = sum(1 << bit for bit, word in enumerate(sought) if word not in single)
    worth = (
        *_shares(rarities, [w for w in sought if w in single]),
        *_shares(rarities, [w for w in sought if w not in single]),
    )
    return SecondLook(sought, worth, phrase_bits, ask(places, sought))


def phrases(question: Question) -> list[str]:
    """Neighbouring words of a question as the one token of a name: "request context" → `requestcontext`,
    which `RequestContext` and `request_context` give as well."""
    told = [word.lower() for word in words(question.text)]
    pairs = (
        first + second
        for first, second in pairwise(told)
        if first.isalpha() and second.isalpha() and not STOP_WORDS & {first, second}
    )
    return list(dict.fromkeys(pair for pair in pairs if pair.isascii()))


def _rarity(frequency: int, chunks: int) -> float:
    """BM25's inverse document frequency; 0 for what stands nowhere."""
    return log(1 + (max(0, chunks - frequency) + 0.5) / (frequency + 0.5)) if frequency else 0.0


def _shares(rarities: Mapping[str, float], chosen: list[str]) -> list[float]:
    total = sum(rarities[word] for word in chosen) or 1.0
    return [rarities[word] / total for word in chosen]
