"""Symbols of real source files, checked by hand line by line.

`golden/README.md` says where each file is from and under which licence. Beside it `expected.txt` has
for each definition: lines (1-based, inclusive), place of the name (1-based line, column in code
points), visibility, kind and canonical name, its container; then the signature and the documentation.
"""

from pathlib import Path

import pytest

from codebase_lsp.engine.parse.definitions import definitions
from codebase_lsp.engine.parse.languages import language_of
from codebase_lsp.engine.parse.types import Symbol

GOLDEN = Path(__file__).parent / "golden"
LANGUAGES = (
    "c cpp csharp elixir go java javascript kotlin lua php python ruby rust scala swift tsx typescript"
).split()


def described(symbol: Symbol) -> list[str]:
    place = f"{symbol.name_line + 1}:{symbol.name_column}" if symbol.name_line >= 0 else "-"
    lines = f"{symbol.start_line + 1}-{symbol.end_line}"
    seen = [
        f"{lines} @{place} {symbol.visibility or '-'} {symbol.kind} {symbol.canonical_name}"
        f" [{symbol.container}]",
        f"    {symbol.signature}",
    ]
    return seen + ([f"    # {symbol.documentation!r}"] if symbol.documentation else [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_symbols_of_a_real_file_are_complete_and_exact(language: str) -> None:
    (source,) = (path for path in (GOLDEN / language).iterdir() if path.name != "expected.txt")
    text = source.read_bytes().decode("utf-8")
    name = source.name.removesuffix(".sample")
    assert language_of(name, text) == language
    seen = [line for symbol in definitions(name, text, language) for line in described(symbol)]
    assert seen == (GOLDEN / language / "expected.txt").read_text("utf-8").splitlines()


def test_every_golden_file_has_its_source_and_licence_told() -> None:
    told = (GOLDEN / "README.md").read_text("utf-8")
    for language in LANGUAGES:
        (source,) = (path for path in (GOLDEN / language).iterdir() if path.name != "expected.txt")
        assert source.name.removesuffix(".sample") in told
