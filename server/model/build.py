"""Builds the bundled embedding model: download → mine → tokenizer → train → export → validate → card.

    python server/model/build.py --work DIR [--exclude-tree DIR] [--benchmark DIR --checkouts DIR] [stages …]

Every stage reads what the one before left in the work folder and can be run again alone.
See README.md in this folder.
"""

import argparse
import sys
from pathlib import Path

from pipeline import stages

STAGES = {
    "download": stages.download,
    "mine": stages.mine,
    "tokenizer": stages.tokenizer,
    "train": stages.train,
    "export": stages.export_model,
    "validate": stages.validate,
    "card": stages.write_card,
}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    # argparse checks the default of "no stage named" against the choices too.
    parser.add_argument("stages", nargs="*", choices=[*STAGES, []], default=[], help="default: all, in order")
    parser.add_argument("--work", type=Path, required=True, help="folder for intermediate files (about 5 GB)")
    parser.add_argument(
        "--exclude-tree", type=Path, help="folder of checkouts whose lines must not be trained on"
    )
    parser.add_argument(
        "--benchmark", type=Path, help="folder with repos.json and annotations/, to report a score"
    )
    parser.add_argument("--checkouts", type=Path, help="the benchmark's repositories, a folder each")
    parser.add_argument("--out", type=Path, default=stages.BUNDLED, help="where the artifacts go")
    parser.add_argument("--steps", type=int, help="training steps, for a short trial")
    parser.add_argument("--seed", type=int, help="another seed than the recipe's")
    options = parser.parse_args(arguments, namespace=stages.Options())
    options.work.mkdir(parents=True, exist_ok=True)
    for name in options.stages or list(STAGES):
        print(f"== {name}", flush=True)
        STAGES[name](options)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
