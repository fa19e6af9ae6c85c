"""C and its kin, and every language that names files: a path beside the file, or the end of one."""

from collections.abc import Iterable

from ..corpus import Corpus
from ..paths import common_depth, folder_of, join


def included(corpus: Corpus, importer: str, module: str) -> list[str]:
    return by_suffix(corpus, importer, (module,))


def by_suffix(corpus: Corpus, importer: str, names: Iterable[str]) -> list[str]:
    """The file beside the importing one, else the nearest whose path ends so."""
    files = corpus.files()
    for name in names:
        beside = join(folder_of(importer), name)
        if beside is not None and beside in files:
            return [beside]
    for name in names:
        found = files.ending("/".join(part for part in name.split("/") if part not in ("", ".", "..")))
        if found:
            return sorted(found, key=lambda path: (-common_depth(path, importer), len(path), path))[:1]
    return []
