"""How much there is to do and how long it may take, told before and while a folder is indexed."""

import time

BYTES_PER_TOKEN = 4.0
"""Of source code, a rule of thumb for byte-pair tokenizers, as endpoints count and charge. The bundled
model makes fewer of the same text (6 to 8 bytes each), as it has none for punctuation."""
_SECONDS_PER_BYTE = {"indexing": 0.6e-6, "embedding": 0.35e-6}
"""On two cores with the bundled model (docs/benchmarks.md); only their proportion matters after the
first second, as the speed of this machine is measured from then on."""
_MEASURED_AFTER = 1.0


def tokens_in(size: int) -> int:
    """About how many tokens a file of `size` bytes has."""
    return round(size / BYTES_PER_TOKEN)


class Estimate:
    """Of one run."""

    def __init__(self, *, embeds: bool) -> None:
        """`embeds`: whether vectors will be made after the words."""
        self._bytes = 0
        self._later = {"indexing": _SECONDS_PER_BYTE["embedding"] if embeds else 0.0}
        self._stage = ""
        self._started = 0.0
        self._first = 0

    @property
    def tokens(self) -> int:
        """About how many are to be read in this run; 0 before the folder was looked through."""
        return tokens_in(self._bytes)

    def to_read(self, size: int) -> None:
        """The folder was looked through: this many bytes are new or changed."""
        self._bytes = size

    def seconds_left(self, stage: str, done: int, total: int) -> float | None:
        """From the speed so far, and from that of other machines before; None where nothing is known."""
        if stage not in _SECONDS_PER_BYTE or not total or not self._bytes:
            return None
        now = time.monotonic()
        if stage != self._stage:
            self._stage, self._started, self._first = stage, now, done
        share = (done - self._first) / max(1, total - self._first)
        usual = _SECONDS_PER_BYTE[stage] * self._bytes
        spent = now - self._started
        # How much slower or faster this machine is, as soon as that can be told.
        pace = spent / (usual * share) if spent >= _MEASURED_AFTER and share > 0 else 1.0
        return pace * (usual * (1 - share) + self._later.get(stage, 0.0) * self._bytes)
