"""The signals: small named measures of how well a file answers, each between 0 and 1.

`weights.py` says what each is worth. A signal looks at one file at a time; what needs all
files (a maximum, a rarity) is prepared in `Scene`.
"""

from collections.abc import Callable
from math import sqrt

from ..parse.path_facts import named_alike, path_facts, share
from ..parse.tokens import stem, whole_token
from .candidates import FileCandidate
from .intent import BUILD, EXAMPLES, TESTS
from .scene import Scene

Signal = Callable[[FileCandidate, Scene], float]


# ── words of the text ────────────────────────────────────────────────────────────────────────


def body(file: FileCandidate, scene: Scene) -> float:
    """BM25 of the best chunk's text."""
    return file.best("body")


def body_rank(file: FileCandidate, scene: Scene) -> float:
    """1 for the file with the best chunk by BM25, 1/2 for the second, and so on."""
    return 1 / (1 + file.position("body"))


def body_mass(file: FileCandidate, scene: Scene) -> float:
    """All recalled chunks together, the later in the list the less: a subject's file has many."""
    return file.mass("body") / scene.largest_mass


def coverage(file: FileCandidate, scene: Scene) -> float:
    """Share of the question's words, rare ones counting more, that one passage and the path have."""
    return scene.second_look.coverage(file)


def phrase(file: FileCandidate, scene: Scene) -> float:
    """Share of the question's neighbouring words that the text writes as one name."""
    return scene.second_look.phrase(file)


# ── meaning ──────────────────────────────────────────────────────────────────────────────────


def vector(file: FileCandidate, scene: Scene) -> float:
    """Cosine of the chunk nearest in meaning."""
    return file.best("vector")


def vector_rank(file: FileCandidate, scene: Scene) -> float:
    """1 for the file with the chunk nearest in meaning, 1/2 for the second, and so on.

    Cosines of one question lie close together; their order tells more than their size.
    """
    return 1 / (1 + file.position("vector"))


def agreement(file: FileCandidate, scene: Scene) -> float:
    """Geometric mean of BM25 and cosine of the chunk where it is highest: both found the same."""
    product = 0.0
    for chunk in file.chunks:
        scores = chunk.scores
        if "vector" in scores and "body" in scores:
            product = max(product, scores["body"] * scores["vector"])
    return sqrt(product)


def file_vector(file: FileCandidate, scene: Scene) -> float:
    """Cosine of the question and the mean of all the file's vectors: what the file is about."""
    return scene.second_look.nearness(file.place)


def vector_mass(file: FileCandidate, scene: Scene) -> float:
    """All chunks recalled by meaning together, the later in the list the less."""
    return file.mass("vector") / scene.largest_vector_mass


# ── names ────────────────────────────────────────────────────────────────────────────────────


def symbols(file: FileCandidate, scene: Scene) -> float:
    """BM25 over the names that the best chunk defines."""
    return file.best("symbols")


def definition(file: FileCandidate, scene: Scene) -> float:
    """1 where a symbol that the question names is defined, 0.75 where that is in something else than
    what qualifies it in the question, 0.5 where only its spelling differs."""
    named, container = scene.question.symbols, scene.question.container
    if not named:
        return 0.0
    defined = {name for chunk in file.chunks for name in (*chunk.row.defines, chunk.row.name)}
    if defined.intersection(named):
        within = defined | path_facts(file.path).words
        return 1.0 if not container or {container[-1], stem(container[-1].lower())} & within else 0.75
    folded = {whole_token(name) for name in defined}
    return 0.5 if folded.intersection(whole_token(name) for name in named) else 0.0


def name_match(file: FileCandidate, scene: Scene) -> float:
    """How nearly one defined name says what is asked (Dice's coefficient of their words)."""
    return scene.names[file.place].best


def name_whole(file: FileCandidate, scene: Scene) -> float:
    """Share of the question's words in a defined name that consists of nothing else."""
    return scene.names[file.place].whole


def name_coverage(file: FileCandidate, scene: Scene) -> float:
    """Share of the question's words found in any defined name; rare ones count more."""
    return sum([scene.name_rarity[word] for word in scene.names[file.place].words])


# ── path ─────────────────────────────────────────────────────────────────────────────────────


def path(file: FileCandidate, scene: Scene) -> float:
    """BM25 over the words of the path."""
    return file.best("path")


def path_coverage(file: FileCandidate, scene: Scene) -> float:
    """Share of the question's words found anywhere in the path; rare ones count more."""
    words, rarity = path_facts(file.path).words, scene.path_rarity
    return sum([value for word, value in rarity.items() if word in words])


def stem_match(file: FileCandidate, scene: Scene) -> float:
    """Share of the file name's words that the question has."""
    return share(path_facts(file.path).stem_words, scene.question.words)


def parent_match(file: FileCandidate, scene: Scene) -> float:
    """Share of the question's words that the parent folder's name has."""
    return share(scene.question.words, path_facts(file.path).parent_words)


def path_named(file: FileCandidate, scene: Scene) -> float:
    """1 where the question names the file, 0.5 where it names a folder above it or another of that
    name, as the absolute paths of error reports do from another machine."""
    return max((named_alike(file.path, path) for path in scene.question.paths), default=0.0)


def language_named(file: FileCandidate, scene: Scene) -> float:
    """1 for files in a language that the question names."""
    return float(file.language in scene.question.languages)


# ── what kind of file ────────────────────────────────────────────────────────────────────────


def test_file(file: FileCandidate, scene: Scene) -> float:
    """1 for tests and their fixtures, unless the question asks for them."""
    return float(path_facts(file.path).is_test and TESTS not in scene.asks)


def example_file(file: FileCandidate, scene: Scene) -> float:
    """1 for examples, documentation and benchmarks, unless the question asks for them."""
    return float(path_facts(file.path).is_example and EXAMPLES not in scene.asks)


def legacy_file(file: FileCandidate, scene: Scene) -> float:
    """1 for compatibility and deprecated code."""
    return float(path_facts(file.path).is_legacy)


def vendored(file: FileCandidate, scene: Scene) -> float:
    """1 for copies of other projects and installed packages."""
    return float(path_facts(file.path).is_vendored)


def declaration(file: FileCandidate, scene: Scene) -> float:
    """1 for files of declarations without code, such as `.d.ts`."""
    return float(path_facts(file.path).is_declaration)


def prose(file: FileCandidate, scene: Scene) -> float:
    """1 for prose and data, which are not code, unless the question asks for documentation."""
    return float(file.language in _PROSE and EXAMPLES not in scene.asks)


def build_file(file: FileCandidate, scene: Scene) -> float:
    """1 for build files and style sheets, unless the question asks for them."""
    return float(file.language in _BUILD and BUILD not in scene.asks)


def open_file(file: FileCandidate, scene: Scene) -> float:
    """1 for the active file, 0.5 for other open ones."""
    if file.place == scene.active_path:
        return 1.0
    return 0.5 if file.place in scene.open_paths else 0.0


def recent_edit(file: FileCandidate, scene: Scene) -> float:
    """1 for files written within a minute of the last of those that may answer, 0.5 for a day before.

    After a clone all files are of one age and nothing is said; while somebody works, what they work on
    is raised.
    """
    written = scene.edited.get(file.place)
    return 0.0 if written is None else 1 / (1 + (scene.newest - written) // _MINUTE / _MINUTES_OF_A_DAY)


_MINUTE, _MINUTES_OF_A_DAY = 60_000_000_000, 24 * 60
_PROSE = frozenset({"markdown", "rst", "text", "json", "yaml", "toml", "xml", "html", "csv", "ini", None})
_BUILD = frozenset(
    """
    cmake css diff dockerfile gitattributes gitignore gomod gosum just less make meson ninja nix
    properties requirements scss svg
    """.split()
)

SIGNALS: dict[str, Signal] = {
    "body": body,
    "bodyRank": body_rank,
    "bodyMass": body_mass,
    "coverage": coverage,
    "phrase": phrase,
    "vector": vector,
    "vectorRank": vector_rank,
    "vectorMass": vector_mass,
    "fileVector": file_vector,
    "agreement": agreement,
    "symbols": symbols,
    "definition": definition,
    "nameMatch": name_match,
    "nameWhole": name_whole,
    "nameCoverage": name_coverage,
    "path": path,
    "pathCoverage": path_coverage,
    "stemMatch": stem_match,
    "parentMatch": parent_match,
    "pathNamed": path_named,
    "languageNamed": language_named,
    "testFile": test_file,
    "exampleFile": example_file,
    "legacyFile": legacy_file,
    "vendored": vendored,
    "declaration": declaration,
    "prose": prose,
    "buildFile": build_file,
    "openFile": open_file,
    "recentEdit": recent_edit,
}

SECOND_LOOK = frozenset({"coverage", "phrase", "fileVector"})
"""Signals that only files of the second look have."""


def silent(scene: Scene) -> frozenset[str]:
    """Signals that are 0 for every file of this question, since it has nothing that they look at."""
    question = scene.question
    speaks = {
        "definition": question.symbols,
        "pathNamed": question.paths,
        "languageNamed": question.languages,
        "openFile": scene.active_path or scene.open_paths,
    }
    return frozenset(name for name, something in speaks.items() if not something)
