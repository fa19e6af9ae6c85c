"""Exact and regular-expression search, the whole way: candidates, matches, results."""

from ...errors import BadPattern
from ..files.types import Skipped
from .exact import (
    MAX_MATCHES_PER_FILE,
    Pattern,
    TookTooLong,
    candidate_files,
    compile_literal,
    compile_regex,
    has_capital,
)
from .run import Run
from .text_hits import present_matches
from .types import Hit

MAX_MATCHES = 10_000
"""In all files together; more are counted as one warning."""
_TOO_LONG = "The regular expression takes too long; make it more specific."
_PRESENT_SECONDS = 1.0
"""For matching once more in what is shown."""


def search_text(run: Run) -> list[Hit]:
    """Files with matches, ordered as `text_hits.py` says.

    Raises BadPattern where the time was over before anything was found.
    """
    pattern = _compile(run)
    with run.timed("recall"):
        paths = run.folder.in_one_state(lambda: _candidates(run, pattern))
    counts: dict[str, int] = {}
    total = 0
    with run.timed("scan"):
        for path, digest in paths.items():
            run.cancel.check()
            try:
                count = _count(run, pattern, path, digest)
            except TookTooLong:
                if not counts:
                    raise BadPattern(_TOO_LONG, "query") from None
                run.warnings.append(f"Stopped early: {_TOO_LONG}")
                break
            if count:
                counts[path] = count
                total += count
            if total >= MAX_MATCHES or run.late():
                why = f"{total} matches" if total >= MAX_MATCHES else "the time for a search was over"
                run.warnings.append(f"Stopped early: {why}. Narrow the question or add filters.")
                break
    pattern.seconds = max(pattern.seconds, _PRESENT_SECONDS)
    with run.timed("present"):
        return present_matches(run, pattern, counts)


def _compile(run: Run) -> Pattern:
    question, request, seconds = run.question, run.request, run.folder.regex_seconds
    text = question.literal
    by_case = request.case_sensitive or (request.smart_case and has_capital(text))
    if question.mode == "regex":
        return compile_regex(text, case_sensitive=by_case, whole_word=request.whole_word, seconds=seconds)
    return compile_literal(
        text, case_sensitive=by_case, whole_word=request.whole_word, seconds=max(seconds, 10.0)
    )


def _candidates(run: Run, pattern: Pattern) -> dict[str, str | None]:
    """In order, each with the digest that the Base has of it; None where the Overlay answers."""
    base, overlay = run.folder.base, run.folder.overlay
    files, hidden = base.files(), set(overlay.paths())
    ids = candidate_files(pattern, base.lexical)
    known = files.keys()
    if ids is not None:
        known = {path for path, row in files.items() if row.id in ids}
        if len(known) < len(ids):  # just being published: the words are there, the row is not yet
            known |= base.store.paths_of(ids)
    found: dict[str, str | None] = {
        path: files[path].digest
        for path in known
        if path in files and path not in hidden and run.admitted(path, files[path].language)
    }
    found |= {file.path: None for file in overlay.files() if run.admitted(file.path, file.language)}
    return dict(sorted(found.items()))


def _count(run: Run, pattern: Pattern, path: str, digest: str | None) -> int:
    if digest is not None:
        text = run.folder.glance(path, digest)
    else:
        source = run.folder.read(path, run.verifier.indexed_digest(path))
        text = None if isinstance(source, Skipped) else source.text
    return pattern.count(text, MAX_MATCHES_PER_FILE) if text else 0
