"""Debian source and binary packages through `apt-get`, with package lists of our own.

Nothing of the system is changed: the lists live in the work folder, and the configured sources
are read and extended by `deb-src`.
"""

import os
import re
import subprocess
from pathlib import Path

from pipeline.manifest import Fetched

_CONFIGURED = Path("/etc/apt")


def prepare(folder: Path) -> dict[str, str]:
    """Set up private package lists under `folder`; returns the environment apt needs."""
    etc = folder / "etc"
    for part in (etc, folder / "state/lists/partial", folder / "cache/archives/partial"):
        part.mkdir(parents=True, exist_ok=True)
    for source in [_CONFIGURED / "sources.list", *sorted((_CONFIGURED / "sources.list.d").glob("*"))]:
        if source.suffix == ".sources":
            text = re.sub(r"(?m)^Types:.*$", "Types: deb deb-src", source.read_text())
        elif source.suffix == ".list" and source.exists():
            lines = [line for line in source.read_text().splitlines() if line.startswith("deb ")]
            text = "\n".join(lines + [line.replace("deb ", "deb-src ", 1) for line in lines]) + "\n"
        else:
            continue
        (etc / source.name).write_text(text)
    config = folder / "apt.conf"
    config.write_text(
        f'Dir::State "{folder}/state";\nDir::State::status "/var/lib/dpkg/status";\n'
        f'Dir::Cache "{folder}/cache";\nDir::Etc::SourceList "/dev/null";\nDir::Etc::SourceParts "{etc}";\n'
    )
    env = {**os.environ, "APT_CONFIG": str(config)}
    if not any((folder / "state/lists").glob("*Packages*")):
        subprocess.run(["apt-get", "update", "-q"], env=env, check=True, capture_output=True)
    return env


def fetch_sources(packages: dict[str, str], folder: Path, env: dict[str, str]) -> list[Fetched]:
    """`apt-get source --download-only`, one package at a time."""
    result: list[Fetched] = []
    for name, version in packages.items():
        into = folder / name
        into.mkdir(exist_ok=True)
        if not list(into.glob("*.dsc")):
            spec = f"{name}={version}" if version else name
            command = ["apt-get", "source", "-qq", "--download-only", "--only-source", spec]
            subprocess.run(command, env=env, cwd=into, capture_output=True, check=False)
        dsc = next(iter(sorted(into.glob("*.dsc"))), None)
        archives = [path for path in sorted(into.glob("*.tar.*")) if not path.name.endswith(".asc")]
        if dsc is None or not any(".orig" in path.name for path in archives):
            print(f"  not available: {name} {version}")
            continue
        found = re.search(r"(?m)^Version: (.+)$", dsc.read_text(errors="replace"))
        files = tuple(f"{name}/{path.name}" for path in archives)
        result.append(Fetched("debian-source", name, found[1].strip() if found else "", files))
    return result


def fetch_binaries(packages: dict[str, str], folder: Path, env: dict[str, str]) -> list[Fetched]:
    """`apt-get download`: packages of interpreted languages, and `-dev` packages that ship source."""
    result: list[Fetched] = []
    for name, version in packages.items():
        if not list(folder.glob(f"{name}_*.deb")):
            spec = f"{name}={version}" if version else name
            subprocess.run(
                ["apt-get", "download", "-qq", spec], env=env, cwd=folder, capture_output=True, check=False
            )
        files = sorted(folder.glob(f"{name}_*.deb"))
        if not files:
            print(f"  not available: {name} {version}")
            continue
        found = files[0].name.split("_")[1].replace("%3a", ":")
        result.append(Fetched("debian-binary", name, found, (files[0].name,)))
    return result
