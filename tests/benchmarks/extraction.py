"""What reading references costs: per file, and for a whole index.

    python tests/benchmarks/extraction.py [FOLDER …] [--index]

Per language: milliseconds to parse a file and extract its symbols, references and imports, as a
share of the budget of 50 ms + 10 ms per 1,000 lines; and the share of extraction in it. `--index`
builds the lexical index of the first folder with and without references, by turns, in one run.
Without FOLDER the Python standard library is read, without its site-packages. All times are
processor time, so that other work on the machine counts for little.
"""

import argparse
import json
import statistics
import sysconfig
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from codebase_lsp.engine.cancel import CancelToken
from codebase_lsp.engine.files.ignore import IgnoreRules
from codebase_lsp.engine.files.source import read_source
from codebase_lsp.engine.files.types import Skipped, SourceFile
from codebase_lsp.engine.files.walk import walk
from codebase_lsp.engine.index.base import Base
from codebase_lsp.engine.index.ingest import parse_source
from codebase_lsp.engine.parse import chunks
from codebase_lsp.engine.parse.chunks import parse_file
from codebase_lsp.engine.parse.facts import Facts
from codebase_lsp.engine.parse.languages import language_of
from codebase_lsp.engine.parse.references import reference_query
from codebase_lsp.engine.settings import Settings

BASE_MS, PER_LINE_MS = 50.0, 0.01
FILES_AT_ONCE = 32
ROUNDS = 3


def sources(folders: list[Path], settings: Settings) -> Iterator[SourceFile]:
    """All code below the folders in languages that have references."""
    for folder in folders:
        rules = IgnoreRules(folder, settings)
        for entry in walk(folder, rules, CancelToken()):
            if isinstance(entry, Skipped):
                continue
            source = read_source(folder, entry.path, settings)
            if isinstance(source, SourceFile):
                yield source


def cost(source: SourceFile, language: str) -> tuple[float, float]:
    """Milliseconds for all of parsing, and for the references in it."""
    inside = 0.0
    read = chunks.read_references

    def timed(*args) -> Facts:
        nonlocal inside
        begun = time.process_time()
        facts = read(*args)
        facts.pack()
        inside += time.process_time() - begun
        return facts

    with patch.object(chunks, "read_references", timed):
        begun = time.process_time()
        parse_file(source.path, source.text, language)
        return (time.process_time() - begun) * 1000, inside * 1000


def per_language(folders: list[Path], settings: Settings) -> dict[str, dict[str, float]]:
    costs: dict[str, list[tuple[int, float, float, float]]] = defaultdict(list)
    for source in sources(folders, settings):
        language = language_of(source.path, source.text[:16_384])
        if language is None or reference_query(language) is None:
            continue
        if language not in costs:
            cost(source, language)  # loads the grammar and compiles its queries
        total, inside = cost(source, language)
        lines = source.text.count("\n") + 1
        costs[language].append((lines, total, inside, total / (BASE_MS + PER_LINE_MS * lines)))
    table: dict[str, dict[str, float]] = {}
    for language, rows in sorted(costs.items()):
        total = sum(row[1] for row in rows)
        shares = sorted(row[3] for row in rows)
        table[language] = {
            "files": len(rows),
            "lines": sum(row[0] for row in rows),
            "ms_per_1000_lines": round(1000 * total / sum(row[0] for row in rows), 2),
            "of_budget_median": round(statistics.median(shares), 3),
            "of_budget_worst": round(shares[-1], 3),
            "references_share": round(sum(row[2] for row in rows) / total, 3),
        }
    return table


def index_once(texts: list[SourceFile], settings: Settings) -> tuple[float, int, int]:
    """→ seconds to parse and write everything in this process, bytes on disk, chunks."""
    with tempfile.TemporaryDirectory() as folder:
        base = Base(Path(folder), "benchmark", settings, None, writable=True)
        begun = time.process_time()
        for start in range(0, len(texts), FILES_AT_ONCE):
            base.put([parse_source(source, settings) for source in texts[start : start + FILES_AT_ONCE]])
        base.publish()
        seconds = time.process_time() - begun
        chunk_count = base.chunk_count()
        base.close()
        size = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
        return seconds, size, chunk_count


def whole_index(folder: Path, settings: Settings) -> dict[str, float]:
    texts = list(sources([folder], settings))
    parse_source(texts[0], settings)
    ratios: list[float] = []
    result: dict[str, float] = {}
    for _ in range(ROUNDS):
        with patch.object(chunks, "read_references", lambda *_: Facts()):
            without, small, count = index_once(texts, settings)
        seconds, large, _ = index_once(texts, settings)
        ratios.append(seconds / without)
        result = {"files": len(texts), "chunks": count, "chunks_per_cpu_s": round(count / seconds),
                  "mb_without": round(small / 1e6, 1), "mb_with": round(large / 1e6, 1)}  # fmt: skip
    return {**result, "time_ratio": round(statistics.median(ratios), 3)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, default=[Path(sysconfig.get_paths()["stdlib"])])
    parser.add_argument("--exclude", action="append", default=["site-packages/"])
    parser.add_argument("--index", action="store_true")
    options = parser.parse_args()
    settings = Settings(exclude=tuple(options.exclude), model="none")
    result: dict[str, object] = {"languages": per_language(options.folders, settings)}
    if options.index:
        result["index"] = whole_index(options.folders[0], settings)
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
