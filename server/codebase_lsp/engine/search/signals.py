"""The signals: small named measures of how well a file answers, each between 0 and 1.

`weights.py` says what each is worth. A signal looks at one file at a time; what needs all
files (a maximum) is prepared in `Scene`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ..parse.tokens import whole_token
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

    @classmethod
    def of(
        cls, question: Question, files: list[FileCandidate], active: str | None, opened: tuple[str, ...]
    ) -> "Scene":
        masses = maxima(files, "body"), maxima(files, "vector")
        asks = [not wanted.isdisjoint(question.words) for wanted in (_ASKS_TEST, _ASKS_EXAMPLE)]
        return cls(question, *masses, active, frozenset(opened), *asks)


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
}
