"""Contrastive training of the token table with numpy and scipy on one thread.

With X the sparse √count matrix of a batch and E the table, texts are L2(X·E), and the gradient of E is
Xᵀ·G. The loss is symmetric InfoNCE (van den Oord et al. 2018) over in-batch negatives, averaged over nested
prefixes of the dimensions (Matryoshka representation learning, Kusupati et al. 2022).
"""

import time
from dataclasses import dataclass

import numpy as np

from pipeline.dataset import Dataset, Matrix, weigh

Array = np.ndarray


@dataclass(frozen=True)
class Recipe:
    """What a training run is made of; everything random follows from `seed`."""

    dim: int = 256
    nested: tuple[int, ...] = (256, 128, 64)
    batch: int = 2048
    block: int = 256
    """A batch is made of blocks from one package each, so that negatives are near."""
    steps: int = 1200
    rate: float = 5e-3
    warmup: int = 50
    temperature: float = 0.05
    token_drop: float = 0.1
    """Share of tokens left out of both sides, at random."""
    sif: float = 1e-3
    """Start norms are sif / (sif + p(token)): frequent tokens start short (Arora et al. 2017)."""
    seed: int = 20


def initial_table(data: Dataset, recipe: Recipe) -> Array:
    """Random directions, norms by token frequency; float32 of shape (vocabulary, dim)."""
    rng = np.random.default_rng(recipe.seed)
    frequency = np.asarray(data.query.sum(0)).ravel() + np.asarray(data.fields["text"].sum(0)).ravel()
    frequency /= frequency.sum()
    table = rng.standard_normal((len(frequency), recipe.dim)).astype(np.float32)
    table /= np.linalg.norm(table, axis=1, keepdims=True)
    table *= (recipe.sif / (recipe.sif + frequency)).astype(np.float32)[:, None]
    table[:2] = 0
    return table


def batches(data: Dataset, recipe: Recipe, rng: np.random.Generator):
    """Endless batches of row numbers."""
    while True:
        order = rng.permutation(len(data))
        order = order[np.argsort(data.package[order], kind="stable")]
        bounds = np.flatnonzero(np.diff(data.package[order])) + 1
        blocks = [
            part[i : i + recipe.block]
            for part in np.split(order, bounds)
            for i in range(0, len(part), recipe.block)
        ]
        shuffled = np.concatenate([blocks[i] for i in rng.permutation(len(blocks))])
        for start in range(0, len(shuffled) - recipe.batch + 1, recipe.batch):
            yield shuffled[start : start + recipe.batch]


def _normalise(vectors: Array) -> tuple[Array, Array]:
    norms = np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-8
    return vectors / norms, norms


def _through_norm(gradient: Array, unit: Array, norms: Array) -> Array:
    return (gradient - unit * np.sum(gradient * unit, axis=1, keepdims=True)) / norms


def info_nce(
    query: Array, code: Array, same: tuple[Array, Array], temperature: float
) -> tuple[float, Array, Array]:
    """Loss and its gradients by the unnormalised `query` and `code` vectors (both (batch, dim)).

    `same` marks off-diagonal pairs that are no negatives: (rows, columns).
    """
    q, q_norm = _normalise(query)
    c, c_norm = _normalise(code)
    logits = (q @ c.T) / temperature
    logits[same] = -1e4
    diagonal = np.diagonal(logits).copy()
    # |logits| ≤ 1/temperature, so one shift serves rows and columns and nothing overflows.
    weights = np.exp(logits - 1 / temperature)
    rows, columns = weights.sum(1, keepdims=True), weights.sum(0, keepdims=True)
    size = len(query)
    loss = float(np.mean(0.5 * (np.log(rows.ravel()) + np.log(columns.ravel())) + 1 / temperature - diagonal))
    gradient = weights * (0.5 / rows + 0.5 / columns)
    gradient[np.arange(size), np.arange(size)] -= 1
    gradient /= size * temperature
    return loss, _through_norm(gradient @ c, q, q_norm), _through_norm(gradient.T @ q, c, c_norm)


def _drop(matrix: Matrix, share: float, rng: np.random.Generator) -> Matrix:
    if share:
        matrix.data *= rng.random(len(matrix.data)) >= share
    return matrix


def train(data: Dataset, recipe: Recipe, verbose: bool = True) -> Array:
    """The trained table, float32 of shape (vocabulary, dim); rows 0 and 1 (padding, unknown) stay zero."""
    rng = np.random.default_rng(recipe.seed)
    table = initial_table(data, recipe)
    first, second = np.zeros_like(table), np.zeros_like(table)
    source = batches(data, recipe, rng)
    started, smoothed = time.time(), 0.0
    for step in range(recipe.steps):
        rows = next(source)
        x_query = _drop(weigh(data.query[rows]), recipe.token_drop, rng)
        x_code = _drop(data.code(rows, rng), recipe.token_drop, rng)
        query, code = x_query @ table, x_code @ table
        keys = data.query_key[rows]
        order = np.argsort(keys, kind="stable")
        same = _equal_pairs(keys, order)
        loss, query_gradient, code_gradient = 0.0, np.zeros_like(query), np.zeros_like(code)
        for dim in recipe.nested:
            part, by_query, by_code = info_nce(query[:, :dim], code[:, :dim], same, recipe.temperature)
            loss += part / len(recipe.nested)
            query_gradient[:, :dim] += by_query / len(recipe.nested)
            code_gradient[:, :dim] += by_code / len(recipe.nested)
        touched = np.union1d(x_query.indices, x_code.indices)
        gradient = (x_query.T @ query_gradient + x_code.T @ code_gradient)[touched]
        _adam(table, first, second, gradient, touched, _rate(step, recipe), step)
        smoothed = loss if step == 0 else 0.95 * smoothed + 0.05 * loss
        if verbose and (step + 1) % 50 == 0:
            print(
                f"  step {step + 1}/{recipe.steps} loss {smoothed:.3f} {time.time() - started:.0f} s",
                flush=True,
            )
    return table


def _equal_pairs(keys: Array, order: Array) -> tuple[Array, Array]:
    """(row, column) of all off-diagonal positions with equal keys."""
    rows: list[int] = []
    columns: list[int] = []
    bounds = np.flatnonzero(np.diff(keys[order])) + 1
    for group in np.split(order, bounds):
        if len(group) > 1:
            for i in group:
                for j in group:
                    if i != j:
                        rows.append(int(i))
                        columns.append(int(j))
    return np.asarray(rows, dtype=np.int64), np.asarray(columns, dtype=np.int64)


def _rate(step: int, recipe: Recipe) -> float:
    if step < recipe.warmup:
        return recipe.rate * (step + 1) / recipe.warmup
    done = (step - recipe.warmup) / max(1, recipe.steps - recipe.warmup)
    return recipe.rate * 0.5 * (1 + float(np.cos(np.pi * done)))


def _adam(
    table: Array, first: Array, second: Array, gradient: Array, rows: Array, rate: float, step: int
) -> None:
    """Adam (Kingma & Ba 2015), betas .9 and .99, on the rows a batch touches."""
    moment = 0.9 * first[rows] + 0.1 * gradient
    variance = 0.99 * second[rows] + 0.01 * gradient * gradient
    first[rows], second[rows] = moment, variance
    moment = moment / (1 - 0.9 ** (step + 1))
    variance = variance / (1 - 0.99 ** (step + 1))
    table[rows] -= rate * moment / (np.sqrt(variance) + 1e-8)
