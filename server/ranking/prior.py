"""The weights that people set before anything was learned: what the learned ones are mixed with.

Training questions are made of what developers wrote for each other, in the words of the code. What
people ask a search is known less well; these weights come from plain reasoning and a first trial.
On sources of questions that the learner has not seen, a mixture of both is as good as either (README.md).
"""

from collections.abc import Mapping

from codebase_lsp.engine.search.question import IDENTIFIER, NATURAL

_PENALTIES = {
    "testFile": -0.40,
    "exampleFile": -0.25,
    "legacyFile": -0.15,
    "declaration": -0.10,
    "prose": -0.30,
}

PRIOR: Mapping[str, Mapping[str, float]] = {
    NATURAL: {
        "body": 0.20,
        "bodyMass": 0.10,
        "coverage": 0.20,
        "phrase": 0.10,
        "vector": 0.40,
        "vectorMass": 0.20,
        "fileVector": 0.30,
        "symbols": 0.15,
        "path": 0.15,
        "definition": 0.50,
        "stemMatch": 0.40,
        "parentMatch": 0.40,
        **_PENALTIES,
    },
    IDENTIFIER: {
        "body": 0.40,
        "symbols": 0.30,
        "path": 0.10,
        "definition": 1.00,
        "stemMatch": 0.40,
        "parentMatch": 0.10,
        **_PENALTIES,
    },
}
