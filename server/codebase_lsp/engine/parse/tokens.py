"""Identifier-aware tokens: the words that lexical search matches.

Each identifier gives itself, written without separators and in lower case, and its parts,
reduced to their stems: `generateOrderId` and `generate_order_id` both give
`generateorderid generat order id`. Digits are parts of their own. Han, kana and hangul have no
spaces, so each run of them gives its bigrams. Punctuation gives nothing: no text is syntax.

The split follows what the code search literature calls conservative identifier splitting
(camel case, acronym boundary, digits, underscores); stems are Porter's, by Snowball.
"""

from functools import lru_cache

import regex
from py_rust_stemmers import SnowballStemmer

TOKENS_VERSION = 1
"""Changes when the same text gives other tokens; an index made with another version is rebuilt."""

MAX_TOKEN_CHARS = 80
"""Longer words (hashes, encoded data) count as one token, cut here, and one `LONG_WORD`."""

LONG_WORD = "\u2026long"
"""Marks a text with a word that is too long to be indexed whole; no word gives it."""

_WORD = regex.compile(r"\w+")
_ASCII_GAPS = {code: " " for code in range(128) if not _WORD.match(chr(code))}
_CJK = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}"
_PART = regex.compile(
    rf"(?P<cjk>[{_CJK}]+)"
    r"|\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|\p{N}+"
    rf"|(?:(?![{_CJK}])[\p{{Lo}}\p{{Lm}}\p{{Lt}}\p{{M}}])+"
)
_WORDS_KEPT = 1 << 16
_STEMMER = SnowballStemmer("english")


def words(text: str) -> list[str]:
    """The maximal runs of letters, digits and underscores, in order."""
    if text.isascii():  # most code, and several times faster than a pattern
        return text.translate(_ASCII_GAPS).split()
    return _WORD.findall(text)


@lru_cache(maxsize=1 << 16)
def split_identifier(word: str) -> tuple[str, ...]:
    """The parts of one identifier in lower case: `HTTPServer2` → `http`, `server`, `2`."""
    return tuple(match.group().lower() for match in _PART.finditer(word))


@lru_cache(maxsize=1 << 16)
def stem(part: str) -> str:
    """The stem of one lower-case English word; other words come back as they are."""
    return _STEMMER.stem_word(part) if len(part) > 3 and part.isascii() and part.isalpha() else part


def bigrams(run: str) -> list[str]:
    """Overlapping pairs of characters; a single character is itself."""
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


@lru_cache(maxsize=1 << 17)
def word_tokens(word: str) -> tuple[str, ...]:
    """All tokens of one word, without repeats, the whole first."""
    if len(word) > MAX_TOKEN_CHARS:
        return (word[:MAX_TOKEN_CHARS].lower(), LONG_WORD)
    if word.isascii() and word.islower() and word.isalpha():
        root = stem(word)
        return (word,) if root == word else (word, root)
    found: dict[str, None] = {}
    parts: list[str] = []
    pieces: list[str] = []
    for match in _PART.finditer(word):
        part = match.group().lower()
        if match.group("cjk"):
            pieces.extend(bigrams(part))
        else:
            parts.append(part)
            pieces.append(stem(part))
    if parts:
        found["".join(parts)] = None
    found.update(dict.fromkeys(pieces))
    return tuple(found)


def tokenize(text: str) -> list[str]:
    """All tokens of a text in order, repeats kept: what BM25 counts."""
    tokens: list[str] = []
    for word in words(text):
        tokens.extend(word_tokens(word))
    return tokens


class _Joined(dict[str, str]):
    """The tokens of each word, joined."""

    def __missing__(self, word: str) -> str:
        if len(self) >= _WORDS_KEPT:
            self.clear()
        joined = self[word] = " ".join(word_tokens(word))
        return joined


_joined = _Joined()


def token_line(text: str) -> str:
    """The tokens of `tokenize` joined by spaces: what the lexical index takes."""
    return " ".join(filter(None, map(_joined.__getitem__, words(text))))


def whole_token(word: str) -> str:
    """The token that a whole identifier gives: the one to look for when spelling matters."""
    tokens = word_tokens(word)
    return tokens[0] if tokens else ""


def path_tokens(path: str) -> list[str]:
    """The tokens of a path, its extension left out (`.py` says nothing about the subject)."""
    folders, _, name = path.rpartition("/")
    stem_of_name = name[: name.rfind(".")] if name.rfind(".") > 0 else name
    return tokenize(folders.replace("/", " ")) + tokenize(stem_of_name)
