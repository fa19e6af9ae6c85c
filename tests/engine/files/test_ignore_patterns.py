"""One pattern line means what it means to git."""

import shutil
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codebase_lsp.engine.files.ignore import IgnoreRules
from codebase_lsp.engine.settings import Settings

PARTS = ["a", "b", "A", "ab", "ba", "aab", "é", "a ", "#a", "!a", "[a", "a]", "-", "^a", "a\\b", "\t", "m"]
PATHS = [*PARTS, *("/".join(pair) for pair in product(PARTS[:8], PARTS[:6])), "a/b/a", "a/a/b/ab", "b/a/é/a"]

ATOMS = [
    "a", "b", "A", "*", "*", "**", "?", "/", "/", "[ab]", "[!a]", "[^b]", "[a-b]", "[A-Z]", "[b-", "\\a",
    "\\A",
    "\\", "[]a]", "[[]", "[[:alpha:]]", "[[:upper:]]", "[[:x:]]", "[\\]a]",
    "[\\", "é", "[é]", " ", "\\ ", "#", "!",
    "-", "[[:lower:]-a]", "**/", "/**", "/**/", "[a-\\b]", "[!]]", "[]", "\\/", "\t",
    "[A]", "[!A]", "[a[:upper:]-z]", "[--a]", "[]-a]", "***", "[[:a]",
]  # fmt: skip
atom = st.sampled_from(ATOMS)
line = st.builds(
    lambda first, atoms, last: first + "".join(atoms) + last,
    st.sampled_from(["", "", "", "!", "\\", "#", "/", "\ufeff"]),
    st.lists(atom, max_size=5),
    st.sampled_from(["", "", "", "", " ", "  ", "\r", "\\ ", "\\\\ ", "/"]),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(lines=st.lists(line, min_size=60, max_size=60), fold=st.booleans())
def test_random_lines_match_what_git_matches(lines: list[str], fold: bool, git: Any) -> None:
    """Each line alone in a directory of its own; `*` before it gives `!` something to bring back."""
    top = Path(tempfile.mkdtemp())
    try:
        git(top, "init", "-q")
        git(top, "config", "core.ignoreCase", str(fold).lower())
        for number, text in enumerate(lines):
            directory = top / str(number)
            directory.mkdir()
            content = f"*\n{text}" if text.startswith("!") else text
            (directory / ".gitignore").write_bytes(content.encode())
        questions = [f"{number}/{path}" for number in range(len(lines)) for path in PATHS]
        asked = "\0".join(questions).encode() + b"\0"
        answer = git(top, "check-ignore", "--no-index", "-z", "--stdin", input=asked, ok=(0, 1))
        ignored = set(answer.decode().split("\0"))
        rules = IgnoreRules(top, Settings())
        for path in questions:
            text = lines[int(path.split("/")[0])]
            assert rules.decide(path).ignored == (path in ignored), (text, path)
    finally:
        shutil.rmtree(top)


@pytest.mark.parametrize(
    ("line", "ignored", "kept"),
    [
        ("*.py", [".py", "a.py", "d/a.py"], ["a.pyc"]),
        ("foo*", ["foo", "foobar"], ["afoo"]),
        ("/a/*/c", ["a/b/c"], ["a/c", "a/b/d/c", "x/a/b/c"]),
        ("a/**/c", ["a/c", "a/b/c", "a/b/b/c"], ["x/a/c"]),
        ("foo**/x", ["foox", "foo/a/x"], ["foo"]),
        ("a\\ ", ["a "], ["a", "a\\"]),
        ("a ", ["a"], ["a "]),
        ("a\t", ["a\t"], ["a"]),
        ("\\#a", ["#a"], ["a"]),
        ("\\!a", ["!a"], ["a"]),
        ("?", ["a"], ["é", "ab"]),
        ("[[:digit:]]x", ["1x"], ["dx", ":x"]),
        ("[a", [], ["a", "[a"]),
        ("\ufeffa", ["a"], []),
        ("a\r", ["a"], ["a\r"]),
    ],
)
def test_named_lines(tmp_path: Path, line: str, ignored: list[str], kept: list[str]) -> None:
    """Lines that implementations other than git's often get wrong."""
    (tmp_path / ".gitignore").write_bytes(line.encode())
    rules = IgnoreRules(tmp_path, Settings())
    assert [p for p in [*ignored, *kept] if rules.decide(p).ignored] == ignored


def test_git_folds_the_case_of_names_but_not_of_single_characters_in_brackets(
    tmp_path: Path, git: Any
) -> None:
    """An oddity of git's matcher: with core.ignoreCase `[A]` matches neither `a` nor `A`."""
    git(tmp_path, "init", "-q")
    git(tmp_path, "config", "core.ignoreCase", "true")
    (tmp_path / ".gitignore").write_bytes(b"x[A]\ny[a]\nfoo\nz[A-B]\nw[a[:digit:]-z]\n")
    rules = IgnoreRules(tmp_path, Settings())
    paths = ["xa", "xA", "ya", "yA", "FOO", "za", "zA", "wm", "w-", "wz"]
    answer = git(tmp_path, "check-ignore", *paths).decode().split()
    assert [p for p in paths if rules.decide(p).ignored] == answer
    assert answer == ["ya", "yA", "FOO", "za", "zA", "w-", "wz"]


@pytest.mark.timeout(30)
def test_a_hostile_pattern_is_harmless(tmp_path: Path) -> None:
    """Many stars against a long name that nearly matches end at once."""
    stars = "*a" * 60 + "*b\n"
    parts = "**/a*a*a/" * 30 + "b\n"
    (tmp_path / ".gitignore").write_text(stars + parts)
    rules = IgnoreRules(tmp_path, Settings())
    assert not rules.decide("a" * 250).ignored
    assert not rules.decide("/".join(["aaaa"] * 300)).ignored
