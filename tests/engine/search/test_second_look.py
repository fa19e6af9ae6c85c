"""The second look: words that stand together, phrases written as names, whole files."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from codebase_lsp.engine.index.recall import Evidence
from codebase_lsp.engine.index.types import ChunkRow
from codebase_lsp.engine.parse.tokens import tokenize
from codebase_lsp.engine.search.candidates import FileCandidate, group_by_file
from codebase_lsp.engine.search.question import understand
from codebase_lsp.engine.search.second_look import NO_LOOK, SecondLook, look, phrases
from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from helpers.files import write_files

TEXTS = {
    "together.py": ["def parse(header): cookie = header.split()"],
    "apart.py": ["def parse(text): return text", "cookie = jar.pop()", "header = lines[0]"],
    "http/cookie.py": ["def parse(header): return header"],
    "name.py": ["class CookieHeader: pass"],
}


def seen(question: str) -> tuple[SecondLook, dict[str, FileCandidate]]:
    """A look at TEXTS, each string a chunk, without an index."""
    chunks = [(path, text) for path, texts in TEXTS.items() for text in texts]
    tokens = {i: set(tokenize(text)) for i, (_, text) in enumerate(chunks, 1)}
    rows = {
        i: ChunkRow(i, path, "python", i, i + 1, b"", "", "", "", "", ())
        for i, (path, _) in enumerate(chunks, 1)
    }

    def ask(paths: Iterable[str], words: Sequence[str]) -> Evidence:
        wanted = set(paths)
        held = {
            i: sum(1 << bit for bit, word in enumerate(words) if word in tokens[i])
            for i, row in rows.items()
            if row.path in wanted
        }
        return Evidence(held, {"apart.py": 0.2, "together.py": 0.4})

    found = look(
        understand(question), TEXTS, lambda word: sum(word in of for of in tokens.values()), len(tokens), ask
    )
    candidates = group_by_file(rows, {i: {"body": 1.0} for i in rows})
    return found, {file.path: file for file in candidates}


def test_words_of_one_passage_count_together_and_those_of_two_do_not() -> None:
    found, files = seen("parse the cookie header")
    assert found.coverage(files["together.py"]) == pytest.approx(1.0)
    assert 0 < found.coverage(files["apart.py"]) < 0.6


def test_the_path_says_what_the_passage_need_not_repeat() -> None:
    found, files = seen("parse the cookie header")
    assert found.coverage(files["http/cookie.py"]) == pytest.approx(1.0)


def test_words_that_stand_nowhere_are_not_missed() -> None:
    found, files = seen("parse the cookie header with frobnication")
    assert found.coverage(files["together.py"]) == pytest.approx(1.0)


def test_neighbouring_words_are_found_as_one_name() -> None:
    found, files = seen("the cookie header")
    assert found.phrase(files["name.py"]) == 1.0
    assert found.phrase(files["together.py"]) == 0.0
    assert phrases(understand("how does the request context of an app work")) == ["requestcontext"]
    assert phrases(understand("where is it")) == []


def test_the_nearest_file_is_the_measure_of_the_others() -> None:
    found, _ = seen("cookie header")
    assert [found.nearness(path) for path in ("together.py", "apart.py", "name.py")] == [1.0, 0.5, 0.0]


def test_without_a_second_look_nothing_is_said() -> None:
    _, files = seen("cookie")
    for file in files.values():
        assert (NO_LOOK.coverage(file), NO_LOOK.phrase(file), NO_LOOK.nearness(file.path)) == (0, 0, 0)


def test_unsaved_text_is_looked_at_as_well(tmp_path: Path) -> None:
    folder = write_files(
        tmp_path / "shop",
        "\n".join(f"=== {path}\n" + "\n\n\n".join(texts) + "\n" for path, texts in TEXTS.items()),
    )
    workspace = Workspace(folder, Settings(model="none"), tmp_path / "cache")
    workspace.index()
    request = SearchRequest("parse the cookie header", mode="lexical")
    before = {hit.path: hit.signals.get("coverage", 0.0) for hit in workspace.search(request).hits}
    workspace.set_buffer(
        "name.py", "class Reader:\n    def parse(self, header):\n        self.cookie = header\n"
    )
    after = {hit.path: hit.signals.get("coverage", 0.0) for hit in workspace.search(request).hits}
    workspace.close()
    assert before["together.py"] == after["together.py"] == after["name.py"] == pytest.approx(1.0)
    assert before.get("name.py", 0.0) < 1.0
