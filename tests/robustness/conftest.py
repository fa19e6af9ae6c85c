"""The real server process, driven by bytes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.files import write_files
from helpers.raw import RawServer


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def server(cache: Path) -> Iterator[RawServer]:
    with RawServer(cache) as raw:
        yield raw
        assert raw.damaged == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_files(
        tmp_path / "shop",
        '''
        === cart.py
        class ShoppingCart:
            """What a customer is about to buy."""

            def total_price(self) -> int:
                return sum(item.price for item in self.items)
        === mail.py
        def send_receipt(address: str, text: str) -> None:
            """Send the customer a receipt by mail."""
            deliver(address, text)
        ''',
    )
