"""Which way to the nearest vectors, from which number of them on: the scan as served, and the graph.

    python tests/benchmarks/vectors.py FOLDER… [--counts 20000,50000] [--keep FILE.npy]

Texts are pieces of thirty lines of the files below the folders, embedded by the bundled model and
mixed with a fixed seed; questions are the words of paths that are left out, and those of `questions.py`.
Truth is the exact scan of the float32 vectors. For each number of vectors:
the scan of `index/vectors.py` (int8 rows; above 8,192 candidates by sign), its rows in memory and, as served,
in a mapped file; the hnswlib graph of `index/graph.py`. Agreement with the first ten of the truth, processor
time of a question, memory.
Agreement counts a result that is among the true ten, or as near as the tenth but for a thousandth: pieces
of like files are often equally near, and which of them come first is chance. Strictly counted it is
given as well.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent))

from questions import STANDARD_LIBRARY

from codebase_lsp.engine.embed.cache import quantize
from codebase_lsp.engine.embed.local import BUNDLED_DIR, local_model
from codebase_lsp.engine.embed.text import passage, path_words
from codebase_lsp.engine.files.ignore import IgnoreRules
from codebase_lsp.engine.files.types import FileEntry
from codebase_lsp.engine.files.walk import walk
from codebase_lsp.engine.index.graph import VectorGraph, available
from codebase_lsp.engine.index.vectors import VectorTable
from codebase_lsp.engine.parse.languages import language_of
from codebase_lsp.engine.settings import Settings

LINES, WIDEST, QUESTIONS, TOP = 30, 4000, 200, 10
EQUAL = 1e-3
"""Of a cosine."""
Near = Callable[[NDArray[np.float32], int], list[tuple[int, float]]]


def texts(folders: Sequence[Path], limit: int) -> Iterator[tuple[str, str]]:
    """(path, passage) of pieces of files in languages that the parser knows."""
    count, seen = 0, set[int]()
    settings = Settings()
    for folder in folders:
        for item in walk(folder, IgnoreRules(folder, settings)):
            if not isinstance(item, FileEntry) or item.size > settings.max_file_bytes:
                continue
            if language_of(item.path, "") is None:
                continue
            lines = (folder / item.path).read_text("utf-8", "replace").splitlines()
            for start in range(0, len(lines), LINES):
                text = "\n".join(lines[start : start + LINES])[:WIDEST]
                if len(text) < 80 or hash(text) in seen:
                    continue
                seen.add(hash(text))
                yield item.path, passage(item.path, "", "", text)
                count += 1
                if count == limit:
                    return


def embedded(folders: Sequence[Path], limit: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Vectors of texts, in mixed order, and of questions."""
    model = local_model(BUNDLED_DIR)
    rows: list[NDArray[np.float32]] = []
    paths: dict[str, None] = {}
    waiting: list[str] = []
    for path, text in texts(folders, limit):
        paths[path] = None
        waiting.append(text)
        if len(waiting) == 2048:
            rows.append(model.passages(waiting))
            waiting = []
    rows.append(model.passages(waiting))
    vectors = np.concatenate(rows)
    rng = np.random.default_rng(1)
    chosen = rng.choice(len(paths), min(len(paths), QUESTIONS - len(STANDARD_LIBRARY)), replace=False)
    asked = [*STANDARD_LIBRARY, *(path_words(list(paths)[i]) for i in chosen)]
    return vectors[rng.permutation(len(vectors))], np.stack([model.query(text) for text in asked])


def measured(near: Near, questions: NDArray[np.float32], vectors: NDArray[np.float32]) -> str:
    """Two cells of the table: times, and the share of the true first ten that is found."""
    times: list[float] = []
    same, equal = 0, 0
    near(questions[0], TOP)
    for question in questions:
        exact = vectors @ question
        true = np.argpartition(-exact, TOP)[:TOP]
        begun = time.thread_time()  # the wall clock would show what else the machine does
        found = near(question, 200)  # what a search asks for
        times.append((time.thread_time() - begun) * 1000)
        positions = [i - 1 for i, _ in found[:TOP]]
        same += len(set(true.tolist()) & set(positions))
        equal += int(np.count_nonzero(exact[positions] >= exact[true].min() - EQUAL))
    p95 = sorted(times)[int(0.95 * len(times))]
    total = TOP * len(questions)
    return f"{statistics.median(times):.2f} / {p95:.2f} | {equal / total:.4f} ({same / total:.4f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--counts", default="20000,50000,100000,200000,400000")
    parser.add_argument("--keep", type=Path, help="keep the vectors here between runs")
    parser.add_argument("--graph-up-to", type=int, default=10**9, help="build no graph over more vectors")
    parser.add_argument("--threads", type=int, default=2, help="that build the graph")
    options = parser.parse_args()
    counts = [int(count) for count in options.counts.split(",")]
    if options.keep and options.keep.exists():
        stored = np.load(options.keep)
        vectors, questions = stored[:-QUESTIONS], stored[-QUESTIONS:]
    else:
        vectors, questions = embedded(options.folders, max(counts))
        if options.keep:
            np.save(options.keep, np.concatenate([vectors, questions]))
    print(f"{len(vectors)} vectors of {vectors.shape[1]} dimensions, {len(questions)} questions\n")
    print(
        "| vectors | way | p50 / p95 ms, one core | agreement@10 (strict) | MB | float32 MB | built, core s |"
    )
    print("|---:|---|---:|---:|---:|---:|---:|")
    for count in counts:
        if count <= len(vectors):
            compare(vectors[:count], questions, options.threads, with_graph=count <= options.graph_up_to)


def compare(
    vectors: NDArray[np.float32], questions: NDArray[np.float32], threads: int, *, with_graph: bool
) -> None:
    count, plain = len(vectors), vectors.nbytes / 1e6
    ids = np.arange(1, count + 1)
    with tempfile.TemporaryDirectory() as directory:
        for way, place in (("scan, rows in memory", None), ("scan, rows in a file", Path(directory))):
            table = VectorTable(vectors.shape[1], place)
            begun = time.process_time()
            table.add(ids, ids // 20 + 1, quantize(vectors))
            built = time.process_time() - begun
            found = measured(table.search, questions, vectors)
            size = table.bytes / 1e6
            print(f"| {count} | {way} | {found} | {size:.1f} | {plain:.0f} | {built:.1f} |")
    table = VectorTable(vectors.shape[1])
    table.add(ids, ids // 20 + 1, quantize(vectors))
    if with_graph and available():
        graph = VectorGraph(vectors.shape[1])
        begun = time.process_time()
        graph.synchronise(*table.live(), threads=threads)
        built = time.process_time() - begun
        found = measured(graph.search, questions, vectors)
        with tempfile.TemporaryDirectory() as directory:
            graph.save(Path(directory) / "graph.bin")
            size = (Path(directory) / "graph.bin").stat().st_size / 1e6
        print(f"| {count} | graph | {found} | {size:.0f} more | | {built:.1f} |")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
