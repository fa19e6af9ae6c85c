"""References and imports of real files, each compared with a list that was checked by hand."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from codebase_lsp.engine.parse.chunks import parse_file

FOLDERS = sorted(path for path in (Path(__file__).parent / "references").iterdir() if path.is_dir())


def shown(language: str, file: Path) -> Iterator[str]:
    text = file.read_bytes().decode("utf-8-sig")
    facts = parse_file(file.name.removesuffix(".sample"), text, language).facts
    for each in facts.imports:
        yield f"import {each.line + 1} {each.module} | {each.name} | {each.alias}".rstrip()
    for each in facts.references:
        receiver = f"{each.receiver} | " if each.receiver else ""
        place = f"{each.line + 1}:{each.column + 1}"
        yield f"{place} {each.kind} {receiver}{each.name} < {each.within}".rstrip()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_real_file_gives_the_expected_references(folder: Path) -> None:
    (file,) = (path for path in folder.iterdir() if path.name != "expected.txt")
    assert list(shown(folder.name, file)) == (folder / "expected.txt").read_text("utf-8").splitlines()
