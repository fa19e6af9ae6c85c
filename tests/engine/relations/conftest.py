"""A folder of a few texts: resolution alone with `texts`, the whole with `open_folder`."""

import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from codebase_lsp.engine.parse.chunks import parse_file
from codebase_lsp.engine.parse.languages import language_of
from codebase_lsp.engine.relations.paths import PathIndex
from codebase_lsp.engine.relations.resolve import Resolver
from codebase_lsp.engine.relations.types import RelatedRequest, Target
from codebase_lsp.engine.relations.view import FileView
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from helpers.files import write_files

OpenFolder = Callable[[str], Workspace]


class Texts:
    """A Corpus in memory, its facts read by the real parser."""

    def __init__(self, description: str) -> None:
        self._texts: dict[str, str] = {}
        self._views: dict[str, FileView] = {}
        for part in textwrap.dedent(description).lstrip("\n").split("=== ")[1:]:
            path, _, text = part.partition("\n")
            self._texts[path.strip()] = text
            language = language_of(path.strip(), text)
            parsed = parse_file(path.strip(), text, language)
            view = FileView(path.strip(), language, parsed.symbols, parsed.facts)
            self._views[path.strip()] = view
        self._files = PathIndex(self._texts)

    def files(self) -> PathIndex:
        return self._files

    def view(self, path: str) -> FileView | None:
        return self._views.get(path)

    def language(self, path: str) -> str:
        view = self._views.get(path)
        return view.language if view else ""

    def defining(self, name: str) -> list[Target]:
        views = self._views.values()
        return [Target(v.path, s) for v in views for s in v.symbols if s.name == name]

    def mentioning(self, name: str) -> list[str]:
        return [path for path, text in self._texts.items() if name in text]

    def text(self, path: str) -> str | None:
        return self._texts.get(path)

    def means(self, path: str, marked: str) -> list[tuple[str, float]]:
        """What the reference means that stands at the start of `marked` in its file, which has it once:
        (canonical name, confidence) of every candidate."""
        text = self._texts[path]
        assert text.count(marked) == 1, marked
        offset = text.index(marked)
        line = text.count("\n", 0, offset)
        column = offset - (text.rfind("\n", 0, offset) + 1)
        view = self._views[path]
        found = [r for r in view.facts.between(line, line + 1) if r.column == column]
        assert found, f"no reference at {marked!r}: {view.facts.between(line, line + 1)}"
        return [
            (target.symbol.canonical_name, round(target.confidence, 3))
            for target in Resolver(self).resolve(view, found[0])
        ]


@pytest.fixture
def open_folder(tmp_path: Path) -> Iterator[OpenFolder]:
    """An indexed folder; its files are described as in `write_files`."""
    opened: list[Workspace] = []

    def make(description: str) -> Workspace:
        root = write_files(tmp_path / "project", description)
        workspace = Workspace(root, Settings(model="none"), tmp_path / "cache")
        opened.append(workspace)
        workspace.index()
        return workspace

    yield make
    for workspace in opened:
        workspace.close()


def asked(workspace: Workspace, name: str, relation: str) -> list[tuple[str, str, float]]:
    """(path, canonical name, confidence) of every item, in the order of the answer."""
    answer = workspace.related(RelatedRequest(name, relations=(relation,)))
    return [
        (item.edge.path, item.edge.symbol.canonical_name if item.edge.symbol else "", item.edge.confidence)
        for item in answer.items
    ]
