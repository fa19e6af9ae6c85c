"""Gets package archives through each ecosystem's own client, as the user has it configured.

Every function takes package names with versions ("" = newest) and a folder, and returns the
archives it got per name, with the version they have. A package that cannot be had is reported
on the console and left out; nothing is retried and no host is named here.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pipeline.manifest import Fetched

Packages = dict[str, str]


def _run(
    command: list[str], folder: Path, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, env={**os.environ, **(env or {})}, capture_output=True, text=True, check=False
    )


def _one_by_one(
    packages: Packages, fetch: Callable[[str, str], Fetched | None], threads: int = 3
) -> list[Fetched]:
    def attempt(item: tuple[str, str]) -> Fetched | None:
        got = fetch(*item)
        if got is None:
            print(f"  not available: {item[0]} {item[1]}")
        return got

    with ThreadPoolExecutor(threads) as pool:
        return [got for got in pool.map(attempt, packages.items()) if got]


def fetch_npm(packages: Packages, folder: Path) -> list[Fetched]:
    """`npm pack`; archives are `.tgz`."""

    def fetch(name: str, version: str) -> Fetched | None:
        spec = f"{name}@{version}" if version else name
        done = _run(["npm", "pack", "--json", "--ignore-scripts", "--loglevel=error", spec], folder)
        try:
            row = json.loads(done.stdout)
        except ValueError:
            return None
        row = row[0] if isinstance(row, list) else next(iter(row.values()), {})
        if not isinstance(row, dict) or "filename" not in row:
            return None
        file = folder / row["filename"]
        if not file.exists():  # npm up to 9 prints the scope with a slash
            file = folder / row["filename"].replace("@", "").replace("/", "-")
        return Fetched("npm", name, row["version"], (file.name,)) if file.exists() else None

    return _one_by_one(packages, fetch)


def fetch_pypi(packages: Packages, folder: Path) -> list[Fetched]:
    """`pip download`, wheels only: a source distribution would have to be built to be read."""

    def fetch(name: str, version: str) -> Fetched | None:
        into = folder / re.sub(r"\W+", "_", name)
        into.mkdir(exist_ok=True)
        spec = f"{name}=={version}" if version else name
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:"]
        _run([*command, "--disable-pip-version-check", "-d", str(into), spec], folder)
        wheels = sorted(into.glob("*.whl"))
        if not wheels:
            return None
        return Fetched("pypi", name, wheels[0].name.split("-")[1], (f"{into.name}/{wheels[0].name}",))

    return _one_by_one(packages, fetch)


def fetch_go(packages: Packages, folder: Path) -> list[Fetched]:
    """`go mod download`; archives are `.zip`."""

    def fetch(name: str, version: str) -> Fetched | None:
        env = {"GOMODCACHE": str(folder / "cache"), "GOFLAGS": "-modcacherw"}
        done = _run(["go", "mod", "download", "-json", f"{name}@{version or 'latest'}"], folder, env)
        try:
            row = json.loads(done.stdout)
        except ValueError:
            return None
        if row.get("Error") or not row.get("Zip"):
            return None
        return Fetched("go", name, row["Version"], (str(Path(row["Zip"]).relative_to(folder)),))

    return _one_by_one(packages, fetch)
