"""Signal values of every recalled file of every training question.

    python server/ranking/features.py WORK

Reads `WORK/recalls`, writes `WORK/features/NAME.npz`: run it again whenever a signal changes.
"""

import argparse
import pickle
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
from asked import Group, Recalled, is_main_code

from codebase_lsp.engine.index.recall import Evidence
from codebase_lsp.engine.search.candidates import FileCandidate, group_by_file
from codebase_lsp.engine.search.question import understand
from codebase_lsp.engine.search.signals import SIGNALS, Scene

NAMES = [name for name in SIGNALS if name != "openFile"]
"""What is learned: which files are open says nothing here."""
FOLDERS = ("all", "code")
WORDS = ("body", "symbols", "path")


def group_of(recalled: Recalled, mode: str, folder: str) -> Group:
    """The signals as a search in this mode sees them: `lexical` never meets a vector.

    `folder` is `all`, or `code` to leave out tests, examples, prose and builds as if only a folder
    of sources were open.
    """
    scores = recalled.scores
    if folder == "code":
        scores = {i: of for i, of in scores.items() if is_main_code(recalled.rows[i].path)}
    if mode == "lexical":
        kept = {i: {r: s for r, s in of.items() if r in WORDS} for i, of in scores.items()}
        scores = {i: of for i, of in kept.items() if of}
    asked = recalled.asked
    question = understand(asked.query, "hybrid")
    files = group_by_file(recalled.rows, scores)
    seen = recalled.second_look
    if mode == "lexical":
        seen = replace(seen, evidence=Evidence(seen.evidence.held if seen.evidence else {}))
    scene = replace(Scene.of(question, files, None, ()), second_look=seen)
    values = [_values(file, scene) for file in files]
    return Group(
        asked.repository,
        asked.source,
        folder,
        question.kind,
        np.array(values, np.float32).reshape(len(files), len(NAMES)),
        np.array([file.path in asked.answers for file in files], np.bool_),
        len(asked.answers),
        asked.query,
        [file.path for file in files],
    )


def _values(file: FileCandidate, scene: Scene) -> list[float]:
    return [SIGNALS[name](file, scene) for name in NAMES]


def load(work: Path, mode: str) -> Iterator[Group]:
    for file in sorted((work / "features" / mode).glob("*.pickle")):
        yield from pickle.loads(file.read_bytes())


def _write(file: Path, out: Path) -> str:
    recalls: list[Recalled] = pickle.loads(file.read_bytes())
    for mode in ("hybrid", "lexical"):
        groups = [group_of(recalled, mode, folder) for recalled in recalls for folder in FOLDERS]
        (out / mode / file.name).write_bytes(pickle.dumps(groups, protocol=5))
    return file.stem


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("work", type=Path)
    options = parser.parse_args()
    out = options.work / "features"
    for mode in ("hybrid", "lexical"):
        (out / mode).mkdir(parents=True, exist_ok=True)
    files = sorted((options.work / "recalls").glob("*.pickle"))
    with ProcessPoolExecutor(2) as pool:
        for name in pool.map(_write, files, [out] * len(files)):
            sys.stdout.write(f"{name}\n")


if __name__ == "__main__":
    main()
