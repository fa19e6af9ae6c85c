"""What each signal is worth, by the kind of question.

A linear model: the score of a file is the sum of weight times signal, and the positive weights of a
table add up to about 1. How the tables came about (server/ranking/README.md has the details):

- Questions of natural language: learned from 7,700 questions that the histories, comments and manuals
  of 56 repositories gave, none of which is in the benchmark; then averaged, half and half, with the
  weights that people had set before (server/ranking/prior.py).
- Identifiers: as people had set them. Learning from 1,100 identifiers gave nothing beyond the noise.
- Paths: set by hand.

Vectors weigh nothing where the question is one identifier: there spelling decides.
"""

from collections.abc import Mapping

from .kinds import ERROR, IDENTIFIER, MIXED, NATURAL, PATH, QUALIFIED

_OPEN_FILE = 0.02
"""Set by hand: it decides between files that are otherwise alike. No history tells what was open."""

_VENDORED = -0.10
"""Set by hand: the histories learned from have hardly any such code."""

_PATH_NAMED, _LANGUAGE_NAMED = 0.30, 0.06
"""Set by hand: a file that the question names is meant; a language tells apart what is otherwise alike.
Hardly any training question names either."""

HYBRID: Mapping[str, float] = {
    "body": 0.100,
    "coverage": 0.100,
    "fileVector": 0.08,
    "vectorMass": 0.04,
    "phrase": 0.03,
    "bodyRank": 0.030,
    "vector": 0.118,
    "vectorRank": 0.050,
    "agreement": 0.043,
    "symbols": 0.048,
    "definition": 0.106,
    "nameMatch": 0.035,
    "nameWhole": 0.060,
    "nameCoverage": 0.032,
    "path": 0.060,
    "pathCoverage": 0.018,
    "stemMatch": 0.108,
    "parentMatch": 0.146,
    "pathNamed": _PATH_NAMED,
    "languageNamed": _LANGUAGE_NAMED,
    "openFile": _OPEN_FILE,
    "testFile": -0.189,
    "exampleFile": -0.135,
    "legacyFile": -0.029,
    "vendored": _VENDORED,
    "declaration": -0.019,
    "prose": -0.170,
    "buildFile": -0.056,
}
"""Natural language, by words and by meaning."""

LEXICAL: Mapping[str, float] = {
    "body": 0.13,
    "coverage": 0.12,
    "phrase": 0.03,
    "bodyRank": 0.031,
    "bodyMass": 0.053,
    "symbols": 0.058,
    "definition": 0.122,
    "nameMatch": 0.049,
    "nameWhole": 0.056,
    "nameCoverage": 0.030,
    "path": 0.066,
    "pathCoverage": 0.023,
    "stemMatch": 0.129,
    "parentMatch": 0.173,
    "pathNamed": _PATH_NAMED,
    "languageNamed": _LANGUAGE_NAMED,
    "openFile": _OPEN_FILE,
    "testFile": -0.197,
    "exampleFile": -0.135,
    "legacyFile": -0.035,
    "vendored": _VENDORED,
    "declaration": -0.023,
    "prose": -0.173,
    "buildFile": -0.053,
}
"""Natural language by words alone: `lexical` mode, and while no vectors are there."""

SEMANTIC: Mapping[str, float] = {"vector": 0.5, "fileVector": 0.5}
"""`semantic` mode: nearness in meaning and nothing else, of the best passage and of the whole file."""

_IDENTIFIER: Mapping[str, float] = {
    "body": 0.17,
    "symbols": 0.13,
    "path": 0.04,
    "definition": 0.43,
    "stemMatch": 0.17,
    "parentMatch": 0.04,
    "openFile": _OPEN_FILE,
    "testFile": -0.17,
    "exampleFile": -0.11,
    "legacyFile": -0.07,
    "vendored": _VENDORED,
    "declaration": -0.04,
    "prose": -0.13,
}

_PATH: Mapping[str, float] = {
    "pathNamed": 0.30,
    "path": 0.30,
    "stemMatch": 0.20,
    "parentMatch": 0.12,
    "body": 0.06,
    "openFile": _OPEN_FILE,
    "testFile": -0.06,
}

WEIGHTS: Mapping[str, Mapping[str, float]] = {
    NATURAL: HYBRID,
    MIXED: HYBRID,
    ERROR: HYBRID,
    IDENTIFIER: _IDENTIFIER,
    QUALIFIED: _IDENTIFIER,
    PATH: _PATH,
}
"""By kind of question, where all retrievers answer."""


def weights_for(kind: str, mode: str) -> Mapping[str, float]:
    """The weights to use for a question of this kind in this mode."""
    if mode == "semantic":
        return SEMANTIC
    weights = WEIGHTS.get(kind, HYBRID)
    return LEXICAL if mode == "lexical" and weights is HYBRID else weights
