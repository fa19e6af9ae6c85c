"""What a path alone says of a file: is it a test or an example, and what is it named."""

import re
from dataclasses import dataclass
from functools import lru_cache

from .tokens import split_identifier, stem

_TEST = re.compile(
    r"(^|/)(?:[\w.-]*[._-])?(?i:tests?|__tests__|specs?|testing|testdata|testutils?|fixtures?|mocks?|e2e)/"
    r"|(^|/)[\w.-]*[a-z0-9](Tests?|Specs?)/"  # commonTest/, ShopTests/
    r"|(^|/)(test_[^/]*|tests?\.\w+|conftest\.py|(spec|test)_helper\.\w+)$"
    r"|([._-](test|tests|spec|mock)|(?<=[a-z0-9])(Tests?|Specs?|TestCase|Mock))\.\w+$"
)
_EXAMPLE = re.compile(
    r"(^|/)(examples?|samples?|demos?|docs?|docs_src|documentation|tutorials?|benchmarks?|bench)/", re.I
)
_LEGACY = re.compile(r"(^|/)_?(compat|legacy|deprecated|old)(/|\.\w+$)", re.I)
_VENDORED = re.compile(
    r"(^|/)(_?vendor(ed)?|third[_-]?party|site-packages|dist-packages|node_modules|bower_components)/", re.I
)
_DECLARATION = re.compile(r"\.d\.[cm]?ts$|\.pyi$")


@dataclass(frozen=True, slots=True)
class PathFacts:
    """Words are stems in lower case, without repeats."""

    is_test: bool
    """A test or something that tests use."""
    is_example: bool
    """An example, documentation or a benchmark."""
    is_legacy: bool
    """Kept for compatibility."""
    is_vendored: bool
    """Somebody else's code, kept beside one's own."""
    is_declaration: bool
    """Declarations without code."""
    stem_words: tuple[str, ...]
    """Of the file name without its extensions."""
    parent_words: tuple[str, ...]
    """Of the folder's name."""
    words: frozenset[str]
    """Of all folders and the file's name."""


@lru_cache(maxsize=1 << 15)
def path_facts(path: str) -> PathFacts:
    """Computed once per path."""
    folders, _, name = path.rpartition("/")
    dot = name.find(".", 1)
    return PathFacts(
        is_test=bool(_TEST.search(path)),
        is_example=bool(_EXAMPLE.search(path)),
        is_legacy=bool(_LEGACY.search(path)),
        is_vendored=bool(_VENDORED.search(path)),
        is_declaration=bool(_DECLARATION.search(path)),
        stem_words=_words(name[:dot] if dot > 0 else name),
        parent_words=_words(folders.rpartition("/")[2]),
        words=frozenset(
            word for part in (*folders.split("/"), name[:dot] if dot > 0 else name) for word in _words(part)
        ),
    )


def _words(name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(stem(part) for part in split_identifier(name)))


@lru_cache(maxsize=1 << 15)
def share(parts: tuple[str, ...], others: tuple[str, ...]) -> float:
    """Share of `parts` found in `others`; one that begins like another counts by how much of it."""
    if not parts:
        return 0.0
    return sum([1.0 if part in others else _alike(part, others) for part in parts]) / len(parts)


def _alike(part: str, others: tuple[str, ...]) -> float:
    """The largest share that `part` and one of `others` have in common, where one begins the other."""
    head, best = part[:3], 0.0
    if len(head) == 3:
        for other in others:
            if other.startswith(head) and (other.startswith(part) or part.startswith(other)):
                best = max(best, min(len(part), len(other)) / max(len(part), len(other)))
    return best


def named_alike(path: str, named: str) -> float:
    """How well a path that a person wrote fits: 1 where one ends with the other, 0.5 where only the
    file's name is the same or the folder is one above it."""
    wanted = named.strip("/")
    mine, its = f"/{path}", f"/{wanted}"
    if not wanted:
        return 0.0
    if mine.endswith(its) or ("/" in path and its.endswith(mine)):
        return 1.0
    if mine.rpartition("/")[2] == its.rpartition("/")[2] or f"{its}/" in mine:
        return 0.5
    return 0.0
