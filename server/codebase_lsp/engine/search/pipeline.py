"""One search, end to end: understand, then by words and meaning, by symbol, in the text, or as
another system would."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

from ...errors import BadRequest
from ..cancel import CancelToken
from ..files.types import SourceFile
from ..index.types import SymbolRow
from ..index.verify import Verifier
from .expansion import with_expansion
from .filters import admits
from .hybrid import search_hybrid
from .lookup import find_symbols, search_symbols
from .overrides import check_weights
from .profiles import PROFILES, Profile, search_like
from .queries import widened
from .question import Question, understand
from .run import Folder, Run
from .scan import search_text
from .types import Hit, Queries, SearchRequest

Definitions = list[tuple[SymbolRow, SourceFile]]


@dataclass(frozen=True, slots=True)
class Found:
    """What one search gives back to the workspace."""

    hits: list[Hit]
    question: Question
    milliseconds: dict[str, float]
    warnings: list[str]
    checked: int
    """Files compared with their text as it is now."""
    corrected: int
    """Times that something stale was found and corrected on the spot."""


def search_folders(asked: Sequence[tuple[Folder, SearchRequest]], cancel: CancelToken) -> list[Found]:
    """Ask several folders one question; what each gives has scores that compare with the others'.

    The requests differ only in what concerns one folder: the filters of paths, the open files.
    Raises BadRequest, BadPattern, Cancelled, IndexUnavailable.
    """
    runs = [_run(folder, request, cancel) for folder, request in asked]
    runs = [replace(run, number=number, folders=len(runs)) for number, run in enumerate(runs)]
    question, profile = runs[0].question, _profile(runs[0].request)
    with ExitStack() as whole:
        for run in runs:
            whole.enter_context(run.timed("total"))
        if profile is not None:
            hits = [search_like(profile, run) for run in runs]
        elif question.mode in ("exact", "regex"):
            hits = [search_text(run) for run in runs]
        elif question.mode == "symbol":
            hits = search_symbols(runs)
        else:
            hits = search_hybrid(runs)
    return [_found(run, of_folder) for run, of_folder in zip(runs, hits, strict=True)]


def _run(folder: Folder, request: SearchRequest, cancel: CancelToken) -> Run:
    """Raises BadRequest."""
    if not 1 <= request.limit <= 200:
        raise BadRequest("The limit is between 1 and 200.", "limit")
    if request.group_by not in ("file", "chunk"):
        raise BadRequest("Results are grouped by `file` or by `chunk`.", "groupBy")
    profile = _profile(request)
    queries, warnings = _expanded(request.queries)
    request = replace(request, queries=queries)
    question = widened(understand(request.query, request.mode), queries)
    if profile is not None:
        question = profile.admitted(question, request.mode)
    check_weights(request.weights, *([profile.weights] if profile else []))
    verifier = Verifier(folder.base, folder.overlay, folder.read, folder.parse)
    return Run(folder, request, question, admits(request.filters), verifier, cancel, warnings=warnings)


def _found(run: Run, hits: list[Hit]) -> Found:
    verifier = run.verifier
    return Found(hits, run.question, run.milliseconds, run.warnings, verifier.checked, verifier.corrected)


def find_definitions(folder: Folder, name: str, limit: int, cancel: CancelToken) -> Definitions:
    """Definitions by name and nothing else, best first, each with the text it was checked against.

    Raises Cancelled, IndexUnavailable.
    """
    if not name.strip():
        return []
    request = SearchRequest(name, mode="symbol", limit=limit)
    verifier = Verifier(folder.base, folder.overlay, folder.read, folder.parse)
    run = Run(folder, request, understand(name, "symbol"), None, verifier, cancel)
    return find_symbols(run)


def _expanded(queries: Queries) -> tuple[Queries, list[str]]:
    """With what a language model said, if it can be read."""
    if not queries.expansion.strip():
        return queries, []
    filled = with_expansion(queries, queries.expansion)
    if filled is None:
        return queries, ["The expansion of the question holds no JSON object with its forms: not used."]
    return filled, []


def _profile(request: SearchRequest) -> Profile | None:
    """None for our own ranking. Raises BadRequest."""
    if request.profile == "default":
        return None
    profile = PROFILES.get(request.profile)
    if profile is None:
        known = ", ".join(("default", *PROFILES))
        raise BadRequest(f"There is no profile {request.profile!r}; the profiles are {known}.", "profile")
    return profile
