"""Descending into directories that the ignore rules leave open, so that each can be watched first."""

import os

from .entries import is_junction, representable
from .ignore import IgnoreRules


class Descent:
    """Walks from `start` downwards. The caller sees each directory before it is listed:
    what is created after that moment is seen by a watch set up then, the rest is in the list.
    """

    def __init__(self, root: str, rules: IgnoreRules, start: str) -> None:
        self._root = root
        self._rules = rules
        self._pending = [start]

    def next(self) -> str | None:
        """The next directory, relative to the root; one that is ignored never comes."""
        while self._pending:
            path = self._pending.pop()
            if not self._rules.directory(path).closed:
                return path
        return None

    def list(self, path: str) -> list[str]:
        """The regular files in it, ignored ones too. Its directories come next."""
        prefix = f"{path}/" if path else ""
        state = self._rules.directory(path)
        files: list[str] = []
        try:
            with os.scandir(f"{self._root}/{path}") as entries:
                for entry in entries:
                    if self._rules.never_walked(entry.name, state) or not representable(entry.name):
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        if not is_junction(entry):
                            self._pending.append(prefix + entry.name)
                    elif entry.is_file(follow_symlinks=False):
                        files.append(prefix + entry.name)
        except OSError:
            pass  # Gone or forbidden by now: an event or the next comparison will tell.
        return files


class OpenDirectories:
    """Whether a path can be part of the folder, without asking about what lies below an ignored directory."""

    def __init__(self, rules: IgnoreRules) -> None:
        self._rules = rules
        self._known: dict[str, bool] = {"": True}

    def closed(self) -> list[str]:
        """The outermost ignored directories that were asked about."""
        return [path for path, is_open in self._known.items() if not is_open]

    def __contains__(self, path: str) -> bool:
        """Whether this directory is one that a walk would enter."""
        known = self._known.get(path)
        end = 0
        while known is None:
            # From the top, so that the outermost ignored directory is all that is remembered.
            end = path.find("/", end + 1)
            above = path if end < 0 else path[:end]
            if above not in self._known:
                self._known[above] = not self._rules.directory(above).closed
            if end < 0 or not self._known[above]:
                known = self._known[above]
        return known
