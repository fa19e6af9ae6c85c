"""One question to several workspaces, answered as one."""

from collections.abc import Mapping
from typing import TypeVar

from ..errors import BadRequest, Cancelled
from .cancel import CancelToken
from .search.pipeline import search_folders
from .search.types import SearchAnswer, SearchRequest
from .workspace import Workspace

Key = TypeVar("Key")


def search_together(
    asked: Mapping[Key, tuple[Workspace, SearchRequest]], cancel: CancelToken
) -> dict[Key, SearchAnswer | Exception]:
    """What each workspace answers, its scores comparable with the others', or why it cannot.

    The requests are as `search_folders` takes them. Raises BadRequest, BadPattern, Cancelled.
    """
    try:
        return {**_answered(asked, cancel)}
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


def _answered(
    asked: Mapping[Key, tuple[Workspace, SearchRequest]], cancel: CancelToken
) -> dict[Key, SearchAnswer]:
    found = search_folders([(workspace.searched(), request) for workspace, request in asked.values()], cancel)
    workspaces = (workspace for workspace, _ in asked.values())
    answers = (workspace.answered(each) for workspace, each in zip(workspaces, found, strict=True))
    return dict(zip(asked, answers, strict=True))
