"""What the text near a name says of its type: an annotation, a declaration, what it was given.

Read with patterns, line by line, only in files that are asked about. A wrong reading is rare
and costs confidence, not truth: what is found is EVIDENT_TYPE, never SAME_SCOPE.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

_COLON = frozenset({
    "python", "typescript", "tsx", "javascript", "jsx", "vue", "svelte",
    "kotlin", "scala", "swift", "rust", "zig",
})  # fmt: skip
_DECLARED = frozenset({"java", "csharp", "c", "cpp", "cuda", "arduino", "objc", "php", "groovy"})
_NO_TYPES = (
    "return|new|else|case|in|not|and|or|await|throw|raise|yield|import|from|package|delete|typeof|goto|is|as"
    "|instanceof|print|del|assert|if|while|for|const|let|var|val|static|final|public|private|protected|export|def"
)
_GO_TYPE = r"(?:\*|\[\w*\]|map\[\w+\])*[A-Za-z_][\w.]*"
_HASH = frozenset({"python", "ruby", "bash", "elixir", "starlark"})
"""Languages whose comments begin with `#`."""
_CASE = re.compile(r"\s*case\s+(?P<x>\*?[A-Za-z_][\w.]*)\s*:")
_TYPE, _VALUE, _ELEMENT = "type", "value", "element"
_REACH = 400
"""Lines above a use that are looked at."""


class Evidence(NamedTuple):
    """Some text that says what a name is."""

    is_type: bool
    """`text` is a type; else an expression whose value it has."""
    text: str
    line: int
    is_element: bool = False
    """The name is an element of what `text` is."""


@lru_cache(maxsize=4096)
def _patterns(name: str, language: str) -> "tuple[tuple[str, re.Pattern[str]], ...]":
    """What the text `x` of each pattern's match is, and the pattern; the first to match counts."""
    n = rf"(?<![\w.$@]){re.escape(name)}(?!\w)"
    found: list[tuple[str, str]] = []
    if language == "python":
        found += [
            (_TYPE, rf"(?:^\s*|[(,]\s*\*{{0,2}}){n}\s*:\s*(?P<x>[\w.\[\]|\"' ,]+?)\s*(?:=[^=]|[,)#]|$)"),
            (_VALUE, rf"\bwith\b.*?(?<=[\s(,])(?P<x>[\w.]+\(.*\))\s+as\s+{n}"),
            (_TYPE, rf"\bexcept\s+\(?(?P<x>[\w.]+)\)?\s+as\s+{n}"),
            (_ELEMENT, rf"\bfor\s+{n}\s+in\s+(?P<x>[\w.]+(?:\(\))?)\s*(?::|\]|\)|\}}|if\b|$)"),
            (_ELEMENT, rf"\bfor\s+\w+\s*,\s*{n}\s+in\s+enumerate\((?P<x>[\w.]+(?:\(\))?)\)"),
            (_ELEMENT, rf"\bfor\s+\w+\s*,\s*{n}\s+in\s+(?P<x>[\w.]+)\.items\(\)"),
            (_VALUE, rf"^\s*{n}\s*(?::[^=]*)?=(?!=)\s*(?P<x>.+)"),
            (_VALUE, rf"\(\s*{n}\s*:=\s*(?P<x>.+)"),
            (_VALUE, rf"^\s*(?:[\w.]+\s*=\s*)+{n}\s*=(?!=)\s*(?P<x>.+)"),
        ]
    elif language in _COLON:
        found += [
            (_ELEMENT, rf"\bfor\s*\(?\s*(?:const |let |var |mut )?\s*{n}\s+(?:of|in)\s+(?P<x>[^{{)]+)"),
            (_TYPE, rf"{n}\s*[?!]?\s*:\s*(?P<x>[^=,;(){{]+?)\s*(?:[=,;){{]|$)"),
            (_VALUE, rf"{n}\s*(?::[^=]*)?=(?![=>~])\s*(?P<x>.+)"),
        ]
    elif language == "go":
        several = rf"(?:\w+\s*,\s*)*{n}(?:\s*,\s*\w+)*"
        found += [
            (_ELEMENT, rf"\bfor\s+(?:\w+\s*,\s*){n}\s*:?=\s*range\s+(?P<x>[^{{]+)"),
            (_TYPE, rf"{n}\s*(?:,\s*\w+\s*)?:?=\s*[^=;]*\.\((?P<x>\*?[A-Za-z_][\w.]*)\)\s*(?:;|{{|$)"),
            (_TYPE, rf"[(,]\s*{several}\s+(?:\.\.\.)?(?P<x>{_GO_TYPE})"),
            (_TYPE, rf"^\s*(?:var\s+)?{several}\s+(?P<x>{_GO_TYPE})\s*(?:[`=/]|$)"),
            (_VALUE, rf"(?:^|[;{{(]|\b(?:if|for|switch|var))\s*{n}\s*(?:,\s*\w+\s*)*:?=(?!=)\s*(?P<x>.+)"),
        ]
    else:
        if language in _DECLARED:
            found.append((
                _TYPE,
                rf"(?<![\w.])(?!(?:{_NO_TYPES})\b)(?P<x>[A-Za-z_\\][\w.:\\]*(?:<[^;=()]*>)?(?:\[\])?)"
                rf"(?:\s+const)?[\s*&]+{n}\s*(?:[=;,):{{]|$)",
            ))  # fmt: skip
        found.append((_VALUE, rf"{n}\s*=(?![=>~])\s*(?P<x>.+)"))
    return tuple((what, re.compile(pattern)) for what, pattern in found)


def of_name(
    name: str, language: str, lines: Sequence[str], start: int, end: int, *, backwards: bool = True
) -> Iterable[Evidence]:
    """What lines `start` to `end` (exclusive) say of `name`, nearest to the end first."""
    patterns = _patterns(name, language)
    first = max(start, end - _REACH) if backwards else start
    rows = range(min(end, len(lines)) - 1, first - 1, -1) if backwards else range(first, min(end, len(lines)))
    comment = "#" if language in _HASH else "//"
    for row in rows:
        line = lines[row].partition(comment)[0]
        if name in line:
            if language == "go" and ".(type)" in line and name in line.partition(":=")[0]:
                yield from _type_switch(lines, row, end)
                continue
            for what, pattern in patterns:
                found = pattern.search(line)
                if found:
                    yield Evidence(what == _TYPE, found["x"], row, what == _ELEMENT)
                    break


def _type_switch(lines: Sequence[str], row: int, end: int) -> Iterable[Evidence]:
    """Inside `switch x := y.(type)` the nearest `case` above says what x is, if it names one type."""
    for above in range(min(end, len(lines)) - 1, row, -1):
        if found := _CASE.match(lines[above]):
            yield Evidence(True, found["x"], above)
            return


def of_attribute(
    name: str, own: Iterable[str], language: str, lines: Sequence[str], start: int, end: int
) -> Iterable[Evidence]:
    """What a class in these lines says of its attribute: `self.name = …`, or a declared field."""
    for row in range(start, min(end, len(lines))):
        line = lines[row]
        if name not in line:
            continue
        for prefix in own:
            for separator in (".", "->"):
                dotted = f"{prefix}{separator}{name}"
                if dotted in line:
                    for is_type, pattern in _attribute_patterns(dotted):
                        if found := pattern.search(line):
                            yield Evidence(is_type, found["x"], row)
                            break
    yield from of_name(name, language, lines, start, end, backwards=False)


@lru_cache(maxsize=4096)
def _attribute_patterns(dotted: str) -> tuple[tuple[bool, "re.Pattern[str]"], ...]:
    n = rf"(?<![\w.]){re.escape(dotted)}(?!\w)"
    return (
        (True, re.compile(rf"{n}\s*:\s*(?P<x>[\w.\[\]|\"' ,<>]+?)\s*(?:=[^=]|;|#|$)")),
        (False, re.compile(rf"{n}\s*=(?!=)\s*(?P<x>.+)")),
        (False, re.compile(rf"{n}\s*=\s*[\w.]+\s*=(?!=)\s*(?P<x>.+)")),
    )


_RETURNS = {
    "arrow": re.compile(r"\)\s*(?:throws\s+)?->\s*(?P<x>[^{:=]+(?:::[\w:]+)*)"),
    "colon": re.compile(r"\)\s*:\s*(?P<x>[^={;]+)"),
    "go": re.compile(rf"\)\s*\(?\s*(?:\w+\s+)??(?P<x>{_GO_TYPE})\s*(?:[,){{]|$)"),
}
_ARROW = frozenset({"python", "rust", "swift"})


def returned_type(name: str, language: str, signature: str) -> str | None:
    """What a function's declaration says it returns."""
    if language in _ARROW:
        found = _RETURNS["arrow"].search(signature)
    elif language == "go":
        after = re.search(rf"\b{re.escape(name)}\s*(?:\[[^\]]*\])?\((?:[^()]|\([^()]*\))*", signature)
        found = _RETURNS["go"].match(signature, after.end()) if after else None
    elif language in _COLON:
        found = _RETURNS["colon"].search(signature)
    else:
        found = re.search(
            rf"(?<![\w.])(?!(?:{_NO_TYPES})\b)(?P<x>[A-Za-z_][\w.:]*)(?:<[^;=()]*>)?[\s*&]+{re.escape(name)}\s*\(",
            signature,
        )
    return found["x"].strip().rstrip(":").strip() if found else None
