"""Models behind an OpenAI-compatible endpoint: batches, patience and limits.

Whatever the endpoint does, a call ends: in vectors, or in ModelUnavailable with a sentence.
"""

import random
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import numpy as np

from ...errors import ModelUnavailable
from ..cancel import CancelToken
from .answer import Answer, Refused
from .batches import batches, estimated_tokens
from .directory import with_options
from .endpoint import Endpoint
from .known import profile_of
from .model import Usage, Vectors
from .pieces import Measured, embed_whole, unit
from .spec import ModelSpec
from .text import PASSAGE_VERSION

_ITEMS, _TOKENS = 64, 16_384
_MAX_TOKENS = 2048
_ATTEMPTS = 5
_SHORT = 200
"""Characters: a text of this length is never too long, whatever an endpoint says."""
_PROBE = "dimensions"
_FIRST_PAUSE, _LONGEST_PAUSE, _LONGEST_ASKED = 0.5, 20.0, 60.0
"""Seconds: back-off doubles between the first two; an endpoint may ask for the third at most."""

Pause = Callable[[float, "CancelToken | None"], None]


def pause(seconds: float, cancel: CancelToken | None) -> None:
    """Sleep, but wake up to be cancelled. Raises Cancelled."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if cancel is not None:
            cancel.check()
        time.sleep(min(left, 0.05))


class RemoteModel:
    """Thread-safe. Learns its dimensions with the first answer."""

    def __init__(self, spec: ModelSpec, wait: Pause = pause) -> None:
        """Opens no connection. Raises ModelUnavailable if the settings cannot work."""
        self._options = spec.options
        self._endpoint = Endpoint(spec)
        self._profile = with_options(profile_of(spec.model_name), spec.options)
        self._limit = self._profile.max_tokens or _MAX_TOKENS
        self._dimensions = spec.options.dimensions
        self._items = spec.options.batch_items or _ITEMS
        self._wait = wait
        self._lock = threading.Lock()
        self._usage = Usage()
        self._not_before = 0.0
        self._calls = 0
        self._last_used = time.monotonic()

    def __repr__(self) -> str:
        return f"RemoteModel({self._endpoint!r})"

    @property
    def family(self) -> str:
        """The vector space but for its dimensions, which only the endpoint knows at first."""
        parts = (
            f"{self._endpoint.address}/{self._endpoint.model}",
            f"{self._limit}:{self._profile.passage_prefix!r}",
            f"passage-{PASSAGE_VERSION}",
            "d",
        )
        return "/".join(parts)

    @property
    def space(self) -> str:
        """The prefix of questions is not part of it: it does not change the vector of a passage."""
        return f"{self.family}{self.dimensions}"

    @property
    def dimensions(self) -> int:
        if not self._dimensions:
            self._ask([_PROBE], self._options.query_timeout, 1, None)
        return self._dimensions

    @property
    def dimensions_known(self) -> bool:
        return bool(self._dimensions)

    def expect(self, dimensions: int) -> None:
        """Assume what was learned in an earlier run, until the endpoint says otherwise."""
        self._dimensions = self._dimensions or dimensions

    @property
    def loaded(self) -> bool:
        return self._endpoint.connected

    @property
    def notice(self) -> str:
        if self._endpoint.local:
            return ""
        return f"Code and questions leave this machine: they are sent to {self._endpoint.address}."

    @property
    def query_seconds(self) -> float | None:
        return self._options.query_timeout

    @property
    def usage(self) -> Usage:
        return self._usage

    def passages(self, texts: Sequence[str], cancel: CancelToken | None = None) -> Vectors:
        prefix = self._profile.passage_prefix
        return self._vectors(texts, prefix, self._options.timeout, _ATTEMPTS, cancel)

    def query(self, text: str) -> Vectors:
        """Asked once: who waits for an answer is better served by words than by a second try."""
        return self._vectors([text], self._profile.query_prefix, self._options.query_timeout, 1, None)[0]

    def release(self, idle_seconds: float = 0.0) -> bool:
        with self._lock:
            idle = time.monotonic() - self._last_used
            if not self._endpoint.connected or self._calls or idle < idle_seconds:
                return False
            self._endpoint.close()
            return True

    @contextmanager
    def _running(self) -> Generator[None, None, None]:
        with self._lock:
            self._calls += 1
        try:
            yield
        finally:
            with self._lock:
                self._calls -= 1
                self._last_used = time.monotonic()

    def _vectors(
        self, texts: Sequence[str], prefix: str, seconds: float, attempts: int, cancel: CancelToken | None
    ) -> Vectors:
        room = self._limit - estimated_tokens(prefix)
        if room < self._limit // 2:
            raise ModelUnavailable(
                f"The prefix {prefix!r} takes more than half of the {self._limit} tokens of a text."
            )

        def measured(part: list[str]) -> Measured:
            needed = [-(-estimated_tokens(text) // room) for text in part]
            # A text without words has no vector, and some endpoints refuse it.
            asked = [i for i, count in enumerate(needed) if count == 1 and part[i].strip()]
            batch = [prefix + part[i] for i in asked]
            vectors, longer = self._batched(batch, seconds, attempts, cancel)
            if not self._dimensions:
                self._ask([_PROBE], seconds, attempts, cancel)
            found = np.zeros((len(part), self._dimensions), dtype=np.float32)
            for at, vector in vectors.items():
                found[asked[at]] = vector
            for at in longer:
                needed[asked[at]] = 2
            return found, needed

        found, split = embed_whole(texts, measured)
        self._count(texts=len(texts), split=split)
        return found

    def _batched(
        self, texts: Sequence[str], seconds: float, attempts: int, cancel: CancelToken | None
    ) -> tuple[dict[int, Vectors], list[int]]:
        """Vectors by position, and the positions of texts that the endpoint finds too long.

        A batch that is too much for the endpoint is halved; if it was the number of texts, not the
        length of one, the endpoint gets no more at once from now on.
        """
        found: dict[int, Vectors] = {}
        too_long: list[int] = []
        accepted, refused_size = 1, 0
        waiting = list(batches(texts, self._items, self._options.batch_tokens or _TOKENS))
        while waiting:
            batch = waiting.pop(0)
            try:
                vectors = self._ask([texts[i] for i in batch], seconds, attempts, cancel)
            except Refused as refused:
                if not refused.shorter or (len(batch) == 1 and len(texts[batch[0]]) <= _SHORT):
                    raise
                if len(batch) == 1:
                    too_long.append(batch[0])
                    continue
                refused_size = max(refused_size, len(batch))
                half = (len(batch) + 1) // 2
                waiting[:0] = [batch[:half], batch[half:]]
                continue
            accepted = max(accepted, len(batch))
            found.update(zip(batch, vectors, strict=True))
        if refused_size and not too_long:
            self._items = min(self._items, accepted)
        return found, too_long

    def _ask(
        self, texts: Sequence[str], seconds: float, attempts: int, cancel: CancelToken | None
    ) -> Vectors:
        """Rows of unit length. Raises Refused, Cancelled."""
        for attempt in range(attempts):
            self._keep_pace(wait=attempts > 1, cancel=cancel)
            try:
                answer = self._request(texts, seconds)
            except Refused as refused:
                if refused.after:
                    self._not_before = time.monotonic() + min(refused.after, _LONGEST_ASKED)
                last = attempt == attempts - 1 or refused.after > _LONGEST_ASKED
                if last or not refused.again or refused.shorter:
                    raise
                back_off = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2**attempt) * random.uniform(0.5, 1.0)
                self._wait(max(back_off, min(refused.after, _LONGEST_ASKED)), cancel)
                self._not_before = 0.0
                self._count(retries=1)
                continue
            self._check_dimensions(answer)
            return unit(answer.vectors)
        raise AssertionError("the last attempt returns or raises")

    def _request(self, texts: Sequence[str], seconds: float) -> Answer:
        self._count(requests=1)
        with self._running():
            answer = self._endpoint.embed(texts, seconds)
        self._count(tokens=answer.tokens)
        return answer

    def _keep_pace(self, *, wait: bool, cancel: CancelToken | None) -> None:
        """Leave the endpoint alone for as long as it asked. Raises Refused where nobody can wait."""
        if cancel is not None:
            cancel.check()
        left = self._not_before - time.monotonic()
        if left <= 0:
            return
        if not wait:
            raise Refused(
                f"The embedding endpoint {self._endpoint.address} limits how much it is asked; slowed down."
            )
        self._wait(left, cancel)

    def _check_dimensions(self, answer: Answer) -> None:
        now, before = answer.vectors.shape[1], self._dimensions
        self._dimensions = now
        if before and now != before:
            raise Refused(
                f"The embedding endpoint {self._endpoint.address} now gives vectors of {now} dimensions "
                f"instead of {before}: {self._endpoint.model!r} is another model there than before. The next "
                "indexing makes new vectors."
            )

    def _count(
        self, texts: int = 0, split: int = 0, requests: int = 0, retries: int = 0, tokens: int = 0
    ) -> None:
        with self._lock:
            was = self._usage
            self._usage = replace(
                was,
                texts=was.texts + texts,
                split=was.split + split,
                requests=was.requests + requests,
                retries=was.retries + retries,
                tokens=was.tokens + tokens,
            )
