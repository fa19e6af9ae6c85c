"""Handlers in this process, with a double of the engine."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from helpers.files import write_files
from helpers.harness import Harness


@pytest_asyncio.fixture
async def client() -> AsyncIterator[Harness]:
    harness = Harness()
    yield harness
    for double in harness.opened:
        double.hold.set()
    await harness.server.close()


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return write_files(
        tmp_path / "shop",
        """
        === cart.py
        total = 1
        price = total
        === mail.py
        receipt = "total"
        """,
    )


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    return write_files(
        tmp_path / "bank",
        """
        === account.py
        balance = total
        """,
    )
