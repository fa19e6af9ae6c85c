"""Another model is set: the vectors of the one before answer until those of the new one are there."""

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from codebase_lsp.engine.cancel import CancelToken
from codebase_lsp.engine.embed import former, load
from codebase_lsp.engine.embed.former import ModelNote
from codebase_lsp.engine.embed.local import LocalModel
from codebase_lsp.engine.embed.model import QueryVector
from codebase_lsp.engine.embed.spec import ModelSpec
from codebase_lsp.engine.index.base import Base, ServedSpace
from codebase_lsp.engine.index.recall import RecallQuery
from codebase_lsp.engine.reports import IndexProgress
from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import ModelOptions, Settings
from codebase_lsp.engine.workspace import Workspace
from codebase_lsp.errors import Cancelled
from engine.embed.openai_server import OpenAIServer
from engine.second_model import write_second_model

SUBJECTS = {
    "cart": ("add_item", "put one more article into the shopping basket"),
    "login": ("check_password", "compare the secret of a user with its stored hash"),
    "mail": ("send_letter", "deliver a message to a recipient over smtp"),
    "image": ("shrink", "resize a picture to a thumbnail"),
    "clock": ("tomorrow", "the date of the following day"),
}
QUESTION, ANSWER = "make a picture smaller", "src/image.py"
Open = Callable[..., Workspace]


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_second_model(tmp_path_factory.mktemp("models") / "second")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project" / "src").mkdir(parents=True)
    for name, (function, meaning) in SUBJECTS.items():
        text = f'def {function}(value):\n    """{meaning.capitalize()}."""\n    return value\n'
        (tmp_path / "project" / "src" / f"{name}.py").write_text(text)
    return tmp_path / "project"


@pytest.fixture
def open_(project: Path, tmp_path: Path) -> Iterator[Open]:
    """Close the workspace that is open, and open the folder again with another model."""
    opened: list[Workspace] = []

    def open_with(model: "str | Path", options: ModelOptions | None = None) -> Workspace:
        for workspace in opened:
            workspace.close()
        settings = Settings(model=str(model), model_options=options or ModelOptions(), workers=1)
        opened.append(Workspace(project, settings, tmp_path / "cache"))
        return opened[-1]

    yield open_with
    for workspace in opened:
        workspace.close()


def best(workspace: Workspace, question: str = QUESTION) -> str:
    """The first file by meaning alone."""
    answer = workspace.search(SearchRequest(question, mode="semantic"))
    assert not answer.warnings, answer.warnings
    assert all(hit.signals.get("vector") for hit in answer.hits[:1])
    return answer.hits[0].path


def while_embedding(workspace: Workspace, look: Callable[[], None]) -> int:
    """Index, and call `look` once while vectors are made. → chunks embedded."""
    seen: list[str] = []

    def progress(step: IndexProgress) -> None:
        if step.stage == "embedding" and not seen:
            seen.append(step.stage)
            look()

    report = workspace.index(progress)
    assert seen, "vectors were made"
    return report.embedded


def space_of(model: "str | Path") -> str:
    loaded = load.load_model(ModelSpec(str(model)))
    assert loaded is not None
    return loaded.space


def test_the_old_vectors_answer_until_the_new_ones_are_complete(open_: Open, second: Path) -> None:
    open_("bundled").index()
    workspace = open_(second)
    assert best(workspace) == ANSWER, "before anything is made"

    def look() -> None:
        assert best(workspace) == ANSWER
        assert workspace._base.serves(space_of("bundled"))
        status = workspace.status()
        assert (status.model, status.model_answering) == (str(second), "bundled")
        assert status.model_change == (
            f"Vectors of {second} are being made: 0 of 5 chunks. Those of bundled answer meanwhile."
        )
        assert status.index.vector_share == 1.0

    assert while_embedding(workspace, look) == len(SUBJECTS)
    assert workspace._base.serves(space_of(second))
    assert best(workspace) == ANSWER
    status = workspace.status()
    assert (status.model_answering, status.model_change) == (str(second), "")


def test_going_back_costs_nothing(open_: Open, second: Path) -> None:
    assert open_("bundled").index().embedded == len(SUBJECTS)
    assert open_(second).index().embedded == len(SUBJECTS)
    for model in ("bundled", second):
        workspace = open_(model)
        assert workspace.index().embedded == 0
        assert workspace._base.serves(space_of(model))
        assert best(workspace) == ANSWER


def test_what_is_typed_meanwhile_is_found_before_and_after(open_: Open, second: Path) -> None:
    open_("bundled").index()
    workspace = open_(second)
    text = "def noise(samples):\n    '''Remove the humming from a sound recording.'''\n    return samples\n"

    def look() -> None:
        workspace.set_buffer("src/mail.py", text)
        workspace.models.answering.wait()
        assert best(workspace, "clean up audio") == "src/mail.py"

    while_embedding(workspace, look)
    assert workspace._base.serves(space_of(second))
    workspace.embedding.wait()
    assert best(workspace, "clean up audio") == "src/mail.py"
    assert not workspace._overlay.without_vectors(space_of(second))
    assert workspace._overlay.without_vectors(space_of("bundled")), "of the old model nothing is kept"


def test_what_is_typed_in_the_moment_of_the_change_is_not_forgotten(
    open_: Open, second: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_("bundled").index()
    workspace = open_(second)
    load_space = Base.load_space

    def and_type(base: Base, space: str, dimensions: int) -> ServedSpace:
        loaded = load_space(base, space, dimensions)
        if space == space_of(second):
            workspace.set_buffer("src/mail.py", "def noise(samples):\n    '''Remove humming.'''\n")
        return loaded

    monkeypatch.setattr(Base, "load_space", and_type)
    workspace.index()
    workspace.embedding.wait()
    assert workspace._overlay.paths() == ["src/mail.py"]
    assert workspace._overlay.without_vectors(space_of(second)) == []


def test_files_changed_before_the_change_is_done_have_vectors_of_both(
    open_: Open, second: Path, project: Path
) -> None:
    open_("bundled").index()
    (project / "src" / "sound.py").write_text("def noise(s):\n    '''Remove humming from a recording.'''\n")
    workspace = open_(second)
    assert while_embedding(workspace, lambda: None) == len(SUBJECTS) + 2
    assert best(workspace, "clean up audio") == "src/sound.py"
    assert best(open_("bundled"), "clean up audio") == "src/sound.py"


def test_a_restart_in_the_middle_continues(open_: Open, second: Path, project: Path) -> None:
    many = "\n".join(f"def step_{i}(x):\n    '''Number {i}.'''\n    return x + {i}\n" for i in range(400))
    for number in range(14):
        (project / "src" / f"steps_{number}.py").write_text(many.replace("step_", f"step_{number}_"))
    total = open_("bundled").index().embedded
    assert total > 300, "more than one batch"
    workspace, token = open_(second), CancelToken()

    def stop(step: IndexProgress) -> None:
        if step.stage == "embedding" and step.done:
            token.cancel()

    with pytest.raises(Cancelled):
        workspace.index(stop, token)
    assert workspace._base.serves(space_of("bundled"))
    assert best(workspace) == ANSWER
    workspace = open_(second)
    assert best(workspace) == ANSWER, "the old model goes on after a restart"
    assert 0 < workspace.index().embedded < total
    assert workspace._base.serves(space_of(second))
    assert best(workspace) == ANSWER


def test_an_old_model_that_is_gone_leaves_the_words(
    open_: Open, second: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load, "_shared", {})
    shutil.copytree(second, tmp_path / "passing")
    open_(tmp_path / "passing").index()
    shutil.rmtree(tmp_path / "passing")
    load._shared.clear()  # as in a new process
    workspace = open_("bundled")
    assert not workspace.models.changing
    assert workspace.search(SearchRequest("shrink")).hits[0].path == ANSWER
    workspace.index()
    assert best(workspace) == ANSWER


def test_a_new_model_that_is_missing_leaves_the_old_one_with_one_warning(
    open_: Open, second: Path, tmp_path: Path
) -> None:
    open_("bundled").index()
    missing = tmp_path / "later"
    workspace = open_(missing)
    workspace.index()
    answer = workspace.search(SearchRequest(QUESTION, mode="semantic"))
    assert answer.hits[0].path == ANSWER
    assert len(answer.warnings) == 1
    assert str(missing) in answer.warnings[0]
    assert "Those of bundled answer meanwhile" in answer.warnings[0]
    shutil.copytree(second, missing)
    assert workspace.index().embedded == len(SUBJECTS), "it is looked for again"
    assert best(workspace) == ANSWER
    assert workspace.status().model_answering == str(missing)


def test_an_update_with_another_bundled_model_leaves_no_gap(
    open_: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_("bundled").index()
    before = space_of("bundled")
    updated = write_second_model(tmp_path / "updated", version="1.1.0")
    for module in (load, former):
        monkeypatch.setattr(module, "BUNDLED_DIR", updated)
    monkeypatch.setattr(load, "_shared", {})
    workspace = open_("bundled")
    assert space_of("bundled") != before

    def look() -> None:
        assert workspace._base.serves(before)
        assert best(workspace) == ANSWER
        assert workspace.status().model_answering == "bundled before the update"

    assert while_embedding(workspace, look) == len(SUBJECTS)
    assert workspace._base.serves(space_of("bundled"))
    assert best(workspace) == ANSWER


def test_only_two_copies_of_the_bundled_model_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "bundled"
    for number in range(3):
        version = write_second_model(tmp_path / f"v{number}", version=f"1.{number}", seed=number)
        monkeypatch.setattr(former, "BUNDLED_DIR", version)
        former.keep_bundled(place)
        former.keep_bundled(place)
    names = sorted(path.name for path in place.iterdir())
    assert [name.rsplit("-", 1)[0] for name in names] == [
        "codebase-lsp-static-1.1",
        "codebase-lsp-static-1.2",
    ]


def test_a_model_elsewhere_gets_no_text_once_it_is_no_longer_set(open_: Open, tmp_path: Path) -> None:
    workspace = open_("bundled")
    workspace.index()
    elsewhere = ModelSpec("m", ModelOptions(base_url="https://api.example.com/v1", dimensions=256))
    model = load.load_model(elsewhere)
    assert model is not None
    workspace._base.store.set_meta("model", ModelNote(elsewhere, model.space).to_json())
    workspace = open_("bundled")
    assert not workspace.models.changing
    assert best(workspace) == ANSWER


def test_an_endpoint_here_answers_meanwhile_and_when_it_ends_the_new_vectors_do(
    open_: Open, bundled_server: OpenAIServer, second: Path
) -> None:
    open_("served", ModelOptions(base_url=bundled_server.base_url)).index()
    workspace = open_(second)
    assert workspace.models.changing
    assert best(workspace) == ANSWER

    def look() -> None:
        bundled_server.close()
        workspace.search(SearchRequest("something never asked"))
        assert not workspace.models.changing

    while_embedding(workspace, look)
    assert best(workspace) == ANSWER


@pytest.fixture
def bundled_server() -> Iterator[OpenAIServer]:
    model = load.shared_model(ModelSpec("bundled"))
    assert isinstance(model, LocalModel)
    server = OpenAIServer(model)
    yield server
    server.close()


def test_a_question_of_one_model_meets_no_vector_of_another(open_: Open) -> None:
    workspace = open_("bundled")
    workspace.index()
    workspace.set_buffer("src/mail.py", "def noise(samples): ...\n")
    workspace.embedding.wait()
    known = workspace.models.query(QUESTION, workspace._base)
    assert known is not None
    for vector, found in ((known, True), (QueryVector("another", known.values), False)):
        for tier in (workspace._base, workspace._overlay):
            scores = tier.recall(RecallQuery({}, {}, vector, 10)).scores.values()
            assert any("vector" in signals for signals in scores) is found


def test_questions_asked_while_the_model_changes_are_answered_by_meaning(open_: Open, second: Path) -> None:
    open_("bundled").index()
    workspace = open_(second)
    found: list[str] = []
    done = threading.Event()

    def ask() -> None:
        while not done.is_set():
            found.append(best(workspace))

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    workspace.index()
    asked = len(found)
    while len(found) < asked + 5 and any(thread.is_alive() for thread in threads):
        done.wait(0.01)
    done.set()
    for thread in threads:
        thread.join()
    assert set(found) == {ANSWER}
    assert workspace._base.serves(space_of(second))


def test_a_note_that_nobody_can_read_is_no_note() -> None:
    note = ModelNote(ModelSpec("m", ModelOptions(max_tokens=7)), "space")
    assert ModelNote.of_json(note.to_json()) == note
    for text in (None, "", "{", "[]", '{"name": "m", "options": {"unheard": 1}, "space": "s"}'):
        assert ModelNote.of_json(text) is None
