"""The signals: small named measures of how well a file answers, each between 0 and 1.

`weights.py` says what each is worth. A signal looks at one file at a time; what needs all
files (a maximum) is prepared in `Scene`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from math import log, sqrt

from ..parse.tokens import split_identifier, stem, whole_token
from .candidates import FileCandidate, maxima
from .path_facts import path_facts, share
from .question import Question

_ASKS_TEST = frozenset({"test", "spec", "mock", "fixtur", "unittest"})
_ASKS_EXAMPLE = frozenset({"exampl", "sampl", "demo", "doc", "document", "tutori", "benchmark"})


@dataclass(frozen=True, slots=True)
class Scene:
    """What signals may need beside the file itself."""

    question: Question
    body_mass: float
    vector_mass: float
    active_path: str | None = None
    open_paths: frozenset[str] = frozenset()
    asks_tests: bool = False
    asks_examples: bool = False
    worths: dict[str, float] = field(default_factory=dict[str, float])
    rarity: dict[str, float] = field(default_factory=dict[str, float])
    names: dict[str, tuple[frozenset[str], float, float]] = field(default_factory=dict)
    path_rarity: dict[str, float] = field(default_factory=dict[str, float])

    @classmethod
    def of(
        cls, question: Question, files: list[FileCandidate], active: str | None, opened: tuple[str, ...]
    ) -> "Scene":
        masses = maxima(files, "body"), maxima(files, "vector")
        asks = [not wanted.isdisjoint(question.words) for wanted in (_ASKS_TEST, _ASKS_EXAMPLE)]
        worths = {r: max((f.worth(r) for f in files), default=0.0) or 1.0 for r in ("body", "vector", "symbols")}
        asked = frozenset(question.words)
        names = {file.path: _names(file, asked) for file in files}
        rarity = _rarity(asked, [n[0] for n in names.values()])
        prare = _rarity(asked, [path_facts(file.path).words & asked for file in files])
        return cls(question, *masses, active, frozenset(opened), *asks, worths, rarity, names, prare)


def _rarity(asked: frozenset[str], found: list[frozenset[str]]) -> dict[str, float]:
    counts = dict.fromkeys(asked, 0)
    for words in found:
        for w in words:
            counts[w] += 1
    weights = {w: log(1 + len(found) / n) for w, n in counts.items() if n}
    total = sum(weights.values()) or 1.0
    return {w: v / total for w, v in weights.items()}


@lru_cache(maxsize=1 << 16)
def _words_of(name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(stem(part) for part in split_identifier(name)))


@lru_cache(maxsize=1 << 16)
def _words_of_all(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(w for name in names for w in _words_of(name))


def _names(file: FileCandidate, asked: frozenset[str]) -> tuple[frozenset[str], float, float]:
    union: set[str] = set()
    best = whole = 0.0
    for chunk in file.chunks:
        names = (*chunk.row.defines, chunk.row.name)
        common = asked & _words_of_all(names)
        if not common:
            continue
        union |= common
        for name in names:
            words = _words_of(name)
            n = sum(w in asked for w in words)
            if n:
                best = max(best, 2 * n / (len(words) + len(asked)))
                if n == len(words):
                    whole = max(whole, n / len(asked))
    return frozenset(union), best, whole


Signal = Callable[[FileCandidate, Scene], float]


def body(file: FileCandidate, scene: Scene) -> float:
    """BM25 of the best chunk's text."""
    return file.best("body")


def body_mass(file: FileCandidate, scene: Scene) -> float:
    """BM25 of all recalled chunks together: a file about the subject has many."""
    return file.mass("body") / scene.body_mass


def vector(file: FileCandidate, scene: Scene) -> float:
    """Cosine of the chunk nearest in meaning."""
    return file.best("vector")


def vector_mass(file: FileCandidate, scene: Scene) -> float:
    """Cosines of all recalled chunks together."""
    return file.mass("vector") / scene.vector_mass


def symbols(file: FileCandidate, scene: Scene) -> float:
    """BM25 over the names that the best chunk defines."""
    return file.best("symbols")


def path(file: FileCandidate, scene: Scene) -> float:
    """BM25 over the words of the path."""
    return file.best("path")


def definition(file: FileCandidate, scene: Scene) -> float:
    """1 where a symbol that the question names is defined, 0.5 where only its spelling differs."""
    named = scene.question.symbols
    if not named:
        return 0.0
    defined = {name for chunk in file.chunks for name in (*chunk.row.defines, chunk.row.name)}
    if defined.intersection(named):
        return 1.0
    folded = {whole_token(name) for name in defined}
    return 0.5 if folded.intersection(whole_token(name) for name in named) else 0.0


def stem_match(file: FileCandidate, scene: Scene) -> float:
    """Share of the file name's words that the question has."""
    return share(path_facts(file.path).stem_words, scene.question.words)


def parent_match(file: FileCandidate, scene: Scene) -> float:
    """Share of the question's words that the parent folder's name has."""
    return share(scene.question.words, path_facts(file.path).parent_words)


def test_file(file: FileCandidate, scene: Scene) -> float:
    """1 for tests and their fixtures, unless the question asks for them."""
    return float(path_facts(file.path).is_test and not scene.asks_tests)


def example_file(file: FileCandidate, scene: Scene) -> float:
    """1 for examples, documentation and benchmarks, unless the question asks for them."""
    return float(path_facts(file.path).is_example and not scene.asks_examples)


def legacy_file(file: FileCandidate, scene: Scene) -> float:
    """1 for compatibility and deprecated code."""
    return float(path_facts(file.path).is_legacy)


def reexport(file: FileCandidate, scene: Scene) -> float:
    """1 for files that mostly pass on what others define."""
    return float(path_facts(file.path).is_reexport)


def declaration(file: FileCandidate, scene: Scene) -> float:
    """1 for files of declarations without code, such as `.d.ts`."""
    return float(path_facts(file.path).is_declaration)


def prose(file: FileCandidate, scene: Scene) -> float:
    """1 for prose and data, which are not code, unless the question asks for documentation."""
    return float(file.language in _PROSE and not scene.asks_examples)


def open_file(file: FileCandidate, scene: Scene) -> float:
    """1 for the active file, 0.5 for other open ones."""
    if file.path == scene.active_path:
        return 1.0
    return 0.5 if file.path in scene.open_paths else 0.0


def body_rank(file: FileCandidate, scene: Scene) -> float:
    return 1 / (1 + file.position("body"))


def vector_rank(file: FileCandidate, scene: Scene) -> float:
    return 1 / (1 + file.position("vector"))


def symbols_rank(file: FileCandidate, scene: Scene) -> float:
    return 1 / (1 + file.position("symbols"))


def path_rank(file: FileCandidate, scene: Scene) -> float:
    return 1 / (1 + file.position("path"))


def body_worth(file: FileCandidate, scene: Scene) -> float:
    return file.worth("body") / scene.worths["body"]


def vector_worth(file: FileCandidate, scene: Scene) -> float:
    return file.worth("vector") / scene.worths["vector"]


def symbols_worth(file: FileCandidate, scene: Scene) -> float:
    return file.worth("symbols") / scene.worths["symbols"]


def agreement(file: FileCandidate, scene: Scene) -> float:
    return max((sqrt(c.scores.get("body", 0.0) * max(0.0, c.scores.get("vector", 0.0))) for c in file.chunks), default=0.0)


def name_match(file: FileCandidate, scene: Scene) -> float:
    return scene.names[file.path][1]


def name_whole(file: FileCandidate, scene: Scene) -> float:
    return scene.names[file.path][2]


def name_coverage(file: FileCandidate, scene: Scene) -> float:
    return sum(scene.rarity.get(w, 0.0) for w in scene.names[file.path][0])


def path_coverage(file: FileCandidate, scene: Scene) -> float:
    return sum(scene.path_rarity.get(w, 0.0) for w in path_facts(file.path).words)


def stem_whole(file: FileCandidate, scene: Scene) -> float:
    words = path_facts(file.path).stem_words
    return float(bool(words) and all(w in scene.question.words for w in words))


def stem_asked(file: FileCandidate, scene: Scene) -> float:
    return share(scene.question.words, path_facts(file.path).stem_words)


def depth(file: FileCandidate, scene: Scene) -> float:
    return min(1.0, file.path.count("/") / 8)


def length(file: FileCandidate, scene: Scene) -> float:
    end = max((c.row.end_line for c in file.chunks), default=1)
    return min(1.0, log(1 + end) / log(5000))


def hits(file: FileCandidate, scene: Scene) -> float:
    return min(1.0, len(file.chunks) / 20)


def build_file(file: FileCandidate, scene: Scene) -> float:
    return float(file.language in _BUILD)


_BUILD = frozenset({"cmake", "make", "dockerfile", "gomod", "gradle", "meson", "just", "ninja", "groovy", "css", "scss", "properties", "sql", "gitignore", "nix", "diff", "svg", "requirements"})
_PROSE = frozenset({"markdown", "rst", "text", "json", "yaml", "toml", "xml", "html", "csv", "ini", None})

SIGNALS: dict[str, Signal] = {
    "body": body,
    "bodyMass": body_mass,
    "vector": vector,
    "vectorMass": vector_mass,
    "symbols": symbols,
    "path": path,
    "definition": definition,
    "stemMatch": stem_match,
    "parentMatch": parent_match,
    "testFile": test_file,
    "exampleFile": example_file,
    "legacyFile": legacy_file,
    "reexport": reexport,
    "declaration": declaration,
    "prose": prose,
    "openFile": open_file,
    "bodyRank": body_rank, "vectorRank": vector_rank, "symbolsRank": symbols_rank, "pathRank": path_rank,
    "bodyWorth": body_worth, "vectorWorth": vector_worth, "symbolsWorth": symbols_worth,
    "agreement": agreement, "nameMatch": name_match, "nameWhole": name_whole, "nameCoverage": name_coverage,
    "pathCoverage": path_coverage, "stemWhole": stem_whole, "stemAsked": stem_asked, "depth": depth, "length": length, "hits": hits,
    "buildFile": build_file,
}
