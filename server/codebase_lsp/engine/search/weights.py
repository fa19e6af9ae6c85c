"""What each signal is worth, by the kind of question.

A linear model: the score of a file is the sum of weight times signal, and the positive weights of a
table add up to about 1. How the tables came about (server/ranking/README.md has the details):

- Questions of natural language: learned from 7,700 questions that the histories, comments and manuals
  of 56 repositories gave, none of which is in the benchmark, then averaged with weights set by hand:
  one to one for words alone, one to four where meaning joins in, because there the learned table
  alone gains on such questions and loses on curated ones. Weights of a hundredth or less could as
  well be left out.
- Identifiers: set by hand. Learning from 1,100 identifiers gave nothing beyond the noise.
- Paths: set by hand.

Vectors weigh nothing where the question is one identifier: there spelling decides.
"""

from collections.abc import Mapping

from .question import IDENTIFIER, NATURAL, PATH

_OPEN_FILE = 0.02
"""Set by hand: it decides between files that are otherwise alike. No history tells what was open."""

HYBRID: Mapping[str, float] = {
    "body": 0.140,
    "bodyRank": 0.012,
    "bodyMass": 0.050,
    "vector": 0.169,
    "vectorRank": 0.019,
    "agreement": 0.018,
    "symbols": 0.050,
    "definition": 0.145,
    "nameMatch": 0.015,
    "nameWhole": 0.023,
    "nameCoverage": 0.012,
    "path": 0.055,
    "pathCoverage": 0.008,
    "stemMatch": 0.122,
    "parentMatch": 0.140,
    "openFile": _OPEN_FILE,
    "testFile": -0.158,
    "exampleFile": -0.106,
    "legacyFile": -0.042,
    "declaration": -0.028,
    "prose": -0.129,
    "buildFile": -0.023,
}
"""Natural language, by words and by meaning."""

LEXICAL: Mapping[str, float] = {
    "body": 0.211,
    "bodyRank": 0.031,
    "bodyMass": 0.053,
    "symbols": 0.058,
    "definition": 0.122,
    "nameMatch": 0.049,
    "nameWhole": 0.055,
    "nameCoverage": 0.030,
    "path": 0.066,
    "pathCoverage": 0.024,
    "stemMatch": 0.126,
    "parentMatch": 0.173,
    "openFile": _OPEN_FILE,
    "testFile": -0.197,
    "exampleFile": -0.135,
    "legacyFile": -0.035,
    "declaration": -0.023,
    "prose": -0.173,
    "buildFile": -0.053,
}
"""Natural language by words alone: `lexical` mode, and while no vectors are there."""

SEMANTIC: Mapping[str, float] = {"vector": 1.0}
"""`semantic` mode: nearness in meaning and nothing else."""

_IDENTIFIER: Mapping[str, float] = {
    "body": 0.16,
    "bodyMass": 0.08,
    "symbols": 0.12,
    "path": 0.04,
    "definition": 0.40,
    "stemMatch": 0.16,
    "parentMatch": 0.04,
    "openFile": _OPEN_FILE,
    "testFile": -0.16,
    "exampleFile": -0.10,
    "legacyFile": -0.06,
    "declaration": -0.04,
    "prose": -0.12,
}

_PATH: Mapping[str, float] = {
    "pathEnd": 0.30,
    "path": 0.30,
    "stemMatch": 0.20,
    "parentMatch": 0.12,
    "body": 0.06,
    "openFile": _OPEN_FILE,
    "testFile": -0.06,
}

WEIGHTS: Mapping[str, Mapping[str, float]] = {NATURAL: HYBRID, IDENTIFIER: _IDENTIFIER, PATH: _PATH}
"""By kind of question, where all retrievers answer."""


def weights_for(kind: str, mode: str) -> Mapping[str, float]:
    """The weights to use for a question of this kind in this mode."""
    if mode == "semantic":
        return SEMANTIC
    weights = WEIGHTS.get(kind, HYBRID)
    return LEXICAL if mode == "lexical" and weights is HYBRID else weights
