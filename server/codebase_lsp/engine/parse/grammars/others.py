"""Languages whose names need no help: with a query of their own, or with the generic one.

Perl is not among them: the scanner of its grammar runs for ever on some half-typed texts, where no bound
on the parser's steps stops it.
"""

import re

from tree_sitter import Node

from .c_family import CPP, C
from .rule import Grammar, Named, Naming

_LAST_PART = re.compile(r"[^.:]+$")


def _bare_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    """Without quotes, sigils and marks: `"f"` in R, `$X` in PowerShell, `area*` in Nim."""
    *scopes, bare = text.strip("\"'`$*() ").split("::")
    return Named(tuple(scopes), bare) if bare else None


def _julia_name(kind: str, text: str, node: Node, name: Node | None) -> Named | None:
    """`Base.show` → `show`, `Deque{T}` → `Deque`."""
    last = _LAST_PART.search(text.partition("{")[0].strip("() "))
    return Named((), last.group()) if last else None


def _plain(query: str, module: str = "", naming: Naming = _bare_name, *, joins: bool = False) -> Grammar:
    return Grammar(
        query=query,
        naming=naming,
        module=module,
        constructors=frozenset({"{class}"}),
        joins_same_name=joins,
        head_is_a_line=True,
    )


_GENERIC = "actionscript apex fish gdscript hack hare matlab solidity squirrel v"
"""Checked by eye, on real code or (ActionScript, Apex, Hack, Hare, Squirrel) on samples; other grammars
name their nodes in ways that mislead or say nothing."""

OTHERS: dict[str, Grammar] = {
    **{language: _plain("") for language in _GENERIC.split()},
    "dart": _plain("dart"),
    "elm": _plain("elm"),
    "erlang": _plain("erlang", joins=True),
    "fortran": _plain("fortran"),
    "glsl": C,
    "hlsl": CPP,
    "julia": _plain("julia", naming=_julia_name),
    "nim": _plain("nim", "stem"),
    "objc": Grammar(query="objc", naming=C.naming, upper_is_constant=False, head_is_a_line=True),
    "ocaml": _plain("ocaml", "stem"),
    "ocaml_interface": _plain("ocaml_interface", "stem"),
    "powershell": _plain("powershell"),
    "r": _plain("r"),
    "sql": _plain("sql"),
    "vim": _plain("vim"),
    "wgsl": _plain("wgsl"),
}
