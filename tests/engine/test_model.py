"""A model of the living index: after any series of operations it equals a fresh one, and no
answer shows text that is not there.

The model is a dictionary of what the disk and the editor hold. Operations are real: files, ignore
rules, git branches, restarts, and crashes in the middle of a run (an abandoned workspace whose
half-written state the next one finds; tests of real kills are in test_workspace.py).
"""

import contextlib
import shutil
import tempfile
from pathlib import Path

import hypothesis.strategies as st
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from codebase_lsp.engine.reports import IndexProgress
from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace

FOLDERS = ("", "src/", "src/deep/", "docs/")
NAMES = ("alpha.py", "beta.py", "gamma.md", "delta.ts")
WORDS = ("apple", "banana", "cherry", "damson", "elder", "fig", "grape", "hazel")
SETTINGS = Settings(model="none", workers=1)

paths = st.builds(lambda folder, name: folder + name, st.sampled_from(FOLDERS), st.sampled_from(NAMES))
texts = st.lists(st.sampled_from(WORDS), min_size=0, max_size=6).map(
    lambda words: "".join(f"def {word}_{i}(x):\n    return {word}\n\n" for i, word in enumerate(words))
)


class Crash(BaseException):
    """Not an Exception: nothing may catch it and tidy up."""


class LivingFolder(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.place = Path(tempfile.mkdtemp(prefix="model-"))
        self.root = self.place / "root"
        self.root.mkdir()
        self.buffers: dict[str, str] = {}
        self.branches: dict[str, dict[str, str]] = {}
        self.workspace = self.open()

    def open(self) -> Workspace:
        workspace = Workspace(self.root, SETTINGS, self.place / "cache")
        workspace.index()
        return workspace

    # ── the disk ─────────────────────────────────────────────────────────────────────────

    def on_disk(self) -> dict[str, str]:
        files = (path for path in self.root.rglob("*") if path.is_file())
        return {path.relative_to(self.root).as_posix(): path.read_text("utf-8") for path in files}

    def put(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, "utf-8")

    # ── operations ───────────────────────────────────────────────────────────────────────

    @rule(path=paths, text=texts)
    def write_outside(self, path: str, text: str) -> None:
        self.put(path, text)
        self.workspace.refresh([path])

    @rule(path=paths, text=texts)
    def write_unnoticed(self, path: str, text: str) -> None:
        """No event came; the answer's own check, or the next walk, has to find out."""
        self.put(path, text)

    @rule(path=paths, text=texts)
    def type_text(self, path: str, text: str) -> None:
        self.buffers[path] = text
        self.workspace.set_buffer(path, text)

    @precondition(lambda self: self.buffers)
    @rule(data=st.data())
    def save(self, data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(sorted(self.buffers)))
        self.put(path, self.buffers[path])
        self.workspace.refresh([path])

    @precondition(lambda self: self.buffers)
    @rule(data=st.data())
    def close_without_saving(self, data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(sorted(self.buffers)))
        del self.buffers[path]
        self.workspace.close_buffer(path)

    @rule(path=paths)
    def delete(self, path: str) -> None:
        (self.root / path).unlink(missing_ok=True)
        self.workspace.refresh([path])

    @rule(old=paths, new=paths)
    def rename(self, old: str, new: str) -> None:
        if (self.root / old).exists() and old != new:
            (self.root / new).parent.mkdir(parents=True, exist_ok=True)
            (self.root / old).replace(self.root / new)
        self.workspace.refresh([old, new])

    @rule()
    def move_folder(self) -> None:
        if (self.root / "src").exists():
            shutil.rmtree(self.root / "docs", ignore_errors=True)
            (self.root / "src").rename(self.root / "docs")
        self.workspace.reconcile()

    @rule(pattern=st.sampled_from(["", "docs/\n", "*.md\n", "src/deep/\n!src/deep/alpha.py\n", "beta.*\n"]))
    def edit_ignore_rules(self, pattern: str) -> None:
        self.put(".gitignore", pattern)
        self.workspace.forget_rules()
        self.workspace.reconcile()

    @rule(name=st.sampled_from(["main", "other"]))
    def switch_branch(self, name: str) -> None:
        """What a checkout does: the files of one branch in place of those of another."""
        self.branches["current"] = self.on_disk()
        wanted = self.branches.get(name, {})
        self.branches[name] = self.branches["current"]
        for path in self.on_disk().keys() - wanted.keys():
            (self.root / path).unlink()
        for path, text in wanted.items():
            self.put(path, text)
        self.workspace.forget_rules()
        self.workspace.reconcile()

    @rule(data=st.data())
    def merge(self, data: st.DataObject) -> None:
        self.workspace.merge(data.draw(st.sets(paths, max_size=4)))

    @rule()
    def reindex(self) -> None:
        self.workspace.reindex()

    @rule()
    def restart(self) -> None:
        self.workspace.close()
        self.reopen()

    @rule(after=st.integers(1, 6))
    def crash_while_indexing(self, after: int) -> None:
        def stop(step: IndexProgress) -> None:
            nonlocal after
            after -= 1
            if after == 0:
                raise Crash

        with contextlib.suppress(Crash):
            self.workspace.reindex(stop)
        self.workspace._directory.lock.release()  # as the system does for a dead process
        self.reopen()

    def reopen(self) -> None:
        self.workspace = self.open()
        for path, text in self.buffers.items():
            self.workspace.set_buffer(path, text)

    # ── what must hold ───────────────────────────────────────────────────────────────────

    @invariant()
    def no_answer_is_stale(self) -> None:
        now = self.on_disk() | self.buffers
        for word in WORDS[:3]:
            for mode in ("lexical", "exact"):
                for hit in self.workspace.search(SearchRequest(word, mode=mode, limit=50)).hits:
                    lines = now[hit.path].splitlines(keepends=True)
                    assert hit.snippet == "".join(lines[hit.start_line : hit.end_line])
                    assert hit.checked_against == ("buffer" if hit.path in self.buffers else "disk")

    def teardown(self) -> None:
        try:
            for path in list(self.buffers):
                self.workspace.close_buffer(path)
            self.workspace.forget_rules()
            self.workspace.index()
            fresh = Workspace(self.root, SETTINGS, self.place / "fresh")
            fresh.index()
            assert contents(self.workspace) == contents(fresh)
            fresh.close()
            self.workspace.close()
        finally:
            shutil.rmtree(self.place, ignore_errors=True)


def contents(workspace: Workspace) -> tuple[object, ...]:
    base = workspace._base
    rows = base.store.chunks([chunk for chunk, _, _ in base.store.chunk_keys()]).values()
    return (
        workspace.tree().root,
        sorted((row.path, row.start_line, row.end_line, row.canonical_name, row.key) for row in rows),
        base.lexical.documents,
        workspace._overlay.paths(),
    )


LivingFolder.TestCase.settings = settings(
    max_examples=30,
    stateful_step_count=40,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # shrinking real disk work takes for ever
    deadline=None,
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
    print_blob=True,
)
TestLivingFolder = LivingFolder.TestCase
