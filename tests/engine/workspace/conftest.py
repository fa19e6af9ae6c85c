"""Small folders of real code, and workspaces that are closed in the end."""

import shutil
from pathlib import Path

import pygls
import pytest

from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from helpers.files import write_files

SHOP = """
=== shop/orders.py
class OrderRepository:
    def is_unique(self, order_id):
        # Two orders must never share an identifier.
        return order_id not in self.seen

=== shop/cart.py
def add_item(cart, item):
    cart.items.append(item)

=== tests/test_orders.py
def test_order_id_is_unique():
    assert OrderRepository().is_unique("1")

=== notes.txt
remember to buy milk
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return write_files(tmp_path / "shop", SHOP)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    root = tmp_path / "package"
    shutil.copytree(Path(pygls.__file__).parent, root, ignore=shutil.ignore_patterns("__pycache__"))
    return root


@pytest.fixture
def opened(tmp_path: Path):
    workspaces: list[Workspace] = []

    def open_workspace(root: Path, **settings) -> Workspace:
        workspaces.append(Workspace(root, Settings(**settings), tmp_path / "cache"))
        return workspaces[-1]

    yield open_workspace
    for workspace in workspaces:
        workspace.close()
