"""Syntax trees, from cached parsers and within a bounded amount of work."""

import threading
import time
from functools import cache
from typing import cast

from tree_sitter import Language, Parser, Tree
from tree_sitter_language_pack import SupportedLanguage, get_language

MAX_PARSE_BYTES = 4 * 1024 * 1024
"""Longer texts are not parsed."""

_BASE_STEPS = 1_000
_BYTES_PER_STEP = 20
_MAX_SECONDS = 15.0
_READ_BYTES = 1024
"""How much of the text is handed out where the parser looks back, or a node's text is asked for."""

_local = threading.local()


@cache
def language_for(name: str) -> Language:
    """The grammar; loaded once per process. Raises LookupError for a language that the pack does not have."""
    return get_language(cast("SupportedLanguage", name))


def parse(language: str, source: bytes) -> Tree | None:
    """The syntax tree of UTF-8 `source`, or None where it would cost too much.

    The bound is on the parser's own step count, so that the answer for a text is the same on every
    machine; ordinary code needs one step per 35 to 200 bytes. A limit in seconds stands behind it
    only for texts whose single steps are slow as well.
    """
    if len(source) > MAX_PARSE_BYTES:
        return None
    parsers: dict[str, Parser] = _local.__dict__.setdefault("parsers", {})
    parser = parsers.get(language)
    if parser is None:
        parser = parsers[language] = Parser(language_for(language))
    deadline = time.monotonic() + _MAX_SECONDS
    steps_left = _BASE_STEPS + len(source) // _BYTES_PER_STEP

    def read(offset: int, _point: object) -> bytes:
        return source[offset : offset + _READ_BYTES] if offset else source

    def give_up(_offset: int, _has_error: bool) -> bool:
        nonlocal steps_left
        steps_left -= 1
        return steps_left < 0 or time.monotonic() > deadline

    try:
        return parser.parse(read, progress_callback=give_up)
    except ValueError:
        # The half-done parse would otherwise be resumed by the next call.
        parser.reset()
        return None
