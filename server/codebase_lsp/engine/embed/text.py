"""What is embedded: one function that indexing and training share in form."""

import hashlib
import re

_SEPARATORS = re.compile(r"[_\-.]+")

PASSAGE_VERSION = 1
"""Changes when the same chunk gives another passage; vectors of another version are not used."""


def path_words(path: str) -> str:
    """The last three parts of a path as words: `src/http/cookie_jar.py` → `src http cookie jar`."""
    parts = path.split("/")[-3:]
    name = parts[-1]
    parts[-1] = name[: name.rfind(".")] if name.rfind(".") > 0 else name
    return " ".join(_SEPARATORS.sub(" ", part).strip() for part in parts)


def passage(path: str, header: str, symbol: str, text: str) -> str:
    """The text that stands for a chunk: where it is, what it is, and what it says.

    Where a chunk lives and what it is called often names its subject better than its body,
    so static token vectors gain much from both (measured in docs/benchmarks.md).
    """
    return "\n".join(part for part in (path_words(path), symbol, header.strip("\n"), text) if part)


def passage_key(passage_text: str) -> bytes:
    """The identity of what is embedded: 16 bytes, equal for equal passages anywhere."""
    return hashlib.blake2b(passage_text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
