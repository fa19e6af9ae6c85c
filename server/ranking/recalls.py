"""What the engine recalls for each training question: index the trees, ask, keep the candidates.

    python server/ranking/recalls.py WORK [--cache DIR]

Writes `WORK/recalls/NAME.pickle` per repository. This is the slow step; signals and weights are
then worked on without it.
"""

import argparse
import pickle
import sys
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

from asked import Asked, Recalled, read_questions

from codebase_lsp.engine.index.base import Base
from codebase_lsp.engine.index.recall import Evidence, RecallQuery
from codebase_lsp.engine.search.question import understand
from codebase_lsp.engine.search.second_look import look
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace

_CHUNKS = 200
"""As a search recalls."""


def recall(base: Base, workspace: Workspace, asked: Asked) -> Recalled:
    question = understand(asked.query, "hybrid")
    vector = workspace.models.query(question.text, base)
    found = base.recall(RecallQuery(question.terms, question.terms, vector, _CHUNKS))
    rows = base.chunks(list(found.scores))
    corpus = base.statistics()
    seen = look(
        question,
        {row.path for row in rows.values()},
        lambda word: corpus.document_frequency("body", word),
        corpus.documents,
        lambda paths, words: base.evidence(list(paths), words, vector),
    )
    held = {chunk: bits for chunk, bits in (seen.evidence or Evidence()).held.items() if chunk in rows}
    near = seen.evidence.nearness if seen.evidence else {}
    return Recalled(asked, rows, found.scores, replace(seen, evidence=Evidence(held, near)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--cache", type=Path, help="keep the indexes here (default: WORK/cache)")
    options = parser.parse_args()
    by_repository: dict[str, list[Asked]] = defaultdict(list)
    for asked in read_questions(options.work / "questions.jsonl"):
        by_repository[asked.repository].append(asked)
    out = options.work / "recalls"
    out.mkdir(exist_ok=True)
    for name, questions in by_repository.items():
        if (out / f"{name}.pickle").exists():
            continue
        workspace = Workspace(
            options.work / "trees" / name, Settings(), options.cache or options.work / "cache"
        )
        report = workspace.index()
        base = workspace._base  # pyright: ignore[reportPrivateUsage]
        indexed = base.files()
        usable = [asked for asked in questions if all(path in indexed for path in asked.answers)]
        recalls = [recall(base, workspace, asked) for asked in usable]
        workspace.close()
        (out / f"{name}.pickle").write_bytes(pickle.dumps(recalls, protocol=5))
        sys.stdout.write(
            f"{name:40} {report.files:6} files {report.chunks:7} chunks {len(usable):4} questions\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
