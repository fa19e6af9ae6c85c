"""What the best match calls, and who calls it, comes along with its role."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from codebase_lsp.engine.composing import part_of
from codebase_lsp.engine.context.pipeline import build
from codebase_lsp.engine.context.tokens import EstimatedTokens
from codebase_lsp.engine.context.types import Context, ContextRequest
from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from helpers.files import write_files

# Filler files keep the search from finding everything: no two share words with the question.
PROJECT = """
=== weather/forecast.py
from weather.smoothing import kernel


def forecast_rainfall(readings):
    \"\"\"Forecast the rainfall of tomorrow from the readings of a week.\"\"\"
    return kernel(readings)[-1]

=== weather/smoothing.py
def kernel(values):
    # kernel("in a comment") is no call
    return [sum(values[i : i + 3]) / 3 for i in range(len(values) - 2)]


def untouched(values):
    return values

=== desk/morning.py
from weather.forecast import forecast_rainfall


def umbrella(log):
    return forecast_rainfall(log.week()) > 2
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    root: Path = tmp_path_factory.mktemp("expand")
    filler = "".join(
        f"\n=== zoo/animal{n}.py\ndef feed{n}(meat):\n    return meat * {n}\n" for n in range(60)
    )
    write_files(root / "project", PROJECT + filler)
    workspace = Workspace(root / "project", Settings(workers=1, model="none"), root / "cache")
    workspace.index()
    yield workspace
    workspace.close()


def ask(project: Workspace, query: str, tokens: int = 2000) -> Context:
    return build(ContextRequest(query, tokens), [part_of(project, SearchRequest(query))], EstimatedTokens())


def roles(context: Context) -> dict[str, str]:
    return {item.canonical_name.rsplit(".", 1)[-1]: item.role for item in context.items}


def test_callees_and_callers_come_along_with_their_roles(project: Workspace) -> None:
    context = ask(project, "how is the rainfall of tomorrow made from readings")
    found = roles(context)
    assert found["forecast_rainfall"] == "match"
    assert found["kernel"] == "callee"
    assert "untouched" not in found
    assert {item.reasons[0] for item in context.items if item.role == "callee"} == {
        "called by forecast_rainfall"
    }


def test_a_caller_that_shares_no_word_with_the_question_comes_along(project: Workspace) -> None:
    context = ask(project, "sum of three values divided")
    assert roles(context)["kernel"] == "match"
    assert roles(context)["forecast_rainfall"] == "caller"


def test_relations_follow_an_unsaved_edit(project: Workspace) -> None:
    text = (project.root / "weather/forecast.py").read_text("utf-8")
    try:
        project.set_buffer("weather/forecast.py", text.replace("kernel", "untouched"))
        found = roles(ask(project, "how is the rainfall of tomorrow made from readings"))
        assert found["untouched"] == "callee" and "kernel" not in found
    finally:
        project.close_buffer("weather/forecast.py")
    assert roles(ask(project, "how is the rainfall of tomorrow made from readings"))["kernel"] == "callee"
