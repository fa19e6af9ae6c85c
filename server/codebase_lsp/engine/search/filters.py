"""Which files and chunks may answer at all; asked before ranking, so that it never starves."""

from collections.abc import Callable

from pathspec import GitIgnoreSpec

from ...errors import BadRequest
from ..parse.languages import canonical_language
from .types import Filters

Admits = Callable[[str, str | None], bool]


def admits(filters: Filters) -> Admits | None:
    """A test of (path, language); None where nothing restricts. Raises BadRequest."""
    languages = {_language(name, i) for i, name in enumerate(filters.languages)}
    include = _patterns(filters.include, "include")
    exclude = _patterns(filters.exclude, "exclude")
    if not (languages or include or exclude):
        return None

    def test(path: str, language: str | None) -> bool:
        if languages and language not in languages:
            return False
        if include is not None and not include.match_file(path):
            return False
        return exclude is None or not exclude.match_file(path)

    return test


def _language(name: str, position: int) -> str:
    language = canonical_language(name)
    if language is None:
        raise BadRequest(f"There is no language {name!r}.", f"filters.languages[{position}]")
    return language


def _patterns(patterns: tuple[str, ...], field: str) -> GitIgnoreSpec | None:
    if not patterns:
        return None
    try:
        return GitIgnoreSpec.from_lines(patterns)
    except ValueError as error:
        raise BadRequest(f"A pattern is not valid: {error}", f"filters.{field}") from error
