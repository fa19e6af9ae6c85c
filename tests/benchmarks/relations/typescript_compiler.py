"""TypeScript: sites and targets by the compiler's own checker, asked by `typescript_sites.mjs`."""

import json
import random
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from site_of_reference import Place, Site

COMPILER = "typescript@5.9.3"


def sites(root: Path, sample: int) -> Iterator[Site]:
    scratch = Path(tempfile.mkdtemp(prefix="typescript-"))
    npm = shutil.which("npm")
    assert npm is not None, "npm is needed to install the TypeScript compiler"
    subprocess.run([npm, "install", "--silent", "--no-audit", COMPILER], cwd=scratch, check=True)
    shutil.copy(Path(__file__).with_name("typescript_sites.mjs"), scratch)
    command = ["node", str(scratch / "typescript_sites.mjs"), str(root)]
    done = subprocess.run(command, cwd=scratch, check=True, capture_output=True, encoding="utf-8")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    if sample:
        rows = random.Random(7).sample(rows, min(sample, len(rows)))
    for row in rows:
        inside = [Place(each["path"], each["line"], each["name"]) for each in row["inside"]]
        yield Site(row["path"], row["line"], row["column"], row["kind"], inside)
    shutil.rmtree(scratch, ignore_errors=True)
