"""Questions from manuals: a sentence that names one definition, answered by the file that has it.

The name is left out of the question, and the paragraph out of the manual before it is indexed.
"""

import random
import re
from collections import Counter
from pathlib import Path

from asked import Asked
from names import Names

from codebase_lsp.engine.parse.tokens import words
from codebase_lsp.engine.search.question import STOP_WORDS

_SUFFIXES = {".md", ".mdx", ".rst", ".adoc", ".markdown", ".txt"}
_CODE = re.compile(r"(?::\w+:)?(``?)~?\.?([^`]+?)\1")
_LINK = re.compile(r"\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_NAME = re.compile(r"^(?:[\w$]+(?:\.|::|#))*([^\W\d]\w{3,})(?:\([^)]*\))?$")
_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[A-Z`])")
_SKIPPED = re.compile(r"https?:|copyright|licen[cs]e|\||[={};<>]|^\s*(?:#|\.\.|```)|#\d+|@\w+", re.I)
_BULLET = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+")


def manual_questions(
    root: Path, names: Names, name: str, rng: random.Random, limit: int, per_file: int
) -> list[Asked]:
    """At most `limit` questions about files below `root`; changes the manuals on disk."""
    manuals: dict[Path, list[str]] = {}
    found: list[tuple[Path, int, Asked]] = []
    for file in sorted(path for path in root.rglob("*") if path.suffix in _SUFFIXES and path.is_file()):
        text = file.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")
        if len(text) > 500_000 or "\ufffd" in text:
            continue
        manuals[file] = paragraphs = re.split(r"(\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.)\s))", text)
        for number, paragraph in enumerate(paragraphs):
            for sentence in _SENTENCE.split(_BULLET.sub("", paragraph)):
                asked = _asked(" ".join(sentence.split()), names, name)
                if asked is not None:
                    found.append((file, number, asked))
    rng.shuffle(found)
    times: Counter[str] = Counter()
    kept: list[Asked] = []
    seen: set[str] = set()
    for file, number, asked in found:
        if len(kept) == limit or asked.query in seen or any(times[a] >= per_file for a in asked.answers):
            continue
        seen.add(asked.query)
        times.update(asked.answers)
        kept.append(asked)
        manuals[file][number] = ""
        file.write_bytes("".join(manuals[file]).encode("utf-8"))
    return kept


def _asked(sentence: str, names: Names, repository: str) -> Asked | None:
    codes = _CODE.findall(sentence)
    if len(codes) != 1 or _SKIPPED.search(sentence):
        return None
    named = _NAME.match(codes[0][1].strip())
    answers = names.main_files(named.group(1)) if named else ()
    if len(answers) != 1:
        return None
    asked = _LINK.sub(r"\1", _CODE.sub(" ", sentence))
    asked = " ".join(asked.replace("*", " ").replace("_", " ").split()).strip(" .:,-")
    telling = {word.lower() for word in words(asked)} - STOP_WORDS
    if len(telling) < 4 or not 5 <= len(asked.split()) <= 30:
        return None
    return Asked(repository, "manual", asked, answers)
