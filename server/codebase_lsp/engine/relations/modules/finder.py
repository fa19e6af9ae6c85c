"""Which finder serves which language."""

from collections.abc import Callable

from ..corpus import Corpus
from .go import go_package
from .includes import by_suffix, included
from .javascript import javascript_module
from .python import python_module
from .rust import rust_module

Finder = Callable[[Corpus, str, str], list[str]]
"""(folder, path of the importing file, module as written) → files."""


def _lua(corpus: Corpus, importer: str, module: str) -> list[str]:
    stem = module.replace(".", "/")
    return by_suffix(corpus, importer, (f"{stem}.lua", f"{stem}/init.lua", f"{stem}.luau"))


def _ruby(corpus: Corpus, importer: str, module: str) -> list[str]:
    return by_suffix(corpus, importer, (module if module.endswith(".rb") else f"{module}.rb",))


def _zig(corpus: Corpus, importer: str, module: str) -> list[str]:
    return by_suffix(corpus, importer, (module,)) if module.endswith(".zig") else []


_FINDERS: dict[str, Finder] = {
    "python": python_module,
    "starlark": python_module,
    "javascript": javascript_module,
    "typescript": javascript_module,
    "tsx": javascript_module,
    "jsx": javascript_module,
    "vue": javascript_module,
    "svelte": javascript_module,
    "go": go_package,
    "rust": rust_module,
    "c": included,
    "cpp": included,
    "cuda": included,
    "arduino": included,
    "objc": included,
    "bash": included,
    "ruby": _ruby,
    "lua": _lua,
    "luau": _lua,
    "zig": _zig,
}


def finder_for(language: str) -> Finder | None:
    """None where files themselves say what they belong to, such as Java's packages."""
    return _FINDERS.get(language)
