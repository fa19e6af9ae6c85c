"""Why a result was found, in words a person reads."""

from collections.abc import Mapping

from .candidates import FileCandidate
from .question import Question

_WORDS = {
    "body": "its text has words of the question",
    "bodyRank": "its text is among the best for these words",
    "bodyMass": "much of the file has words of the question",
    "coverage": "one passage has most words of the question",
    "phrase": "it writes words of the question as one name",
    "vectorMass": "much of the file is close in meaning",
    "fileVector": "the file as a whole is close in meaning",
    "vector": "it is close in meaning",
    "vectorRank": "it is among the nearest in meaning",
    "agreement": "the same passage has the words and the meaning",
    "symbols": "it defines names with words of the question",
    "definition": "it defines {symbols}",
    "nameMatch": "a name it defines nearly says what is asked",
    "nameWhole": "a name it defines is a part of the question",
    "nameCoverage": "names it defines have words of the question",
    "path": "its path has words of the question",
    "pathCoverage": "its path has rare words of the question",
    "stemMatch": "its file name matches",
    "parentMatch": "its folder's name matches",
    "pathNamed": "the question names this path",
    "languageNamed": "the question names its language",
    "recentEdit": "it was edited lately",
    "openFile": "it is open in the editor",
    "testFile": "ranked lower: a test",
    "exampleFile": "ranked lower: an example or documentation",
    "legacyFile": "ranked lower: kept for compatibility",
    "vendored": "ranked lower: a copy of another project",
    "declaration": "ranked lower: declarations only",
    "prose": "ranked lower: not code",
    "buildFile": "ranked lower: a build file or a style sheet",
}
_TELLING = 0.02
"""A signal that contributes less than this share of what is attainable is not worth a sentence."""


def reasons(file: FileCandidate, question: Question, weights: Mapping[str, float]) -> tuple[str, ...]:
    """One phrase per telling signal, the strongest first."""
    attainable = sum(weight for weight in weights.values() if weight > 0) or 1.0
    parts = [(weight * file.signals.get(name, 0.0) / attainable, name) for name, weight in weights.items()]
    told = sorted((part for part in parts if abs(part[0]) >= _TELLING), key=lambda part: -abs(part[0]))
    symbols = ", ".join(question.symbols)
    return tuple(_WORDS[name].format(symbols=symbols) for _, name in told)
