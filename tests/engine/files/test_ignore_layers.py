"""Each place that rules come from, and which of them wins."""

import os
from pathlib import Path
from typing import Any

import pytest

from codebase_lsp.engine.files.ignore import IgnoreRules
from codebase_lsp.engine.files.types import FileEntry, Skipped
from codebase_lsp.engine.files.walk import walk
from codebase_lsp.engine.settings import Settings


def plant(top: Path, **files: str) -> None:
    """`plant(top, **{"a/b": "text"})`"""
    for path, text in files.items():
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        (top / path).write_text(text)


def found(root: Path, *exclude: str) -> list[str]:
    rules = IgnoreRules(root, Settings(exclude=exclude))
    paths = [e.path for e in walk(root, rules) if isinstance(e, FileEntry)]
    # The watcher's question has the walk's answer, on rules that have seen no walk.
    alone = IgnoreRules(root, Settings(exclude=exclude))
    for directory, _, names in os.walk(root):
        for name in names:
            if (Path(directory) / name).is_symlink():
                continue
            path = (Path(directory) / name).relative_to(root).as_posix()
            assert alone.decide(path).ignored == (path not in paths), path
    return [p for p in paths if not p.endswith((".gitignore", ".codebaseignore"))]


def listed(git: Any, root: Path) -> list[str]:
    return sorted(set(git(root, "ls-files", "-z", "-co", "--exclude-standard").decode().split("\0")) - {""})


def test_without_a_repository_gitignore_files_still_count(tmp_path: Path) -> None:
    plant(
        tmp_path,
        **{".gitignore": "*.log\n", "a.log": "x", "d/b.log": "x", "d/.gitignore": "!b.log\n", "c": "x"},
    )
    assert found(tmp_path) == ["c", "d/b.log"]


def test_global_excludes_by_default_place_and_by_setting(tmp_path: Path, git: Any, git_home: Path) -> None:
    git(tmp_path, "init", "-q")
    plant(tmp_path, **{"a.one": "x", "a.two": "x", "a.py": "x"})
    plant(git_home, **{"xdg/git/ignore": "*.one\n"})
    assert found(tmp_path) == ["a.py", "a.two"] == listed(git, tmp_path)
    plant(git_home, mine="*.two\n")
    git(tmp_path, "config", "--global", "core.excludesFile", "~/mine")
    assert found(tmp_path) == ["a.one", "a.py"] == listed(git, tmp_path)


def test_info_exclude_wins_over_global_and_gitignore_over_both(
    tmp_path: Path, git: Any, git_home: Path
) -> None:
    git(tmp_path, "init", "-q")
    plant(git_home, **{"xdg/git/ignore": "*.a\n*.b\n"})
    plant(tmp_path, **{".git/info/exclude": "!*.a\n*.c\n", ".gitignore": "!x.c\n"})
    plant(tmp_path, **dict.fromkeys(("x.a", "x.b", "x.c", "y.c"), "x"))
    assert found(tmp_path) == ["x.a", "x.c"]
    assert [p for p in listed(git, tmp_path) if p != ".gitignore"] == ["x.a", "x.c"]


def test_worktree_uses_info_exclude_of_the_main_repository(tmp_path: Path, git: Any) -> None:
    main, other = tmp_path / "main", tmp_path / "other"
    main.mkdir()
    git(main, "init", "-q")
    git(main, "commit", "-q", "--allow-empty", "-m", "x")
    git(main, "worktree", "add", "-q", str(other))
    plant(main, **{".git/info/exclude": "*.tmp\n"})
    plant(other, **{"a.tmp": "x", "a.py": "x"})
    assert found(other) == ["a.py"] == listed(git, other)


def test_submodule_follows_its_own_rules(tmp_path: Path, git: Any) -> None:
    origin, top = tmp_path / "origin", tmp_path / "top"
    origin.mkdir()
    top.mkdir()
    git(origin, "init", "-q")
    plant(origin, **{".gitignore": "*.own\n", "lib.py": "x", "kept.log": "x"})
    git(origin, "add", "-A")
    git(origin, "commit", "-q", "-m", "x")
    git(top, "init", "-q")
    git(top, "submodule", "add", "-q", str(origin), "sub")
    assert (top / "sub" / ".git").is_file()
    plant(
        top, **{".gitignore": "*.log\n/sub\n", "a.log": "x", "a.own": "x", "sub/b.own": "x", "sub/b.log": "x"}
    )
    plant(top, **{".git/modules/sub/info/exclude": "*.tmp\n", "sub/c.tmp": "x", "c.tmp": "x"})
    expected = [".gitmodules", "a.own", "c.tmp", "sub/b.log", "sub/kept.log", "sub/lib.py"]
    assert [p for p in found(top) if p != "sub/.git"] == expected


def test_nested_repository_follows_its_own_rules_unless_ignored_whole(tmp_path: Path, git: Any) -> None:
    git(tmp_path, "init", "-q")
    plant(
        tmp_path,
        **{".gitignore": "*.log\nvendor/\n", "inner/x.log": "x", "inner/y.tmp": "x", "vendor/v.py": "x"},
    )
    for name in ("inner", "vendor"):
        git(tmp_path / name, "init", "-q")
    plant(tmp_path, **{"inner/.gitignore": "*.tmp\n"})
    assert found(tmp_path) == ["inner/x.log"]


def test_a_directory_called_dot_git_that_is_no_repository_changes_nothing(tmp_path: Path) -> None:
    plant(tmp_path, **{".gitignore": "*.log\n", "d/.git/HEAD": "x", "d/a.log": "x", "d/a.py": "x"})
    assert found(tmp_path) == ["d/a.py"]


def test_folder_within_a_repository_obeys_the_patterns_above(tmp_path: Path, git: Any) -> None:
    git(tmp_path, "init", "-q")
    plant(
        tmp_path,
        **{".gitignore": "*.log\n/pkg/src/gen/\nsrc/only-top.py\n", "pkg/.gitignore": "src/x.py\n!*.log\n"},
    )
    plant(tmp_path, **{".git/info/exclude": "/pkg/src/hidden.py\n", ".codebaseignore": "/pkg/src/big.py\n"})
    root = tmp_path / "pkg" / "src"
    for name in ("gen/g.py", "x.py", "a.log", "hidden.py", "big.py", "only-top.py", "a.py"):
        plant(root, **{name: "x"})
    assert found(root) == ["a.log", "a.py", "only-top.py"]
    assert listed(git, root) == ["a.log", "a.py", "big.py", "only-top.py"]


@pytest.mark.parametrize("pattern", ["*", "build/", "/build", "build"])
def test_a_folder_opened_on_purpose_is_not_ignored(tmp_path: Path, git: Any, pattern: str) -> None:
    """What ignores the folder itself is overruled within it; other patterns still count."""
    git(tmp_path, "init", "-q")
    plant(
        tmp_path,
        **{".gitignore": f"{pattern}\n*.log\n", "build/a.py": "x", "build/d/b.py": "x", "build/a.log": "x"},
    )
    assert found(tmp_path / "build") == ["a.py", "d/b.py"]


def test_tracked_files_are_never_ignored_by_git_rules(tmp_path: Path, git: Any) -> None:
    git(tmp_path, "init", "-q")
    plant(
        tmp_path,
        **{".gitignore": "lib/\n*.log\n", "lib/a/t.py": "x", "lib/u.py": "x", "t.log": "x", "u.log": "x"},
    )
    git(tmp_path, "add", "-f", "lib/a/t.py", "t.log")
    assert found(tmp_path) == ["t.log", "lib/a/t.py"]
    assert found(tmp_path / "lib") == ["u.py", "a/t.py"]
    plant(tmp_path, **{".codebaseignore": "t.log\n"})
    assert found(tmp_path) == ["lib/a/t.py"]


def test_without_git_installed_the_rules_alone_decide(
    tmp_path: Path, git: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(tmp_path, "init", "-q")
    plant(
        tmp_path,
        **{".gitignore": "lib/\n", ".git/info/exclude": "*.tmp\n", "lib/t.py": "x", "a.tmp": "x", "b": "x"},
    )
    git(tmp_path, "add", "-f", "lib/t.py")
    monkeypatch.setenv("PATH", "")
    assert found(tmp_path) == ["b"]


def test_codebaseignore_wins_over_git_and_reaches_into_ignored_directories(tmp_path: Path, git: Any) -> None:
    git(tmp_path, "init", "-q")
    plant(
        tmp_path,
        **{".gitignore": "gen/\nnode_modules\n*.log\n", ".codebaseignore": "!gen/api/\n*.md\n!gen/x/*.md\n"},
    )
    for name in (
        "gen/api/a.py",
        "gen/api/a.log",
        "gen/b.py",
        "gen/x/r.md",
        "gen/x/c.py",
        "m.md",
        "node_modules/n.js",
    ):
        plant(tmp_path, **{name: "x"})
    assert found(tmp_path) == ["gen/api/a.py", "gen/x/r.md"]


def test_a_directory_brought_back_overrules_the_patterns_that_matched_it(tmp_path: Path) -> None:
    plant(tmp_path, **{".gitignore": "out/**\n*.log\n", ".codebaseignore": "!out/keep/\n", "out/no.py": "x"})
    plant(tmp_path, **{"out/keep/a.py": "x", "out/keep/d/b.py": "x", "out/keep/c.log": "x"})
    assert found(tmp_path) == ["out/keep/a.py", "out/keep/d/b.py"]


def test_a_bare_name_reaches_into_an_ignored_directory_only_from_within(tmp_path: Path) -> None:
    plant(
        tmp_path,
        **{".gitignore": "gen/\nmade/\n", ".codebaseignore": "!k.py\n!gen/d/o.py\n", "made/k.py": "x"},
    )
    plant(tmp_path, **{"gen/k.py": "x", "gen/d/k.py": "x", "gen/d/o.py": "x"})
    plant(tmp_path, **{"made/.codebaseignore": "!k.py\n", "made/d/k.py": "x", "made/o.py": "x"})
    assert found(tmp_path) == ["gen/d/o.py", "made/k.py", "made/d/k.py"]


def test_nested_codebaseignore(tmp_path: Path) -> None:
    plant(tmp_path, **{".codebaseignore": "*.a\n", "d/.codebaseignore": "!x.a\n/y.b\n"})
    plant(tmp_path, **dict.fromkeys(("x.a", "d/x.a", "d/y.a", "d/y.b", "d/e/y.b"), "x"))
    assert found(tmp_path) == ["d/x.a", "d/e/y.b"]


def test_the_exclude_setting_wins_over_all(tmp_path: Path) -> None:
    plant(
        tmp_path,
        **{".codebaseignore": "!keep/\nhidden/\n", "keep/a.py": "x", "keep/b.py": "x", "hidden/c.py": "x"},
    )
    assert found(tmp_path, "keep/a.py", "!hidden/c.py") == ["hidden/c.py", "keep/b.py"]
    assert found(tmp_path, "keep/") == []


def test_a_closed_directory_is_never_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An ignored directory costs nothing although some `!` pattern exists."""
    plant(
        tmp_path,
        **{".gitignore": "node_modules/\n", ".codebaseignore": "!src/gen/\n!keep.js\n", "src/gen/a": "x"},
    )
    plant(tmp_path, **{"node_modules/m/i.js": "x"})
    seen: list[str] = []
    scandir = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: (seen.append(str(path)), scandir(path))[1])  # pyright: ignore
    report = [e for e in walk(tmp_path, IgnoreRules(tmp_path, Settings())) if isinstance(e, Skipped)]
    assert not any("node_modules" in path for path in seen)
    assert [(e.path, e.detail) for e in report] == [("node_modules/", ".gitignore:1: node_modules/")]


def test_symbolic_link_as_gitignore_is_not_followed(tmp_path: Path, git: Any) -> None:
    git(tmp_path, "init", "-q")
    plant(tmp_path, rules="*.py\n", **{"a.py": "x"})
    (tmp_path / ".gitignore").symlink_to("rules")
    assert found(tmp_path) == ["a.py", "rules"]
    assert "a.py" in listed(git, tmp_path)


def test_rule_files_are_recognised_and_change_the_fingerprint(
    tmp_path: Path, git: Any, git_home: Path
) -> None:
    git(tmp_path, "init", "-q")
    root = tmp_path / "src"
    plant(root, **{".gitignore": "out/\n", "a.py": "x", "out/.gitignore": "*.c\n"})
    rules = IgnoreRules(root, Settings())
    list(walk(root, rules))
    assert rules.is_rule_file(".gitignore")
    assert rules.is_rule_file("sub/new/.codebaseignore")
    assert rules.is_rule_file(root / ".gitignore")
    assert rules.is_rule_file(tmp_path / ".gitignore")
    assert rules.is_rule_file(tmp_path / ".git" / "info" / "exclude")
    assert rules.is_rule_file(git_home / "xdg" / "git" / "ignore")
    assert not rules.is_rule_file("a.py")
    assert not rules.is_rule_file("out/.gitignore")
    assert rules.is_rule_file("out/.codebaseignore")
    assert not rules.is_rule_file(tmp_path / "elsewhere" / ".gitignore")
    assert root / ".gitignore" in rules.rule_files()
    plant(root, **{".gitignore": "out\n"})
    again = IgnoreRules(root, Settings())
    list(walk(root, again))
    assert rules.fingerprint() != again.fingerprint()
    third = IgnoreRules(root, Settings())
    list(walk(root, third))
    assert again.fingerprint() == third.fingerprint()


def test_hostile_configuration_starts_no_program(tmp_path: Path, git: Any) -> None:
    git(tmp_path, "init", "-q")
    plant(tmp_path, **{"hook": "#!/bin/sh\ntouch called\n", ".gitignore": "*.log\n", "a.log": "x"})
    (tmp_path / "hook").chmod(0o755)
    git(tmp_path, "add", "-f", "a.log")
    git(tmp_path, "config", "core.fsmonitor", str(tmp_path / "hook"))
    assert "a.log" in found(tmp_path)
    assert not (tmp_path / "called").exists()
    git(tmp_path, "status")
    assert (tmp_path / "called").exists(), "the trap works when git is run plainly"


def test_a_foreign_git_dir_in_the_environment_is_not_used(
    tmp_path: Path, git: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the editor was started by a git hook."""
    one, two = tmp_path / "one", tmp_path / "two"
    for top in (one, two):
        top.mkdir()
        git(top, "init", "-q")
        plant(top, **{".gitignore": "*.log\n", "a.log": "x"})
    git(one, "add", "-f", "a.log")
    monkeypatch.setenv("GIT_DIR", str(one / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(one))
    assert found(two) == []


def test_an_unusable_directory_in_the_search_path_does_no_harm(
    tmp_path: Path, git: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(tmp_path, "init", "-q")
    plant(tmp_path, **{".gitignore": "*.log\n", "t.log": "x", "u.log": "x"})
    git(tmp_path, "add", "-f", "t.log")
    entries = ["", "relative", "/" + "n" * 5000, os.environ["PATH"]]
    monkeypatch.setenv("PATH", os.pathsep.join(entries))
    assert found(tmp_path) == ["t.log"]
