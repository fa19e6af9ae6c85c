"""One folder through its life: index, restart, change, cancel, be killed, share."""

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from codebase_lsp.engine.cancel import CancelToken
from codebase_lsp.engine.index import lexical, names
from codebase_lsp.engine.reports import IndexProgress
from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from codebase_lsp.errors import Cancelled
from helpers.workspaces import contents, paths


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


def test_a_run_makes_ready_what_the_first_search_by_name_or_part_of_a_word_needs(
    opened, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = opened(shop)
    workspace.index()

    def too_late(*_: object) -> None:
        raise AssertionError("made while a search waits")

    monkeypatch.setattr(names, "_Packed", too_late)
    monkeypatch.setattr(lexical, "Vocabulary", too_late)
    for mode, asked in (("symbol", "OrderRepo"), ("exact", "rderReposit")):
        answer = workspace.search(SearchRequest(asked, mode=mode))
        assert answer.hits[0].path == "shop/orders.py"
