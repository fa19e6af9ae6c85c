"""Questions about a real, large project that every machine has: the Python standard library."""

import sysconfig
from pathlib import Path

import pytest

from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace

FIRST = {
    "compress data with gzip and write the file header": "gzip.py",
    "parse command line arguments and print usage": "argparse.py",
    "temporary directory that is removed when it is closed": "tempfile.py",
    "compute the difference between two sequences of lines": "difflib.py",
    "escape special characters in html text": "html/__init__.py",
    "least recently used cache decorator": "functools.py",
    "HTTPConnection": "http/client.py",
    "heappushpop": "heapq.py",
    "how does json encode a dictionary to a string": "json/encoder.py",
    "read a zip archive and extract its members": "zipfile.py",
}
"""Question → the file that must come first."""

AMONG_THREE = {
    # Two files answer these: cookiejar.py parses Set-Cookie headers, events.py declares call_later.
    "schedule a callback to run later in the event loop": "asyncio/base_events.py",
    "where are cookies parsed from a header": "http/cookies.py",
    "how does the thread pool executor start its workers": "concurrent/futures/thread.py",
    "copy a directory tree recursively": "shutil.py",
    "send an email over smtp with tls": "smtplib.py",
    "parse a date and time from an iso formatted string": "datetime.py",
}


MOVED = {"zipfile.py": "zipfile/__init__.py", "datetime.py": "_pydatetime.py"}
"""Where the code went in Python 3.12."""


def accepted(path: str) -> set[str]:
    return {path, MOVED.get(path, path)}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory):
    # Its own tests and the packages installed beside it are left out to save time, not results.
    settings = Settings(exclude=("site-packages/", "test/", "tests/", "idlelib/", "lib2to3/", "pydoc_data/"))
    workspace = Workspace(Path(sysconfig.get_paths()["stdlib"]), settings, tmp_path_factory.mktemp("cache"))
    workspace.index()
    yield workspace
    workspace.close()


@pytest.mark.parametrize("question", FIRST)
def test_the_right_file_comes_first(library: Workspace, question: str) -> None:
    found = [hit.path for hit in library.search(SearchRequest(question)).hits[:3]]
    assert found[0] in accepted(FIRST[question]), found


@pytest.mark.parametrize("question", AMONG_THREE)
def test_the_right_file_is_among_the_first_three(library: Workspace, question: str) -> None:
    found = [hit.path for hit in library.search(SearchRequest(question)).hits[:3]]
    assert accepted(AMONG_THREE[question]) & set(found), found
