"""Base and graph together: hidden files stay hidden, deleted ones leave no ghosts, tombstones end."""

from pathlib import Path

import numpy as np
import pytest

from codebase_lsp.engine.embed.cache import VectorCache, quantize
from codebase_lsp.engine.embed.model import QueryVector, Vectors
from codebase_lsp.engine.index import graph
from codebase_lsp.engine.index.base import Base
from codebase_lsp.engine.index.recall import RecallQuery
from codebase_lsp.engine.index.vectors import VectorTable
from codebase_lsp.engine.settings import Settings
from engine.conftest import make_file

pytestmark = pytest.mark.skipif(
    not graph.available(), reason="hnswlib is not installed (it needs a compiler)"
)
FILES, DIMENSIONS, SPACE = 200, 16, "space"


@pytest.fixture
def base(tmp_path: Path) -> Base:
    cache = VectorCache(tmp_path / "vectors.sqlite")
    base = Base(tmp_path, "test", Settings(graph_threshold=100), cache, writable=True)
    base.put([make_file(f"f{number}.py", f"text {number}\n") for number in range(FILES)])
    base.publish()
    rows = np.random.default_rng(0).normal(size=(FILES, DIMENSIONS)).astype(np.float32)
    for (_, _, key), row in zip(base.store.chunk_keys(), quantize(rows), strict=True):
        cache.put(SPACE, [(key, row)])
    base.use_space(SPACE, DIMENSIONS)
    base.build_graph(1)
    return base


def vector_of(base: Base, path: str) -> Vectors:
    chunk = next(row for row in base.store.chunk_keys() if row[1] == base.files()[path].id)
    row = base.cached_vectors(SPACE, [chunk[2]])[chunk[2]].astype(np.float32)
    return (row / np.linalg.norm(row)).astype(np.float32)


def nearest(base: Base, values: Vectors, hidden: tuple[str, ...] = ()) -> list[str]:
    found = base.recall(RecallQuery({}, {}, QueryVector(SPACE, values), 5), hidden).scores
    rows = base.chunks(list(found))
    return [rows[i].path for i in sorted(found, key=lambda i: -found[i]["vector"]) if i in rows]


def test_the_graph_answers_without_what_is_hidden(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = vector_of(base, "f7.py")
    scanned = nearest(base, wanted)
    monkeypatch.setattr(VectorTable, "search", lambda *_: pytest.fail("the table was scanned"))
    assert nearest(base, wanted) == scanned
    assert scanned[0] == "f7.py"
    without = nearest(base, wanted, hidden=("f7.py",))
    assert without[:4] == scanned[1:]
    assert len(without) == 5


def test_so_much_is_hidden_that_the_table_is_scanned(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codebase_lsp.engine.index.base._HIDDEN_FROM_GRAPH", 50)
    monkeypatch.setattr(graph.VectorGraph, "search", lambda *_: pytest.fail("the graph was asked"))
    hidden = tuple(f"f{number}.py" for number in range(60))
    assert "f7.py" not in nearest(base, vector_of(base, "f7.py"), hidden)


def test_a_deleted_file_is_no_ghost_before_and_after_the_graph_follows(base: Base) -> None:
    wanted = vector_of(base, "f7.py")
    base.remove(["f7.py"])
    base.publish()
    assert "f7.py" not in nearest(base, wanted)
    base.build_graph(1)
    assert "f7.py" not in nearest(base, wanted)
    assert len(nearest(base, wanted)) == 5


def test_a_graph_with_too_many_tombstones_is_built_anew(base: Base) -> None:
    def graph_now() -> graph.VectorGraph:
        served = base._served
        assert served is not None and served.graph is not None
        return served.graph

    first = graph_now()
    base.remove([f"f{number}.py" for number in range(30)])
    base.publish()
    base.build_graph(1)
    assert graph_now() is first
    assert first.tombstones == 30
    base.remove([f"f{number}.py" for number in range(30, 60)])
    base.publish()
    base.build_graph(1)
    base.build_graph(1)
    assert graph_now() is not first
    assert (len(graph_now()), graph_now().tombstones) == (FILES - 60, 0)
    assert nearest(base, vector_of(base, "f150.py"))[0] == "f150.py"
