"""Scores on data that was not trained on and is no benchmark: packages held out, Chinese questions."""

import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from pipeline.dataset import count_matrix, weigh
from pipeline.export import quantise
from pipeline.passages import Pair, passage
from pipeline.sampling import has_han
from pipeline.wordpiece import MAX_TOKENS

Embed = Callable[[Sequence[str]], np.ndarray]
PER_PACKAGE, LEAST = 300, 30


def embedder(table: np.ndarray, tokenizer: Tokenizer, dim: int | None = None) -> Embed:
    """Texts → unit vectors, as the exported graph computes them: int8 table, √count, L2."""
    rows, scale = quantise(table)
    table = rows.astype(np.float32) * scale[:, None]

    def embed(texts: Sequence[str]) -> np.ndarray:
        vectors = np.asarray(weigh(count_matrix(tokenizer, texts, MAX_TOKENS)) @ table)[:, :dim]
        return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)

    return embed


def reciprocal_ranks(queries: Sequence[str], answers: Sequence[str], embed: Embed) -> np.ndarray:
    """1/rank of each query's own answer among all answers."""
    similarity = embed(queries) @ embed(answers).T
    own = np.diagonal(similarity)[:, None]
    return 1 / (1 + (similarity > own + 1e-7).sum(1))


def _code(pair: Pair) -> str:
    return passage(pair.path, pair.header, "", pair.text)


def report(held: list[Pair], chinese: Path, embed: Embed) -> dict[str, float]:
    """Mean reciprocal ranks.

    `doc to code`: comments to their code within each held-out package, mean over packages. `by language`: the
    same over all pairs of a language. `zh translation`, `zh comment`: Chinese texts and comments of held-out
    packages. `zh curated`: hand-written questions among as many answers and 2,000 pieces of other code.
    """
    rng = random.Random(7)
    by_package: dict[str, list[Pair]] = defaultdict(list)
    for pair in held:
        if pair.kind == "doc" and not has_han(pair.query):
            by_package[pair.package].append(pair)
    means: list[float] = []
    by_language: dict[str, list[float]] = defaultdict(list)
    for _, group in sorted(by_package.items()):
        unique = list({pair.query: pair for pair in group}.values())
        if len(unique) < LEAST:
            continue
        chosen = rng.sample(unique, min(len(unique), PER_PACKAGE))
        ranks = reciprocal_ranks([pair.query for pair in chosen], [_code(pair) for pair in chosen], embed)
        means.append(float(ranks.mean()))
        for pair, rank in zip(chosen, ranks, strict=True):
            by_language[pair.language].append(float(rank))
    scores = {"doc to code": float(np.mean(means)), "held-out packages": float(len(means))}
    scores |= {
        f"doc to code, {name}": float(np.mean(ranks))
        for name, ranks in sorted(by_language.items())
        if len(ranks) >= 50
    }
    for name, wanted in (("zh translation", ("locale",)), ("zh comment", ("doc", "comment"))):
        some = [pair for pair in held if pair.kind in wanted and has_han(pair.query)]
        some = list({pair.query: pair for pair in some}.values())
        some = rng.sample(some, min(len(some), 1000))
        if some:
            texts = [pair.text if pair.kind == "locale" else _code(pair) for pair in some]
            scores[name] = float(reciprocal_ranks([pair.query for pair in some], texts, embed).mean())
    rows = [line.split("\t") for line in chinese.read_text("utf-8").splitlines() if line and line[0] != "#"]
    others = [_code(pair) for pair in rng.sample(held, min(2000, len(held))) if not has_han(pair.text)]
    similarity = embed([row[0] for row in rows]) @ embed([row[1] for row in rows] + others).T
    own = np.diagonal(similarity)[:, None]
    scores["zh curated"] = float(np.mean(1 / (1 + (similarity > own + 1e-7).sum(1))))
    return {name: round(value, 4) for name, value in scores.items()}
