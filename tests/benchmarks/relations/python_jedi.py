"""Python: the sites by `ast`, their targets by jedi."""

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from site_of_reference import Place, Site

KINDS = ("function", "class", "property")


def sites(root: Path, sample: int) -> Iterator[Site]:
    """Only those whose target jedi knows; a sample is drawn from all before jedi is asked."""
    import jedi

    project = jedi.Project(root, sys_path=[str(root), str(root / "src")], smart_sys_path=False)
    places = [place for path in sorted(root.rglob("*.py")) for place in named_places(root, path)]
    if sample:
        places = sorted(random.Random(7).sample(places, min(sample, len(places))))
    script: Any = None
    current = ""
    for path, line, column, kind in places:
        if path != current:
            current, script = path, jedi.Script(path=root / path, project=project)
        try:
            found = script.goto(line + 1, column, follow_imports=True)
        except Exception:  # jedi fails on some code: it does not know the target
            continue
        inside = [place for each in found if each.type in KINDS and (place := _place(root, each))]
        known = bool(found) and all(each.type in KINDS for each in found)
        if inside or known:
            yield Site(path, line, column, kind, inside)


def _place(root: Path, name: Any) -> Place | None:
    path = name.module_path
    if path is None or name.line is None or not Path(path).is_relative_to(root):
        return None
    return Place(Path(path).relative_to(root).as_posix(), name.line - 1, name.name)


def named_places(root: Path, path: Path) -> Iterator[tuple[str, int, int, str]]:
    """(path, line, column, kind) of the names that are called or listed as bases."""
    text = path.read_text("utf-8", errors="replace")
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return
    lines = text.split("\n")
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            named, kind = [node.func], "call"
        elif isinstance(node, ast.ClassDef):
            named, kind = node.bases, "base"
        else:
            continue
        for each in named:
            if isinstance(each, ast.Name):
                line, octets = each.lineno - 1, each.col_offset
            elif isinstance(each, ast.Attribute) and each.end_lineno and each.end_col_offset:
                line, octets = each.end_lineno - 1, each.end_col_offset - len(each.attr.encode())
            else:
                continue
            column = len(lines[line].encode()[:octets].decode("utf-8", "replace"))
            yield path.relative_to(root).as_posix(), line, column, kind
