"""Where canonical names begin in languages whose files do not say it themselves."""

_PYTHON_ROOTS = frozenset({"lib", "python"})
_INDEX_STEMS = frozenset({"__init__", "init", "index", "mod", "main", "lib"})


def module_name(style: str, path: str) -> str:
    """The dotted module of a file at `path` (relative, `/` between parts).

    `path`:  `src/shop/orders.py` → `shop.orders`; all up to the last `src`, or a leading `lib`, goes.
    `stem`:  `ui/Card.tsx` → `Card`; `ui/index.ts` → `ui`.
    `crate`: `crates/net-io/src/pool/mod.rs` → `net_io.pool`; `src/lib.rs` → nothing.
    Anything else gives nothing.
    """
    parts = [part for part in path.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    if not parts:
        return ""
    *folders, name = parts
    stem = name.partition(".")[0] if style == "path" else name.rpartition(".")[0] or name
    stem = stem.removesuffix(".d")
    if style == "path":
        if "src" in folders:
            folders = folders[len(folders) - folders[::-1].index("src") :]
        elif folders and folders[0] in _PYTHON_ROOTS:
            folders = folders[1:]
        return ".".join(folders if stem == "__init__" else [*folders, stem])
    if style == "stem":
        return folders[-1] if stem in ("index", "init") and folders else stem
    if style == "crate":
        if "src" in folders:
            at = len(folders) - 1 - folders[::-1].index("src")
            folders = [*folders[:at][-1:], *folders[at + 1 :]]
        modules = folders if stem in ("lib", "main", "mod") else [*folders, stem]
        return ".".join(module.replace("-", "_") for module in modules)
    return ""
