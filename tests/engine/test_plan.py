"""What would be indexed is what is indexed; and how long it may take."""

from pathlib import Path

import pytest

from codebase_lsp.engine.cancel import CancelToken
from codebase_lsp.engine.estimate import Estimate, tokens_in
from codebase_lsp.engine.files.types import SkipReason
from codebase_lsp.engine.reports import IndexProgress
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from codebase_lsp.errors import Cancelled
from helpers.files import write_files


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = write_files(
        tmp_path / "project",
        """
        === .gitignore
        build/
        *.log
        === app.py
        def run(app):
            return app.loop()
        === empty.py
        === debug.log
        one line
        === build/out.py
        made = True
        """,
    )
    (root / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    for number in range(20):
        (root / f"part_{number}.py").write_text(f"def part_{number}(x):\n    return x + {number}\n")
    return root


@pytest.fixture
def workspace(project: Path, tmp_path: Path):
    workspace = Workspace(project, Settings(model="none"), tmp_path / "cache")
    yield workspace
    workspace.close()


def test_the_plan_before_an_index_names_what_the_index_then_holds(
    workspace: Workspace, project: Path
) -> None:
    before = workspace.plan()
    assert workspace.status().files == 0, "it changes nothing"
    planned = {entry.path for entry in before.entries if entry.skipped is None}
    reasons = {entry.path: entry.skipped.reason for entry in before.entries if entry.skipped}
    assert reasons == {
        "build/": SkipReason.IGNORED,
        "debug.log": SkipReason.IGNORED,
        "empty.py": SkipReason.EMPTY,
        "logo.png": SkipReason.BINARY,
    }
    workspace.index()
    assert planned == workspace._base.files().keys()
    after = workspace.plan()
    assert after == before
    assert (after.files, dict(after.skipped)) == (22, {"ignored": 2, "empty": 1, "binary": 1})
    assert after.bytes == sum((project / path).stat().st_size for path in planned)
    assert after.tokens == sum(tokens_in((project / path).stat().st_size) for path in planned)


def test_what_the_index_or_an_earlier_plan_knows_is_not_read_again(
    workspace: Workspace, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.plan()
    read: list[str] = []

    def judge(root, settings, entries):
        read.extend(entry.path for entry in entries)
        return [(entry, None) for entry in entries]

    monkeypatch.setattr("codebase_lsp.engine.plan.judge", judge)
    (project / "new.py").write_text("def new():\n    return 1\n")
    assert workspace.plan().files == 23
    assert read == ["new.py"]


def test_a_plan_can_be_cancelled(workspace: Workspace) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        workspace.plan(token)


def test_progress_tells_tokens_and_time_before_the_first_file_is_read(workspace: Workspace) -> None:
    steps: list[IndexProgress] = []
    planned = workspace.plan()
    workspace.index(steps.append)
    first = next(step for step in steps if step.stage == "indexing")
    assert first.done == 0 and first.seconds_left is not None and first.seconds_left > 0
    assert first.tokens >= planned.tokens
    assert steps[0].stage == "scanning" and steps[0].seconds_left is None


def test_the_time_left_follows_the_speed_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("codebase_lsp.engine.estimate.time.monotonic", lambda: now[0])
    words_only, estimate = Estimate(embeds=False), Estimate(embeds=True)
    for each in (words_only, estimate):
        assert each.seconds_left("indexing", 0, 100) is None, "nothing is known before the scan"
        each.to_read(10_000_000)
    alone, both = (each.seconds_left("indexing", 0, 100) for each in (words_only, estimate))
    assert alone and both and both > alone
    now[0] += 50.0
    assert words_only.seconds_left("indexing", 50, 100) == pytest.approx(50.0)
    halfway = estimate.seconds_left("indexing", 50, 100)
    assert halfway and halfway > 50.0, "the vectors come later and are as slow"
    estimate.seconds_left("embedding", 0, 1000)
    now[0] += 10.0
    assert estimate.seconds_left("embedding", 500, 1000) == pytest.approx(10.0)
    assert estimate.seconds_left("embedding", 1000, 1000) == pytest.approx(0.0)
