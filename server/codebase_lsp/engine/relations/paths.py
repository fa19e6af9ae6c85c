"""Which files have a path that ends like this: how most languages find a module."""

from collections.abc import Iterable
from functools import cached_property


class PathIndex:
    """All paths of a folder, `/` between parts."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.all = frozenset(paths)

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in sorted(self.all):
            found.setdefault(path.rpartition("/")[2], []).append(path)
        return found

    @cached_property
    def _by_folder(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in sorted(self.all):
            found.setdefault(path.rpartition("/")[0], []).append(path)
        return found

    def __contains__(self, path: str) -> bool:
        return path in self.all

    def named(self, name: str) -> list[str]:
        """Files of this name, with its extension, anywhere."""
        return self._by_name.get(name, [])

    def ending(self, suffix: str) -> list[str]:
        """Paths that are `suffix` or end with `/suffix`."""
        ends = f"/{suffix}"
        return [p for p in self.named(suffix.rpartition("/")[2]) if p == suffix or p.endswith(ends)]

    def in_folder(self, folder: str) -> list[str]:
        """Files directly in a folder (`` is the root)."""
        return self._by_folder.get(folder, [])

    def is_folder(self, folder: str) -> bool:
        return folder in self._by_folder


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def join(folder: str, relative: str) -> str | None:
    """`relative` seen from `folder`, without `.` and `..`; None if it leaves the root."""
    parts = folder.split("/") if folder else []
    for part in relative.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def common_depth(first: str, second: str) -> int:
    """Folders that two paths share from the root on."""
    shared = 0
    for one, other in zip(first.split("/")[:-1], second.split("/")[:-1], strict=False):
        if one != other:
            break
        shared += 1
    return shared
