"""The command line, as a person or a script runs it."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from codebase_lsp import __version__
from codebase_lsp.wire import related
from codebase_lsp.wire import types as wire
from codebase_lsp.wire.codec import decode

SECONDS = 120


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return os.environ | {"CODEBASE_LSP_CACHE_DIR": str(tmp_path / "cache"), "PYTHONIOENCODING": "utf-8"}


def run(
    environment: dict[str, str], *arguments: object, cwd: Path | None = None
) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "codebase_lsp", *map(str, arguments)]
    return subprocess.run(
        command,
        env=environment,
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=SECONDS,
    )


def test_version(environment: dict[str, str]) -> None:
    done = run(environment, "--version")
    assert (done.returncode, done.stdout) == (0, f"codebase-lsp {__version__}\n")


def test_help_names_every_command(environment: dict[str, str]) -> None:
    done = run(environment, "--help")
    assert done.returncode == 0
    assert all(word in done.stdout for word in ("serve", "index", "search", "related", "status", "doctor"))


@pytest.mark.parametrize(
    "arguments",
    [
        ["--tcp"],
        ["serve", "--port", "1"],
        ["search"],
        ["nonsense"],
        ["search", "x", ".", "--mode", "quick"],
        ["search", "x", ".", "--limit", "0"],
        ["search", "x", ".", "--profile", "best"],
        ["search", "x", ".", "--weight", "body"],
        ["search", "x", ".", "--weight", "beauty=1"],
        ["search", "x", ".", "--limit", "many"],
        ["search", " ", "."],
        ["search", "a(", ".", "--mode", "regex"],
    ],
)
def test_bad_usage_is_two_with_a_word_about_it(
    environment: dict[str, str], zoo: Path, arguments: list[str]
) -> None:
    done = run(environment, *arguments, cwd=zoo)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.strip()
    assert "Traceback" not in done.stderr


def test_a_folder_that_is_none_is_a_failure(environment: dict[str, str], tmp_path: Path) -> None:
    for command in (["index"], ["status"], ["search", "x"]):
        done = run(environment, *command, tmp_path / "nowhere")
        assert done.returncode == 3
        assert "nowhere" in done.stderr and "Traceback" not in done.stderr


def test_search_indexes_and_prints_ranked_places(environment: dict[str, str], zoo: Path) -> None:
    done = run(environment, "search", "how many penguins are there", cwd=zoo)
    assert done.returncode == 0, done.stderr
    first = done.stdout.splitlines()[0]
    assert first.startswith("1. penguin.py:1  function ") and "count_penguins" in first
    assert '"""How many penguins stand on the rocks."""' in done.stdout
    assert "\x1b" not in done.stdout + done.stderr, "no colours and no bar outside a terminal"


def test_a_folder_elsewhere_is_named_in_full(environment: dict[str, str], zoo: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    done = run(environment, "search", "count_penguins", zoo, cwd=other)
    assert f"1. {zoo / 'penguin.py'}:1" in done.stdout


def test_json_is_the_result_of_the_request(environment: dict[str, str], zoo: Path) -> None:
    done = run(environment, "search", "count_penguins", zoo, "--json", "--limit", "1")
    result = decode(wire.SearchResult, json.loads(done.stdout))
    assert [item.uri for item in result.results] == [(zoo / "penguin.py").as_uri()]
    assert done.stdout.isascii()


def test_related_names_the_places(environment: dict[str, str], zoo: Path) -> None:
    (zoo / "keeper.py").write_text("from lion import feed_the_lion\n\ndef work():\n    feed_the_lion(3)\n")
    done = run(environment, "related", "feed_the_lion", "--relation", "callers", cwd=zoo)
    assert done.returncode == 0, done.stderr
    heading, place, code = done.stdout.splitlines()
    assert heading == "callers"
    assert "keeper.py:4" in place and "function keeper.work" in place and "1.00" in place
    assert code.strip() == "feed_the_lion(3)"
    printed = run(environment, "related", "feed_the_lion", zoo, "--relation", "importers", "--json")
    result = decode(related.RelatedResult, json.loads(printed.stdout))
    assert [item.uri for item in result.items] == [(zoo / "keeper.py").as_uri()]
    assert run(environment, "related", "nobody", zoo).returncode == 1
    assert run(environment, "related", "x", zoo, "--depth", "99").returncode == 2


def test_an_explanation_is_a_table_that_adds_up(environment: dict[str, str], zoo: Path) -> None:
    done = run(environment, "search", "how many penguins stand on rocks", zoo, "--explain", "--limit", "2")
    table = done.stdout[done.stdout.index("\nsignal ") :].split("\n\n")[0].strip().splitlines()
    cells = [re.split(r"  +", line) for line in table]
    assert cells[0] == ["signal", "1.", "2."]
    assert cells[-1][0] == "sum"
    first = [re.fullmatch(r"\S+ × \S+ = (\S+)", row[1]) for row in cells[1:-1]]
    assert sum(float(cell.group(1)) for cell in first if cell) == pytest.approx(float(cells[-1][1]), abs=0.01)


def test_another_systems_ranking_and_weights_of_ones_own(environment: dict[str, str], zoo: Path) -> None:
    options = ("--profile", "voidmuse", "--weight", "body=3", "--weight", "vector=7", "--explain", "--json")
    done = run(environment, "search", "?", zoo, "--keywords", "penguins penguins rocks", *options)
    best = json.loads(done.stdout)["results"][0]
    assert best["uri"].endswith("/penguin.py")
    assert best["contributions"]["body"]["weight"] == 0.3
    assert best["signals"]["distance"] == pytest.approx(1 - best["score"], abs=1e-5)


def test_options_restrict_the_search(environment: dict[str, str], zoo: Path) -> None:
    (zoo / "penguin.md").write_text("# Count penguins\n\nPENGUINS and penguin and penguins\n")

    def found(*options: str) -> list[str]:
        done = run(environment, "search", "penguins", zoo, "--json", "--limit", "50", *options)
        return sorted({item["uri"].rsplit("/", 1)[1] for item in json.loads(done.stdout)["results"]})

    assert found("--language", "python", "--mode", "lexical") == ["penguin.py"]
    assert found("--include", "*.md") == ["penguin.md"]
    assert found("--exclude", "*.md", "--mode", "exact") == ["penguin.py"]
    assert found("--mode", "exact") == ["penguin.md", "penguin.py"]
    assert found("--mode", "exact", "--case-sensitive", "--word", "--include", "*.py") == ["penguin.py"]


def test_nothing_found_is_one(environment: dict[str, str], zoo: Path) -> None:
    done = run(environment, "search", "zzqqxx", zoo, "--mode", "exact")
    assert (done.returncode, done.stdout) == (1, "")


def test_index_says_what_it_did_and_does_nothing_twice(environment: dict[str, str], zoo: Path) -> None:
    first = run(environment, "index", zoo)
    assert first.returncode == 0 and first.stdout.startswith("2 files, ") and "2 parsed" in first.stdout
    assert "0 parsed" in run(environment, "index", zoo).stdout
    assert "2 parsed" in run(environment, "index", zoo, "--rebuild").stdout


def test_status_before_and_after(environment: dict[str, str], zoo: Path) -> None:
    (zoo / "photo.bin").write_bytes(b"\0\1\2" * 100)
    empty = decode(wire.StatusResult, json.loads(run(environment, "status", zoo, "--json").stdout))
    assert empty.index.state == "empty" and empty.folders[0].files == 0
    run(environment, "index", zoo)
    status = decode(wire.StatusResult, json.loads(run(environment, "status", zoo, "--json").stdout))
    assert status.folders[0].languages == {"python": 2}
    assert status.folders[0].uri == zoo.as_uri()
    words = run(environment, "status", cwd=zoo).stdout
    assert "python 2" in words and "ready" in words


def test_text_that_the_terminal_cannot_show_is_no_crash(environment: dict[str, str], zoo: Path) -> None:
    (zoo / "owl.py").write_text("owl = 'Žluťoučký 𝔘 🦉'\n", "utf-8")
    for encoding in ("ascii", "cp1252"):
        done = run(environment | {"PYTHONIOENCODING": encoding}, "search", "owl", zoo, "--mode", "exact")
        assert done.returncode == 0, done.stderr
        assert "owl = " in done.stdout


def test_doctor_finds_nothing_wrong_here(environment: dict[str, str]) -> None:
    done = run(environment, "doctor")
    assert done.returncode == 0, done.stdout
    lines = [line.split(maxsplit=1) for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert len(lines) == 8
    assert {level for level, _ in lines} <= {"ok", "warn"}


def test_doctor_tells_what_is_wrong_and_the_remedy(environment: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    done = run(environment | {"CODEBASE_LSP_CACHE_DIR": str(file / "cache"), "PATH": ""}, "doctor")
    assert done.returncode == 3
    assert "fail  indexes cannot be written" in done.stdout
    assert "warn  git was not found" in done.stdout
    assert "fix: " in done.stdout and "Traceback" not in done.stdout + done.stderr


def test_the_reader_may_leave_early(environment: dict[str, str], zoo: Path) -> None:
    command = [sys.executable, "-m", "codebase_lsp", "search", "penguins", str(zoo)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(SECONDS) == 0
    process.stderr.close()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_is_130_without_a_traceback(environment: dict[str, str], tmp_path: Path) -> None:
    root = tmp_path / "long"
    root.mkdir()
    for number in range(400):
        body = "\n".join(f"def f{number}_{i}(value):\n    return value * {i}\n" for i in range(60))
        Path(root, f"module_{number}.py").write_text(body)
    command = [sys.executable, "-m", "codebase_lsp", "index", str(root)]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, start_new_session=True)
    while not list((tmp_path / "cache").rglob("*.lock")):
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=SECONDS)
    assert process.returncode == 130
    assert b"Traceback" not in told, told.decode()


def imported(environment: dict[str, str], code: str) -> set[str]:
    """Top-level packages that are loaded after `code`."""
    names = "' '.join({name.split('.')[0] for name in sys.modules})"
    program = f"import sys\n{code}\nsys.stdout.write('\\n' + {names})"
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


def test_only_the_server_pays_for_importing_the_protocol(environment: dict[str, str], zoo: Path) -> None:
    heavy = {"pygls", "lsprotocol", "numpy", "tantivy", "onnxruntime", "fastembed", "tree_sitter"}
    version = "from codebase_lsp.cli import run\ntry: run(['--version'])\nexcept SystemExit: pass"
    assert not imported(environment, version) & (heavy | {"attrs", "cattrs"})
    assert not imported(environment, "import codebase_lsp.__main__") & heavy, "workers import it again"
    status = f"from codebase_lsp.cli import run\nrun(['status', {str(zoo)!r}, '--json'])"
    assert not imported(environment, status) & {"pygls", "lsprotocol"}


def test_clean_frees_the_index_of_a_folder_that_is_gone(
    environment: dict[str, str], zoo: Path, harbour: Path
) -> None:
    for folder in (zoo, harbour):
        assert run(environment, "index", folder).returncode == 0
    shutil.rmtree(zoo)
    planned = run(environment, "clean", "--dry-run")
    assert planned.returncode == 0 and str(zoo) in planned.stdout and str(harbour) not in planned.stdout
    assert "would be freed" in planned.stdout
    done = run(environment, "clean")
    assert done.stdout.splitlines()[:-1] == planned.stdout.splitlines()[:-1]
    assert run(environment, "clean").stdout.split() == ["0.0", "MiB", "freed"]
    assert run(environment, "search", "lift a container", harbour).returncode == 0


def test_files_says_what_would_be_indexed_without_indexing(environment: dict[str, str], zoo: Path) -> None:
    (zoo / "sound.mp3").write_bytes(b"ID3\0\0\0")
    done = run(environment, "files", zoo, "--skipped")
    assert done.returncode == 0 and "lion.py" in done.stdout and "binary  sound.mp3" in done.stdout
    assert "2 files" in done.stdout and "1 binary" in done.stdout
    result = decode(wire.FilesResult, json.loads(run(environment, "files", zoo, "--json").stdout))
    assert (result.total, result.folders[0].files, result.folders[0].skipped) == (3, 2, {"binary": 1})
    assert "files      0" in run(environment, "status", zoo).stdout
