"""The signals: small named measures of how well a file answers, each between 0 and 1.

`weights.py` says what each is worth. A signal looks at one file at a time; what needs all
files (a maximum) is prepared in `Scene`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from ..parse.tokens import split_identifier, stem, whole_token
from .candidates import FileCandidate, maxima
from .question import Question

_TEST = re.compile(
    r"(^|/)(tests?|__tests__|specs?|testing|testdata|test_data|fixtures?|mocks?|e2e)/"
    r"|(^|/)(test_[^/]*|conftest\.py)$"
    r"|([._-](test|tests|spec|mock)|(?<=[a-z0-9])(Tests?|Specs?|TestCase|Mock))\.\w+$"
)
_EXAMPLE = re.compile(
    r"(^|/)(examples?|samples?|demos?|docs?|docs_src|documentation|tutorials?|benchmarks?|bench)/", re.I
)
_LEGACY = re.compile(r"(^|/)_?(compat|legacy|deprecated|old)(/|\.\w+$)", re.I)
_REEXPORT = re.compile(
    r"(^|/)(__init__\.py|index\.[cm]?[jt]sx?|mod\.rs|lib\.rs|package-info\.java|init\.lua)$"
)
_DECLARATION = re.compile(r"\.d\.[cm]?ts$|\.pyi$")
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

    @classmethod
    def of(
        cls, question: Question, files: list[FileCandidate], active: str | None, opened: tuple[str, ...]
    ) -> "Scene":
        masses = maxima(files, "body"), maxima(files, "vector")
        return cls(question, *masses, active_path=active, open_paths=frozenset(opened))


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
    return _share(_words_of(_stem_of(file.path)), scene.question.words)


def parent_match(file: FileCandidate, scene: Scene) -> float:
    """Share of the question's words that the parent folder's name has."""
    folder = file.path.rpartition("/")[0].rpartition("/")[2]
    return _share(scene.question.words, _words_of(folder))


def test_file(file: FileCandidate, scene: Scene) -> float:
    """1 for tests and their fixtures, unless the question asks for them."""
    return float(bool(_TEST.search(file.path))) if _ASKS_TEST.isdisjoint(scene.question.words) else 0.0


def example_file(file: FileCandidate, scene: Scene) -> float:
    """1 for examples, documentation and benchmarks, unless the question asks for them."""
    return float(bool(_EXAMPLE.search(file.path))) if _ASKS_EXAMPLE.isdisjoint(scene.question.words) else 0.0


def legacy_file(file: FileCandidate, scene: Scene) -> float:
    """1 for compatibility and deprecated code."""
    return float(bool(_LEGACY.search(file.path)))


def reexport(file: FileCandidate, scene: Scene) -> float:
    """1 for files that mostly pass on what others define."""
    return float(bool(_REEXPORT.search(file.path)))


def declaration(file: FileCandidate, scene: Scene) -> float:
    """1 for files of declarations without code, such as `.d.ts`."""
    return float(bool(_DECLARATION.search(file.path)))


def prose(file: FileCandidate, scene: Scene) -> float:
    """1 for prose and data, which are not code, unless the question asks for documentation."""
    asked = not _ASKS_EXAMPLE.isdisjoint(scene.question.words)
    return float(file.language in _PROSE and not asked)


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


def _stem_of(file_path: str) -> str:
    name = file_path.rpartition("/")[2]
    return name[: name.find(".", 1)] if name.find(".", 1) > 0 else name


def _words_of(name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(stem(part) for part in split_identifier(name)))


def _share(parts: tuple[str, ...], others: tuple[str, ...]) -> float:
    """Share of `parts` found in `others`; a prefix of three letters or more counts as found."""
    if not parts:
        return 0.0
    found = sum(any(_alike(part, other) for other in others) for part in parts)
    return found / len(parts)


def _alike(a: str, b: str) -> bool:
    shorter, longer = sorted((a, b), key=len)
    return a == b or (len(shorter) >= 3 and longer.startswith(shorter))
