"""One question to several workspaces, answered as one."""

from collections.abc import Mapping
from typing import TypeVar

from ..errors import BadRequest, Cancelled
from .cancel import CancelToken
from .search.types import SearchAnswer, SearchRequest
from .workspace import Workspace

Key = TypeVar("Key")


def search_together(
    asked: Mapping[Key, tuple[Workspace, SearchRequest]], cancel: CancelToken
) -> dict[Key, SearchAnswer | Exception]:
    """What each workspace answers, its scores comparable with the others', or why it cannot.

    There is at least one; the requests differ only in what concerns one folder. Raises BadRequest,
    BadPattern, Cancelled.
    """
    try:
        (first, request), *others = asked.values()
        return dict(zip(asked, first.search_with(others, request, cancel), strict=True))
    except (BadRequest, Cancelled):
        raise
    except Exception as error:
        if len(asked) == 1:
            return dict.fromkeys(asked, error)
    # One of them fails: which one they tell alone, and the others answer together.
    alone = {key: search_together({key: one}, cancel)[key] for key, one in asked.items()}
    sound = {key: asked[key] for key, outcome in alone.items() if not isinstance(outcome, Exception)}
    if 1 < len(sound) < len(asked):
        alone |= search_together(sound, cancel)
    return alone
