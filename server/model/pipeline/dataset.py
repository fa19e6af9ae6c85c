"""Pairs as sparse token-count matrices, so that a batch of texts is a few row selections."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse
from tokenizers import Tokenizer

from pipeline.passages import Pair

Matrix = sparse.csr_matrix
QUERY_TOKENS, TEXT_TOKENS = 64, 256
FIELDS = ("path", "header", "symbol", "text")
PRESENCE = {"path": 0.7, "header": 0.5, "symbol": 0.6, "text": 1.0}
"""How often each part of the code side is shown in training."""


def count_matrix(tokenizer: Tokenizer, texts: Sequence[str], limit: int) -> Matrix:
    """Token counts, float32 of shape (texts, vocabulary); padding and unknown tokens are not counted."""
    indices: list[np.ndarray] = []
    counts: list[np.ndarray] = []
    ends = [0]
    for start in range(0, len(texts), 4096):
        for encoding in tokenizer.encode_batch_fast(list(texts[start : start + 4096])):
            ids = np.asarray(encoding.ids[:limit], dtype=np.int32)
            tokens, count = np.unique(ids[ids > 1], return_counts=True)
            indices.append(tokens)
            counts.append(count.astype(np.float32))
            ends.append(ends[-1] + len(tokens))
    shape = (len(texts), tokenizer.get_vocab_size())
    flat = np.concatenate(indices) if indices else np.zeros(0, np.int32)
    data = np.concatenate(counts) if counts else np.zeros(0, np.float32)
    return sparse.csr_matrix((data, flat, np.asarray(ends, dtype=np.int64)), shape=shape)


def _count_repeated(tokenizer: Tokenizer, texts: list[str]) -> Matrix:
    """As `count_matrix`, tokenising equal texts once."""
    numbers: dict[str, int] = {}
    rows = np.asarray([numbers.setdefault(text, len(numbers)) for text in texts], dtype=np.int64)
    return sparse.csr_matrix(count_matrix(tokenizer, list(numbers), TEXT_TOKENS)[rows])


def weigh(counts: Matrix) -> Matrix:
    """√count, the weight of a token in its text's sum."""
    return sparse.csr_matrix((np.sqrt(counts.data), counts.indices, counts.indptr), shape=counts.shape)


@dataclass
class Dataset:
    """Token counts of all pairs, by field, with what batches are composed by."""

    query: Matrix
    fields: dict[str, Matrix]
    package: np.ndarray
    """Package number per pair."""
    query_key: np.ndarray
    """Equal for equal queries, which are no negatives of each other."""

    def __len__(self) -> int:
        return self.query.shape[0]

    def code(self, rows: np.ndarray, rng: np.random.Generator | None = None) -> Matrix:
        """Weighed counts of the code side of `rows`; with `rng`, parts are left out at random."""
        total: Matrix | None = None
        for name in FIELDS:
            part = self.fields[name][rows]
            if rng is not None and PRESENCE[name] < 1:
                shown = (rng.random(len(rows)) < PRESENCE[name]).astype(np.float32)
                part = sparse.diags(shown).dot(part).tocsr()
            total = part if total is None else total + part
        assert total is not None
        total.eliminate_zeros()
        return weigh(total.astype(np.float32))


def build(pairs: list[Pair], tokenizer: Tokenizer) -> Dataset:
    """Tokenise `pairs`, field by field."""
    packages: dict[str, int] = {}
    queries: dict[str, int] = {}
    return Dataset(
        query=count_matrix(tokenizer, [pair.query for pair in pairs], QUERY_TOKENS),
        fields={name: _count_repeated(tokenizer, [getattr(pair, name) for pair in pairs]) for name in FIELDS},
        package=np.asarray([packages.setdefault(pair.package, len(packages)) for pair in pairs]),
        query_key=np.asarray([queries.setdefault(pair.query.lower(), len(queries)) for pair in pairs]),
    )
