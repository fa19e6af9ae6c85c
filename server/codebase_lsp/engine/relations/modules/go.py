"""Go: an import path is a module's name and a folder in it."""

import re

from ..corpus import Corpus
from ..paths import folder_of

_MODULE = re.compile(r'^\s*module\s+"?([^\s"]+)', re.MULTILINE)


def go_package(corpus: Corpus, importer: str, module: str) -> list[str]:
    """All files of the package but its tests; none for packages of other modules."""
    for folder in _folders(corpus, module):
        files = [path for path in corpus.files().in_folder(folder) if path.endswith(".go")]
        if files:
            return [path for path in files if not path.endswith("_test.go")] or files
    return []


def _folders(corpus: Corpus, module: str) -> list[str]:
    manifests = corpus.files().named("go.mod")
    found: list[tuple[int, str]] = []
    for path in manifests:
        named = _MODULE.search(corpus.text(path) or "")
        if named is None:
            continue
        prefix, root = named[1], folder_of(path)
        if prefix == "std":  # The standard library names itself without its module.
            found.append((0, f"{root}/{module}".strip("/")))
            found.append((0, f"{root}/vendor/{module}".strip("/")))
        elif module == prefix or module.startswith(f"{prefix}/"):
            found.append((-len(prefix), f"{root}/{module[len(prefix) + 1 :]}".strip("/")))
    if not manifests:
        found = [(0, module), (0, f"src/{module}")]
    return [folder for _, folder in sorted(found)]
