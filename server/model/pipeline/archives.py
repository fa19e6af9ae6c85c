"""Reads package archives without unpacking them: source files one by one, and the package's licence."""

import io
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from pipeline import licences, maven
from pipeline.manifest import Fetched

MAX_BYTES = 400_000
"""Larger files are generated or data."""


def _tar(stream: io.BufferedIOBase, strip: int) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=stream, mode="r|*") as archive:
        for member in archive:
            if member.isfile() and 0 < member.size <= MAX_BYTES:
                path = "/".join(member.name.removeprefix("./").split("/")[strip:])
                extracted = archive.extractfile(member)
                if path and extracted:
                    yield path, extracted.read()


def _zip(path: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            if not info.is_dir() and 0 < info.file_size <= MAX_BYTES:
                yield info.filename, archive.read(info)


def members(package: Fetched, folder: Path) -> Iterator[tuple[str, bytes]]:
    """(path, content) of every file of at most `MAX_BYTES` in the package's archives."""
    for name in package.files:
        path = folder / package.ecosystem / name
        try:
            if path.suffix == ".deb":
                command = ["dpkg-deb", "--fsys-tarfile", str(path)]
                with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
                    assert process.stdout is not None
                    yield from _tar(process.stdout, 0)  # type: ignore[arg-type]
            elif path.suffix in (".whl", ".jar", ".zip"):
                for inner, data in _zip(path):
                    # Go module archives put module@version first, which itself holds slashes.
                    yield (
                        (inner.split("@", 1)[1].split("/", 1)[-1] if package.ecosystem == "go" else inner),
                        data,
                    )
            else:
                debian = package.ecosystem == "debian-source" and ".debian.tar" in path.name
                with path.open("rb") as stream:
                    yield from _tar(stream, 0 if debian else 1)  # type: ignore[arg-type]
        except (tarfile.TarError, zipfile.BadZipFile, EOFError, OSError, NotImplementedError) as error:
            print(f"  unreadable: {path.name}: {error}")


def _first(package: Fetched, folder: Path, wanted: tuple[str, ...]) -> str:
    for path, data in members(package, folder):
        if path.lower() in wanted or any(
            name.startswith("*") and path.lower().endswith(name[1:].lower()) for name in wanted
        ):
            return data.decode("utf-8", "replace")
    return ""


def debian_copyright(package: Fetched, folder: Path) -> licences.DebianCopyright:
    """The copyright file of a Debian package, source or binary."""
    if package.ecosystem == "debian-source":
        # The packaging archive is the last one and small; look there first.
        part = Fetched(package.ecosystem, package.name, package.version, package.files[::-1])
        return licences.DebianCopyright.parse(_first(part, folder, ("debian/copyright",)))
    return licences.DebianCopyright.parse(_first(package, folder, ("*/copyright",)))


def licence_of(package: Fetched, folder: Path) -> str:
    """The licence of the package as its metadata names it, "" if it names none.

    A Debian source package may mix licences; there the answer is `per file` (see `debian_copyright`).
    """
    if package.ecosystem == "npm":
        return licences.from_package_json(_first(package, folder, ("package.json",)))
    if package.ecosystem == "pypi":
        return licences.from_wheel_metadata(_first(package, folder, ("*.dist-info/METADATA",)))
    if package.ecosystem == "maven":
        group, artifact = package.name.split(":")
        return " or ".join(maven.declared_licences((group, artifact, package.version), folder / "maven"))
    if package.ecosystem == "go":
        names = ("license", "license.txt", "license.md", "copying", "licence")
        return licences.from_text(_first(package, folder, names))
    copyright_file = debian_copyright(package, folder)
    if package.ecosystem == "debian-source":
        return "per file" if copyright_file.patterns else ""
    return " and ".join(f"({licence})" for licence in sorted(copyright_file.all_licences()))
