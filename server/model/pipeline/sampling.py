"""Chooses what is trained on: languages capped, some packages held out for validation."""

import json
import random
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from pipeline.passages import Pair

LANGUAGE_CAP = 90_000
KIND_SHARE = {"doc": 1.0, "comment": 1.0, "header": 1.0, "locale": 1.0, "name": 0.5, "path": 0.6, "next": 0.4}
"""Part of the pairs of a kind that is kept when a language has more than its cap."""
HELD_OUT = 20
"""One package in this many is for validation only."""


def read_pairs(paths: Iterable[Path]) -> list[Pair]:
    pairs: list[Pair] = []
    for path in paths:
        with path.open(encoding="utf-8") as lines:
            pairs += [Pair(**json.loads(line)) for line in lines]
    return pairs


def is_held_out(package: str) -> bool:
    return zlib.crc32(package.encode()) % HELD_OUT == 0


def has_han(text: str) -> bool:
    return any("\u4e00" <= char <= "\u9fff" for char in text)


def main_sources(pairs: list[Pair]) -> set[str]:
    """Packages that hold more than half of a language's pairs: without them it would not be learned."""
    count = Counter((pair.language, pair.package) for pair in pairs)
    total = Counter(pair.language for pair in pairs)
    return {package for (language, package), pairs_of in count.items() if 2 * pairs_of > total[language]}


def select(pairs: list[Pair], seed: int) -> tuple[list[Pair], list[Pair]]:
    """(training pairs, validation pairs). Chinese questions are always kept; duplicates never."""
    rng = random.Random(seed)
    groups: dict[str, list[Pair]] = defaultdict(list)
    held: list[Pair] = []
    seen: set[tuple[int, int]] = set()
    kept = main_sources(pairs)
    for pair in pairs:
        key = (hash(pair.query), hash(pair.text))
        if key in seen:
            continue
        seen.add(key)
        if is_held_out(pair.package) and pair.package not in kept:
            held.append(pair)
        else:
            groups[pair.language].append(pair)
    chosen: list[Pair] = []
    for _, group in sorted(groups.items()):
        if len(group) > LANGUAGE_CAP:
            weights = sum(KIND_SHARE.get(pair.kind, 1.0) for pair in group)
            ratio = LANGUAGE_CAP / weights
            group = [
                pair
                for pair in group
                if has_han(pair.query) or rng.random() < ratio * KIND_SHARE.get(pair.kind, 1.0)
            ]
        chosen += group
    rng.shuffle(chosen)
    return chosen, held


def summary(pairs: list[Pair]) -> dict[str, dict[str, int]]:
    """Counts by language and by kind."""
    return {
        "language": dict(Counter(pair.language for pair in pairs).most_common()),
        "kind": dict(Counter(pair.kind for pair in pairs).most_common()),
    }
