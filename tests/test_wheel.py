"""What the wheel carries beside Python code."""

from pathlib import Path
from zipfile import ZipFile

import pytest

wheel = pytest.importorskip("hatchling.builders.wheel", reason="hatchling is not installed")

ROOT = Path(__file__).parents[1]
SERVER = ROOT / "server"


def test_every_query_file_is_in_the_wheel(tmp_path: Path) -> None:
    (built,) = wheel.WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    queries = {path.relative_to(SERVER).as_posix() for path in (SERVER / "codebase_lsp").rglob("*.scm")}
    assert "codebase_lsp/engine/parse/queries/python.scm" in queries
    assert queries <= set(ZipFile(built).namelist())
