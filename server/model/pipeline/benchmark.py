"""Scores vectors alone on a public code-search benchmark, to report, never to tune on.

Files are ranked by their best chunk's cosine; NDCG@10 with binary gain.
"""

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from pipeline.comments import MAX_CHARS
from pipeline.languages import BY_ENDING, defined_name
from pipeline.passages import passage, path_words

Embed = Callable[[Sequence[str]], np.ndarray]
"""Texts → unit vectors, float32 of shape (texts, dim)."""


def chunks(text: str, size: int = MAX_CHARS) -> list[str]:
    """Whole lines, at most `size` characters each, cut at a blank line in the second half if there is one."""
    result: list[str] = []
    rows: list[str] = []
    length = 0
    for line in text.splitlines(keepends=True):
        if rows and (length + len(line) > size or (length > size // 2 and not line.strip())):
            result.append("".join(rows))
            rows, length = [], 0
        rows.append(line)
        length += len(line)
    if rows:
        result.append("".join(rows))
    return [chunk for chunk in result if chunk.strip()]


def passages_of(root: Path) -> tuple[list[str], list[str]]:
    """(passages, relative path of each) of the source files under `root`."""
    texts: list[str] = []
    paths: list[str] = []
    for file in sorted(root.rglob("*")):
        language = BY_ENDING.get(file.suffix[1:].lower())
        if (
            (language is None and file.suffix != ".bats")
            or not file.is_file()
            or file.stat().st_size > 1_000_000
        ):
            continue
        path = str(file.relative_to(root))
        for chunk in chunks(file.read_text("utf-8", "replace")):
            name = language.name if language else "shell"
            symbol = next((found for line in chunk.splitlines() if (found := defined_name(line, name))), "")
            texts.append(passage(path_words(path), "", symbol, chunk))
            paths.append(path)
    return texts, paths


def ndcg10(ranked: list[str], targets: list[str]) -> float:
    """Binary gain; a path matches when one ends with the other."""
    ranks = [
        next((rank for rank, path in enumerate(ranked[:10]) if _same(path, target)), None)
        for target in targets
    ]
    gain = sum(1 / math.log2(rank + 2) for rank in ranks if rank is not None)
    ideal = sum(1 / math.log2(rank + 2) for rank in range(min(10, len(targets))))
    return gain / ideal if ideal else 0.0


def _same(one: str, other: str) -> bool:
    return one == other or one.endswith("/" + other) or other.endswith("/" + one)


def score_repository(root: Path, questions: list[dict[str, object]], embed: Embed) -> list[float]:
    """NDCG@10 of each question."""
    texts, paths = passages_of(root)
    names = sorted(set(paths))
    number = {name: index for index, name in enumerate(names)}
    file_of = np.asarray([number[path] for path in paths])
    similarity = embed([str(question["query"]) for question in questions]) @ embed(texts).T
    scores: list[float] = []
    for row, question in zip(similarity, questions, strict=True):
        best = np.full(len(names), -2.0, np.float32)
        np.maximum.at(best, file_of, row)
        ranked = [names[index] for index in np.argsort(-best, kind="stable")[:10]]
        targets = [
            str(target["path"] if isinstance(target, dict) else target)
            for key in ("relevant", "secondary")
            for target in question.get(key, [])  # type: ignore[union-attr]
        ]
        scores.append(ndcg10(ranked, targets))
    return scores


def score(definition: Path, checkouts: Path, embed: Embed) -> dict[str, list[float]]:
    """Repository name → scores of its questions. `definition` holds repos.json and annotations/."""
    result: dict[str, list[float]] = {}
    for repository in json.loads((definition / "repos.json").read_text("utf-8")):
        name = repository["name"]
        questions = json.loads((definition / "annotations" / f"{name}.json").read_text("utf-8"))
        root = checkouts / name / (repository.get("benchmark_root") or "")
        result[name] = score_repository(root, questions, embed)
    return result
