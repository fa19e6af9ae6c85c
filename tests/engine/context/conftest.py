"""A small real project with an index of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from helpers.files import write_files

PROJECT = '''
=== orders/numbers.py
"""Order numbers."""

import itertools


class OrderNumberGenerator:
    """Makes order numbers that never repeat."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self._next = itertools.count(1)

    def generate(self) -> str:
        """The next order number."""
        return f"{self.prefix}-{next(self._next):06d}"


def is_unique_order_number(number: str, known: set[str]) -> bool:
    """Whether an order number is not taken yet."""
    return number not in known

=== orders/service.py
from orders.numbers import OrderNumberGenerator, is_unique_order_number


class OrderService:
    def __init__(self, generator: OrderNumberGenerator) -> None:
        self.generator = generator
        self.known: set[str] = set()

    def place(self, customer: str) -> str:
        """Place an order under a new order number."""
        number = self.generator.generate()
        if not is_unique_order_number(number, self.known):
            raise ValueError(f"order number {number} is taken")
        self.known.add(number)
        return number

=== shop/page.ts
// Shows <b>orders</b> & their numbers.
export function orderNumberLabel(order: { number: string }): string {
  return `<span class="order">${order.number}</span>`;
}

=== docs/orders.md
# Order numbers

An order number looks like this:

```python
OrderNumberGenerator("A").generate()  # "A-000001"
```

=== vendor/service.py
from orders.numbers import OrderNumberGenerator, is_unique_order_number


class OrderService:
    def __init__(self, generator: OrderNumberGenerator) -> None:
        self.generator = generator
        self.known: set[str] = set()

    def place(self, customer: str) -> str:
        """Place an order under a new order number."""
        number = self.generator.generate()
        if not is_unique_order_number(number, self.known):
            raise ValueError(f"order number {number} is taken")
        self.known.add(number)
        return number
'''


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Workspace]:
    root = tmp_path / "project"
    write_files(root, PROJECT)
    workspace = Workspace(root, Settings(workers=1), tmp_path / "cache")
    workspace.index()
    yield workspace
    workspace.close()
