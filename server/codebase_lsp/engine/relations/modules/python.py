"""Python: dotted names from some source root, relative ones from the package."""

from ..corpus import Corpus
from ..paths import common_depth, folder_of, join

_USUAL_ROOTS = frozenset({"src", "lib", "python", "Lib"})


def python_module(corpus: Corpus, importer: str, module: str) -> list[str]:
    """`a.b` is `a/b.py` or `a/b/__init__.py` below a folder that is no package itself."""
    bare = module.lstrip(".")
    dots = len(module) - len(bare)
    inner = bare.replace(".", "/")
    if dots:
        package = join(folder_of(importer), "/".join([".."] * (dots - 1)))
        return [] if package is None else _either(corpus, f"{package}/{inner}".strip("/"))
    files = corpus.files()
    found: list[tuple[int, str]] = []
    for suffix in (f"{inner}.py", f"{inner}/__init__.py", f"{inner}.pyi", f"{inner}/__init__.pyi"):
        for path in files.ending(suffix):
            root = path[: -len(suffix)].rstrip("/")
            if (f"{root}/__init__.py".lstrip("/")) in files:
                continue  # Inside a package its full name would be needed.
            if _is_root(root, importer) or "." in module:
                found.append((-common_depth(path, importer), path))
    if not found:
        return []
    nearest = min(found)[0]
    return [path for depth, path in found if depth == nearest]


def _either(corpus: Corpus, stem: str) -> list[str]:
    names = (f"{stem}.py", f"{stem}/__init__.py", f"{stem}.pyi", f"{stem}/__init__.pyi")
    return [path for path in (name.lstrip("/") for name in names) if path in corpus.files()][:1]


def _is_root(root: str, importer: str) -> bool:
    """Whether a single name may come from there: a folder above the file, or a usual one."""
    return not root or importer.startswith(f"{root}/") or root.rpartition("/")[2] in _USUAL_ROOTS
