"""JavaScript and TypeScript: relative paths, `paths` of a tsconfig, packages of the same workspace."""

import json
import re
from typing import Any, cast

from ..corpus import Corpus
from ..paths import folder_of, join

_EXTENSIONS = (
    ".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mts", ".cts", ".mjs", ".cjs", ".vue", ".svelte",
)  # fmt: skip
_WRITTEN = re.compile(r"\.([cm]?)js(x?)$")
_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")


def javascript_module(corpus: Corpus, importer: str, module: str) -> list[str]:
    """One file, or none for what is installed from elsewhere."""
    here = folder_of(importer)
    if module.startswith("."):
        stem = join(here, module)
        return [] if stem is None else _file(corpus, stem)
    return _by_tsconfig(corpus, here, module) or _by_package(corpus, module)


def _file(corpus: Corpus, stem: str) -> list[str]:
    """What `./stem` means: the file itself, with an extension, its source, an index."""
    files = corpus.files()
    names = [stem] if stem in files else []
    written = _WRITTEN.search(stem)
    if written:
        bare = stem[: written.start()]
        names += [f"{bare}.{written[1]}ts{written[2]}", f"{bare}.tsx"]
    names += [stem + extension for extension in _EXTENSIONS]
    names += [f"{stem}/index{extension}".lstrip("/") for extension in _EXTENSIONS]
    return [name for name in names if name in files][:1]


def _by_tsconfig(corpus: Corpus, folder: str, module: str) -> list[str]:
    while True:
        for name in ("tsconfig.json", "jsconfig.json", "tsconfig.base.json"):
            path = f"{folder}/{name}".lstrip("/")
            if path in corpus.files():
                found = _by_options(corpus, folder, _json(corpus.text(path)).get("compilerOptions"), module)
                if found:
                    return found
        if not folder:
            return []
        folder = folder_of(folder)


def _by_options(corpus: Corpus, folder: str, options: Any, module: str) -> list[str]:
    if not isinstance(options, dict):
        return []
    known = cast("dict[str, Any]", options)
    base_url = known.get("baseUrl")
    base = join(folder, str(base_url or "."))
    if base is None:
        return []
    mapped: Any = known.get("paths")
    patterns = cast("dict[str, Any]", mapped) if isinstance(mapped, dict) else {}
    for pattern, places in sorted(patterns.items(), key=lambda item: -len(item[0])):
        head, star, tail = pattern.partition("*")
        if not (module.startswith(head) and module.endswith(tail)) or (not star and module != pattern):
            continue
        middle = module[len(head) : len(module) - len(tail)] if star else ""
        for place in cast("list[Any]", places) if isinstance(places, list) else []:
            stem = join(base, str(place).replace("*", middle))
            if stem is not None and (found := _file(corpus, stem)):
                return found
    stem = join(base, module) if base_url is not None else None
    return _file(corpus, stem) if stem is not None else []


def _by_package(corpus: Corpus, module: str) -> list[str]:
    """A package of this repository, by the name in its package.json."""
    parts = module.split("/")
    width = 2 if module.startswith("@") else 1
    name, rest = "/".join(parts[:width]), "/".join(parts[width:])
    last = parts[width - 1] if len(parts) >= width else ""
    manifests = corpus.files().named("package.json")
    manifests = sorted(manifests, key=lambda path: folder_of(path).rpartition("/")[2] != last)
    for path in manifests:
        if "node_modules" in path or _json(corpus.text(path)).get("name") != name:
            continue
        folder = folder_of(path)
        for stem in (f"src/{rest}", rest) if rest else ("src/index", "index", "src/main", "lib/index"):
            found = _file(corpus, f"{folder}/{stem}".strip("/"))
            if found:
                return found
    return []


def _json(text: str | None) -> dict[str, Any]:
    """With comments and trailing commas, as these files have them; empty if it is no object."""
    if not text:
        return {}
    bare = _TRAILING_COMMA.sub(r"\1", _COMMENT.sub(lambda match: match[1] or "", text))
    try:
        value = json.loads(bare)
    except ValueError:
        return {}
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}
