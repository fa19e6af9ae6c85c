"""Why a result was found, in words a person reads."""

from collections.abc import Mapping

from .candidates import FileCandidate
from .question import Question

_WORDS = {
    "body": "its text has words of the question",
    "bodyMass": "the whole file is about it",
    "vector": "it is close in meaning",
    "vectorMass": "much of the file is close in meaning",
    "symbols": "it defines names with words of the question",
    "path": "its path has words of the question",
    "definition": "it defines {symbols}",
    "stemMatch": "its file name matches",
    "parentMatch": "its folder's name matches",
    "openFile": "it is open in the editor",
    "testFile": "ranked lower: a test",
    "exampleFile": "ranked lower: an example or documentation",
    "legacyFile": "ranked lower: kept for compatibility",
    "reexport": "ranked lower: mostly passes on what others define",
    "declaration": "ranked lower: declarations only",
    "prose": "ranked lower: not code",
}
_TELLING = 0.05
"""A signal that contributes less than this (weight × value) is not worth a sentence."""


def reasons(file: FileCandidate, question: Question, weights: Mapping[str, float]) -> tuple[str, ...]:
    """One phrase per telling signal, the strongest first."""
    parts = [(weight * file.signals.get(name, 0.0), name) for name, weight in weights.items()]
    told = sorted((part for part in parts if abs(part[0]) >= _TELLING), key=lambda part: -abs(part[0]))
    symbols = ", ".join(question.symbols)
    return tuple(_WORDS[name].format(symbols=symbols) for _, name in told)
