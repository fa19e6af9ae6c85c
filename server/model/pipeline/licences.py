"""Decides whether a package, or a file of one, may be trained on: permissive licences only.

What decides is the package's own metadata. Unknown, copyleft and source-available licences are refused.
"""

import fnmatch
import json
import re
from dataclasses import dataclass, field
from email.parser import HeaderParser

_ALLOWED = re.compile(
    r"\b(mit(-0)?|expat|0?bsd([ -]?[0234])?|apache([ -]?2)?|isc|zlib|libpng|psf|python-2"
    r"|python software foundation|unlicense|boost|bsl-1|bsl1|cc0|public[ -]domain|postgresql|x11|ncsa|wtfpl"
    r"|curl|mulan ?psl|mulan permissive|upl|blueoak|zpl|zope|hpnd|bouncy castle|edl)\b|^go$",
    re.I,
)
_REFUSED = re.compile(
    r"gpl|general public|\bmpl|mozilla|\bepl\b|eclipse public|cddl|eupl|\bosl|sspl|elastic|busl|bsl-?1\.1"
    r"|business source|commons clause|non-?commercial|proprietary|cc-by|creative commons attr|artistic|\bvim"
    r"|ssleay|unknown|see |cecill"
    r"|ms-?pl|ms-?rl|gfdl|gnu|unlicensed|all rights reserved",
    re.I,
)


_OR = re.compile(r"\s+or\s+|\s*[/|]\s*", re.I)
_AND = re.compile(r"\s+and\s+|\s*&\s*", re.I)


def _split(expression: str, joint: re.Pattern[str]) -> list[str]:
    """`expression` cut at the joints that stand outside parentheses."""
    parts: list[str] = []
    start = 0
    for found in joint.finditer(expression):
        before = expression[: found.start()]
        if before.count("(") == before.count(")"):
            parts.append(expression[start : found.start()])
            start = found.end()
    return [*parts, expression[start:]]


def is_permissive(expression: str) -> bool:
    """Whether a licence name or an SPDX-like expression allows use under permissive terms alone.

    Of alternatives (`or`, `/`) one suffices, of conjunctions (`and`) all must be permissive; `and` binds
    tighter, and parentheses group.
    """
    expression = " ".join(expression.split())
    for joint, decide in ((_OR, any), (_AND, all)):
        parts = _split(expression, joint)
        if len(parts) > 1:
            return decide(is_permissive(part) for part in parts)
    if expression.startswith("(") and expression.endswith(")"):
        return is_permissive(expression[1:-1])
    return len(expression) < 200 and bool(_ALLOWED.search(expression)) and not _REFUSED.search(expression)


_TEXTS = (
    ("Apache-2.0", re.compile(r"apache license,?\s+version 2\.0", re.I)),
    (
        "MIT",
        re.compile(r"permission is hereby granted, free of charge, to any person obtaining a copy", re.I),
    ),
    (
        "ISC",
        re.compile(r"permission to use, copy, modify, and/?o?r? ?distribute this software for any", re.I),
    ),
    ("BSD", re.compile(r"redistribution and use in source and binary forms, with or without", re.I)),
    ("MulanPSL-2.0", re.compile(r"mulan permissive software licen[sc]e", re.I)),
    ("Unlicense", re.compile(r"this is free and unencumbered software", re.I)),
)


def from_text(text: str) -> str:
    """The licence a LICENSE file states, "" if it is none of the known permissive ones."""
    flat = " ".join(text.split())
    if re.search(
        r"gnu (lesser |affero )?general public|mozilla public|business source|commons clause", flat, re.I
    ):
        return ""
    return next((name for name, pattern in _TEXTS if pattern.search(flat)), "")


def from_package_json(text: str) -> str:
    """npm: `license`, or the older `licenses` list (any of them)."""
    try:
        data = json.loads(text)
    except ValueError:
        return ""
    value = data.get("license") or data.get("licenses") or ""
    values = value if isinstance(value, list) else [value]
    names = [entry.get("type", "") if isinstance(entry, dict) else str(entry) for entry in values]
    return " or ".join(name for name in names if name)


def from_wheel_metadata(text: str) -> str:
    """PyPI: the licence expression, else all classifiers, else a short `License` field or its text."""
    headers = HeaderParser().parsestr(text)
    if headers.get("License-Expression"):
        return str(headers["License-Expression"])
    classifiers = [
        str(row).split("::")[-1].strip() for row in headers.get_all("Classifier", []) if "License ::" in row
    ]
    named = [name for name in classifiers if name != "OSI Approved"]
    if named:
        return " and ".join(named)
    plain = str(headers.get("License", ""))
    return plain if len(plain) < 60 else from_text(plain)


@dataclass
class DebianCopyright:
    """A machine-readable debian/copyright file (DEP-5): licence per file pattern, the last match counts."""

    patterns: list[tuple[re.Pattern[str], str]] = field(default_factory=list)

    @classmethod
    def parse(cls, text: str) -> "DebianCopyright":
        """Empty, so refusing everything, when no licence can be read from the file."""
        result = cls()
        if "Format:" not in text[:2000]:
            # Free text: one licence for everything, if it states one and no other.
            stated = from_text(text)
            return cls([(re.compile(r"(?!debian/)"), stated)]) if stated else result
        for paragraph in re.split(r"\n\s*\n", text):
            files = re.search(r"(?m)^Files:[ \t]*((?:.*)(?:\n[ \t]+.*)*)", paragraph)
            licence = re.search(r"(?m)^License:[ \t]*(.*)", paragraph)
            if not files or not licence:
                continue
            for glob in files[1].replace(",", " ").split():
                pattern = re.compile(fnmatch.translate(glob.removeprefix("./")))
                result.patterns.append((pattern, licence[1].strip()))
        return result

    def licence_of(self, path: str) -> str:
        found = ""
        for pattern, licence in self.patterns:
            if pattern.match(path):
                found = licence
        return found

    def all_licences(self) -> set[str]:
        """Of everything but the packaging itself, which only concerns Debian's own files."""
        return {
            licence for pattern, licence in self.patterns if not pattern.pattern.startswith("(?s:debian/")
        }
