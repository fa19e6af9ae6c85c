"""The list of packages the model is trained on: `packages.toml`, one table per ecosystem, name = version.

An empty version means "not pinned yet"; the download stage pins it and writes the file back.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import tomllib

ECOSYSTEMS = ("debian-source", "debian-binary", "npm", "pypi", "maven", "go")


@dataclass(frozen=True)
class Fetched:
    """A package as it lies on disk."""

    ecosystem: str
    name: str
    version: str
    files: tuple[str, ...]
    """Archives, relative to the archive folder."""

    @property
    def key(self) -> str:
        return f"{self.ecosystem}/{self.name}"


def read_manifest(path: Path) -> dict[str, dict[str, str]]:
    """Ecosystem → package name → version ("" where not pinned)."""
    with path.open("rb") as file:
        tables = tomllib.load(file)
    unknown = set(tables) - set(ECOSYSTEMS)
    if unknown:
        raise ValueError(f"unknown ecosystems in {path}: {sorted(unknown)}")
    return {name: dict(tables.get(name, {})) for name in ECOSYSTEMS}


def write_manifest(path: Path, packages: dict[str, dict[str, str]]) -> None:
    """Write `packages` sorted by name, so that a change shows as one line."""
    lines = [
        "# Source packages the bundled model is trained on, pinned. See README.md in this folder.",
        "# A package whose metadata names no permissive licence is downloaded and then left out.",
    ]
    for ecosystem in ECOSYSTEMS:
        lines += ["", f"[{ecosystem}]"]
        lines += [
            f"{json.dumps(name)} = {json.dumps(version)}"
            for name, version in sorted(packages.get(ecosystem, {}).items())
        ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_index(path: Path, packages: list[Fetched]) -> None:
    path.write_text(json.dumps([asdict(package) for package in packages], indent=0), encoding="utf-8")


def read_index(path: Path) -> list[Fetched]:
    rows = json.loads(path.read_text(encoding="utf-8"))
    return [Fetched(**{**row, "files": tuple(row["files"])}) for row in rows]
