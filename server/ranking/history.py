"""Questions from a history: the subject of a commit, answered by the source files it touched."""

import random
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from asked import Asked, is_code, is_main_code

from codebase_lsp.engine.parse.tokens import words
from codebase_lsp.engine.search.question import STOP_WORDS

_PREFIX = re.compile(
    r"^(?:\[[^\]]*\]\s*|(?:feat|fix|chore|refactor|perf|docs?|tests?|style|build|ci)"
    r"(?:\([^)]*\))?!?:\s*|(?:closes?|fixes|resolves?|refs?)?\s*:?\s*(?:#\d+|[A-Z]{2,}-\d+)[:,.\s]*)",
    re.I,
)
_SUFFIX = re.compile(r"\s*\((?:[^()]*#\d+[^()]*)\)\s*$|\s+(?:closes|fixes|refs?)?\s*#\d+\.?\s*$", re.I)
_CHORE = re.compile(
    r"\b(bump|initial|typos?|release|version|change-?log|readme|merge|reverts?|lint\w*|pylint|flake8|rubocop"
    r"|format(?:ting)?|reformat|rustfmt|gofmt|prettier|copyright|licen[cs]e|dependenc\w+|upgrade"
    r"|whitespace|indent\w*|style|clean-?up|wip|renovate|dependabot|warnings?|comments?|nits?"
    r"|rename\w*|move[sd]?|spelling|grammar|unused|translations?|imports?)\b",
    re.I,
)
"""Such commits touch files for reasons that their subject does not tell."""
_TESTS = re.compile(r"\b(tests?|specs?|testing|mocks?|fixtures?)\b", re.I)
_MAX_FILES = 3
_READ = 20_000
"""Commits looked at, newest first."""
_CHOICE = 4
"""Commits to choose one from: the older one is, the more its code has moved since."""


def commit_questions(root: Path, name: str, rng: random.Random, limit: int, per_file: int) -> list[Asked]:
    """At most `limit` questions about what changed, and as many about what was added.

    A subject that came with a new file tells what the whole file is for; of the others, the recent
    ones are taken. No file answers more than `per_file`, because files that change often would
    otherwise be taught to be right.
    """
    found: dict[str, list[Asked]] = {"added": [], "commit": []}
    seen: set[str] = set()
    for subject, changed, added in _commits(root):
        query = _question(subject)
        if query is None or query.lower() in seen:
            continue
        asks_tests = bool(_TESTS.search(query))
        mostly_added = 2 * len(added) >= sum(map(is_main_code, changed))
        source, answers = "added", _answers(root, added if mostly_added else [], asks_tests=False)
        if not answers:
            source, answers = "commit", _answers(root, changed, asks_tests=asks_tests)
        if not answers or any(_names(query, path) for path in answers):
            continue
        seen.add(query.lower())
        if source == "added" or len(found["commit"]) < limit * _CHOICE:
            found[source].append(Asked(name, source, query, answers))
    return [asked for questions in found.values() for asked in _drawn(questions, rng, limit, per_file)]


def _drawn(found: list[Asked], rng: random.Random, limit: int, per_file: int) -> list[Asked]:
    rng.shuffle(found)
    times: Counter[str] = Counter()
    kept: list[Asked] = []
    for question in found:
        if len(kept) < limit and all(times[path] < per_file for path in question.answers):
            times.update(question.answers)
            kept.append(question)
    return kept


def _commits(root: Path) -> Iterator[tuple[str, list[str], list[str]]]:
    """Subject, files changed or added, files added; newest first."""
    log = ["log", "--no-merges", "--no-renames", f"-n{_READ}", "--name-status", "--format=%x1e%s", "HEAD"]
    command = ["git", "-C", str(root), "-c", "core.quotePath=false", *log]
    output = subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8", "replace")
    for record in output.split("\x1e")[1:]:
        subject, *lines = record.split("\n")
        files = [line.split("\t", 1) for line in lines if "\t" in line]
        yield (
            subject,
            [path for _, path in files],
            [path for status, path in files if status == "A" and is_main_code(path)],
        )


def _question(subject: str) -> str | None:
    """The subject as a person would ask it, or None where it says too little."""
    text = subject.strip()
    for pattern in (_PREFIX, _PREFIX, _SUFFIX, _SUFFIX):
        text = pattern.sub("", text, count=1).strip()
    telling = {word.lower() for word in words(text)} - STOP_WORDS
    if len(telling) < 3 or len(text) > 120 or _CHORE.search(text):
        return None
    return text.rstrip(".")


def _answers(root: Path, changed: list[str], *, asks_tests: bool) -> tuple[str, ...]:
    code = [path for path in changed if is_code(path)]
    main = [path for path in code if is_main_code(path)]
    answers = main or (code if asks_tests else [])
    if not 1 <= len(answers) <= _MAX_FILES or not all((root / path).is_file() for path in answers):
        return ()
    return tuple(answers)


def _names(query: str, path: str) -> bool:
    """Whether the question gives the file away, as in `parser.c: …`."""
    return path.rpartition("/")[2].lower() in query.lower()
