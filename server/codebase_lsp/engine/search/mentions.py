"""What a question names: symbols, paths, quoted words, languages."""

import re

from ..parse.languages import canonical_language
from .kinds import CJK

_BORDER = re.compile(rf"(?<=[A-Za-z0-9_])(?={CJK.pattern})|(?<={CJK.pattern})(?=[A-Za-z0-9_])")
_NAME = r"[^\W\d]\w*"
_CODE_WORD = re.compile(r"[^\W\d_]+[a-z0-9][A-Z]\w*|\w+_\w+|[A-Z][a-z0-9]+[A-Z]\w*|[A-Z]{2,}[a-z]\w*")
_CALL = re.compile(rf"({_NAME})\(\)")
_SCOPED = re.compile(rf"{_NAME}(?:(?:::|#|->)({_NAME}))+|\b[A-Z]\w*\.({_NAME})\b(?!\.?/)")
_DOTTED = re.compile(r"(?<![\w./-])[a-z_]\w+(?:\.\w+)*\.([a-z_]\w{2,})(?![\w/]|\.\w)")
_TICKED = re.compile(rf"`(?:{_NAME}(?:\.|::|#))*({_NAME})(?:\(\))?`")
_PATH = re.compile(
    r"(?<![\w:/.])/?(?:[\w@+~-][\w@.+~-]*/)+(?:[\w@+~-][\w@.+~-]*)?|\b[\w+-]+\.[a-z][a-z0-9]{0,4}\b"
)
_EXTENSION = re.compile(r"\.(?P<extension>[a-z][a-z0-9]{0,4})$")
_QUOTED = re.compile(r"\"([^\"\n]{2,80})\"|(?<!\w)'([^'\n]{2,80})'(?!\w)|“([^”\n]{2,80})”|`([^`\n]{2,80})`")
_FRAMES = (
    re.compile(r"File \"(?P<path>[^\"\n]+)\", line \d+(?:, in (?P<name>\w+))?"),
    re.compile(
        r"^\s*at (?:async |new )?(?:[\w$]+[.#])*(?P<name>[\w$]+)(?: \[as \w+\])? ?\((?P<path>[^()\n]+?):\d+",
        re.M,
    ),
    re.compile(r"(?P<path>[\w@.+~/\\-]+\.\w{1,5}):\d+(?::\d+)?(?::in [`'](?P<name>\w+)')?"),
)
_LANGUAGE = re.compile(
    r"\b(python|golang|rust|typescript|javascript|java|kotlin|scala|swift|ruby|php|perl|haskell|elixir|erlang"
    r"|lua|zig|csharp|bash|dart|clojure|ocaml|julia)\b|(?<!\w)(c\+\+|c#)",
    re.IGNORECASE,
)
_SHORT_LANGUAGE = re.compile(
    r"(?:\bin|\bthe|用|的) (Go|C|R)\b(?![+#])|\b(Go|C|R) (?:code|client|server|side|files?|version|part)\b"
)


def spaced(text: str) -> str:
    """Names inside Chinese, Japanese or Korean sentences set apart by spaces."""
    return _BORDER.sub(" ", text)


def symbols_in(text: str) -> tuple[str, ...]:
    """Identifiers named in a sentence, as written, without qualification, in order."""
    found: dict[int, str] = {}
    for pattern in (_CODE_WORD, _CALL, _SCOPED, _TICKED):
        for match in pattern.finditer(text):
            group = match.lastindex or 0
            found.setdefault(match.start(group), match.group(group))
    for match in _DOTTED.finditer(text):
        if canonical_language(match.group(1)) is None:  # else it is a file's name
            found.setdefault(match.start(1), match.group(1))
    return tuple(dict.fromkeys(name for _, name in sorted(found.items())))


def frames_in(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(paths, function names) of a stack trace or of compiler messages, the first first."""
    paths: dict[str, None] = {}
    names: dict[str, None] = {}
    for pattern in _FRAMES:
        for match in pattern.finditer(text):
            paths[match["path"].replace("\\", "/")] = None
            if match["name"] and not match["name"].startswith("<"):
                names[match["name"]] = None
    return tuple(paths), tuple(names)


def paths_in(text: str) -> tuple[str, ...]:
    """Folders and files named in a sentence: `src/http/`, `cookie_jar.py`."""
    found: list[str] = []
    for match in _PATH.finditer(text):
        path, extension = match.group(), _EXTENSION.search(match.group())
        if "/" in path and not path.endswith("/") and extension is None and path.count("/") < 2:
            continue  # `and/or`, `read/write`
        if "/" not in path and (extension is None or canonical_language(extension["extension"]) is None):
            continue  # `e.g`, `foo.bar`
        found.append(path)
    return tuple(dict.fromkeys(found))


def quoted_in(text: str) -> tuple[str, ...]:
    """What stands between quotation marks within a sentence."""
    return tuple(next(group for group in match.groups() if group) for match in _QUOTED.finditer(text))


def languages_in(text: str) -> frozenset[str]:
    """Programming languages that are named; single letters and "go" only where no other sense fits."""
    named = [match.group() for match in _LANGUAGE.finditer(text)]
    named += [match.group(match.lastindex or 0) for match in _SHORT_LANGUAGE.finditer(text)]
    return frozenset(language for name in named if (language := canonical_language(name.lower())))
