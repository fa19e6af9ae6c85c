"""The rules of docs/architecture.md that a reader relies on, checked on the source itself."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "server" / "codebase_lsp"
FLOW = ("files", "parse", "embed", "index", "relations", "search", "context")
"""A package of the engine imports only itself and what stands to its left."""
SHARED = ("settings", "cancel", "cache_directory")
LARGEST = 420
"""Lines. A file above this has more than one job."""

MODULES = sorted(path for path in PACKAGE.rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """Absolute names of all imported modules, relative ones resolved, also inside functions."""
    here = ("codebase_lsp", *path.relative_to(PACKAGE).with_suffix("").parts)
    package = here[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *((node.module,) if node.module else ())))
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def ours(path: Path) -> set[tuple[str, ...]]:
    names = (name.split(".") for name in imports(path))
    return {tuple(parts[1:]) for parts in names if parts[0] == "codebase_lsp" and len(parts) > 1}


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_module_imports_only_what_its_place_allows(path: Path) -> None:
    part = part_of(path)
    found = ours(path)
    if part == "wire":
        assert all(name[0] == "wire" for name in found), found
    if part == "engine":
        assert all(name[0] in ("engine", "errors") for name in found), found
    if part not in ("lsp",):
        foreign = {name.split(".")[0] for name in imports(path)}
        assert not foreign & {"pygls", "lsprotocol"}, "only lsp/ knows the protocol library"


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_data_flows_one_way_through_the_engine(path: Path) -> None:
    parts = path.relative_to(PACKAGE).parts
    if parts[0] != "engine" or len(parts) < 3:
        return
    allowed = FLOW[: FLOW.index(parts[1]) + 1]
    used = {name[1] for name in ours(path) if name[0] == "engine" and len(name) > 1}
    assert used <= {*allowed, *SHARED}, f"{parts[1]} may not import {used - {*allowed, *SHARED}}"


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_file_has_one_job_and_says_which(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= LARGEST
    if text.strip():
        assert ast.get_docstring(ast.parse(text)), "the module says what it owns"


def test_the_walk_over_imports_sees_what_it_should() -> None:
    found = ours(PACKAGE / "engine" / "index" / "base.py")
    assert ("engine", "embed", "cache") in found
    assert ("errors",) in ours(PACKAGE / "engine" / "cancel.py")
