"""What the makers of well-known models say about using them.

Prefixes matter most: leaving them out costs several points of retrieval quality with the
models that were trained with them. Sources are the model cards and, for the jina code models,
table 1 of arXiv 2508.21290. Lengths are capped at 2,048 tokens: code is cut into far smaller
parts, and the memory of attention grows with the square of the length.
"""

import re
from dataclasses import dataclass

_SENTENCE = "Represent this sentence for searching relevant passages: "


@dataclass(frozen=True, slots=True)
class Profile:
    """How to use a model; empty and zero mean that nothing is known."""

    query_prefix: str = ""
    passage_prefix: str = ""
    max_tokens: int = 0
    pooling: str = ""


_PROFILES: tuple[tuple[str, Profile], ...] = (
    (r"all-?minilm", Profile(max_tokens=256, pooling="mean")),
    (r"bge-m3", Profile(max_tokens=2048, pooling="cls")),
    (r"bge-.*zh", Profile("为这个句子生成表示以用于检索相关文章：", "", 512, "cls")),
    (r"bge-(small|base|large)|mxbai-embed-large", Profile(_SENTENCE, "", 512, "cls")),
    (
        r"e5-.*instruct",
        Profile(
            "Instruct: Given a question about source code, retrieve code that answers it\nQuery: ", "", 512
        ),
    ),
    (r"(^|[/-])e5-", Profile("query: ", "passage: ", 512, "mean")),
    (r"coderankembed", Profile("Represent this query for searching relevant code: ", "", 2048)),
    (r"nomic-embed-code", Profile("Represent this query for searching relevant code: ", "", 2048, "last")),
    (r"nomic-embed-text", Profile("search_query: ", "search_document: ", 2048, "mean")),
    (
        r"jina-code-embeddings",
        Profile(
            "Find the most relevant code snippet given the following query:\n",
            "Candidate code snippet:\n",
            2048,
            "last",
        ),
    ),
    (r"jina-embeddings-v2", Profile(max_tokens=2048, pooling="mean")),
    (
        r"qwen3-embedding",
        Profile(
            "Instruct: Given a question about source code, retrieve code that answers it\nQuery:",
            "",
            2048,
            "last",
        ),
    ),
    (
        r"embeddinggemma",
        Profile("task: code retrieval | query: ", "title: none | text: ", 2048, "mean"),
    ),
    (r"arctic-embed.*(v2|2)(\W|$)", Profile("query: ", "", 2048, "cls")),
    (r"arctic-embed", Profile(_SENTENCE, "", 512, "cls")),
    (r"text-embedding-(3|ada)", Profile(max_tokens=2048)),
)
"""The first pattern that is found in the lower-case name counts."""


def profile_of(name: str) -> Profile:
    """What is known of a model by its name, whoever serves it: `BAAI/bge-m3`, `bge-m3:latest`."""
    folded = name.lower().replace("_", "-")
    return next((known for pattern, known in _PROFILES if re.search(pattern, folded)), Profile())
