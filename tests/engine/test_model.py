"""A model of the living index: after any series of operations it equals a fresh one, and no
answer shows text that is not there.

The model is what the disk and the editor hold. Operations are real: files, ignore rules, git, and
a process that owns the index and is killed at any point of its work. Events are not waited for:
each operation is followed by the call that its events lead to, or by none, as if they were lost.

    CODEBASE_LSP_MODEL_OPERATIONS=20000 pytest tests/engine/test_model.py

makes it longer.
"""

import os
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import ClassVar

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from helpers.git import git
from helpers.indexer import Indexer, contents

OPERATIONS = int(os.environ.get("CODEBASE_LSP_MODEL_OPERATIONS", "2000"))
STEPS = 50
"""Operations on one folder before the next one is begun."""
FOLDERS = ("", "src/", "src/deep/", "docs/")
NAMES = ("alpha.py", "beta.py", "gamma.md", "Alpha.py" if sys.platform == "linux" else "delta.ts")
WORDS = ("apple", "banana", "cherry", "damson", "elder", "fig", "grape", "hazel")
SETTINGS = Settings(model="none", workers=1)
RULES = ("", "docs/\n", "*.md\n", "src/deep/\n!src/deep/alpha.py\n", "beta.*\n")

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

paths = st.builds(lambda folder, name: folder + name, st.sampled_from(FOLDERS), st.sampled_from(NAMES))
texts = st.lists(st.sampled_from(WORDS), min_size=0, max_size=6).map(
    lambda words: "".join(f"def {word}_{i}(x):\n    return {word}\n\n" for i, word in enumerate(words))
)
folders = st.sampled_from([folder.rstrip("/") for folder in FOLDERS if folder] + ["lib", "docs/old"])
moments = st.floats(0.0, 0.03)
"""Seconds into its work at which a process is killed."""


class LivingFolder(RuleBasedStateMachine):
    done: ClassVar[Counter[str]] = Counter()
    """How often each operation was done, in all folders."""

    def __init__(self) -> None:
        super().__init__()
        self.place = Path(tempfile.mkdtemp(prefix="model-"))
        self.root = self.place / "root"
        self.root.mkdir()
        git(self.root, "init", "-q", "-b", "main")
        git(self.root, "commit", "-q", "--allow-empty", "-m", "begin")
        self.buffers: dict[str, str] = {}
        self.since_costly = 0
        self.open()

    def open(self) -> None:
        """What an editor does: start a server, and tell it of the open documents."""
        self.indexer = Indexer(self.root, self.place / "cache", SETTINGS)
        self.indexer.ask("index")
        for path, text in self.buffers.items():
            self.indexer.ask("set_buffer", path, text)

    def note(self, operation: str, *, costly: bool = False) -> None:
        LivingFolder.done[operation] += 1
        self.since_costly = 0 if costly else self.since_costly + 1

    def may_be_costly(self) -> bool:
        """What takes long comes after some of what does not."""
        return self.since_costly >= 4

    # ── the disk ─────────────────────────────────────────────────────────────────────────

    def on_disk(self) -> dict[str, str]:
        files = (path for path in self.root.rglob("*") if path.is_file() and ".git" not in path.parts)
        return {path.relative_to(self.root).as_posix(): path.read_text("utf-8") for path in files}

    def put(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, "utf-8")

    def compare_all(self) -> None:
        """What follows many events, a git operation, and an edit of the rules."""
        self.indexer.ask("forget_rules")
        self.indexer.ask("reconcile")

    # ── files and buffers ────────────────────────────────────────────────────────────────

    @rule(path=paths, text=texts)
    def write_outside(self, path: str, text: str) -> None:
        self.note("write")
        self.put(path, text)
        self.indexer.ask("refresh", [path])

    @rule(path=paths, text=texts)
    def write_unnoticed(self, path: str, text: str) -> None:
        """No event came; the answer's own check, or the next walk, has to find out."""
        self.note("write, unnoticed")
        self.put(path, text)

    @rule(path=paths, text=texts)
    def save_atomically(self, path: str, text: str) -> None:
        self.note("atomic save")
        self.put(path + "~", text)
        (self.root / (path + "~")).replace(self.root / path)
        self.indexer.ask("refresh", [path, path + "~"])

    @rule(path=paths, text=texts)
    def type_text(self, path: str, text: str) -> None:
        self.note("edit buffer")
        self.buffers[path] = text
        self.indexer.ask("set_buffer", path, text)

    @precondition(lambda self: self.buffers)
    @rule(data=st.data())
    def save(self, data: st.DataObject) -> None:
        self.note("save")
        path = data.draw(st.sampled_from(sorted(self.buffers)))
        self.put(path, self.buffers[path])
        self.indexer.ask("refresh", [path])

    @precondition(lambda self: self.buffers)
    @rule(data=st.data())
    def close_without_saving(self, data: st.DataObject) -> None:
        self.note("close buffer")
        path = data.draw(st.sampled_from(sorted(self.buffers)))
        del self.buffers[path]
        self.indexer.ask("close_buffer", path)

    @rule(path=paths)
    def delete(self, path: str) -> None:
        self.note("delete")
        (self.root / path).unlink(missing_ok=True)
        self.indexer.ask("refresh", [path])

    @rule(old=paths, new=paths)
    def rename(self, old: str, new: str) -> None:
        self.note("rename")
        if (self.root / old).exists() and old != new:
            (self.root / new).parent.mkdir(parents=True, exist_ok=True)
            (self.root / old).replace(self.root / new)
        self.indexer.ask("refresh", [old, new])

    @rule(data=st.data())
    def merge(self, data: st.DataObject) -> None:
        self.note("merge")
        self.indexer.ask("merge", sorted(data.draw(st.sets(paths, max_size=4))))

    # ── folders, rules, git ──────────────────────────────────────────────────────────────

    @rule(old=folders, new=folders)
    def move_folder(self, old: str, new: str) -> None:
        self.note("move folder")
        source, target = self.root / old, self.root / new
        if source.is_dir() and not target.is_relative_to(source) and not source.is_relative_to(target):
            shutil.rmtree(target, ignore_errors=True)
            target.parent.mkdir(parents=True, exist_ok=True)
            source.rename(target)
        self.indexer.ask("reconcile")

    @rule(folder=folders)
    def delete_folder(self, folder: str) -> None:
        self.note("delete folder")
        shutil.rmtree(self.root / folder, ignore_errors=True)
        self.indexer.ask("reconcile")

    @rule(rules=st.sampled_from(RULES))
    def edit_ignore_rules(self, rules: str) -> None:
        self.note("edit ignore rules")
        self.put(".gitignore", rules)
        self.compare_all()

    @rule(name=st.sampled_from(["main", "other"]))
    def switch_branch(self, name: str) -> None:
        self.note("switch branch")
        git(self.root, "add", "-A")
        git(self.root, "commit", "-q", "--allow-empty", "-m", "work")
        git(self.root, "checkout", "-q", "-f", "-B" if self.is_new(name) else "-f", name)
        self.compare_all()

    def is_new(self, branch: str) -> bool:
        return not (self.root / ".git" / "refs" / "heads" / branch).exists()

    @precondition(may_be_costly)
    @rule()
    def stash(self) -> None:
        self.note("stash", costly=True)
        git(self.root, "stash", "-q")
        self.compare_all()

    @precondition(lambda self: (self.root / ".git" / "refs" / "stash").exists())
    @rule()
    def stash_pop(self) -> None:
        self.note("stash pop", costly=True)
        git(self.root, "reset", "-q", "--hard")
        git(self.root, "checkout", "-q", "stash@{0}", "--", ".", may_fail=True)
        git(self.root, "stash", "drop", "-q")
        self.compare_all()

    # ── the life of the server ───────────────────────────────────────────────────────────

    @precondition(may_be_costly)
    @rule()
    def reindex(self) -> None:
        self.note("reindex", costly=True)
        self.indexer.ask("reindex")

    @precondition(may_be_costly)
    @rule()
    def restart(self) -> None:
        self.note("restart", costly=True)
        self.indexer.close()
        self.open()

    @precondition(may_be_costly)
    @rule()
    def kill_at_rest(self) -> None:
        self.note("kill -9 at rest", costly=True)
        self.indexer.kill()
        self.open()

    @precondition(may_be_costly)
    @rule(after=moments, work=st.sampled_from(["index", "reindex", "reconcile"]))
    def kill_at_work(self, after: float, work: str) -> None:
        self.note(f"kill -9 in {work}", costly=True)
        self.indexer.tell(work)
        self.indexer.kill(after)
        self.open()

    @precondition(may_be_costly)
    @rule(after=moments, path=paths, text=texts, again=st.booleans())
    def kill_while_merging(self, after: float, path: str, text: str, again: bool) -> None:
        self.note("kill -9 in merge", costly=True)
        before = self.on_disk().get(path, "")
        self.put(path, text)
        self.indexer.ask("merge", [path])
        if again:  # a text that is parked comes back
            self.put(path, before)
        self.indexer.tell("merge", [path])
        self.indexer.kill(after)
        self.open()

    # ── what must hold ───────────────────────────────────────────────────────────────────

    @invariant()
    def no_answer_is_stale(self) -> None:
        now = self.on_disk() | self.buffers
        hits = self.indexer.ask("search", WORDS[:3], ("lexical", "exact"))
        for path, start, end, snippet, checked_against in hits:
            lines = now[path].splitlines(keepends=True)
            assert snippet == "".join(lines[start:end])
            assert checked_against == ("buffer" if path in self.buffers else "disk")

    @precondition(may_be_costly)
    @rule()
    def settle(self) -> None:
        """The index is what a fresh one would be."""
        self.note("compare with a fresh index", costly=True)
        self.indexer.ask("forget_rules")
        self.indexer.ask("index")
        fresh = Workspace(self.root, SETTINGS, self.place / "fresh")
        fresh.index()
        expected = contents(fresh)
        fresh.close()
        shutil.rmtree(self.place / "fresh")
        assert self.indexer.ask("contents") == expected
        assert set(self.indexer.ask("fresh_paths")) <= set(self.buffers)

    def teardown(self) -> None:
        try:
            self.settle()
            self.indexer.close()
        finally:
            self.indexer.kill()
            shutil.rmtree(self.place, ignore_errors=True)


LivingFolder.TestCase.settings = settings(
    max_examples=max(1, OPERATIONS // STEPS),
    stateful_step_count=STEPS,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # shrinking real disk work takes for ever
    deadline=None,
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
    print_blob=True,
)


class TestLivingFolder(LivingFolder.TestCase):
    @classmethod
    def tearDownClass(cls) -> None:
        counted = ", ".join(f"{count} {name}" for name, count in sorted(LivingFolder.done.items()))
        print(f"{LivingFolder.done.total()} operations: {counted}")  # noqa: T201
