"""Make training questions from a folder of git checkouts (see README.md).

    python server/ranking/questions.py CHECKOUTS WORK

Writes `WORK/trees/NAME` (what to index: the files without the sentences that were made into
questions) and `WORK/questions.jsonl`. The same checkouts give the same questions.
"""

import argparse
import random
import shutil
import sys
from collections import Counter
from pathlib import Path

from asked import Asked, write_questions
from comments import comment_questions
from history import commit_questions
from manuals import manual_questions
from names import defined_names, name_questions

_MOST = {"commit": 50, "comment": 50, "manual": 50, "name": 20}
"""Questions of each source per repository: enough of each language, none rules."""
_PER_FILE = 8
"""Questions of one source that one file may answer: large and busy files are asked about more
often, as people do, but are not right whatever is asked."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("work", type=Path)
    options = parser.parse_args()
    asked: list[Asked] = []
    for checkout in sorted(path for path in options.checkouts.iterdir() if path.is_dir()):
        name, tree = checkout.name, options.work / "trees" / checkout.name
        rng = random.Random(name)
        shutil.rmtree(tree, ignore_errors=True)
        shutil.copytree(checkout, tree, ignore=shutil.ignore_patterns(".git"), symlinks=True)
        names = defined_names(tree)
        made = [
            *commit_questions(checkout, name, rng, _MOST["commit"], _PER_FILE),
            *comment_questions(tree, name, rng, _MOST["comment"], _PER_FILE),
            *manual_questions(tree, names, name, rng, _MOST["manual"], _PER_FILE),
            *name_questions(names, name, rng, _MOST["name"]),
        ]
        asked += made
        sys.stdout.write(f"{name:40} {dict(Counter(question.source for question in made))}\n")
        sys.stdout.flush()
    write_questions(options.work / "questions.jsonl", asked)
    sys.stdout.write(f"{Counter(question.source for question in asked)}\n")


if __name__ == "__main__":
    main()
