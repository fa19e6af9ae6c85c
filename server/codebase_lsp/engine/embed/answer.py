"""What an embedding endpoint sent back: vectors, checked, or the reason why there are none."""

import base64
import binascii
import json
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, cast

import numpy as np

from ...errors import ModelUnavailable
from .model import Vectors


class Refused(ModelUnavailable):
    """The endpoint did not give vectors this time."""

    def __init__(
        self, message: str, *, again: bool = False, after: float = 0.0, shorter: bool = False
    ) -> None:
        """`again`: the same request may work `after` seconds; `shorter`: one with less text may."""
        super().__init__(message)
        self.again = again
        self.after = after
        self.shorter = shorter


@dataclass(frozen=True, slots=True)
class Answer:
    """Vectors as they came, one row per text, and the tokens the endpoint counted."""

    vectors: Vectors
    tokens: int


def read_answer(content: bytes, expected: int, dimensions: int, who: str) -> Answer:
    """Vectors in the order of the texts, from the JSON of a successful answer.

    `dimensions` is what was asked for, 0 for whatever the model has; `who` starts the sentences
    of errors. Raises Refused if anything is not as it must be.
    """
    try:
        value = cast("dict[str, Any]", json.loads(content))
        data = cast("list[dict[str, Any]]", value["data"])
        by_index = {int(item.get("index", at)): item["embedding"] for at, item in enumerate(data)}
        if len(data) != expected or sorted(by_index) != list(range(expected)):
            raise Refused(f"{who} gave {len(data)} vectors for {expected} texts.")
        rows = [_numbers(by_index[position]) for position in range(expected)]
        usage = cast("dict[str, Any]", value.get("usage") or {})
        tokens = int(usage.get("total_tokens") or 0)
    except (ValueError, KeyError, TypeError, AttributeError, binascii.Error):
        # A body that was cut off on its way ends here too, so another try is worth it.
        raise Refused(f"{who} answers with something that is no list of vectors.", again=True) from None
    lengths = {len(row) for row in rows}
    if len(lengths) != 1 or lengths == {0}:
        raise Refused(f"{who} gave vectors of different lengths: {sorted(lengths)}.")
    if dimensions and lengths != {dimensions}:
        raise Refused(
            f"{who} gave vectors of {lengths.pop()} dimensions instead of {dimensions}: the model cannot "
            "shorten them; set no dimensions."
        )
    vectors = np.stack(rows)
    if not np.isfinite(vectors).all():
        raise Refused(f"{who} gave numbers that are not finite (NaN or infinity).")
    return Answer(vectors, tokens)


def _numbers(embedding: object) -> Vectors:
    """A row from a list of numbers or from base64 of little-endian float32."""
    if isinstance(embedding, str):
        return np.frombuffer(base64.b64decode(embedding, validate=True), "<f4").astype(np.float32)
    with np.errstate(over="ignore"):  # becomes infinity, and is found as that
        row = np.asarray(embedding, dtype=np.float32)
    if row.ndim != 1:
        raise ValueError("a vector is a list of numbers")
    return row


def error_message(content: bytes) -> str:
    """What an error body says, in one short line; empty for a page of HTML."""
    try:
        error: object = json.loads(content)
        for key in ("error", "message"):
            if isinstance(error, dict):
                error = cast("dict[str, object]", error).get(key, cast("object", error))
        said = str(error)
    except ValueError:
        said = "" if content.lstrip()[:1] == b"<" else content.decode("utf-8", "replace")
    return " ".join(said.split())[:300]


def retry_after(value: str) -> float:
    """Seconds from a Retry-After header: a number or an HTTP date (RFC 9110, 10.2.3)."""
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError):
        return 0.0
