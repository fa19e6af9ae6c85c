"""File endings, comment styles and definition patterns of the languages pairs are mined from."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Language:
    name: str
    line: str
    """Regex of what starts a full-line comment."""
    block: tuple[str, str] | None
    """Start and end of a block comment, as literals."""


_FAMILIES: list[tuple[str, str, tuple[str, str] | None, str]] = [
    ("c", "//", ("/*", "*/"), "c h"),
    ("cpp", "//", ("/*", "*/"), "cc cpp cxx hpp hh hxx inl ipp"),
    ("csharp", "//", ("/*", "*/"), "cs"),
    ("java", "//", ("/*", "*/"), "java"),
    ("kotlin", "//", ("/*", "*/"), "kt kts"),
    ("scala", "//", ("/*", "*/"), "scala sc"),
    ("groovy", "//", ("/*", "*/"), "groovy gradle"),
    ("swift", "//", ("/*", "*/"), "swift"),
    ("objc", "//", ("/*", "*/"), "m mm"),
    ("go", "//", ("/*", "*/"), "go"),
    ("rust", "//", ("/*", "*/"), "rs"),
    ("zig", "//", None, "zig"),
    ("javascript", "//", ("/*", "*/"), "js mjs cjs jsx"),
    ("typescript", "//", ("/*", "*/"), "ts tsx mts vue"),
    ("php", "//|#(?!\\[)", ("/*", "*/"), "php"),
    ("dart", "//", ("/*", "*/"), "dart"),
    ("python", "#", None, "py"),
    ("ruby", "#", ("=begin", "=end"), "rb rake"),
    ("elixir", "#", None, "ex exs"),
    ("perl", "#", ("=pod", "=cut"), "pm pl"),
    ("shell", "#", None, "sh bash zsh"),
    ("lua", "--", ("--[[", "]]"), "lua"),
    ("haskell", "--", ("{-", "-}"), "hs"),
    ("erlang", "%", None, "erl"),
    ("ocaml", "\0", ("(*", "*)"), "ml mli"),
    ("sql", "--", ("/*", "*/"), "sql"),
]

BY_ENDING: dict[str, Language] = {
    ending: Language(name, line, block)
    for name, line, block, endings in _FAMILIES
    for ending in endings.split()
}

DEFINITION = re.compile(
    r"""^\s*(?:@\w+(?:\([^)]*\))?\s+)*
    (?:(?:pub(?:\([^)]*\))?|public|private|protected|internal|static|final|abstract|async|export|default|declare
       |override|open|sealed|data|inline|extern|unsafe|const|virtual|readonly|partial|local|suspend|operator
       |implicit|lazy|mutating|fileprivate|case|new|explicit|constexpr|template\s*<[^>]*>)\s+)*
    (?:def|defp|defmodule|defmacro|class|struct|interface|trait|impl|enum|object|protocol|extension|module|function
       |func|fun|fn|type|val|var|let|const|record|namespace|data|newtype|instance|sub)\b
    \s*(?:\([^)]*\)\s*)?(?:self\.)?([A-Za-z_$][\w$.:]*)""",
    re.X,
)
"""A definition introduced by a keyword; group 1 is its name."""

_NOT_A_TYPE = (
    r"(?!return|else|throw|new|delete|case|goto|typedef|using|await|yield|if|for|while|switch|catch)"
)
TYPED = re.compile(rf"^\s*{_NOT_A_TYPE}(?:[\w:<>,\[\]*&~?@.]+\s+)+[*&]*((?:\w+::)*~?\w+)\s*\([^;]*$")
"""A function as C, C++, Java and C# write it: type, name, parameters, and no `;` on the line."""
SHELL = re.compile(r"^\s*(?:function\s+)?([\w:.-]+)\s*\(\s*\)\s*\{?")
HASKELL = re.compile(r"^([a-z_][\w']*)\s*::")
METHOD = re.compile(
    r"^\s*(?:(?:async|static|get|set|public|private|protected)\s+)*([A-Za-z_$][\w$]*)\s*\([^;]*\)\s*(?::.*)?\{\s*$"
)
_CONTROL = frozenset(
    "if for while switch catch return else do try elif with match when unless until foreach".split()
)


def defined_name(line: str, language: str) -> str:
    """The name a line defines, "" if it defines none."""
    for pattern in _patterns(language):
        found = pattern.match(line)
        if found and found[1] not in _CONTROL:
            return found[1].rstrip(".:")
    return ""


def _patterns(language: str) -> tuple[re.Pattern[str], ...]:
    if language in ("c", "cpp", "objc", "csharp", "java"):
        return (DEFINITION, TYPED)
    if language in ("javascript", "typescript"):
        return (DEFINITION, METHOD)
    if language == "shell":
        return (SHELL,)
    if language == "haskell":
        return (DEFINITION, HASKELL)
    return (DEFINITION,)
