"""What names mean in Python: scopes, imports, receivers; and what is not known is not claimed."""

import pytest

from .conftest import Texts

SHOP = """
=== shop/__init__.py
from .orders import Order as PublicOrder
from .prices import *
=== shop/orders.py
from __future__ import annotations
import os.path
from . import prices
from .base import Base, Stored


class Order(Base, Stored):
    def __init__(self, repo: "Repo", extra):
        self.repo = repo
        self.cart = Cart()
        self.extra = extra

    def save(self):
        self.check_it()
        self.repo.put(self)
        self.cart.add(1)
        self.extra.unclear(2)
        prices.round_up(3)
        os.path.join("a", "b")
        super().inherited_one()
        self.inherited_two()

    def check_it(self):
        helper_one()

    @classmethod
    def make(cls) -> Order:
        return cls(Repo(), None)


class Repo:
    def put(self, order):
        local = Cart()
        local.add(order)
        with Cart() as managed:
            managed.add(order)
        Order.make().check_it()


class Cart:
    def add(self, what): ...

    def helper_one(self): ...


def helper_one():
    def inner_one(): ...
    return inner_one()
=== shop/base.py
class Base:
    def inherited_one(self): ...

class Stored:
    def inherited_two(self): ...
    def unclear(self): ...
=== shop/prices.py
def round_up(value): ...

def compute() -> float: ...
=== app.py
import shop
import shop.orders
from shop import PublicOrder, round_up as ceiling, compute
from json import loads

shop.orders.Cart()
ceiling(1)
PublicOrder.make().save()
loads("{}")
compute()
nowhere()
thing.unclear()
"text".join([])
thing.append(1)
=== lists.py
class Log:
    def append(self, line): ...
    def join(self): ...
=== other/json.py
def loads(text): ...
"""


@pytest.fixture(scope="module")
def shop() -> Texts:
    return Texts(SHOP)


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("check_it()\n        self.repo", ("shop.orders.Order.check_it", 1.0)),
        ("put(self)", ("shop.orders.Repo.put", 0.9)),
        ("add(1)", ("shop.orders.Cart.add", 0.9)),
        ("add(order)\n        with", ("shop.orders.Cart.add", 0.9)),
        ("add(order)\n        Order", ("shop.orders.Cart.add", 0.9)),
        ("round_up(3)", ("shop.prices.round_up", 1.0)),
        ("inherited_one()", ("shop.base.Base.inherited_one", 1.0)),
        ("inherited_two()", ("shop.base.Stored.inherited_two", 0.95)),
        ("helper_one()\n\n    @", ("shop.orders.helper_one", 1.0)),
        ("inner_one()\n", ("shop.orders.helper_one.inner_one", 1.0)),
        ("check_it()\n\n\nclass Cart", ("shop.orders.Order.check_it", 0.9)),
    ],
)
def test_names_in_a_module(shop: Texts, marked: str, expected: tuple[str, float]) -> None:
    assert shop.means("shop/orders.py", marked) == [expected]


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("Cart()", ("shop.orders.Cart", 1.0)),
        ("ceiling(1)", ("shop.prices.round_up", 0.9)),
        ("make()", ("shop.orders.Order.make", 1.0)),
        ("save()", ("shop.orders.Order.save", 0.9)),
        ("compute()", ("shop.prices.compute", 0.9)),
    ],
)
def test_names_across_modules(shop: Texts, marked: str, expected: tuple[str, float]) -> None:
    assert shop.means("app.py", marked) == [expected]


@pytest.mark.parametrize("marked", ["loads(", "nowhere()", "join([])"])
def test_what_comes_from_outside_means_nothing_here(shop: Texts, marked: str) -> None:
    assert shop.means("app.py", marked) == []


def test_a_name_alone_is_a_guess_and_says_so(shop: Texts) -> None:
    assert shop.means("app.py", "unclear()") == [("shop.base.Stored.unclear", 0.5)]
    assert shop.means("shop/orders.py", "unclear(2)") == [("shop.base.Stored.unclear", 0.5)]


def test_a_method_that_every_list_has_is_hardly_a_guess(shop: Texts) -> None:
    ((name, confidence),) = shop.means("app.py", "append(1)")
    assert name == "lists.Log.append" and confidence < 0.2
