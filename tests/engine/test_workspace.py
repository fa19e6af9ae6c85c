"""One folder through its life: index, ask, edit, restart, be killed."""

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pygls
import pytest

from codebase_lsp.engine.cancel import CancelToken
from codebase_lsp.engine.reports import IndexProgress
from codebase_lsp.engine.search.types import Filters, SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from codebase_lsp.errors import BadRequest, Cancelled, UnknownFolder
from helpers.files import write_files

SHOP = """
=== shop/orders.py
class OrderRepository:
    def is_unique(self, order_id):
        # Two orders must never share an identifier.
        return order_id not in self.seen

=== shop/cart.py
def add_item(cart, item):
    cart.items.append(item)

=== tests/test_orders.py
def test_order_id_is_unique():
    assert OrderRepository().is_unique("1")

=== notes.txt
remember to buy milk
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return write_files(tmp_path / "shop", SHOP)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    root = tmp_path / "package"
    shutil.copytree(Path(pygls.__file__).parent, root, ignore=shutil.ignore_patterns("__pycache__"))
    return root


@pytest.fixture
def opened(tmp_path: Path):
    workspaces: list[Workspace] = []

    def open_workspace(root: Path, **settings) -> Workspace:
        workspaces.append(Workspace(root, Settings(**settings), tmp_path / "cache"))
        return workspaces[-1]

    yield open_workspace
    for workspace in workspaces:
        workspace.close()


def paths(workspace: Workspace, query: str, **options) -> list[str]:
    return [hit.path for hit in workspace.search(SearchRequest(query, **options)).hits]


def contents(workspace: Workspace) -> dict[str, object]:
    """All that the index holds, without the numbers that differ from build to build."""
    base = workspace._base
    ids = [chunk for chunk, _, _ in base.store.chunk_keys()]
    rows = base.store.chunks(ids)
    return {
        "files": {path: (row.digest, row.language) for path, row in base.files().items()},
        "chunks": sorted((r.path, r.start_line, r.end_line, r.canonical_name, r.key) for r in rows.values()),
        "documents": base.lexical.documents,
        "vectors": 0 if base.vectors is None else len(base.vectors),
    }


@pytest.mark.parametrize("mode", ["auto", "hybrid", "lexical"])
def test_a_question_is_answered_by_the_code_that_answers_it(shop: Path, opened, mode: str) -> None:
    workspace = opened(shop)
    workspace.index()
    answer = workspace.search(SearchRequest("where do we check that an order id is unique?", mode=mode))
    hit = answer.hits[0]
    assert hit.path == "shop/orders.py"
    assert "is_unique" in hit.snippet
    assert hit.reasons
    assert hit.checked_against == "disk"
    assert answer.index.vector_share == 1.0
    assert answer.warnings == ()


def test_semantic_mode_finds_by_meaning_alone(shop: Path, opened) -> None:
    workspace = opened(shop)
    workspace.index()
    hits = workspace.search(SearchRequest("no duplicate purchase numbers", mode="semantic")).hits
    assert {hit.path for hit in hits[:2]} == {"shop/orders.py", "tests/test_orders.py"}
    assert set(hits[0].signals) == {"vector"}


def test_a_symbol_is_found_by_name_in_every_spelling(shop: Path, opened) -> None:
    workspace = opened(shop)
    workspace.index()
    for query in ("OrderRepository", "orderrepository", "OrderRepo"):
        answer = workspace.search(SearchRequest(query, mode="symbol"))
        assert answer.hits[0].symbol.canonical_name == "shop.orders.OrderRepository"
    assert paths(workspace, "OrderRepository.is_unique", mode="symbol")[0] == "shop/orders.py"


@pytest.mark.parametrize(
    "query", ['foo(bar):baz* AND "x', "((((", "*", "a:b", "-x", "\\", "'", "[", "NOT", "\x00"]
)
def test_no_question_is_an_error(shop: Path, opened, query: str) -> None:
    workspace = opened(shop)
    workspace.index()
    for mode in ("auto", "lexical", "semantic", "exact", "symbol"):
        workspace.search(SearchRequest(query, mode=mode))


def test_a_restart_on_an_unchanged_folder_parses_and_embeds_nothing(package: Path, opened) -> None:
    first = opened(package)
    built = first.index()
    assert built.parsed == built.files > 10
    assert built.embedded > 50
    before = contents(first)
    first.close()
    second = opened(package)
    again = second.index()
    assert (again.parsed, again.embedded, again.removed) == (0, 0, 0)
    assert contents(second) == before


def test_an_announced_run_is_not_done_before_it_is(shop: Path, opened) -> None:
    opened(shop).index()
    again = opened(shop)
    again.announce()
    assert again.index_state().state == "scanning"
    again.index()
    assert again.index_state().state == "ready"


def test_an_update_reads_only_what_changed(package: Path, opened) -> None:
    workspace = opened(package)
    workspace.index()
    (package / "server.py").write_text("def brand_new_function():\n    pass\n")
    (package / "uris.py").unlink()
    report = workspace.index()
    assert (report.parsed, report.removed, report.embedded) == (1, 1, 1)
    assert paths(workspace, "brand_new_function")[0] == "server.py"
    assert "uris.py" not in paths(workspace, "uri", limit=200)
    fresh = Workspace(package, Settings(), package.parent / "other-cache")
    fresh.index()
    assert contents(workspace) == contents(fresh)
    fresh.close()


def test_a_file_that_was_only_touched_is_not_parsed_again(shop: Path, opened) -> None:
    workspace = opened(shop)
    workspace.index()
    (shop / "shop" / "cart.py").touch()
    assert workspace.index().parsed == 0


def test_vectors_are_shared_between_folders_with_the_same_code(package: Path, opened, tmp_path: Path) -> None:
    opened(package).index()
    shutil.copytree(package, tmp_path / "worktree" / "package")
    report = opened(tmp_path / "worktree" / "package").index()
    assert report.parsed > 10
    assert report.embedded == 0


def test_reindex_parses_all_and_changes_nothing(package: Path, opened) -> None:
    workspace = opened(package)
    built = workspace.index()
    before = contents(workspace)
    again = workspace.reindex()
    assert again.parsed == built.parsed
    assert again.embedded == 0
    assert contents(workspace) == before


def test_the_old_index_answers_while_the_folder_is_read_again(package: Path, opened) -> None:
    workspace = opened(package)
    workspace.index()
    seen: list[str] = []

    def ask(step: IndexProgress) -> None:
        seen.append(paths(workspace, "class JsonRPCProtocol")[0])

    workspace.reindex(ask)
    assert len(seen) > 2
    assert set(seen) == {"protocol/json_rpc.py"}


def test_a_cancelled_run_keeps_what_it_has_and_the_next_one_ends_it(package: Path, opened) -> None:
    workspace, token = opened(package), CancelToken()

    def stop_half_way(step: IndexProgress) -> None:
        if step.stage == "indexing" and step.done > 5:
            token.cancel()

    with pytest.raises(Cancelled):
        workspace.index(stop_half_way, token)
    workspace.index()
    fresh = Workspace(package, Settings(), package.parent / "other-cache")
    fresh.index()
    assert contents(workspace) == contents(fresh)
    fresh.close()


def test_what_is_typed_is_found_before_it_is_saved(shop: Path, opened) -> None:
    workspace = opened(shop)
    workspace.index()
    workspace.set_buffer("shop/cart.py", "def apply_voucher(cart):\n    '''reduce the price'''\n")
    workspace.embedding.wait()
    for query in ("apply_voucher", "voucher that reduces the price"):
        hit = workspace.search(SearchRequest(query)).hits[0]
        assert (hit.path, hit.checked_against) == ("shop/cart.py", "buffer")
    assert "shop/cart.py" not in paths(workspace, "add_item", mode="exact")
    workspace.close_buffer("shop/cart.py")
    assert paths(workspace, "add_item")[0] == "shop/cart.py"
    assert "shop/cart.py" not in paths(workspace, "apply_voucher", mode="exact")


def test_a_fresh_text_has_vectors_like_any_other(shop: Path, opened) -> None:
    workspace = opened(shop)
    workspace.index()
    workspace.set_buffer("shop/cart.py", "def reduce_price(cart, percent):\n    cart.total -= percent\n")
    workspace.embedding.wait()
    hits = workspace.search(
        SearchRequest("lower what the customer pays by a percentage", mode="semantic")
    ).hits
    assert "shop/cart.py" in [hit.path for hit in hits if hit.signals.get("vector")]


def test_a_saved_buffer_moves_to_the_base(shop: Path, opened) -> None:
    workspace = opened(shop)
    workspace.index()
    text = "def apply_voucher(cart):\n    pass\n"
    workspace.set_buffer("shop/cart.py", text)
    (shop / "shop" / "cart.py").write_text(text)
    workspace.index()
    workspace.close_buffer("shop/cart.py")
    assert workspace._overlay.paths() == []
    assert paths(workspace, "apply_voucher")[0] == "shop/cart.py"


def test_ignored_files_stay_out_even_when_they_are_open(shop: Path, opened) -> None:
    (shop / ".gitignore").write_text("secret_plans.py\n")
    workspace = opened(shop)
    workspace.index()
    workspace.set_buffer("secret_plans.py", "def conquer_the_world(): pass\n")
    assert "secret_plans.py" not in paths(workspace, "conquer_the_world")


def test_no_answer_is_stale(shop: Path, opened) -> None:
    workspace = opened(shop)
    workspace.index()
    (shop / "shop" / "orders.py").write_text("def something_else():\n    pass\n")
    (shop / "shop" / "cart.py").unlink()
    for hit in workspace.search(SearchRequest("check that an order id is unique")).hits:
        now = (shop / hit.path).read_text().splitlines(keepends=True)
        assert hit.snippet == "".join(now[hit.start_line : hit.end_line])
    assert "shop/cart.py" not in paths(workspace, "add_item to the cart")
    assert paths(workspace, "something_else")[0] == "shop/orders.py"
    assert workspace.status().counters["corrected"] >= 1


def test_moved_lines_are_given_as_they_are_now(shop: Path, opened) -> None:
    workspace = opened(shop)
    workspace.index()
    file = shop / "shop" / "orders.py"
    file.write_text("# a\n# b\n# c\n\n\n" + file.read_text())
    hit = workspace.search(SearchRequest("is_unique")).hits[0]
    lines = file.read_text().splitlines(keepends=True)
    assert "def is_unique" in "".join(lines[hit.start_line : hit.end_line])


def test_one_result_per_file_or_one_per_chunk(package: Path, opened) -> None:
    workspace = opened(package)
    workspace.index()
    by_file = paths(workspace, "text document", limit=20)
    assert len(by_file) == len(set(by_file))
    by_chunk = paths(workspace, "text document", limit=20, group_by="chunk")
    assert len(set(by_chunk)) < len(by_chunk) == 20


def test_filters_restrict_before_ranking(package: Path, opened) -> None:
    workspace = opened(package)
    workspace.index()
    only = paths(workspace, "server", limit=50, filters=Filters(include=("protocol/",)))
    assert only
    assert all(path.startswith("protocol/") for path in only)
    assert not [
        p
        for p in paths(workspace, "server", limit=50, filters=Filters(exclude=("*.py",)))
        if p.endswith(".py")
    ]
    classes = workspace.search(SearchRequest("server", filters=Filters(kinds=("class",)), limit=50)).hits
    assert {hit.symbol.kind for hit in classes} == {"class"}
    assert paths(workspace, "server", filters=Filters(languages=("go",))) == []
    with pytest.raises(BadRequest) as caught:
        workspace.search(SearchRequest("x", filters=Filters(languages=("python", "klingon"))))
    assert caught.value.field == "filters.languages[1]"


@pytest.mark.parametrize("limit", [0, -1, 201])
def test_a_limit_out_of_range_is_refused(shop: Path, opened, limit: int) -> None:
    with pytest.raises(BadRequest):
        opened(shop).search(SearchRequest("x", limit=limit))


def test_an_empty_index_answers_and_says_that_it_is_empty(tmp_path: Path, opened) -> None:
    (tmp_path / "nothing").mkdir()
    workspace = opened(tmp_path / "nothing")
    assert workspace.search(SearchRequest("anything")).hits == ()
    workspace.index()
    answer = workspace.search(SearchRequest("anything", mode="exact"))
    assert (answer.hits, answer.index.state) == ((), "empty")


def test_a_folder_that_is_none_is_refused(tmp_path: Path, opened) -> None:
    (tmp_path / "file").write_text("x")
    for bad in (tmp_path / "file", tmp_path / "missing"):
        with pytest.raises(UnknownFolder):
            opened(bad)


def test_without_a_model_words_still_answer(shop: Path, opened) -> None:
    workspace = opened(shop, model="none")
    workspace.index()
    answer = workspace.search(SearchRequest("order id is unique"))
    assert answer.hits[0].path == "shop/orders.py"
    assert workspace.status().model_state == "off"


def test_an_unknown_model_costs_the_vectors_and_says_so(shop: Path, opened) -> None:
    workspace = opened(shop, model="no-such-model")
    workspace.index()
    answer = workspace.search(SearchRequest("order id is unique"))
    assert answer.hits[0].path == "shop/orders.py"
    assert any("no-such-model" in warning for warning in answer.warnings)


def test_a_second_process_reads_what_the_first_has_published(shop: Path, opened) -> None:
    writer = opened(shop)
    writer.index()
    reader = opened(shop)
    assert (writer.writable, reader.writable) == (True, False)
    assert paths(reader, "is_unique")[0] == "shop/orders.py"
    (shop / "shop" / "new.py").write_text("def fresh_from_the_writer():\n    pass\n")
    writer.index()
    assert paths(reader, "fresh_from_the_writer")[0] == "shop/new.py"
    writer.close()
    reader.index()
    assert reader.writable


def test_the_index_may_be_deleted_at_any_time(shop: Path, opened, tmp_path: Path) -> None:
    first = opened(shop)
    first.index()
    before = contents(first)
    first.close()
    shutil.rmtree(tmp_path / "cache")
    second = opened(shop)
    second.index()
    assert contents(second) == before


def test_a_lost_lexical_index_is_filled_again(shop: Path, opened) -> None:
    first = opened(shop)
    first.index()
    before, directory = contents(first), first.status().index_dir
    first.close()
    shutil.rmtree(directory / "lexical")
    second = opened(shop)
    second.index()
    assert contents(second) == before


def test_the_index_is_private_and_outside_the_folder(shop: Path, opened) -> None:
    directory = opened(shop).status().index_dir
    assert not directory.is_relative_to(shop)
    if sys.platform != "win32":
        assert directory.stat().st_mode & 0o077 == 0


def test_skipped_files_are_named_with_their_reason(shop: Path, opened) -> None:
    (shop / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    (shop / ".env").write_text("API_KEY=abc\n")
    workspace = opened(shop)
    workspace.index()
    reasons = {item.path: item.reason.value for item in workspace.status().skipped}
    assert (reasons["picture.png"], reasons[".env"]) == ("binary", "secret")


def test_a_search_that_is_out_of_time_gives_what_it_has_and_says_so(package: Path, opened) -> None:
    workspace = opened(package, search_seconds=0.0)
    workspace.index()
    answer = workspace.search(SearchRequest("import", mode="exact", limit=50))
    assert len(answer.hits) == 1
    assert any("time" in warning for warning in answer.warnings)


INDEX_AND_TELL = """
import sys
from pathlib import Path
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace

def tell(step):
    sys.stdout.write(f"{step.stage} {step.done}\\n")
    sys.stdout.flush()

if __name__ == "__main__":
    Workspace(Path(sys.argv[1]), Settings(), Path(sys.argv[2])).index(tell)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX")
@pytest.mark.parametrize("lines", [1, 2, 3, 5, 8])
def test_an_index_killed_half_way_ends_like_a_fresh_one(
    package: Path, opened, tmp_path: Path, lines: int
) -> None:
    script = tmp_path / "index_and_tell.py"
    script.write_text(INDEX_AND_TELL)
    command = [sys.executable, str(script), str(package), str(tmp_path / "cache")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(lines):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    workspace = opened(package)
    workspace.index()
    fresh = Workspace(package, Settings(), tmp_path / "other-cache")
    fresh.index()
    assert contents(workspace) == contents(fresh)
    assert json.dumps(paths(workspace, "json rpc")) == json.dumps(paths(fresh, "json rpc"))
    fresh.close()


def test_above_the_threshold_the_graph_answers(package: Path, opened) -> None:
    pytest.importorskip("hnswlib", reason="hnswlib is not installed")
    exact, graph = (
        opened(package),
        Workspace(package, Settings(graph_threshold=100), package.parent / "graph-cache"),
    )
    exact.index()
    graph.index()
    served = graph._base._served
    assert served is not None
    assert served.graph is not None
    for query in ("open a document", "cancel a request", "write a message"):
        one = [h.path for h in exact.search(SearchRequest(query, mode="semantic")).hits]
        other = [h.path for h in graph.search(SearchRequest(query, mode="semantic")).hits]
        assert len(set(one) & set(other)) >= 8
    graph.close()


def test_vectors_are_compared_within_one_space_only(shop: Path, opened) -> None:
    workspace = opened(shop)
    workspace.index()
    assert workspace._base.vectors is not None
    workspace._base.use_space("another model", 16)
    assert len(workspace._base.vectors) == 0
    assert workspace._base.vectors.search(np.ones(16, dtype=np.float32), 5) == []
