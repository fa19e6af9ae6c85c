"""What is ignored costs nothing; what becomes ignored, or is no longer, is told."""

import shutil
from pathlib import Path

import pytest

from codebase_lsp.engine.files.walk import walk
from helpers.watched import Watching, all_ways, linux_only

pytestmark = pytest.mark.filterwarnings("ignore:Callback with id")  # Of watchdog's recursive inotify.


@all_ways
def test_an_ignored_directory_costs_no_call(root: Path, watching: Watching) -> None:
    (root / ".gitignore").write_text("node_modules/\n*.log\n")
    (root / "node_modules/early").mkdir(parents=True)
    watched = watching()
    for path in ("node_modules/early/a.js", "sub/node_modules/b/c.js", "x.log"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x")
    shutil.rmtree(root / "node_modules")
    watched.settle()
    assert not {p for p in watched.files | watched.directories if "node_modules" in p or p.endswith(".log")}


@linux_only
def test_no_watch_is_spent_on_ignored_directories(root: Path, watching: Watching) -> None:
    (root / ".gitignore").write_text("node_modules/\n")
    (root / "node_modules/a/b").mkdir(parents=True)
    (root / "src/b").mkdir(parents=True)
    watched = watching(max_watches=4)
    assert watched.watcher.state == "watching"
    (root / "src/node_modules/c/d").mkdir(parents=True)
    watched.settle()
    assert watched.watcher.state == "watching"
    assert sorted(watched.watcher._watch._by_path) == ["", "src", "src/b"]  # type: ignore[union-attr]


@all_ways
def test_an_edit_of_the_rules_is_told_and_followed_both_ways(root: Path, watching: Watching) -> None:
    for name in ("one", "two"):
        (root / name / "in").mkdir(parents=True)
        (root / name / "in/a.py").write_text("x")
    (root / ".gitignore").write_text("one/\n")
    watched = watching()
    (root / ".gitignore").write_text("two/  \n")
    watched.until(lambda: any(call.rules for call in watched.calls))
    (root / "one/in/a.py").write_text("long")
    watched.until_files("one/in/a.py")
    watched.forget()
    (root / "one/in/a.py").write_text("longer")
    (root / "two/in/a.py").write_text("longer")
    watched.until_files("one/in/a.py")
    watched.settle()
    assert "two/in/a.py" not in watched.files


@linux_only
def test_watches_of_a_directory_that_became_ignored_are_given_back(root: Path, watching: Watching) -> None:
    (root / "d/e").mkdir(parents=True)
    watched = watching()
    (root / ".gitignore").write_text("d/\n")
    watched.until(lambda: any(call.rules for call in watched.calls))
    watched.settle()
    assert list(watched.watcher._watch._by_path) == [""]  # type: ignore[union-attr]


@all_ways
def test_rules_that_move_with_their_directory_are_told(
    root: Path, tmp_path: Path, watching: Watching
) -> None:
    (root / "d").mkdir()
    (root / "d/.gitignore").write_text("*.tmp\n")
    (root / "d/a.tmp").write_text("x")
    watched = watching()
    list(walk(root, watched.rules))
    (root / "d").rename(tmp_path / "elsewhere")
    watched.until(lambda: any(call.rules for call in watched.calls))
    watched.calls.clear()
    (tmp_path / "elsewhere").rename(root / "e")
    watched.until(lambda: any(call.rules for call in watched.calls))
    watched.settle()
    assert "e/a.tmp" not in {path for call in watched.calls[-1:] for path in call.files}
