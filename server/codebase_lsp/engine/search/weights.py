"""What each signal is worth, by the kind of question.

A linear model: the score of a file is the sum of weight times signal, and the positive weights of a
table add up to about 1. How the tables came about (server/ranking/README.md has the details):

- Questions of natural language: learned from 2,500 questions that the histories, comments and manuals
  of 56 repositories gave, none of which is in the benchmark; then mixed, one part to two, with the
  weights that people had set before (server/ranking/prior.py). A test makes the tables anew.
- Identifiers: as people had set them. Learning from 1,100 identifiers gave nothing beyond the noise.
- Paths: set by hand.

Vectors weigh nothing where the question is one identifier: there spelling decides.
"""

from collections.abc import Mapping

from .kinds import ERROR, IDENTIFIER, MIXED, NATURAL, PATH, QUALIFIED

_OPEN_FILE = 0.02
"""Set by hand: it decides between files that are otherwise alike. No history tells what was open."""

_RECENT_EDIT = 0.01
"""Set by hand, and small: histories tell what was edited, not what was asked meanwhile."""

_VENDORED = -0.10
"""Set by hand: the histories learned from have hardly any such code."""

_PATH_NAMED, _LANGUAGE_NAMED = 0.30, 0.06
"""Set by hand: a file that the question names is meant; a language tells apart what is otherwise alike.
Hardly any training question names either."""

BY_HAND = frozenset({"pathNamed", "languageNamed", "openFile", "recentEdit", "vendored"})
"""Signals that no training question tells anything about; all others come from server/ranking/train.py."""

HYBRID: Mapping[str, float] = {
    "body": 0.047,
    "bodyRank": 0.019,
    "bodyMass": 0.022,
    "coverage": 0.113,
    "phrase": 0.033,
    "vector": 0.086,
    "vectorRank": 0.021,
    "vectorMass": 0.043,
    "fileVector": 0.095,
    "agreement": 0.015,
    "symbols": 0.045,
    "definition": 0.121,
    "nameMatch": 0.020,
    "nameWhole": 0.036,
    "nameCoverage": 0.009,
    "path": 0.050,
    "pathCoverage": 0.004,
    "stemMatch": 0.099,
    "parentMatch": 0.123,
    "pathNamed": _PATH_NAMED,
    "languageNamed": _LANGUAGE_NAMED,
    "openFile": _OPEN_FILE,
    "recentEdit": _RECENT_EDIT,
    "testFile": -0.152,
    "exampleFile": -0.104,
    "legacyFile": -0.037,
    "declaration": -0.022,
    "prose": -0.130,
    "buildFile": -0.033,
    "vendored": _VENDORED,
}
"""Natural language, by words and by meaning."""

LEXICAL: Mapping[str, float] = {
    "body": 0.086,
    "bodyRank": 0.020,
    "bodyMass": 0.038,
    "coverage": 0.137,
    "phrase": 0.045,
    "symbols": 0.061,
    "definition": 0.164,
    "nameMatch": 0.028,
    "nameWhole": 0.032,
    "nameCoverage": 0.007,
    "path": 0.063,
    "pathCoverage": 0.012,
    "stemMatch": 0.140,
    "parentMatch": 0.167,
    "pathNamed": _PATH_NAMED,
    "languageNamed": _LANGUAGE_NAMED,
    "openFile": _OPEN_FILE,
    "recentEdit": _RECENT_EDIT,
    "testFile": -0.183,
    "exampleFile": -0.120,
    "legacyFile": -0.049,
    "declaration": -0.030,
    "prose": -0.153,
    "buildFile": -0.032,
    "vendored": _VENDORED,
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
    "recentEdit": _RECENT_EDIT,
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
    "recentEdit": _RECENT_EDIT,
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
