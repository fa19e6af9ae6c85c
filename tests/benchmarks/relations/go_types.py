"""Go: sites and targets by go/types of the installation, asked by `go_sites.go`."""

import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from site_of_reference import Place, Site


def copied(folders: list[Path], scratch: Path) -> Path:
    """The folders below one root, at the same place below the module's root, with its go.mod."""
    root = scratch / "project"
    for folder in folders:
        module = next(p for p in (folder, *folder.parents) if (p / "go.mod").exists())
        ignore = shutil.ignore_patterns(".git", "testdata", "vendor")
        shutil.copytree(folder, root / folder.relative_to(module), ignore=ignore, dirs_exist_ok=True)
        shutil.copy(module / "go.mod", root / "go.mod")
    return root.resolve()


def sites(root: Path, sample: int) -> Iterator[Site]:
    program = Path(__file__).with_name("go_sites.go")
    command = ["go", "run", str(program), str(root)]
    done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8", cwd=root)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    if sample:
        rows = random.Random(7).sample(rows, min(sample, len(rows)))
    for row in rows:
        inside = [Place(each["path"], each["line"], each["name"]) for each in row["inside"] or []]
        yield Site(row["path"], row["line"], row["column"], row["kind"], inside)
