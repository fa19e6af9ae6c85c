"""Several folders asked one question: one ranking, and one that fails harms no other."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from codebase_lsp.engine.cancel import CancelToken
from codebase_lsp.engine.search.types import SearchAnswer, SearchRequest
from codebase_lsp.engine.together import search_together
from codebase_lsp.engine.workspace import Workspace
from codebase_lsp.errors import BadRequest, IndexUnavailable

PROJECTS = {"one": ("json", "email"), "two": ("logging", "importlib")}
"""Packages of Python's standard library as two projects in one folder."""
QUESTIONS = (
    "decode a string literal of a document with escapes",
    "parse the headers of a message",
    "rotate log files by time",
    "find a module and load its source",
    "encoding of characters in words",
    "name and version of what is installed",
    "write to a stream with a lock",
)


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("projects")
    library = Path(shutil.__file__).parent
    for project, packages in PROJECTS.items():
        for package in packages:
            skipped = shutil.ignore_patterns("__pycache__")
            shutil.copytree(library / package, root / project / package, ignore=skipped)
    return root


@pytest.fixture(scope="module")
def opened(projects: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Workspace]]:
    """The whole as `all`, and each project by its name."""
    roots = {"all": projects} | {name: projects / name for name in PROJECTS}
    cache = tmp_path_factory.mktemp("cache")
    with ExitStack() as stack:
        workspaces = {name: Workspace(root, cache_dir=cache / name) for name, root in roots.items()}
        for workspace in workspaces.values():
            stack.callback(workspace.close)
            workspace.index()
        yield workspaces


def merged(answers: dict[str, SearchAnswer | Exception]) -> list[tuple[str, float]]:
    """Paths in the folder of both projects, best first."""
    found: list[tuple[str, float]] = []
    for name, answer in answers.items():
        assert isinstance(answer, SearchAnswer)
        found += [(f"{name}/{hit.path}", hit.score) for hit in answer.hits]
    return sorted(found, key=lambda hit: -hit[1])


def correlation(one: Sequence[str], other: Sequence[str]) -> float:
    """Spearman's, of all that either has; what one lacks stands after its last."""
    everything = sorted({*one, *other})
    ranks = [[list(order).index(path) if path in order else len(order) for path in everything]
             for order in (one, other)]  # fmt: skip
    means = [sum(each) / len(each) for each in ranks]
    first, second = ([value - mean for value in each] for each, mean in zip(ranks, means, strict=True))
    spread = (sum(v * v for v in first) * sum(v * v for v in second)) ** 0.5
    return sum(a * b for a, b in zip(first, second, strict=True)) / spread


@pytest.mark.parametrize("mode", ["hybrid", "lexical", "semantic"])
def test_two_projects_answer_together_as_they_would_in_one_folder(
    opened: dict[str, Workspace], mode: str
) -> None:
    alike: list[float] = []
    for question in QUESTIONS:
        request = SearchRequest(question, mode=mode, limit=20)
        asked = {name: (opened[name], request) for name in PROJECTS}
        apart = merged(search_together(asked, CancelToken()))
        together = [(hit.path, hit.score) for hit in opened["all"].search(request).hits]
        assert apart[0][0] == together[0][0], question
        assert apart[0][1] == pytest.approx(together[0][1], abs=0.1)
        alike.append(correlation([path for path, _ in apart[:20]], [path for path, _ in together]))
    assert sum(alike) / len(alike) > 0.85, alike


def test_a_folder_that_fails_leaves_the_others_their_answer(
    opened: dict[str, Workspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unavailable(*_: object) -> None:
        raise IndexUnavailable("The disk is gone.")

    monkeypatch.setattr(opened["all"], "_searched", unavailable)
    request = SearchRequest(QUESTIONS[0])
    everyone = {name: (workspace, request) for name, workspace in opened.items()}
    answers = search_together(everyone, CancelToken())
    assert isinstance(answers.pop("all"), IndexUnavailable)
    sound = search_together({name: (opened[name], request) for name in PROJECTS}, CancelToken())
    assert merged(answers) == merged(sound), "and those as if they had been asked without it"


def test_what_is_wrong_with_the_question_is_said_once(opened: dict[str, Workspace]) -> None:
    request = SearchRequest("anything", limit=0)
    with pytest.raises(BadRequest):
        search_together({name: (workspace, request) for name, workspace in opened.items()}, CancelToken())


def test_the_active_file_of_one_folder_is_not_that_of_another(tmp_path: Path) -> None:
    workspaces: dict[str, Workspace] = {}
    with ExitStack() as stack:
        for name in ("left", "right"):
            root = tmp_path / name
            root.mkdir()
            (root / "main.py").write_text("def launch(rocket):\n    return rocket.ignite()\n")
            workspaces[name] = Workspace(root, cache_dir=tmp_path / "cache")
            stack.callback(workspaces[name].close)
            workspaces[name].index()
        active = {name: "main.py" if name == "right" else None for name in workspaces}
        asked = {
            name: (workspace, SearchRequest("ignite the rocket", active_path=active[name]))
            for name, workspace in workspaces.items()
        }
        answers = search_together(asked, CancelToken())
    scores = dict(merged(answers))
    assert set(scores) == {"left/main.py", "right/main.py"}
    signals = {
        name: answer.hits[0].signals for name, answer in answers.items() if isinstance(answer, SearchAnswer)
    }
    assert "openFile" in signals["right"]
    assert "openFile" not in signals["left"]
