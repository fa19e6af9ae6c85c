"""The form of the text that is embedded for code: the same here and in the product (`engine.embed.text`)."""

import re
from dataclasses import dataclass

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_A-Za-z]+")


def path_words(path: str) -> str:
    """The last three parts of a path without the file's ending, `_`, `-` and `.` as spaces."""
    parts = [part for part in path.replace("\\", "/").split("/") if part][-3:]
    if parts:
        stem = parts[-1].rsplit(".", 1)
        parts[-1] = stem[0] or parts[-1]
    return " ".join(re.sub(r"[_\-.]+", " ", part).strip() for part in parts)


def split_identifier(name: str) -> str:
    """`handleUserLogin` → `handle user login`."""
    return " ".join(word.lower() for word in _WORD.findall(name))


@dataclass(frozen=True)
class Pair:
    """A question and the code that answers it, with the parts of the code side kept apart."""

    kind: str
    """doc, comment, name, header, path, next, locale or term."""
    package: str
    language: str
    query: str
    path: str
    """Path words of the file."""
    header: str
    """The line that opens the enclosing definition."""
    symbol: str
    text: str


def passage(path: str, header: str, symbol: str, text: str) -> str:
    """All parts, empty ones left out. `path` is already in words here."""
    return "\n".join(part for part in (path, symbol, header, text) if part)
