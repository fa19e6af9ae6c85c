"""The ignore rules agree with git on any tree and any patterns."""

import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codebase_lsp.engine.files.ignore import IgnoreRules
from codebase_lsp.engine.files.types import FileEntry
from codebase_lsp.engine.files.walk import walk
from codebase_lsp.engine.settings import Settings

NAMES = [
    "a",
    "b",
    "A",
    "ab",
    "foo",
    "foo.py",
    "a.c",
    "é",
    "日本.py",
    "#x",
    "!y",
    " s",
    "t ",
    "-",
    "[z]",
    "a^b",
    "x\ty",
]
GLOBS = [
    *NAMES, "*", "**", "?", "??", "*.py", "*.c", "[a-z]", "[!a-z]*", "[[:alpha:]]", "[]a]", "[a", "a*b",
    "f**o",
    "foo**", "**.py", "\\#x", "\\!y", "\\a", "\\", "a\\", "[z\\]]", "[\\[]z]", "*a*b*", "***", "[é]", "[^/]",
    "[b-",
    "x[\t]y", "[a-]", "[--b]", "[[:upper:]]", "[[:nope:]]", "[[:alpha]", "[", "]", "", "\\*", "*o?.p[x-z]",
]  # fmt: skip

name = st.sampled_from([n for n in NAMES if n not in ("",)])
tree_path = st.lists(name, min_size=1, max_size=4).map("/".join)
pattern_line = st.builds(
    lambda bang, lead, parts, tail, space: bang + lead + "/".join(parts) + tail + space,
    st.sampled_from(["", "", "!", "!!"]),
    st.sampled_from(["", "", "/", "**/"]),
    st.lists(st.sampled_from(GLOBS), min_size=1, max_size=3),
    st.sampled_from(["", "", "", "/", "/**", "//"]),
    st.sampled_from(["", "", "", " ", "  ", "\\ ", "\t", "\r", " \\ "]),
)
text_line = st.one_of(
    pattern_line, pattern_line, st.sampled_from(["", "#x", "# comment", "/", "!", "!/", " "])
)
rule_file = st.builds(
    lambda bom, lines, end: bom + "\n".join(lines) + end,
    st.sampled_from(["", "", "\ufeff"]),
    st.lists(text_line, max_size=6),
    st.sampled_from(["\n", ""]),
)
cases = st.fixed_dictionaries(
    {
        "paths": st.lists(tree_path, min_size=1, max_size=12, unique=True),
        "root_rules": rule_file,
        "nested": st.lists(st.tuples(tree_path, rule_file), max_size=2),
        "info_exclude": st.one_of(st.just(""), rule_file),
        "fold": st.booleans(),
        "track": st.lists(st.integers(0, 11), max_size=2),
    }
)


def _as_one_case(paths: Iterable[str]) -> list[str]:
    """Without paths that differ from an earlier one in case alone. git sets `core.ignoreCase` where
    the file system cannot hold both; with both there, it takes an untracked one for a tracked one."""
    spelling: dict[str, str] = {}

    def known(path: str) -> bool:
        parts = path.split("/")
        above = ["/".join(parts[: i + 1]) for i in range(len(parts))]
        return all(spelling.setdefault(part.lower(), part) == part for part in above)

    return [path for path in paths if known(path)]


def _plant(top: Path, paths: Iterable[str]) -> None:
    """Makes each path a file, or a directory where another path lies below it."""
    for path in paths:
        try:
            (top / path).parent.mkdir(parents=True, exist_ok=True)
            if not (top / path).is_dir():
                (top / path).write_text("x")
        except (FileExistsError, NotADirectoryError):
            continue


def _all_entries(top: Path) -> list[tuple[str, bool]]:
    found: list[tuple[str, bool]] = []
    for directory, directories, files in os.walk(top):
        if ".git" in directories:
            directories.remove(".git")
        base = Path(directory).relative_to(top)
        found += [((base / d).as_posix(), True) for d in directories]
        found += [((base / f).as_posix(), False) for f in files]
    return found


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(case=cases)
def test_walk_and_single_decisions_equal_git(case: dict[str, Any], git: Any) -> None:
    """The walk finds what `git ls-files -co --exclude-standard` lists; every single
    decision equals `git check-ignore`, for directories, files and paths below ignored ones."""
    top = Path(tempfile.mkdtemp())
    try:
        git(top, "init", "-q")
        git(top, "config", "core.ignoreCase", str(case["fold"]).lower())
        _plant(top, _as_one_case(case["paths"]) if case["fold"] else case["paths"])
        for directory, rules in case["nested"]:
            if (top / directory).is_dir():
                (top / directory / ".gitignore").write_bytes(rules.encode())
        (top / ".gitignore").write_bytes(case["root_rules"].encode())
        (top / ".git" / "info" / "exclude").write_bytes(case["info_exclude"].encode())
        files = [p for p, directory in _all_entries(top) if not directory]
        for number in case["track"]:
            if number < len(files):
                git(top, "--literal-pathspecs", "add", "-f", "--", files[number])

        listed = git(top, "ls-files", "-z", "-co", "--exclude-standard").decode().split("\0")
        expected = sorted(set(listed) - {""})
        rules = IgnoreRules(top, Settings())
        assert sorted(e.path for e in walk(top, rules) if isinstance(e, FileEntry)) == expected

        entries = _all_entries(top)
        question = "\0".join(path for path, _ in entries).encode() + b"\0"
        answer = git(top, "check-ignore", "-z", "--stdin", input=question, ok=(0, 1))
        ignored = set(answer.decode().split("\0"))
        alone = IgnoreRules(top, Settings())
        for path, directory in reversed(entries):
            if directory and path in alone.directory(path).tree.tracked_parents:
                continue  # check-ignore leaves out directories with something tracked in them.
            assert alone.decide(path, directory).ignored == (path in ignored), path
    finally:
        shutil.rmtree(top)
