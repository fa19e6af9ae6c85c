"""Sees when fastembed would cut a text, without tokenizing anything twice.

fastembed truncates in silence. Its tokenizer is wrapped, so that the encodings it makes
anyway tell how long each text was.
"""

import threading
from collections.abc import Sequence
from math import ceil
from typing import Any

from ...errors import ModelUnavailable

_LONGEST = 2048
"""Tokens, where nothing else is said: the memory of attention grows with the square of the length."""


class LengthWatch:
    """Stands where the tokenizer of a fastembed model was; any number of threads may encode."""

    def __init__(self, model: Any, max_tokens: int, prefix: str) -> None:
        """`model` is the inner model of a TextEmbedding; its own limit holds if it is below `max_tokens`
        (0: nothing is set).

        Raises ModelUnavailable if `prefix` alone takes most of the limit.
        """
        tokenizer = getattr(model, "tokenizer", None)
        if tokenizer is None:
            raise ModelUnavailable("This version of fastembed shows no tokenizer; another is needed.")
        own: dict[str, Any] = tokenizer.truncation or {}
        limit = int(own.get("max_length") or 0)
        wanted = max_tokens or (min(limit, _LONGEST) if limit else 0)
        if wanted and (not limit or wanted < limit):
            limit = wanted
            tokenizer.enable_truncation(max_length=limit, direction=own.get("direction", "right"))
        self._limit = limit
        self._tokenizer = tokenizer
        self._seen = threading.local()
        if limit and len(tokenizer.encode(prefix).tokens) * 2 > limit:
            raise ModelUnavailable(
                f"The prefix {prefix!r} takes more than half of the {limit} tokens of a text."
            )
        model.tokenizer = self

    def take(self) -> list[int]:
        """For each text this thread encoded since the last call: the pieces it needs, 1 if it fitted."""
        counts: list[int] = getattr(self._seen, "counts", [])
        self._seen.counts = []
        return counts

    def encode_batch(self, texts: Sequence[str], **options: Any) -> Any:
        return self._noted(self._tokenizer.encode_batch(texts, **options))

    def encode_batch_fast(self, texts: Sequence[str], **options: Any) -> Any:
        return self._noted(self._tokenizer.encode_batch_fast(texts, **options))

    def _noted(self, encodings: Sequence[Any]) -> Sequence[Any]:
        counts: list[int] = getattr(self._seen, "counts", [])
        counts.extend(self._pieces(encoding) for encoding in encodings)
        self._seen.counts = counts
        return encodings

    def _pieces(self, encoding: Any) -> int:
        overflowing: list[Any] = encoding.overflowing
        if not overflowing:
            return 1
        total = sum(sum(part.attention_mask) for part in (encoding, *overflowing))
        return max(2, ceil(total / self._limit))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tokenizer, name)
