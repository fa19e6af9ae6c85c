"""The fixtures of all tests that watch a folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.watched import Watched, Watching


@pytest.fixture
def watching(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Watching]:
    """Watches `root` (a new folder) in the way the test is for, until the test ends."""
    opened: list[Watched] = []
    way = getattr(request, "param", "system")
    (tmp_path / "root").mkdir()

    def watch(root: Path = tmp_path / "root", **options: object) -> Watched:
        opened.append(Watched(root, way, **options))
        return opened[-1]

    yield watch
    for watched in opened:
        watched.watcher.stop()


@pytest.fixture
def root(tmp_path: Path, watching: Watching) -> Path:
    return tmp_path / "root"
