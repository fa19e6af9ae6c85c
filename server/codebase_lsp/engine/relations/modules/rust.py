"""Rust: `crate`, `self`, `super`, modules of the same file's folder, crates of the same workspace."""

from ..corpus import Corpus
from ..paths import folder_of

_ROOTS = ("lib.rs", "main.rs", "mod.rs")


def rust_module(corpus: Corpus, importer: str, module: str) -> list[str]:
    """The file of a path of modules; its last parts may be types, which no file stands for."""
    parts = [part for part in module.replace("::", ".").split(".") if part]
    folder = _own_folder(importer)
    if not parts:
        return []
    first, rest = parts[0], parts[1:]
    if first == "crate":
        return _descend(corpus, _crate_folder(importer), rest)
    if first in ("self", "super"):
        inner = _own_folder(importer)
        while parts and parts[0] in ("self", "super"):
            inner = folder_of(inner) if parts[0] == "super" else inner
            parts = parts[1:]
        return _descend(corpus, inner, parts)
    near = _descend(corpus, folder, parts, whole=len(parts) == 1)
    return near or _other_crate(corpus, first, rest)


def _own_folder(path: str) -> str:
    """Where the files of a module's children are."""
    folder, _, name = path.rpartition("/")
    return folder if name in _ROOTS else f"{folder}/{name.removesuffix('.rs')}".strip("/")


def _crate_folder(path: str) -> str:
    folders = path.split("/")[:-1]
    if "src" in folders:
        return "/".join(folders[: len(folders) - folders[::-1].index("src")])
    return "/".join(folders[:1] if folders and folders[0] in ("tests", "examples", "benches") else folders)


def _descend(corpus: Corpus, folder: str, parts: list[str], *, whole: bool = False) -> list[str]:
    """The file of the longest beginning of `parts` that is one (of all of them if `whole`)."""
    for length in range(len(parts), -1 if not whole else len(parts) - 1, -1):
        stem = "/".join((*([folder] if folder else []), *parts[:length]))
        names = [f"{stem}.rs", f"{stem}/mod.rs"]
        if length == 0:
            names += [f"{stem}/lib.rs".lstrip("/"), f"{stem}/main.rs".lstrip("/")]
        for name in names:
            if name in corpus.files():
                return [name]
    return []


def _other_crate(corpus: Corpus, name: str, rest: list[str]) -> list[str]:
    for spelled in dict.fromkeys((name, name.replace("_", "-"))):
        for path in corpus.files().ending(f"{spelled}/src/lib.rs"):
            return _descend(corpus, folder_of(path), rest)
    return []
