"""How near the estimate of tokens is to real tokenizers.

    pip install tiktoken
    python tests/benchmarks/tokens.py FOLDER… [--encoding cl100k_base] [--tokenizer tokenizer.json]

Takes up to 60 texts of 1,500 characters of each kind of file below the folders. tiktoken reads its
encodings from the network, or from TIKTOKEN_CACHE_DIR; a `tokenizer.json` needs neither.
"""

import argparse
import importlib
import random
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from codebase_lsp.engine.context.tokens import EstimatedTokens, ModelTokens

CHARS, OF_A_KIND, TOGETHER = 1500, 60, 10


def texts(folders: Sequence[Path]) -> list[str]:
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())
    random.Random(1).shuffle(files)
    kinds: Counter[str] = Counter()
    found: list[str] = []
    for path in files:
        if kinds[path.suffix] >= OF_A_KIND or not 200 < path.stat().st_size < 200_000:
            continue
        try:
            text = path.read_text("utf-8")
        except (OSError, ValueError):
            continue
        kinds[path.suffix] += 1
        start = random.Random(len(text)).randrange(max(1, len(text) - CHARS))
        found.append(text[start : start + CHARS])
    return found


def report(name: str, errors: list[float]) -> None:
    errors.sort(key=abs)
    sizes = [abs(error) for error in errors]
    print(
        f"{name}: median {statistics.median(sizes):.1%}, "
        f"95 of 100 below {sizes[int(len(sizes) * 0.95)]:.1%}, bias {statistics.fmean(errors):+.1%}, "
        f"too low {sum(e < 0 for e in errors) / len(errors):.0%}"
    )


def tiktoken_counter(name: str) -> Callable[[str], int]:
    encoding = importlib.import_module("tiktoken").get_encoding(name)
    return lambda text: len(encoding.encode(text, disallowed_special=()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--encoding", default="cl100k_base")
    parser.add_argument("--tokenizer", type=Path)
    options = parser.parse_args()
    count = ModelTokens(options.tokenizer).count if options.tokenizer else tiktoken_counter(options.encoding)
    sample = texts(options.folders)
    real = [count(text) for text in sample]
    guessed = [EstimatedTokens().count(text) for text in sample]
    print(f"{len(sample)} texts")
    report("each text", [g / r - 1 for g, r in zip(guessed, real, strict=True)])
    groups = range(0, len(sample) - TOGETHER, TOGETHER)
    together = [sum(guessed[i : i + TOGETHER]) / sum(real[i : i + TOGETHER]) - 1 for i in groups]
    report(f"{TOGETHER} together", together)


if __name__ == "__main__":
    main()
