"""Make training questions from a folder of git checkouts (see README.md).

    python server/ranking/questions.py CHECKOUTS WORK

Writes `WORK/trees/NAME` (what to index: the files without the comments that were made into
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
from commits import commit_questions
from names import name_questions

_COMMITS, _COMMENTS, _NAMES = 120, 60, 40
"""Questions of each source per repository, at most: enough of each language, none rules."""
_COMMITS_PER_FILE = 6


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
        commits = commit_questions(checkout, name, rng, _COMMITS, _COMMITS_PER_FILE)
        comments = comment_questions(tree, name, rng, _COMMENTS, per_file=2)
        names = name_questions(tree, name, rng, _NAMES)
        asked += [*commits, *comments, *names]
        sys.stdout.write(f"{name:40} {len(commits):4} {len(comments):4} {len(names):4}\n")
        sys.stdout.flush()
    write_questions(options.work / "questions.jsonl", asked)
    sys.stdout.write(f"{Counter(question.source for question in asked)}\n")


if __name__ == "__main__":
    main()
