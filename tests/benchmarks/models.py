"""Throughput and memory of embedding models: the same folder indexed with each, in alternation.

    python tests/benchmarks/models.py FOLDER [--models none,bundled,DIR] [--rounds 3]

Each run is a process of its own with an empty cache. Reported per model, as the median over the
rounds: chunks per second of the whole run, by the clock and per second of processor time in all
processes (which other work on the machine does not change), memory of the process and
its workers together (proportional set size, sampled) at its peak and after the run, texts that the
loaded model embeds in a second of one core, and the time that a model given back for idleness takes
to come back with a question.
"""

import argparse
import json
import multiprocessing
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace

_SAMPLE_SECONDS = 0.05
_TEXTS = 100


def pss_mb() -> float:
    """Memory of this process and its children; pages that several share count once."""
    total = 0
    for pid in (os.getpid(), *(child.pid for child in multiprocessing.active_children())):
        try:
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:  # gone, or no Linux
            continue
        total += sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return total / 1e3


def processor_seconds() -> float:
    """Of this process and of its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def alone(workspace: Workspace) -> float:
    """Texts in a second of processor time, without reading, storing and starting."""
    model = workspace.embedding.model
    assert model is not None
    hits = workspace.search(
        SearchRequest("read a value", mode="lexical", limit=_TEXTS, group_by="chunk")
    ).hits
    texts = [hit.snippet for hit in hits]
    model.passages(texts[:8])
    begun = time.process_time()
    model.passages(texts)
    return len(texts) / (time.process_time() - begun)


def run(folder: Path, model: str) -> None:
    """One run; prints its numbers as JSON."""
    peak, done = 0.0, threading.Event()
    before = processor_seconds()

    def watch() -> None:
        nonlocal peak
        while not done.wait(_SAMPLE_SECONDS):
            peak = max(peak, pss_mb())

    with tempfile.TemporaryDirectory() as cache:
        workspace = Workspace(folder, Settings(model=model), Path(cache))
        watcher = threading.Thread(target=watch)
        watcher.start()
        report = workspace.index()
        done.set()
        watcher.join()
        workspace.search(SearchRequest("where is the configuration read"))
        while multiprocessing.active_children():
            time.sleep(0.1)
        spent = processor_seconds() - before
        texts_per_second = alone(workspace) if model != "none" else 0.0
        steady = pss_mb()
        workspace.models.release_if_idle(0.0)
        idle = pss_mb()
        begun = time.perf_counter()
        workspace.search(SearchRequest("who writes the log file"))
        back = time.perf_counter() - begun
        workspace.close()
    numbers = {
        "chunks": report.chunks,
        "embedded": report.embedded,
        "chunks/s": report.chunks / report.seconds,
        "chunks/core s": report.chunks / spent,
        "texts/core s": texts_per_second,
        "peak MB": peak,
        "steady MB": steady,
        "idle MB": idle,
        "back ms": back * 1000,
    }
    print(json.dumps(numbers))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--models", default="none,bundled")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        run(options.folder, options.one)
        return
    models: list[str] = options.models.split(",")
    found: dict[str, list[dict[str, float]]] = {model: [] for model in models}
    for _ in range(options.rounds):
        for model in models:
            command = [sys.executable, __file__, str(options.folder), "--one", model]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            found[model].append(json.loads(done.stdout))
            print(f"{model}: {done.stdout.strip()}", file=sys.stderr)
    names = list(found[models[0]][0])
    medians = {
        model: {name: statistics.median(run[name] for run in runs) for name in names}
        for model, runs in found.items()
    }
    print("| model |" + "".join(f" {name} |" for name in names) + " speed to the first |")
    print("|---|" + "---:|" * (len(names) + 1))
    for model, numbers in medians.items():
        ratio = numbers["chunks/core s"] / medians[models[0]]["chunks/core s"]
        print(f"| {model} |" + "".join(f" {numbers[name]:.0f} |" for name in names) + f" {ratio:.2f} |")


if __name__ == "__main__":
    main()
