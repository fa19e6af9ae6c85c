"""Questions from documentation: the first sentence of a comment, answered by the file it is in.

The comment itself is taken out of the file before it is indexed, so that the question is never
found by its own words.
"""

import random
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from asked import Asked, is_main_code

from codebase_lsp.engine.parse.chunks import parse_file
from codebase_lsp.engine.parse.languages import language_of
from codebase_lsp.engine.parse.tokens import split_identifier, whole_token, words
from codebase_lsp.engine.parse.types import Symbol
from codebase_lsp.engine.search.question import STOP_WORDS

_LINE = re.compile(r"^\s*(///?!?|#+!?|--+\s?\|?|;+|\*(?!/)|/\*\*?|\*/|%+)")
_MARKS = re.compile(r"^\s*(?:///?!?|#+!?|--+\s?[|^]?|;+|/\*\*?!?|\*+/|\*+|%+)\s?|\s*\*+/\s*$")
_DOCSTRING = re.compile(r'^\s*(?:@(?:module)?doc\s+)?[rRuU]?("""|\'\'\')')
_ANNOTATION = re.compile(r"^\s*(?:@\w|#\[|\[\w)")
_MARKUP = re.compile(r"<[^>]*>|\{@\w+\s+|[{}`]|\[\[?([^\]]*)\]\]?(?:\([^)]*\))?")
_SENTENCE = re.compile(r"^(.*?[^.\s])(?:\.(?=\s|$)|$)", re.DOTALL)
_TAG = re.compile(
    r"^\s*[@\\:](?:param|return|throws|see|since|arg|type|spec|author|version|file|package|module)", re.I
)
_TYPES = frozenset({"class", "struct", "interface", "enum", "type", "module"})
_NOT_ABOUT_CODE = re.compile(
    r"copyright|this file is part|generated|licen[cs]e|todo|fixme|deprecated|noinspection|eslint"
    r"|https?:|[=;<>]"
)
_MOST_LINES = 40
_MOST_CHARS = 300_000


@dataclass(frozen=True, slots=True)
class _Comment:
    start: int
    end: int
    """Lines, 0-based, the end exclusive."""
    query: str
    about_file: bool
    """It says what a whole file or type is for."""


def comment_questions(root: Path, name: str, rng: random.Random, limit: int, per_file: int) -> list[Asked]:
    """At most `limit` questions about files and types, and as many about all else, below `root`;
    changes those files on disk.

    Drawn from all comments alike, so that a file with much in it is asked about more often.
    """
    texts: dict[str, str] = {}
    found: list[tuple[str, _Comment]] = []
    for file in sorted(root.rglob("*")):
        path = str(file.relative_to(root))
        if file.is_file() and is_main_code(path):
            text = file.read_bytes().decode("utf-8", "replace")
            if len(text) <= _MOST_CHARS and "\ufffd" not in text:
                texts[path] = text
                comments = _comments(path, text)
                found += [(path, comment) for comment in rng.sample(comments, min(per_file, len(comments)))]
    chosen: dict[str, list[_Comment]] = defaultdict(list)
    for about_file in (True, False):
        those = [pair for pair in found if pair[1].about_file == about_file]
        for path, comment in rng.sample(those, min(limit, len(those))):
            chosen[path].append(comment)
    for path, comments in chosen.items():
        (root / path).write_bytes(_without(texts[path], comments).encode("utf-8"))
    return [
        Asked(name, "topic" if comment.about_file else "comment", comment.query, (path,))
        for path, comments in chosen.items()
        for comment in comments
    ]


def _comments(path: str, text: str) -> list[_Comment]:
    lines = text.split("\n")
    found: dict[int, _Comment] = {}
    for symbol in parse_file(path, text, language_of(path, text[:16384])).symbols:
        comment = _comment_of(lines, symbol)
        if comment is not None:
            found[comment.start] = comment
    top = 1 if lines[0].startswith(("#!", "<?", "# -*-")) else 0
    module = Symbol(path.rpartition("/")[2].partition(".")[0], "module", "", top, top)
    comment = _comment_of(lines, module)
    if comment is not None:
        found[comment.start] = comment
    return list(found.values())


def _comment_of(lines: list[str], symbol: Symbol) -> _Comment | None:
    start = end = symbol.start_line
    while start > 0 and _ANNOTATION.match(lines[start - 1]):
        start -= 1
        end = start
    if start < len(lines) and _LINE.match(lines[start]):  # the definition begins with its comment
        while end < len(lines) and _LINE.match(lines[end]):
            end += 1
    while start > 0 and end - start < _MOST_LINES and _LINE.match(lines[start - 1]):
        start -= 1
    if start == end:
        start, end = _docstring(lines, symbol)
    query = _sentence(lines[start:end], symbol.name)
    return _Comment(start, end, query, symbol.kind in _TYPES) if query else None


def _docstring(lines: list[str], symbol: Symbol) -> tuple[int, int]:
    for start in range(symbol.start_line, min(symbol.start_line + 6, len(lines))):
        opening = _DOCSTRING.match(lines[start])
        if not opening:
            continue
        quotes = opening.group(1)
        for end in range(start, min(start + _MOST_LINES * 2, len(lines))):
            if lines[end].count(quotes) >= (2 if end == start else 1):
                return start, end + 1
    return 0, 0


def _sentence(comment: list[str], name: str) -> str | None:
    """The first sentence without the name of what it documents, or None if it makes no question."""
    kept: list[str] = []
    for line in comment:
        bare = _MARKS.sub("", line)
        bare = _DOCSTRING.sub("", bare).replace('"""', "").replace("'''", "").strip()
        bare = _MARKUP.sub(lambda m: m.group(1) or " ", bare).strip()
        if _TAG.match(bare) or (kept and not bare):
            break
        if bare:
            kept.append(bare)
    sentence = _SENTENCE.match(" ".join(kept))
    if sentence is None or _NOT_ABOUT_CODE.search(sentence.group(1).lower()):
        return None
    asked = sentence.group(1).split()
    if asked and whole_token(asked[0]) == whole_token(name):
        asked = asked[1:]
    telling = {word.lower() for word in words(" ".join(asked))} - STOP_WORDS
    # A compound name gives its file away; a plain word ("cookie") is one that people use as well.
    named = len(split_identifier(name)) > 1 and whole_token(name) in map(whole_token, asked)
    if named or len(telling) < 3 or not 4 <= len(asked) <= 25:
        return None
    return " ".join(asked)


def _without(text: str, comments: list[_Comment]) -> str:
    lines = text.split("\n")
    for comment in sorted(comments, key=lambda c: -c.start):
        del lines[comment.start : comment.end]
    return "\n".join(lines)
