"""Signal values of the recalled files of training questions, in one compact file.

    python server/ranking/features.py WORK [--every 3] [--out server/ranking/features.npz]

Reads `WORK/recalls`; run it again whenever a signal changes. Of each question the files that the prior
weights rank first are kept, and the right ones; values are kept to 1/255.
"""

import argparse
import pickle
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from asked import Asked, Group, Recalled, is_main_code
from numpy.typing import NDArray
from prior import PRIOR

from codebase_lsp.engine.index.recall import Evidence
from codebase_lsp.engine.search.candidates import FileCandidate, group_by_file
from codebase_lsp.engine.search.question import NATURAL, understand
from codebase_lsp.engine.search.signals import SIGNALS, Scene
from codebase_lsp.engine.search.weights import BY_HAND

NAMES = [name for name in SIGNALS if name not in BY_HAND - {"vendored"}]
"""What can be learned: hardly a question names a path, and nothing tells which files were open."""
FOLDERS = ("all", "code")
MODES = ("hybrid", "lexical")
FILE = Path(__file__).with_name("features.npz")
_SHORTLIST = 30
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
        mode,
        np.array(values, np.float32).reshape(len(files), len(NAMES)),
        np.array([file.path in asked.answers for file in files], np.bool_),
        len(asked.answers),
    )


def _values(file: FileCandidate, scene: Scene) -> list[float]:
    return [SIGNALS[name](file, scene) for name in NAMES]


def shortlist(group: Group, weights: Mapping[str, float]) -> NDArray[np.bool_]:
    """The files to keep: the best by these weights, and the right ones."""
    worth = np.array([weights.get(name, 0.0) for name in NAMES])
    kept = group.right.copy()
    kept[np.argsort(-(group.values @ worth), kind="stable")[:_SHORTLIST]] = True
    return kept


def pack(groups: Sequence[Group]) -> dict[str, NDArray[np.generic]]:
    """The groups as arrays; `unpack` gives them back."""
    prior = PRIOR[NATURAL]
    kept = [shortlist(group, prior) for group in groups]
    labels = [f"{g.repository}\t{g.source}\t{g.folder}\t{g.kind}\t{g.mode}" for g in groups]
    unique, of_group = np.unique(labels, return_inverse=True)
    values = np.concatenate([group.values[rows] for group, rows in zip(groups, kept, strict=True)])
    return {
        "names": np.array(NAMES),
        "labels": unique,
        "label": of_group.astype(np.uint16),
        "sizes": np.array([int(rows.sum()) for rows in kept], np.uint16),
        "answers": np.array([group.answers for group in groups], np.uint8),
        "right": np.packbits(np.concatenate([g.right[r] for g, r in zip(groups, kept, strict=True)])),
        # A column after the other: like values stand together, so that they compress.
        "values": np.rint(values * 255).astype(np.uint8).T.copy(),
    }


def unpack(arrays: Mapping[str, NDArray[Any]]) -> list[Group]:
    """What `pack` was given, without the files it left out. Raises ValueError for other signals."""
    if list(arrays["names"]) != NAMES:
        raise ValueError("The features are of other signals: run features.py again.")
    sizes, right = arrays["sizes"].astype(np.int64), arrays["right"]
    values = arrays["values"].T.astype(np.float32) / 255
    right = np.unpackbits(right)[: len(values)].astype(np.bool_)
    labels = [str(label).split("\t") for label in arrays["labels"]]
    starts = np.cumsum(sizes) - sizes
    groups: list[Group] = []
    for start, size, label, answers in zip(starts, sizes, arrays["label"], arrays["answers"], strict=True):
        part = slice(start, start + size)
        groups.append(Group(*labels[label], values[part], right[part], int(answers)))
    return groups


def load(file: Path = FILE) -> list[Group]:
    with np.load(file) as arrays:
        return unpack(arrays)


def groups_of(file: Path, every: int) -> list[Group]:
    """All groups that teach of one repository's recalls, every n-th question."""
    recalls: list[Recalled] = pickle.loads(file.read_bytes())
    found = [
        group_of(recalled, mode, folder)
        for recalled in recalls[::every]
        if teaches(recalled.asked)
        for mode in MODES
        for folder in FOLDERS
    ]
    return [group for group in found if group.right.any()]


def teaches(asked: Asked) -> bool:
    """Sentences about a definition were stripped of its name; the other names in them would teach that
    a name in a question leads astray."""
    return asked.source not in ("comment", "topic", "manual") or not understand(asked.query).symbols


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--every", type=int, default=3, help="take every n-th question (default: 3)")
    parser.add_argument("--out", type=Path, default=FILE)
    options = parser.parse_args()
    files = sorted((options.work / "recalls").glob("*.pickle"))
    groups: list[Group] = []
    with ProcessPoolExecutor(2) as pool:
        for file, found in zip(files, pool.map(groups_of, files, [options.every] * len(files)), strict=True):
            sys.stdout.write(f"{file.stem:40} {len(found)}\n")
            groups += found
    np.savez_compressed(options.out, allow_pickle=False, **pack(groups))
    sys.stdout.write(f"{len(groups)} questions, {options.out.stat().st_size / 1e6:.2f} MB\n")


if __name__ == "__main__":
    main()
