"""`codebase-lsp doctor`: what could keep this installation from working, and the remedy.

Each check is a function that returns one Finding. None may raise: a check that breaks is
a finding itself.
"""

import argparse
import importlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import attrs

from .exit_codes import FAILED, OK

_IMPORTS = (
    "attrs",
    "cattrs",
    "charset_normalizer",
    "detect_secrets",
    "fastembed",
    "lsprotocol.types",
    "numpy",
    "pathspec",
    "platformdirs",
    "pygls.lsp.server",
    "rank_bm25",
    "regex",
    "tantivy",
    "tree_sitter",
    "tree_sitter_language_pack",
    "watchdog.observers",
)
_WATCHES_WANTED = 65_536
NEWEST_PYTHON = (3, 13)
_ROOM = 500 * 1024**2
_GRAMMARS = ("python", "javascript", "typescript", "java", "go", "rust", "c", "cpp")


@attrs.frozen
class Finding:
    level: str
    """`ok`, `warn` or `fail`."""
    text: str
    fix: str = ""


def python_version() -> Finding:
    """One of the tested versions; older ones cannot even start this."""
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] > NEWEST_PYTHON:
        return Finding("warn", f"Python {version} is newer than what was tested", "use Python 3.10 to 3.13")
    return Finding("ok", f"Python {version} at {sys.executable}")


def dependencies() -> Finding:
    """Every required package can be imported."""
    broken: list[str] = []
    for name in _IMPORTS:
        try:
            importlib.import_module(name)
        except Exception as error:
            broken.append(f"{name} ({error})")
    if broken:
        return Finding(
            "fail", f"cannot import {', '.join(broken)}", "pip install --force-reinstall codebase-lsp"
        )
    return Finding("ok", f"{len(_IMPORTS)} required packages")


def vector_graph() -> Finding:
    """hnswlib is optional: large indexes are slower without it."""
    try:
        importlib.import_module("hnswlib")
    except ImportError:
        fix = "pip install 'codebase-lsp[graph]' (needs a C++ compiler)"
        return Finding("warn", "hnswlib is not installed; vectors are scanned one by one", fix)
    return Finding("ok", "hnswlib")


def grammars() -> Finding:
    """tree-sitter parses a few common languages."""
    from tree_sitter_language_pack import get_parser

    for name in _GRAMMARS:
        get_parser(name).parse(b"x")  # type: ignore[arg-type]
    return Finding("ok", f"grammars of {', '.join(_GRAMMARS)}")


def model() -> Finding:
    """The embedding model answers: a small folder is indexed and asked."""
    from ..engine.search.types import SearchRequest
    from ..engine.workspace import Workspace

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        root = Path(place, "folder")
        root.mkdir()
        Path(root, "greeting.py").write_text("def greet(name):\n    return 'Hello ' + name\n", "utf-8")
        workspace = Workspace(root, cache_dir=Path(place, "cache"))
        try:
            workspace.index()
            workspace.search(SearchRequest("say hello to somebody", mode="semantic"))
            status = workspace.status()
        finally:
            workspace.close()
    if status.model_state != "ready":
        fix = "search works without vectors; reinstall codebase-lsp to get the model back"
        return Finding("warn", f"model {status.model}: {status.model_state}", fix)
    return Finding("ok", f"model {status.model}")


def index_directory() -> Finding:
    """The cache directory can be written and has room."""
    from ..engine.index.directory import default_cache_dir

    directory = default_cache_dir()
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=directory) as probe:
            probe.write(b"x" * 4096)
        free = shutil.disk_usage(directory).free
    except OSError as error:
        fix = "make it writable, or name another directory in CODEBASE_LSP_CACHE_DIR"
        return Finding("fail", f"indexes cannot be written to {directory}: {error}", fix)
    if free < _ROOM:
        return Finding("warn", f"only {free // 1024**2} MiB are free at {directory}", "free some space")
    return Finding("ok", f"indexes can be written to {directory}")


def git() -> Finding:
    """git is asked about ignored and changed files."""
    path = shutil.which("git")
    if path is None:
        return Finding(
            "warn", "git was not found; branches and renames are noticed more slowly", "install git"
        )
    shown = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10)
    return Finding("ok", shown.stdout.strip() or path)


def watch_limit() -> Finding:
    """Linux limits how many directories can be watched."""
    limit = Path("/proc/sys/fs/inotify/max_user_watches")
    if not limit.exists():
        return Finding("ok", "no limit on watched directories on this system")
    watches = int(limit.read_text())
    if watches < _WATCHES_WANTED:
        fix = f"sudo sysctl fs.inotify.max_user_watches={8 * _WATCHES_WANTED}"
        return Finding("warn", f"only {watches} directories can be watched", fix)
    return Finding("ok", f"{watches} directories can be watched")


CHECKS: tuple[Callable[[], Finding], ...] = (
    python_version,
    dependencies,
    vector_graph,
    grammars,
    index_directory,
    model,
    git,
    watch_limit,
)


def doctor(_chosen: argparse.Namespace) -> int:
    """Run every check; 3 if one failed."""
    worst = OK
    for check in CHECKS:
        try:
            finding = check()
        except Exception as error:
            what = check.__name__.replace("_", " ")
            finding = Finding(
                "fail", f"{what}: {type(error).__name__}: {error}", "see docs/troubleshooting.md"
            )
        sys.stdout.write(f"{finding.level:<5} {finding.text}\n")
        if finding.fix:
            sys.stdout.write(f"      fix: {finding.fix}\n")
        sys.stdout.flush()
        worst = FAILED if finding.level == "fail" else worst
    return worst
