"""How much a repository turns around each file and each name: PageRank, personalised.

A step goes from a file to the names it uses, and from a name to the files that define it. After
Page et al. 1999 and Haveliwala 2002; that files and identifiers make such a graph, and what weighs how
much in it, is aider's idea (its repository map).
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .links import FileLinks

_DAMPING = 0.85
_STEPS = 40
_ENOUGH = 1e-6
_MENTIONED = 10.0
_TELLING, _TELLING_LETTERS = 10.0, 8
"""A long name of several words is somebody's own; a short one may be anybody's."""
_PRIVATE, _COMMON = 0.1, 0.1
_MANY_DEFINERS = 5

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Ranks:
    """Both sum to 1 over everything."""

    files: Mapping[str, float]
    definitions: Mapping[tuple[str, str], float]
    """By path and name."""


def rank(
    links: Mapping[str, FileLinks], names: list[str], near: Mapping[str, float], mentioned: frozenset[str]
) -> Ranks:
    """`near` are files that the question is about, with weights (open, mentioned); `mentioned` names."""
    paths = list(links)
    if not paths:
        return Ranks({}, {})
    sizes_of_uses = [len(each.uses) for each in links.values()]
    sizes_of_definitions = [len(each.defines) for each in links.values()]
    users: Indices = np.repeat(np.arange(len(paths)), sizes_of_uses)
    used: Indices = np.concatenate([each.uses for each in links.values()]).astype(np.int64)
    counts = np.concatenate([each.counts for each in links.values()]).astype(np.float64)
    definers: Indices = np.repeat(np.arange(len(paths)), sizes_of_definitions)
    defined: Indices = np.concatenate([each.defines for each in links.values()]).astype(np.int64)
    total = len(names)
    number_of_definers = np.bincount(defined, minlength=total)
    known = number_of_definers[used] > 0
    users, used, counts = users[known], used[known], counts[known]
    weights: Floats = np.sqrt(counts) * worth(names, number_of_definers, mentioned)[used]
    outgoing = _summed(users, weights, len(paths))
    flow: Floats = weights / np.maximum(outgoing[users], 1e-12)
    share: Floats = 1.0 / np.maximum(number_of_definers, 1)
    restart = _restart(paths, near)
    current = restart
    of_names: Floats = np.zeros(total)
    for _ in range(_STEPS):
        of_names = _summed(used, current[users] * flow, total)
        reached = _summed(definers, (of_names * share)[defined], len(paths))
        lost = 1.0 - float(reached.sum())  # files that use nothing known
        following: Floats = np.asarray(_DAMPING * (reached + lost * restart) + (1 - _DAMPING) * restart)
        done = float(np.abs(following - current).sum()) < _ENOUGH
        current = following
        if done:
            break
    flowing: Floats = of_names * share
    return Ranks(
        files={path: float(current[number]) for number, path in enumerate(paths)},
        definitions={
            (paths[file], names[name]): float(flowing[name])
            for file, name in zip(definers.tolist(), defined.tolist(), strict=True)
            if flowing[name] > 0
        },
    )


def _summed(places: Indices, values: Floats, size: int) -> Floats:
    """The sum of `values` by place."""
    return np.asarray(np.bincount(places, values, minlength=size), dtype=np.float64)


def worth(names: list[str], definers: NDArray[np.int64], mentioned: frozenset[str]) -> Floats:
    """Of a use of each name."""
    found: Floats = np.ones(len(names))
    for number, name in enumerate(names):
        if not definers[number]:
            continue
        if name in mentioned:
            found[number] *= _MENTIONED
        if len(name) >= _TELLING_LETTERS and (
            "_" in name.strip("_") or not (name.islower() or name.isupper())
        ):
            found[number] *= _TELLING
        if name.startswith("_"):
            found[number] *= _PRIVATE
        if definers[number] > _MANY_DEFINERS:
            found[number] *= _COMMON
    return found


def _restart(paths: list[str], near: Mapping[str, float]) -> Floats:
    """Mostly at what the question is about; a little everywhere, so that every file has a rank."""
    restart: Floats = np.full(len(paths), 1.0 / len(paths))
    wanted: Floats = np.array([near.get(path, 0.0) for path in paths])
    total = float(wanted.sum())
    return np.asarray(0.1 * restart + 0.9 * wanted / total, dtype=np.float64) if total > 0 else restart
