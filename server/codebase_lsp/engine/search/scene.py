"""What signals need beside the file itself: prepared once per question over all its files."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import log

from ..parse.path_facts import path_facts
from ..parse.tokens import split_identifier, stem
from .candidates import FileCandidate
from .intent import EXAMPLES, USAGE
from .question import Question
from .second_look import NO_LOOK, SecondLook


@dataclass(frozen=True, slots=True)
class NameMatches:
    """How the names that a file's recalled chunks define agree with the question."""

    words: frozenset[str] = frozenset()
    """Words of the question that some name has."""
    best: float = 0.0
    """Of one name: twice the words in common, divided by the words of both (Dice)."""
    whole: float = 0.0
    """Share of the question's words in the longest name that has no other words."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One question before its files. A word's rarity is its share in the rarity of all words of
    the question that were found, so that those of one question add up to 1."""

    question: Question
    largest_mass: float = 1.0
    """Of a file, by the words of the text."""
    largest_vector_mass: float = 1.0
    second_look: SecondLook = NO_LOOK
    names: dict[str, NameMatches] = field(default_factory=dict[str, NameMatches])
    """By place."""
    name_rarity: dict[str, float] = field(default_factory=dict[str, float])
    path_rarity: dict[str, float] = field(default_factory=dict[str, float])
    edited: Mapping[str, int] = field(default_factory=dict[str, int])
    """When each file was written, in nanoseconds, by place."""
    newest: int = 0
    """When the file among them was written that was written last."""
    active_path: str | None = None
    """This and the open ones are places, as candidates.py has them."""
    open_paths: frozenset[str] = frozenset()
    asks: frozenset[str] = frozenset()
    """Kinds of files (intent.py) that are not to rank low."""

    @classmethod
    def of(
        cls,
        question: Question,
        files: list[FileCandidate],
        active: str | None,
        opened: tuple[str, ...],
        edited: Mapping[str, int] | None = None,
    ) -> "Scene":
        asked = frozenset(question.words)
        names = {file.place: _name_matches(file, asked) for file in files}
        shown_by_example = {EXAMPLES} if question.intent == USAGE else set[str]()
        return cls(
            question=question,
            largest_mass=max((file.mass("body") for file in files), default=0.0) or 1.0,
            largest_vector_mass=max((file.mass("vector") for file in files), default=0.0) or 1.0,
            names=names,
            name_rarity=_rarity((match.words for match in names.values()), len(files)),
            path_rarity=_rarity((asked & path_facts(file.path).words for file in files), len(files)),
            edited=edited or {},
            newest=max((edited or {}).values(), default=0),
            active_path=active,
            open_paths=frozenset(opened),
            asks=question.asked_kinds | shown_by_example,
        )


def _rarity(found: Iterable[frozenset[str]], files: int) -> dict[str, float]:
    """The fewer of the recalled files have a word, the more it tells (inverse document frequency)."""
    counts: dict[str, int] = {}
    for words in found:
        for word in words:
            counts[word] = counts.get(word, 0) + 1
    rarity = {word: log(1 + files / count) for word, count in counts.items()}
    total = sum(rarity.values())
    return {word: value / total for word, value in rarity.items()}


def _name_matches(file: FileCandidate, asked: frozenset[str]) -> NameMatches:
    union: set[str] = set()
    best = whole = 0.0
    for chunk in file.chunks:
        row = chunk.row
        if asked.isdisjoint(_words_of_all(row.name, row.defines)):
            continue
        for words in map(words_of, (*row.defines, row.name)):
            common = words & asked
            if common:
                union |= common
                best = max(best, 2 * len(common) / (len(words) + len(asked)))
                if len(common) == len(words):
                    whole = max(whole, len(common) / len(asked))
    return NameMatches(frozenset(union), best, whole) if union else _NONE


_NONE = NameMatches()


@lru_cache(maxsize=1 << 16)
def words_of(name: str) -> frozenset[str]:
    """The stems of an identifier's words."""
    return frozenset(stem(part) for part in split_identifier(name))


@lru_cache(maxsize=1 << 15)
def _words_of_all(name: str, defines: tuple[str, ...]) -> frozenset[str]:
    return words_of(name).union(*map(words_of, defines))
