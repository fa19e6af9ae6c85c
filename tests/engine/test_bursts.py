"""Very many changes at once cost one comparison; changes of what is ignored cost nothing."""

import shutil
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from codebase_lsp.engine.files import walk as walking
from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from helpers.git import git
from helpers.waiting import soon

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


class Observed(Workspace):
    """Counts what it is told to look at."""

    def __init__(self, root: Path, cache: Path) -> None:
        super().__init__(root, Settings(model="none"), cache)
        self.done: Counter[str] = Counter()

    def refresh(self, paths: Iterable[str]) -> None:
        paths = list(paths)
        self.done["refreshed"] += len(paths)
        super().refresh(paths)

    def merge(self, paths: Iterable[str]) -> bool:
        self.done["merges"] += 1
        return super().merge(paths)

    def reconcile(self) -> bool:
        self.done["comparisons"] += 1
        return super().reconcile()

    def parsed(self) -> int:
        return self.status().counters["parsed"]

    def finds(self, word: str) -> set[str]:
        return {hit.path for hit in self.search(SearchRequest(word, mode="exact", limit=50)).hits}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "main.py").write_text("def main(): pass\n")
    return tmp_path / "project"


@pytest.fixture
def observed(root: Path, tmp_path: Path):
    """Opened by the test, when the folder is as it shall be."""
    opened: list[Observed] = []

    def watch() -> Observed:
        opened.append(Observed(root, tmp_path / "cache"))
        opened[-1].watch()
        opened[-1].index()
        opened[-1].done.clear()
        return opened[-1]

    yield watch
    for workspace in opened:
        workspace.close()


@needs_git
def test_a_checkout_of_very_many_files_costs_few_comparisons(root: Path, observed) -> None:
    git(root, "init", "-q", "-b", "few")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "few")
    git(root, "checkout", "-qb", "many")
    for number in range(3000):
        place = root / f"part_{number % 40}"
        place.mkdir(exist_ok=True)
        (place / f"module_{number}.py").write_text(f"def function_{number}(): pass\n")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "many")
    git(root, "checkout", "-q", "few")
    workspace = observed()
    before = workspace.parsed()
    git(root, "checkout", "-q", "many")
    soon(lambda: len(workspace._base.files()) == 3001, patience=120)
    soon(lambda: workspace.parsed() == before + 3000)
    assert workspace.finds("function_2999") == {"part_39/module_2999.py"}
    assert workspace.done["refreshed"] <= 300, "a few files before the rest was seen to come"
    assert workspace.done["comparisons"] <= 8


def test_an_installation_of_ignored_packages_costs_nothing(root: Path, observed, monkeypatch) -> None:
    (root / ".gitignore").write_text("node_modules/\n")
    workspace = observed()
    before = workspace.parsed()
    for number in range(3000):
        place = root / "node_modules" / f"package_{number % 100}" / "lib"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"file_{number}.js").write_text("module.exports = 1;\n")
    (root / "after.py").write_text("def written_after_all_of_that(): pass\n")
    soon(lambda: workspace.finds("written_after_all_of_that") == {"after.py"})
    soon(lambda: workspace.parsed() == before + 1)
    assert workspace.done["refreshed"] <= 2, "the new file, once or twice"
    assert workspace.done["comparisons"] == 0


def test_a_comparison_never_looks_into_ignored_directories(root: Path, observed, monkeypatch) -> None:
    (root / ".gitignore").write_text("node_modules/\n")
    for number in range(50):
        (root / "node_modules" / f"package_{number}").mkdir(parents=True)
    (root / "src").mkdir()
    workspace = observed()
    listed: list[str] = []
    scandir = walking.os.scandir

    def noting(path):
        listed.append(str(path))
        return scandir(path)

    monkeypatch.setattr(walking.os, "scandir", noting)
    workspace.reconcile()
    assert any(path.endswith("src") for path in listed)
    assert not [path for path in listed if "node_modules" in path]


@needs_git
def test_the_first_files_of_a_checkout_wait_for_the_rest(root: Path, observed) -> None:
    git(root, "init", "-q")
    workspace = observed()
    (root / ".git" / "index.lock").touch()
    for number in range(60):
        (root / f"early_{number}.py").write_text(f"def early_{number}(): pass\n")
    soon(lambda: "early_59.py" in workspace._base.files())
    assert workspace.done["refreshed"] <= 20
    (root / ".git" / "index.lock").unlink()
    (root / "later.py").write_text("def saved_by_hand(): pass\n")
    soon(lambda: workspace.finds("saved_by_hand") == {"later.py"})


def test_a_rename_that_changes_only_case_moves_the_file(root: Path, observed) -> None:
    (root / "readme.md").write_text("unmistakable words\n")
    workspace = observed()
    (root / "readme.md").rename(root / "README.md")
    soon(lambda: workspace.finds("unmistakable") == {"README.md"})
    soon(lambda: "readme.md" not in workspace._base.files())


def test_a_folder_that_leaves_and_returns_is_not_parsed_again(root: Path, tmp_path: Path, observed) -> None:
    (root / "lib").mkdir()
    for number in range(30):
        (root / "lib" / f"module_{number}.py").write_text(f"def function_{number}(): pass\n")
    workspace = observed()
    before = workspace.parsed()
    (root / "lib").rename(tmp_path / "elsewhere")
    soon(lambda: len(workspace._base.files()) == 1)
    (tmp_path / "elsewhere").rename(root / "lib")
    soon(lambda: len(workspace._base.files()) == 31)
    soon(lambda: workspace.finds("function_29") == {"lib/module_29.py"})
    assert workspace.parsed() == before
