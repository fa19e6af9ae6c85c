"""The weights of one search: those of the table, with what the question asks for instead."""

from collections.abc import Collection, Mapping
from math import isfinite

from ...errors import BadRequest
from .signals import SIGNALS
from .weights import weights_for

_LARGEST = 1000.0
_MEANING = frozenset({"vector", "vectorRank", "vectorMass", "fileVector", "agreement"})
"""Signals that say nothing where there are no vectors."""


def chosen_weights(kind: str, mode: str, instead: Mapping[str, float]) -> Mapping[str, float]:
    """The table for this kind of question, overridden; a signal of weight 0 is left out."""
    table = weights_for(kind, mode)
    if not instead:
        return table
    usable = {name: weight for name, weight in instead.items() if mode != "lexical" or name not in _MEANING}
    return {name: weight for name, weight in {**table, **usable}.items() if weight}


def check_weights(weights: Mapping[str, float], names: Collection[str] = SIGNALS.keys()) -> None:
    """Raises BadRequest for a name that is not among `names`, and for a number no weight can be."""
    for name, weight in weights.items():
        if name not in names:
            known = f"those that have a weight here are {', '.join(names)}" if names else "it has no weights"
            raise BadRequest(f"There is no signal {name[:80]!r} to weigh: {known}.", f"weights.{name[:80]}")
        if not isfinite(weight) or abs(weight) > _LARGEST:
            raise BadRequest(
                f"A weight is a number from -{_LARGEST:g} to {_LARGEST:g}.", f"weights.{name[:80]}"
            )
