"""Chinese questions made from a glossary: its terms, and English questions with terms put in Chinese."""

import random
import re
from pathlib import Path

from pipeline.passages import Pair

_STOP = frozenset(
    """a an the of to in on for by with and or from at is are be if it its this that as into when
    which given all whether will can not no we you use used using based new""".split()
)
_LONGEST = 3


def read_glossary(path: Path) -> dict[str, list[str]]:
    """Chinese term → English terms."""
    rows = (
        line.split("\t") for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#")
    )
    return {chinese: [term.strip() for term in english.split(",")] for chinese, english in rows}


def stem(word: str) -> str:
    """Enough of a stemmer to meet `users`, `cached` and `sorting` in a glossary of base forms."""
    for ending, least in (("ing", 6), ("ed", 5), ("es", 5), ("s", 4)):
        if word.endswith(ending) and len(word) >= least and not word.endswith("ss"):
            return word[: -len(ending)].removesuffix("e")
    return word.removesuffix("e")


def by_english(glossary: dict[str, list[str]]) -> dict[str, list[str]]:
    """Stemmed English phrase → Chinese terms."""
    result: dict[str, list[str]] = {}
    for chinese, english in glossary.items():
        for term in english:
            result.setdefault(" ".join(stem(word) for word in term.lower().split()), []).append(chinese)
    return result


def term_pairs(glossary: dict[str, list[str]]) -> list[Pair]:
    """Each Chinese term with each of its English terms."""
    return [
        Pair("term", "glossary", "translation", chinese, "", "", "", term)
        for chinese, english in sorted(glossary.items())
        for term in english
    ]


def switch(question: str, lexicon: dict[str, list[str]], rng: random.Random, least: float = 0.5) -> str:
    """`question` with its known words in Chinese, stop words left out; "" if fewer than `least` are known."""
    words = re.findall(r"[a-z]+|[0-9]+", question.lower())[:24]
    stems = [stem(word) for word in words]
    out: list[str] = []
    known = total = position = 0
    while position < len(words):
        for length in range(min(_LONGEST, len(words) - position), 0, -1):
            terms = lexicon.get(" ".join(stems[position : position + length]))
            if terms:
                out.append(rng.choice(terms))
                known, total, position = known + length, total + length, position + length
                break
        else:
            if words[position] not in _STOP:
                out.append(f" {words[position]} ")
                total += 1
            position += 1
    return " ".join("".join(out).split()) if known >= 2 and known >= least * total else ""


def switched_pairs(pairs: list[Pair], lexicon: dict[str, list[str]], count: int, seed: int) -> list[Pair]:
    """At most `count` pairs with their English question put into Chinese term by term."""
    rng = random.Random(seed)
    candidates = [pair for pair in pairs if pair.kind in ("doc", "name", "comment", "header")]
    rng.shuffle(candidates)
    result: list[Pair] = []
    for pair in candidates:
        if len(result) >= count:
            break
        question = switch(pair.query, lexicon, rng)
        if question:
            result.append(
                Pair(
                    "switched",
                    pair.package,
                    pair.language,
                    question,
                    pair.path,
                    pair.header,
                    pair.symbol,
                    pair.text,
                )
            )
    return result
