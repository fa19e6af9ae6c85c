"""A folder of real code with about as many chunks as wanted.

    python tests/benchmarks/corpus.py CHUNKS TARGET [--source FOLDER]…

Whole files are copied from the sources (default: the Python standard library, then site-packages),
evenly over each, until their texts make about that many chunks. The same sources give the same folder.
"""

import argparse
import shutil
import sysconfig
from collections.abc import Iterator
from pathlib import Path

CHARS_PER_CHUNK = 780
"""Measured on a thousand files of the standard library."""
LARGEST = 400_000
"""Bytes; larger files are data."""
SUFFIXES = frozenset(
    ".py .pyi .js .ts .tsx .go .rs .java .kt .c .h .cpp .cc .hpp .rb .php .swift .scala .lua .ex .md".split()
)


def sources_by_default() -> list[Path]:
    paths = sysconfig.get_paths()
    return [Path(paths["stdlib"]), Path(paths["purelib"])]


def code_files(source: Path) -> Iterator[tuple[Path, int]]:
    """(file, bytes) of all code below, by name."""
    for path in sorted(source.rglob("*")):
        parts = path.relative_to(source).parts
        if path.suffix not in SUFFIXES or not path.is_file() or path.is_symlink():
            continue
        if "__pycache__" in parts or ("site-packages" in parts and source.name != "site-packages"):
            continue
        size = path.stat().st_size
        if 0 < size <= LARGEST:
            yield path, size


def build(chunks: int, target: Path, sources: list[Path]) -> int:
    """Copy files. → bytes copied, fewer than wanted where the sources hold no more."""
    missing, copied = chunks * CHARS_PER_CHUNK, 0
    for number, source in enumerate(sources):
        files = list(code_files(source))
        stride = max(1, sum(size for _, size in files) // max(1, missing))
        for path, size in files[::stride]:
            if missing <= 0:
                return copied
            place = target / f"{number}-{source.name}" / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
            missing -= size
            copied += size
    return copied


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("chunks", type=int)
    parser.add_argument("target", type=Path)
    parser.add_argument("--source", action="append", type=Path)
    options = parser.parse_args()
    copied = build(options.chunks, options.target, options.source or sources_by_default())
    print(f"{copied / 1e6:.1f} MB, about {copied // CHARS_PER_CHUNK} chunks, in {options.target}")


if __name__ == "__main__":
    main()
