"""What each signal is worth, by the kind of question.

A linear model: the score of a file is the sum of weight times signal. Vectors weigh nothing where
the question is one identifier: there spelling decides.
"""

from collections.abc import Mapping

from .question import IDENTIFIER, NATURAL, PATH

_PENALTIES = {
    "testFile": -0.40,
    "exampleFile": -0.25,
    "legacyFile": -0.15,
    "reexport": -0.05,
    "declaration": -0.10,
    "prose": -0.30,
}

WEIGHTS: Mapping[str, Mapping[str, float]] = {
    NATURAL: {
        "body": 0.40,
        "bodyMass": 0.15,
        "vector": 0.60,
        "vectorMass": 0.20,
        "symbols": 0.15,
        "path": 0.15,
        "definition": 0.50,
        "stemMatch": 0.40,
        "parentMatch": 0.40,
        "openFile": 0.05,
        **_PENALTIES,
    },
    IDENTIFIER: {
        "body": 0.40,
        "bodyMass": 0.20,
        "symbols": 0.30,
        "path": 0.10,
        "definition": 1.00,
        "stemMatch": 0.40,
        "parentMatch": 0.10,
        "openFile": 0.05,
        **_PENALTIES,
    },
    PATH: {
        "path": 1.00,
        "stemMatch": 0.60,
        "parentMatch": 0.40,
        "body": 0.20,
        "openFile": 0.05,
        "testFile": -0.20,
    },
}

SEMANTIC: Mapping[str, float] = {"vector": 1.0}
"""`semantic` mode: nearness in meaning and nothing else."""

WITHOUT_VECTORS = ("vector", "vectorMass")
"""Signals that count nothing in `lexical` mode, and when no vectors are there."""


def weights_for(kind: str, mode: str) -> Mapping[str, float]:
    """The weights to use for a question of this kind in this mode."""
    if mode == "semantic":
        return SEMANTIC
    weights = WEIGHTS.get(kind, WEIGHTS[NATURAL])
    if mode == "lexical":
        return {name: weight for name, weight in weights.items() if name not in WITHOUT_VECTORS}
    return weights
