"""Exact and regular-expression search over the text as it is now.

The index names the files that may match (by whole words for a literal, by required literals for
a regular expression); the match itself is always made in the text.
"""

import bisect
import importlib
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import regex

from ...errors import BadPattern
from ..index.lexical import LexicalIndex, TokenPart
from ..parse.source import SourceText
from ..parse.tokens import LONG_WORD, MAX_TOKEN_CHARS, whole_token
from .types import Span

MAX_MATCHES_PER_FILE = 500
_ASCII_WORD = re.compile(r"[A-Za-z0-9_]+")


class TookTooLong(Exception):
    """The time for matching is over."""


@dataclass(slots=True)
class Pattern:
    """A compiled question."""

    expression: "regex.Pattern[str]"
    literals: tuple[str, ...]
    """Texts that every match holds."""
    seconds: float
    """What is left of the time for matching; reading files is not counted."""
    plain: str = ""
    """The text itself, where it is found by looking for it: as it is or, in ASCII, in lower case."""
    by_case: bool = True

    def count(self, text: str, most: int) -> int:
        """How many matches there are, at most `most`. Raises TookTooLong."""
        if self.plain and self.by_case:
            return min(most, text.count(self.plain))
        if self.plain and text.isascii():
            return min(most, text.lower().count(self.plain))
        return sum(1 for _ in islice(self.matches(text), most))

    def matches(self, text: str) -> Iterator[tuple[int, int]]:
        """(start, end) offsets, without empty matches. Raises TookTooLong."""
        started = time.monotonic()
        try:
            if self.seconds <= 0:
                raise TimeoutError
            for match in self.expression.finditer(text, timeout=self.seconds, concurrent=True):
                if match.end() > match.start():
                    yield match.start(), match.end()
        except TimeoutError:
            raise TookTooLong from None
        finally:
            self.seconds -= time.monotonic() - started


def compile_literal(literal: str, *, case_sensitive: bool, whole_word: bool, seconds: float) -> Pattern:
    """Every character means itself."""
    escaped = regex.escape(literal, special_only=True, literal_spaces=True)
    if whole_word:
        escaped = rf"(?<!\w){escaped}(?!\w)"
    flags = 0 if case_sensitive else regex.IGNORECASE
    plain = literal if case_sensitive else literal.lower() if literal.isascii() else ""
    return Pattern(
        regex.compile(escaped, flags), (literal,), seconds, "" if whole_word else plain, case_sensitive
    )


def compile_regex(pattern: str, *, case_sensitive: bool, seconds: float, whole_word: bool = False) -> Pattern:
    """`^` and `$` match at every line. Raises BadPattern."""
    try:
        flags = regex.MULTILINE | (0 if case_sensitive else regex.IGNORECASE)
        compiled = regex.compile(pattern, flags)
        if whole_word:  # compiled alone first, so that an unbalanced bracket cannot close ours
            compiled = regex.compile(rf"(?<!\w)(?:{pattern})(?!\w)", flags)
    except regex.error as error:
        raise BadPattern(f"The regular expression is not valid: {error}", "query") from error
    return Pattern(compiled, tuple(required_literals(pattern)), seconds)


def has_capital(text: str) -> bool:
    """Whether a capital letter is asked for; one after a backslash (`\\W`, `\\S`) is none."""
    return any(letter.isupper() for letter in re.sub(r"\\.", "", text, flags=re.DOTALL))


def required_literals(pattern: str) -> list[str]:
    """Literal runs that every match must hold, where that is easy to see; else none."""
    parser: Any = importlib.import_module("re._parser" if sys.version_info >= (3, 11) else "sre_parse")
    try:
        parsed: Any = parser.parse(pattern)
    except (re.error, RecursionError, OverflowError):
        return []  # syntax that only the `regex` module knows: nothing can be said
    if parsed.state.flags & re.VERBOSE:
        return []
    runs: list[str] = []
    run = ""
    for operation, argument in parsed:
        if str(operation) == "LITERAL":
            run += chr(argument)
            continue
        runs.append(run)
        run = ""
    return [found for found in (*runs, run) if len(found) >= 3]


def candidate_files(pattern: Pattern, lexical: LexicalIndex) -> set[int] | None:
    """Ids of the files of the Base that may match; None when the index cannot tell.

    A word inside a literal is a whole token of the text. The first and the last may be parts of
    longer words there, so they are looked for as ends of tokens.
    """
    required: list[str] = []
    parts: list[TokenPart] = []
    for literal in pattern.literals:
        if "\n" in literal or "\r" in literal:
            continue  # its words may stand in two chunks
        for match in re.finditer(r"\w+", literal):
            word = match.group()
            inside = match.start() > 0, match.end() < len(literal)
            if not _ASCII_WORD.fullmatch(word) or len(word) > MAX_TOKEN_CHARS // 2:
                continue  # other scripts are cut into bigrams; long words are cut
            if all(inside):
                required.append(whole_token(word))
            elif len(bare := word.replace("_", "").lower()) >= 3:
                parts.append(TokenPart(bare, at_start=inside[0], at_end=inside[1]))
    # Of words that may be parts of others the longest alone: it leaves the fewest.
    longest = sorted(parts, key=lambda part: len(part.text))[-1:]
    found = lexical.files_matching([token for token in required if token], longest)
    return None if found is None else found | lexical.files_with("body", LONG_WORD)


def span_at(text: SourceText, start: int, end: int) -> Span:
    """The place of the characters `start` to `end` of the text."""
    first, last = _row(text, start), _row(text, end)
    return Span(first, start - text.starts[first], last, end - text.starts[last])


def _row(text: SourceText, offset: int) -> int:
    return max(0, min(bisect.bisect_right(text.starts, offset), len(text)) - 1)
