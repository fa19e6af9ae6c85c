"""Cross-encoders: a real small model through fastembed, and searches that it re-orders or fails."""

from math import exp
from pathlib import Path

import pytest

from codebase_lsp.engine.embed.reranker import CrossEncoder, cross_encoder
from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import ModelOptions, Settings
from codebase_lsp.engine.workspace import Workspace
from codebase_lsp.errors import ModelUnavailable
from engine.embed.tiny_cross_encoder import TinyCrossEncoder

WORDS = ("lamp", "zebra", "switch", "light", "return", "def")


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return TinyCrossEncoder(WORDS).write(tmp_path / "reranker")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "switch.py").write_text("def switch ( ) :\n    return light\n")
    (tmp_path / "code" / "other.py").write_text("def other ( ) :\n    return zebra . zebra . zebra\n")
    return tmp_path / "code"


def test_a_fit_is_the_models_logit_between_nothing_and_one(model: Path) -> None:
    passages = ["lamp switch", "zebra", "lamp lamp light"]
    expected = [1 / (1 + exp(-TinyCrossEncoder(WORDS).logit("switch lamp", text))) for text in passages]
    assert CrossEncoder(str(model), ModelOptions()).fits("switch lamp", passages) == pytest.approx(expected)


def test_there_is_none_unless_one_is_named() -> None:
    assert cross_encoder("none", ModelOptions()) is None


def ask(folder: Path, reranker: str, **more: object):
    settings = Settings(model="none", reranker=reranker, model_options=ModelOptions(models_dir=str(folder)))
    workspace = Workspace(folder, settings, folder.parent / "cache")
    try:
        workspace.index()
        return workspace.search(SearchRequest("zebra zebra switch", explain=True, **more))  # type: ignore[arg-type]
    finally:
        workspace.close()


def test_it_re_orders_the_first_results_and_says_so(folder: Path, model: Path) -> None:
    before = ask(folder, "none")
    assert [hit.path for hit in before.hits] == ["switch.py", "other.py"]
    after = ask(folder, str(model))
    assert after.warnings == ()
    assert [hit.path for hit in after.hits] == ["other.py", "switch.py"]
    best = after.hits[0]
    assert best.reasons[0] == "the reranker finds that it answers"
    assert best.reasons[0] not in after.hits[1].reasons
    assert best.contributions["crossEncoder"].weight == 0.5
    for hit in after.hits:
        total = sum(part.contribution for part in hit.contributions.values())
        assert total == pytest.approx(hit.score, abs=1e-3)


@pytest.mark.parametrize(
    "reranker", ["Xenova/ms-marco-MiniLM-L-6-v2", "no/such-model", "{empty}", "{broken}"]
)
def test_one_that_cannot_be_had_costs_a_warning_and_nothing_else(
    folder: Path, tmp_path: Path, reranker: str
) -> None:
    (tmp_path / "empty").mkdir()
    broken = TinyCrossEncoder(WORDS).write(tmp_path / "broken")
    (broken / "model.onnx").write_bytes(b"not a graph")
    answer = ask(folder, reranker.format(empty=tmp_path / "empty", broken=broken))
    assert [hit.path for hit in answer.hits] == ["switch.py", "other.py"]
    assert len(answer.warnings) == 1 and answer.warnings[0].startswith("Not ranked by the reranker: ")


def test_after_a_failure_it_is_left_alone_for_a_while(tmp_path: Path) -> None:
    encoder = CrossEncoder(str(tmp_path / "later"), ModelOptions(models_dir=str(tmp_path)))
    with pytest.raises(ModelUnavailable):
        encoder.fits("q", ["a", "b"])
    TinyCrossEncoder(WORDS).write(tmp_path / "later")
    with pytest.raises(ModelUnavailable, match="no reranker"):
        encoder.fits("q", ["a", "b"])
