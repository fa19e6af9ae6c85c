"""What travels for `codebase/map`. See `types` for the conventions."""

import attrs

from . import checks
from .context import FEWEST_TOKENS, MOST_TOKENS


@attrs.frozen
class MapParams:
    """Params of `codebase/map`."""

    max_tokens: int = attrs.field(default=2000, validator=checks.between(FEWEST_TOKENS, MOST_TOKENS))
    open_documents: tuple[str, ...] = ()
    mentioned: tuple[str, ...] = ()
    folder: str | None = None
    work_done_token: int | str | None = None


@attrs.frozen
class MapResult:
    """Result of `codebase/map`."""

    text: str
    tokens: int
    files: tuple[str, ...]
    warnings: tuple[str, ...]
