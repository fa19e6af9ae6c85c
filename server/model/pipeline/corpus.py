"""Mines all downloaded packages into one file of pairs, with licences checked and exclusions applied."""

import json
import random
import zlib
from collections import Counter, defaultdict
from dataclasses import asdict
from pathlib import Path
from typing import TextIO

from pipeline import archives, exclusions, licences, locales, mining
from pipeline.languages import Language
from pipeline.manifest import Fetched
from pipeline.passages import Pair

PACKAGE_CAP = {
    "doc": 4000,
    "comment": 3000,
    "name": 2500,
    "path": 1500,
    "next": 1200,
    "header": 300,
    "locale": 4000,
}
"""Most pairs of a kind that one package gives, so that large ones do not drown the rest."""
THIN = frozenset("csharp swift shell elixir haskell lua zig php objc erlang".split())
"""Languages that few packages ship: their files come first, and more of their pairs are kept."""
THIN_FACTOR = 5
MAX_FILES = 1500
OVERLAP = 0.2
"""A file is dropped when more than this share of its lines is in an excluded tree."""


def _is_left_out(package: Fetched) -> bool:
    names = {package.name.lower(), package.name.lower().rsplit("/", 1)[-1].rsplit(":", 1)[-1]}
    return bool(names & exclusions.NAMES)


def mine_package(
    package: Fetched, folder: Path, licence: str, excluded: frozenset[str], log: Counter[str]
) -> list[Pair]:
    """The pairs of one package, capped by kind."""
    per_file = archives.debian_copyright(package, folder) if licence == "per file" else None
    sources: list[tuple[str, str, Language]] = []
    translations: dict[str, str] = {}
    for path, data in archives.members(package, folder):
        if locales.is_locale(path):
            translations[path] = (
                data.decode("utf-8", "replace") if not path.endswith(".mo") else locales.mo_text(data)
            )
            continue
        language = mining.wanted(path, data[:40])
        if language is None or exclusions.is_excluded_path(path):
            continue
        if per_file is not None and not licences.is_permissive(per_file.licence_of(path)):
            log["files of other licences"] += 1
            continue
        text = data.decode("utf-8", "replace")
        if mining.is_readable(text):
            sources.append((path, text, language))
    rng = random.Random(zlib.crc32(package.key.encode()))
    rng.shuffle(sources)
    thin = [source for source in sources if source[2].name in THIN]
    sources = (
        thin[: MAX_FILES * THIN_FACTOR]
        + [source for source in sources if source[2].name not in THIN][:MAX_FILES]
    )
    by_kind: dict[str, list[Pair]] = defaultdict(list)
    seen: set[int] = set()
    for path, text, language in sources:
        digest = zlib.crc32(text.encode())
        if digest in seen:
            continue
        seen.add(digest)
        hits, lines = exclusions.overlap(text, excluded)
        if lines and hits / lines > OVERLAP:
            log["files like an excluded tree"] += 1
            continue
        log["files"] += 1
        for pair in mining.mine(package.key, path, text, language):
            if hits and (
                exclusions.overlap(pair.text, excluded)[0] or exclusions.overlap(pair.query, excluded)[0]
            ):
                log["pairs with an excluded line"] += 1
                continue
            by_kind[pair.kind].append(pair)
    by_kind["locale"] = list(locales.pairs(package.key, translations))
    result: list[Pair] = []
    for kind, found in by_kind.items():
        rng.shuffle(found)
        cap = PACKAGE_CAP[kind]
        result += [pair for pair in found if pair.language not in THIN][:cap]
        result += [pair for pair in found if pair.language in THIN][: cap * THIN_FACTOR]
    return result


def mine_all(
    packages: list[Fetched], folder: Path, excluded: frozenset[str], out: TextIO, counts: Path
) -> None:
    """Write all pairs as JSON lines to `out`, and per package its licence and pair counts to `counts`."""
    log: Counter[str] = Counter()
    rows: list[dict[str, object]] = []
    for package in packages:
        licence = archives.licence_of(package, folder)
        usable = licence == "per file" or licences.is_permissive(licence)
        row: dict[str, object] = {"package": package.key, "version": package.version, "licence": licence}
        if _is_left_out(package) or not usable:
            log["packages left out"] += 1
            rows.append({**row, "pairs": 0, "left_out": "name" if usable else "licence"})
            continue
        pairs = mine_package(package, folder, licence, excluded, log)
        for pair in pairs:
            out.write(json.dumps(asdict(pair), ensure_ascii=False) + "\n")
        languages = Counter(pair.language for pair in pairs)
        rows.append({**row, "pairs": len(pairs), "languages": dict(languages.most_common())})
    counts.write_text(json.dumps({"log": dict(log), "packages": rows}, indent=0, ensure_ascii=False), "utf-8")
    print("  ", dict(log))
