"""Java, Kotlin and Scala sources: `-sources` jars and POMs through Maven's dependency plugin.

One run of Maven copies all artifacts; a run that fails names what it could not find, which is
dropped before the next run. Licences stand in the POM or in one of its parents.
"""

import re
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from pipeline.manifest import Fetched

_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"
_POM = """<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>local</groupId><artifactId>sources</artifactId><version>1</version><packaging>pom</packaging>
<build><plugins><plugin><groupId>org.apache.maven.plugins</groupId>
<artifactId>maven-dependency-plugin</artifactId><version>3.6.1</version><configuration>
<outputDirectory>{out}</outputDirectory><prependGroupId>true</prependGroupId><artifactItems>{items}
</artifactItems></configuration></plugin></plugins></build></project>"""
_ITEM = (
    "<artifactItem><groupId>{g}</groupId><artifactId>{a}</artifactId><version>{v}</version>"
    "<type>{t}</type>{c}</artifactItem>"
)

Coordinate = tuple[str, str, str]
"""Group, artifact, version."""


def _copy(wanted: set[Coordinate], folder: Path, kind: str) -> None:
    """Copy what exists of `wanted` into `folder`; `kind` is `sources` or `pom`."""
    wanted = {item for item in wanted if not path_of(item, folder, kind).exists()}
    for _ in range(40):
        if not wanted:
            return
        items = "".join(
            _ITEM.format(
                g=g,
                a=a,
                v=v,
                t="pom" if kind == "pom" else "jar",
                c="" if kind == "pom" else "<classifier>sources</classifier>",
            )
            for g, a, v in sorted(wanted)
        )
        pom = folder / "pom.xml"
        pom.write_text(_POM.format(out=folder, items=items), encoding="utf-8")
        command = ["mvn", "-B", "-q", f"-Dmaven.repo.local={folder}/repository", "-f", str(pom), _PLUGIN]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return
        log = done.stdout + done.stderr
        missing = {
            item for item in wanted if re.search(rf"{re.escape(item[0])}:{re.escape(item[1])}:\w", log)
        }
        if not missing:
            raise RuntimeError(f"Maven failed for another reason than a missing artifact:\n{log[:2000]}")
        for item in sorted(missing):
            print(f"  not available: {':'.join(item)} ({kind})")
        wanted -= missing


def path_of(item: Coordinate, folder: Path, kind: str) -> Path:
    group, artifact, version = item
    return folder / f"{group}.{artifact}-{version}{'.pom' if kind == 'pom' else '-sources.jar'}"


def parent_of(pom: Path) -> Coordinate | None:
    """The parent's coordinate, if the POM has one."""
    root = ElementTree.parse(pom).getroot()
    parent = root.find("{*}parent")
    if parent is None:
        return None
    group, artifact, version = (
        parent.findtext(f"{{*}}{tag}", "") for tag in ("groupId", "artifactId", "version")
    )
    return (group.strip(), artifact.strip(), version.strip())


def licences_of(pom: Path) -> list[str]:
    """Names of the licences the POM itself declares."""
    root = ElementTree.parse(pom).getroot()
    return [(node.findtext("{*}name") or "").strip() for node in root.findall("{*}licenses/{*}license")]


def declared_licences(item: Coordinate, folder: Path) -> list[str]:
    """The licences of an artifact: its own POM's, else its nearest parent's."""
    current: Coordinate | None = item
    for _ in range(8):
        if current is None or not path_of(current, folder, "pom").exists():
            return []
        pom = path_of(current, folder, "pom")
        names = licences_of(pom)
        if names:
            return names
        current = parent_of(pom)
    return []


def fetch_maven(packages: dict[str, str], folder: Path) -> list[Fetched]:
    """Sources jars, with the POMs and parent POMs that declare their licences."""
    wanted = {(*name.split(":"), version) for name, version in packages.items() if version}
    _copy(wanted, folder, "sources")
    have = {item for item in wanted if path_of(item, folder, "sources").exists()}
    poms = set(have)
    for _ in range(6):
        _copy(poms, folder, "pom")
        exist = [path_of(item, folder, "pom") for item in poms if path_of(item, folder, "pom").exists()]
        parents = {parent for path in exist if not licences_of(path) and (parent := parent_of(path))}
        if parents <= poms:
            break
        poms |= parents
    return [
        Fetched("maven", f"{item[0]}:{item[1]}", item[2], (path_of(item, folder, "sources").name,))
        for item in sorted(have)
    ]
