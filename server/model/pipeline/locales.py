"""Chinese–English pairs from the translations packages ship: gettext, JSON, JS modules, properties, INI.

Two files are aligned when their paths differ only in the language, and their texts by key.
"""

import gettext
import io
import re
from collections import Counter
from collections.abc import Iterator

from pipeline.passages import Pair, path_words

_CHINESE = re.compile(
    r"(?<![A-Za-z])(zh[-_]?(?:Hans[-_]?CN|Hans|CN)|zhCN|zhHans|zh_Hans|zh|cn|chinese|chs|simplified-chinese)(?![A-Za-z])",
    re.I,
)
_ENGLISH = (
    "en-US",
    "en_US",
    "enUS",
    "en-us",
    "en_us",
    "en",
    "en_EN",
    "english",
    "en-GB",
    "en-gb",
    "default",
    "",
)
_ENDINGS = (
    ".json",
    ".js",
    ".mjs",
    ".ts",
    ".properties",
    ".ini",
    ".po",
    ".mo",
    ".yml",
    ".yaml",
    ".php",
    ".py",
    ".arb",
)
_HAN = re.compile(r"[\u4e00-\u9fff]")
_ENTRY = re.compile(
    r"""["']?([\w.$-]+(?:[ ][\w.$-]+)*)["']?\s*(?:[:=]|=>)\s*(["'`])((?:\\.|(?!\2).)*)\2""", re.S
)
_PLAIN_ENTRY = re.compile(r"(?m)^\s*([\w.$-]+)\s*[=:]\s*(.+)$")


def is_locale(path: str) -> bool:
    """Whether a path may hold translations into Chinese, or from English."""
    if not path.lower().endswith(_ENDINGS):
        return False
    tail = "/".join(path.split("/")[-3:])
    if _CHINESE.search(tail) or re.search(r"(^|/)(locales?|i18n|labels|translations?)/", path, re.I):
        return True
    if re.search(r"(^|/)(en([-_]?US|[-_]?GB)?|enUS|english)\.\w+$", path, re.I):
        return True
    return bool(
        re.search(r"(?<![A-Za-z])(en([-_]?US|[-_]?GB)?|enUS|english)(?![A-Za-z])", tail, re.I)
    ) and bool(
        re.search(
            r"(^|/)(locales?|i18n|lang(uages?)?|l10n|translations?|msg|messages?|intl|nls)(/|$)", path, re.I
        )
    )


def mo_text(data: bytes) -> str:
    """A compiled gettext catalogue as the text of an uncompiled one."""
    try:
        catalogue = gettext.GNUTranslations(io.BytesIO(data))
    except (OSError, UnicodeDecodeError, ValueError, IndexError):
        return ""
    entries = catalogue._catalog.items()  # type: ignore[attr-defined]
    return "\n\n".join(
        f"msgid {_quote(key)}\nmsgstr {_quote(value)}"
        for key, value in entries
        if isinstance(key, str) and key
    )


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def entries(path: str, text: str) -> dict[str, str]:
    """Key → text of a translation file; repeated keys are numbered in order of appearance."""
    found: list[tuple[str, str]]
    if path.endswith((".po", ".mo")):
        found = [
            (_joined(key), _joined(value))
            for key, value in re.findall(
                r'(?m)^msgid\s+((?:"(?:\\.|[^"\\])*"\s*)+)msgstr\s+((?:"(?:\\.|[^"\\])*"\s*)+)', text
            )
        ]
    elif path.endswith((".properties", ".ini", ".yml", ".yaml")):
        found = [(key, value.strip().strip("\"'")) for key, value in _PLAIN_ENTRY.findall(text)]
        if path.endswith(".properties"):
            found = [
                (key, re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), value))
                for key, value in found
            ]
    else:
        found = [(key, value.replace("\\n", " ").replace("\\", "")) for key, _, value in _ENTRY.findall(text)]
    seen: Counter[str] = Counter()
    result: dict[str, str] = {}
    for key, value in found:
        result[f"{key}#{seen[key]}" if seen[key] else key] = value
        seen[key] += 1
    return result


def _joined(quoted: str) -> str:
    return "".join(re.findall(r'"((?:\\.|[^"\\])*)"', quoted)).replace("\\n", " ").replace('\\"', '"').strip()


def _partner(path: str, files: dict[str, str]) -> str | None:
    for english in _ENGLISH:
        other = _CHINESE.sub(english, path)
        if other != path and other in files:
            return other
    bare = re.sub(r"[-_.]?" + _CHINESE.pattern, "", path, flags=re.I)
    return bare if bare in files else None


def pairs(package: str, files: dict[str, str]) -> Iterator[Pair]:
    """Chinese text as the question, English text with its key as the answer."""
    for path, text in files.items():
        if not _CHINESE.search("/".join(path.split("/")[-3:])):
            continue
        chinese = entries(path, text)
        if path.endswith((".po", ".mo")):
            english = {key: key for key in chinese}
        else:
            other = _partner(path, files)
            if other is None:
                continue
            english = entries(other, files[other])
        words = path_words(_CHINESE.sub("", path))
        for key, value in chinese.items():
            source = english.get(key, "")
            if (
                _HAN.search(value)
                and not _HAN.search(source)
                and 2 <= len(source) <= 400
                and len(value) <= 300
            ):
                symbol = "" if path.endswith((".po", ".mo")) else key.split("#")[0]
                yield Pair("locale", package, "translation", _plain(value), words, "", symbol, _plain(source))


def _plain(text: str) -> str:
    return " ".join(re.sub(r"<[^>]*>|\{\{?[^}]*\}?\}|%\(?\w*\)?[sd]", " ", text).split())
