"""What files refer to, kept with them in both tiers, and where a name is mentioned."""

import textwrap
from pathlib import Path

import pytest

from codebase_lsp.engine.files.types import SourceFile
from codebase_lsp.engine.index.base import Base
from codebase_lsp.engine.index.ingest import parse_source
from codebase_lsp.engine.index.overlay import Overlay
from codebase_lsp.engine.index.types import ParsedFile
from codebase_lsp.engine.settings import Settings


@pytest.fixture
def base(tmp_path: Path) -> Base:
    return Base(tmp_path, "recipe", Settings(), None, writable=True)


def read(path: str, text: str) -> ParsedFile:
    return parse_source(SourceFile(path, textwrap.dedent(text), text, "utf-8"), Settings())


def names(facts) -> list[str]:
    return [each.name for each in facts.references]


def test_facts_are_replaced_and_removed_with_their_file(base: Base) -> None:
    base.put([read("a.py", "import m\nold()\n")])
    assert not base.facts("a.py"), "not before it is published"
    base.publish()
    assert names(base.facts("a.py")) == ["old"]
    assert [each.module for each in base.facts("a.py").imports] == ["m"]
    base.put([read("a.py", "new()\n")])
    assert names(base.facts("a.py")) == ["old"]
    base.publish()
    assert names(base.facts("a.py")) == ["new"]
    base.remove(["a.py"])
    base.publish()
    assert not base.facts("a.py")


def test_facts_are_there_after_the_index_is_opened_again(base: Base) -> None:
    base.put([read("a.py", "old()\n")])
    base.publish()
    base.close()
    again = Base(base.directory, "recipe", Settings(), None, writable=False)
    assert names(again.facts("a.py")) == ["old"]


def test_the_overlay_gives_the_facts_of_the_text_now(base: Base) -> None:
    overlay = Overlay(base.statistics)
    overlay.put(read("a.py", "fresh()\n"))
    overlay.hide("b.py")
    facts = overlay.facts("a.py")
    assert facts is not None and names(facts) == ["fresh"]
    assert overlay.facts("b.py") is None and overlay.facts("c.py") is None


@pytest.mark.parametrize("tier", ["base", "overlay"])
def test_every_file_that_mentions_a_name_is_found(base: Base, tier: str) -> None:
    many = "\n\n\n".join(f"def f{n}():\n    return getHTTPValue({n})\n" * 30 for n in range(10))
    texts = {
        "a.py": "getHTTPValue()\n",
        "b/b.py": "# get_http_value\n",
        "c.py": "get(http, value)\n",
        "d.py": many,
    }
    files = [read(path, text) for path, text in texts.items()]
    if tier == "base":
        base.put(files)
        base.publish()
        where = base
    else:
        where = Overlay(base.statistics)
        for file in files:
            where.put(file)
    assert where.paths_mentioning("getHTTPValue") == ["a.py", "b/b.py", "d.py"]
    assert where.paths_mentioning("http") == ["a.py", "b/b.py", "c.py", "d.py"]
    assert where.paths_mentioning("nowhere") == [] and where.paths_mentioning("+") == []
