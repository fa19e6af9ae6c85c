"""Folders for the end-to-end tests."""

import shutil
from pathlib import Path

import pygls
import pytest

from helpers.files import write_files


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source of a real package, copied."""
    source = Path(pygls.__file__).parent
    target = tmp_path_factory.mktemp("real") / "pygls"
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    return target


@pytest.fixture
def zoo(tmp_path: Path) -> Path:
    return write_files(
        tmp_path / "zoo",
        '''
        === lion.py
        def feed_the_lion(meat: int) -> None:
            """Throw meat over the fence."""
            throw(meat)
        === penguin.py
        def count_penguins(rocks: list[str]) -> int:
            """How many penguins stand on the rocks."""
            return len(rocks)
        ''',
    )


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    return write_files(
        tmp_path / "harbour",
        '''
        === crane.py
        def lift_container(weight: float) -> bool:
            """Lift one container off the ship."""
            return weight < 40
        ''',
    )
