"""The wire mirrors words of the engine; the two must not drift apart."""

import subprocess
import sys

from codebase_lsp.engine.context.pipeline import MAX_TOKENS, MIN_TOKENS
from codebase_lsp.engine.context.types import FORMATS, ORDERS
from codebase_lsp.engine.relations.types import RELATIONS
from codebase_lsp.engine.search.types import MODES, PROFILES
from codebase_lsp.wire import context, methods, related
from codebase_lsp.wire import types as wire


def test_modes_are_those_of_the_engine() -> None:
    assert wire.MODES == MODES


def test_profiles_are_those_of_the_engine() -> None:
    assert wire.PROFILES == PROFILES


def test_formats_and_orders_of_contexts_are_those_of_the_engine() -> None:
    assert (context.FORMATS, context.ORDERS) == (FORMATS, ORDERS)
    assert (context.FEWEST_TOKENS, context.MOST_TOKENS) == (MIN_TOKENS, MAX_TOKENS)


def test_relations_are_those_of_the_engine() -> None:
    assert related.RELATIONS == RELATIONS


def test_every_request_has_a_command_and_a_capability() -> None:
    assert set(methods.COMMANDS) == set(methods.CAPABILITIES) == set(methods.REQUESTS)
    assert len(set(methods.COMMANDS.values())) == len(methods.REQUESTS)


def test_the_wire_needs_neither_pygls_nor_the_engine() -> None:
    program = (
        "import sys, codebase_lsp.wire.codec, codebase_lsp.wire.types, codebase_lsp.wire.methods;"
        "others = ('pygls', 'lsprotocol', 'codebase_lsp.engine', 'codebase_lsp.lsp');"
        "bad = [name for name in sys.modules if name.startswith(others)];"
        "sys.exit(str(bad) if bad else 0)"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stderr == ""
