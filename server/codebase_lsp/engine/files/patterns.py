"""Gitignore syntax: one line becomes one pattern, one file becomes one rule list.

The reference is what git does (`dir.c` and `wildmatch.c` in git's source), not only what
gitignore(5) says. pathspec supplies the pattern type; the translation is ours, because
pathspec's differs from git in ways that show on real trees: a pattern there also matches
everything below a directory (so `*.c` followed by `!src` loses `src/a.c`), `?` and `[...]`
work on characters where git works on bytes, POSIX classes and escapes in brackets are not
known, and tabs at the end of a line are removed.

A path is matched as the bytes git would see, and each entry is matched alone: that
everything below an ignored directory is ignored too is the walk's business (`ignore.py`).
"""

import itertools
import re
from collections.abc import Callable, Iterator, Sequence

from pathspec import Pattern

_GLOB_SPECIAL = frozenset(b"*?[\\")
_CLASSES: dict[bytes, Callable[[int], bool]] = {
    b"alnum": lambda c: chr(c).isalnum(),
    b"alpha": lambda c: chr(c).isalpha(),
    b"blank": lambda c: c in b" \t",
    b"cntrl": lambda c: c < 32 or c == 127,
    b"digit": lambda c: c in b"0123456789",
    b"graph": lambda c: 32 < c < 127,
    b"lower": lambda c: chr(c).islower(),
    b"print": lambda c: 32 <= c < 127,
    b"punct": lambda c: 32 < c < 127 and not chr(c).isalnum(),
    b"space": lambda c: c in b" \t\n\v\f\r",
    b"upper": lambda c: chr(c).isupper(),
    b"xdigit": lambda c: c in b"0123456789abcdefABCDEF",
}


def path_bytes(path: str) -> bytes:
    """The bytes by which git knows a path; names that are not UTF-8 keep their bytes."""
    return path.encode("utf-8", "surrogateescape")


class GitPattern(Pattern):
    """One pattern of a gitignore file, for whole entries: `matches(path, name, directory)`.

    `ignores` is false for a `!` pattern, which brings the entry back.
    `by_name` patterns hold no slash and look at the last part of the path only.
    """

    __slots__ = ("by_name", "directory_only", "expression", "ignores", "line", "source", "text")

    def __init__(self, text: bytes, *, source: str, line: int, fold_case: bool) -> None:
        negated = text.startswith(b"!")
        body = text[1:] if negated else text
        self.directory_only = body.endswith(b"/")
        if self.directory_only:
            body = body[:-1]
        self.by_name = b"/" not in body
        self.expression = re.compile(_translate(body, self.by_name, fold_case), re.DOTALL)
        super().__init__(include=not negated)
        self.ignores = not negated
        self.text = body.removeprefix(b"/")
        self.source = source
        self.line = line

    def matches(self, path: bytes, name: bytes, directory: bool) -> bool:
        """`path` is relative to the directory of the pattern's file, `name` its last part."""
        if self.directory_only and not directory:
            return False
        return self.expression.fullmatch(name if self.by_name else path) is not None

    def match_file(self, file: str) -> re.Match[bytes] | None:
        """pathspec's question; a directory is asked for with a slash at its end."""
        path = path_bytes(file)
        if self.directory_only and not path.endswith(b"/"):
            return None
        path = path.removesuffix(b"/")
        return self.expression.fullmatch(path.rpartition(b"/")[2] if self.by_name else path)

    def __str__(self) -> str:
        negation = "" if self.ignores else "!"
        slash = "/" if self.directory_only else ""
        return f"{self.source}:{self.line}: {negation}{self.text.decode('utf-8', 'replace')}{slash}"


def parse_lines(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Line number (from 1) and pattern of each line that holds one."""
    content = content.removeprefix(b"\xef\xbb\xbf")
    for number, raw in enumerate(content.split(b"\n"), 1):
        if raw.startswith(b"#"):
            continue
        line = raw.removesuffix(b"\r").split(b"\0", 1)[0]
        line = _without_trailing_spaces(line)
        if line:
            yield number, line


def _without_trailing_spaces(line: bytes) -> bytes:
    """Spaces at the end count only when escaped; tabs and other blanks always count."""
    end = len(line)
    while end and line[end - 1] == 0x20:
        end -= 1
    escapes = len(line[:end]) - len(line[:end].rstrip(b"\\"))
    return line[: end + 1] if escapes % 2 else line[:end]


def _translate(pattern: bytes, by_name: bool, fold_case: bool) -> bytes:
    """The regular expression (bytes, to be used with `fullmatch`) of one pattern's body."""
    if not by_name:
        pattern = pattern.removeprefix(b"/")
    plain = 0
    while plain < len(pattern) and pattern[plain] not in _GLOB_SPECIAL:
        plain += 1
    # Git compares the part before the first wildcard as a plain string and starts the
    # wildcard matcher behind it. That is visible: in `foo**/x` the stars count as bounded.
    prefix = b"".join(_literal(c, fold_case) for c in pattern[:plain])
    return prefix + _wildmatch(pattern[plain:], across=by_name, fold_case=fold_case)


def _literal(char: int, fold_case: bool) -> bytes:
    text = bytes((char,))
    if fold_case and text.isalpha():
        return b"[" + text.lower() + text.upper() + b"]"
    return re.escape(text)


_NEVER = b"(?!)"
_ANY_IN_PART, _ANY, _ANY_PARTS = b"*", b"**", b"**/"
"""What a run of stars stands for: within one part of the path, anything, any number of parts."""


def _wildmatch(pattern: bytes, *, across: bool, fold_case: bool) -> bytes:
    """`across`: the text is a bare name, where there is no slash to stop at."""
    atoms: list[tuple[bytes, bytes]] = []
    i, end = 0, len(pattern)
    while i < end:
        char = pattern[i]
        if char == 0x2A:  # *
            start = i
            while i < end and pattern[i] == 0x2A:
                i += 1
            rest = pattern[i:]
            bounded = (start == 0 or pattern[start - 1] == 0x2F) and (
                not rest or rest.startswith((b"/", b"\\/"))
            )
            if across or i - start < 2 or not bounded:
                atoms.append((_ANY_IN_PART, b""))
            elif rest.startswith(b"/"):
                atoms.append((_ANY_PARTS, b""))
                i += 1
            else:
                atoms.append((_ANY, b""))
        elif char == 0x3F:  # ?
            atoms.append((b"", b"[^/]"))
            i += 1
        elif char == 0x5B:  # [
            parsed = _bracket(pattern, i, fold_case)
            if parsed is None:
                return _NEVER
            text, i = parsed
            atoms.append((b"", text))
        elif char == 0x5C:  # \
            if i + 1 >= end:
                return _NEVER
            escaped = pattern[i + 1 : i + 2]
            # Git lowers the text but not an escaped character: such a pattern never matches.
            never = fold_case and escaped.isupper()
            atoms.append((b"", _NEVER if never else _literal(escaped[0], fold_case)))
            i += 2
        else:
            atoms.append((b"", _literal(char, fold_case)))
            i += 1
    return _assemble(atoms, (_ANY, _ANY_PARTS))


_group_numbers = itertools.count()
_GREEDY = {_ANY_IN_PART: b"[^/]*", _ANY: b".*", _ANY_PARTS: b"(?:.*/)?"}
_LAZY = {_ANY_IN_PART: b"[^/]*?", _ANY: b".*?", _ANY_PARTS: b"(?:.*?/)??"}


def _assemble(atoms: list[tuple[bytes, bytes]], wild: tuple[bytes, ...]) -> bytes:
    """One expression from the atoms, in which no star but the last of its kind backtracks.

    The first place where the text behind a star fits is as good as any later one, because
    the next star takes up the difference. So a hostile pattern such as `*a*a*a*a*b` stays
    harmless. The group with a look-ahead is an atomic group (Python has them from 3.11 on).
    """
    starts = [i for i, (kind, _) in enumerate(atoms) if kind in wild]
    out: list[bytes] = []
    for start, stop in zip([None, *starts], [*starts, len(atoms)], strict=True):
        chunk = atoms[0 if start is None else start + 1 : stop]
        text = b"".join(t for _, t in chunk) if _ANY_IN_PART in wild else _assemble(chunk, (_ANY_IN_PART,))
        if start is None:
            out.append(text)
        elif stop == len(atoms):
            out.append(_GREEDY[atoms[start][0]] + text)
        else:
            group = b"g%d" % next(_group_numbers)
            out.append(b"(?=(?P<%b>%b%b))(?P=%b)" % (group, _LAZY[atoms[start][0]], text, group))
    return b"".join(out)


def _bracket(pattern: bytes, start: int, fold_case: bool) -> tuple[bytes, int] | None:
    """The class that begins at `start` as an expression and the index behind it.

    None if it is malformed: git then matches nothing with the whole pattern.
    """
    accepted: set[int] = set()
    i = start + 1
    negated = pattern[i : i + 1] in (b"!", b"^")
    if negated:
        i += 1
    previous = 0
    first = True
    while True:
        if i >= len(pattern):
            return None
        char = pattern[i]
        if char == 0x5D and not first:
            break
        first = False
        if char == 0x5C:
            i += 1
            if i >= len(pattern):
                return None
            char = pattern[i]
            accepted.add(char)
            previous = char
        elif char == 0x2D and previous and pattern[i + 1 : i + 2] not in (b"", b"]"):
            i += 1
            high = pattern[i]
            if high == 0x5C:
                i += 1
                if i >= len(pattern):
                    return None
                high = pattern[i]
            accepted.update(range(previous, high + 1))
            if fold_case:
                folded = range(max(previous, 65), min(high, 90) + 1)
                accepted.update(c + 32 for c in folded)
            previous = 0
        elif char == 0x5B and pattern[i + 1 : i + 2] == b":":
            close = pattern.find(b"]", i + 2)
            if close < 0:
                return None
            if close - 1 < i + 2 or pattern[close - 1] != 0x3A:
                accepted.add(char)
                previous = char
            else:
                member = _CLASSES.get(pattern[i + 2 : close - 1])
                if member is None:
                    return None
                accepted.update(c for c in range(128) if member(c))
                if fold_case and pattern[i + 2 : close - 1] == b"upper":
                    accepted.update(range(97, 123))
                previous = 0
                i = close
        else:
            accepted.add(char)
            previous = char
        i += 1
    if fold_case:
        # The text is lowered before it is compared, the members of the class are not.
        upper_of = {c + 32 for c in range(65, 91)}
        accepted -= set(range(65, 91))
        accepted |= {c - 32 for c in accepted & upper_of}
    members = set(range(1, 256)) - accepted if negated else accepted
    members.discard(0x2F)
    if not members:
        return _NEVER, i + 1
    return b"[" + b"".join(b"\\x%02x" % c for c in sorted(members)) + b"]", i + 1


class RuleList:
    """The patterns of one file, for paths relative to the workspace folder.

    `base` is the directory that holds the file, relative to the folder; `above` is, for
    files in a parent directory of the folder, the folder's path from there.
    """

    def __init__(self, patterns: Sequence[GitPattern], base: str = "", above: str = "") -> None:
        self.base = base
        self.patterns = tuple(patterns)
        self.negations = tuple(p for p in self.patterns if not p.ignores)
        self._skip = len(path_bytes(base)) + 1 if base else 0
        self._prefix = path_bytes(above) + b"/" if above else b""
        self._names = _any_of([p for p in self.patterns if p.by_name])
        self._paths = _any_of([p for p in self.patterns if not p.by_name])

    def last_match(
        self,
        path: bytes,
        name: bytes,
        directory: bool,
        *,
        reach: bool = True,
        without: frozenset[GitPattern] = frozenset(),
    ) -> GitPattern | None:
        """The pattern that decides about one entry, or None.

        `reach` false leaves out `!name` patterns; `without` are patterns overruled elsewhere.
        """
        relative = self._relative(path)
        # One search over all patterns first: nearly every path matches none of them.
        if not (
            (self._names is not None and self._names.fullmatch(name))
            or (self._paths is not None and self._paths.fullmatch(relative))
        ):
            return None
        for pattern in reversed(self.patterns):
            if not pattern.matches(relative, name, directory):
                continue
            if pattern in without or (not reach and pattern.by_name and not pattern.ignores):
                continue
            return pattern
        return None

    def ignoring(self, path: bytes, name: bytes, directory: bool) -> Iterator[GitPattern]:
        """All patterns that would ignore this entry, decisive or not."""
        relative = self._relative(path)
        for pattern in self.patterns:
            if pattern.ignores and pattern.matches(relative, name, directory):
                yield pattern

    def may_bring_back_below(self, directory: bytes, *, reach: bool) -> bool:
        """Whether some `!` pattern could match an entry strictly below this directory."""
        relative = self._relative(directory)
        return any(
            reach if pattern.by_name else _could_match_below(pattern.text, relative)
            for pattern in self.negations
        )

    def _relative(self, path: bytes) -> bytes:
        return self._prefix + path[self._skip :] if self._skip or self._prefix else path


def _any_of(patterns: Sequence[GitPattern]) -> re.Pattern[bytes] | None:
    if not patterns:
        return None
    return re.compile(b"|".join(b"(?:%b)" % p.expression.pattern for p in patterns), re.DOTALL)


def _could_match_below(pattern: bytes, directory: bytes) -> bool:
    """A cautious answer: false only where no completion of the path can match."""
    wanted = pattern.split(b"/")
    given = directory.split(b"/") if directory else []
    for i, part in enumerate(given):
        if i >= len(wanted) - 1:
            return False
        glob = wanted[i]
        if b"**" in glob or b"[" in glob or b"\\" in glob:
            return True
        if not re.fullmatch(_translate(glob, True, True), part, re.DOTALL):
            return False
    return True


def parse_rules(
    content: bytes, source: str, *, base: str = "", above: str = "", fold_case: bool = False
) -> RuleList:
    """The rules of one ignore file; `source` is the name shown to people."""
    patterns = [
        GitPattern(text, source=source, line=number, fold_case=fold_case)
        for number, text in parse_lines(content)
    ]
    return RuleList(patterns, base, above)
