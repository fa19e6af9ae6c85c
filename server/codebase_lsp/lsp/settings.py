"""What a client may send as settings, resolved into what the engine works with.

Every engine setting can be sent under its camelCase name, in `initializationOptions` and
in the configuration section `codebase`; the section wins. What is unknown or does not fit
is left as it was and reported, never refused.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from ..engine.settings import Settings
from ..wire.codec import camel_case

Group = TypeVar("Group")

RANGES: dict[str, tuple[float, float]] = {
    "max_file_bytes": (1, 1024**3),
    "chunk_chars": (200, 20_000),
    "vector_cache_bytes": (1024**2, 1024**4),
    "graph_threshold": (1, 10**9),
    "workers": (1, 64),
    "search_seconds": (0.05, 600),
    "regex_seconds": (0.05, 600),
    "timeout": (0.05, 600),
    "query_timeout": (0.05, 600),
    "threads": (1, 64),
}
"""Lowest and highest value that makes sense; other numbers must not be negative."""


def resolve(sources: Sequence[object]) -> tuple[Settings, list[str]]:
    """Settings from `sources` (JSON values, later ones win), and a sentence for each fault."""
    settings = Settings()
    faults: list[str] = []
    for source in sources:
        if isinstance(source, Mapping):
            settings = _merge(settings, _section(source), "", faults)
        elif source is not None:
            faults.append(f"Settings must be an object, not {source!r:.80}.")
    return settings, list(dict.fromkeys(faults))


def _section(source: Mapping[str, Any]) -> Mapping[str, Any]:
    """Some clients send the section by itself, some the object that contains it."""
    inner = source.get("codebase")
    return inner if len(source) == 1 and isinstance(inner, Mapping) else source


def _merge(group: Group, sent: Mapping[str, Any], prefix: str, faults: list[str]) -> Group:
    """`group` (a settings dataclass) with what `sent` changes; `prefix` is the path to it."""
    names = {camel_case(field.name): field.name for field in dataclasses.fields(group)}  # type: ignore[arg-type]
    changes: dict[str, Any] = {}
    for name, value in sent.items():
        if name not in names:
            faults.append(f"There is no setting {prefix + name!r}.")
            continue
        if value is None:
            continue
        now = getattr(group, names[name])
        if dataclasses.is_dataclass(now) and isinstance(value, Mapping):
            changes[names[name]] = _merge(now, value, f"{prefix}{name}.", faults)
            continue
        fit = _fit(names[name], value, now)
        if fit is None:
            faults.append(f"The setting {prefix + name!r} cannot be {value!r:.80}; it is not used.")
        else:
            changes[names[name]] = fit
    return dataclasses.replace(group, **changes)  # type: ignore[type-var]


def _fit(attribute: str, value: object, now: object) -> Any:
    """`value` in the type of the value `now`, or None if it does not fit."""
    if isinstance(now, bool):
        return value if isinstance(value, bool) else None
    if isinstance(now, (int, float)):
        return _fit_number(attribute, value, now)
    if now is None or isinstance(now, str):
        # Only a name must say something; elsewhere the empty text has a meaning.
        return (
            value
            if isinstance(value, str) and (attribute not in ("model", "reranker") or value.strip())
            else None
        )
    if isinstance(now, tuple) and isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    return None


def _fit_number(attribute: str, value: object, now: "int | float") -> "int | float | None":
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    low, high = RANGES.get(attribute, (0, 10**12))
    if not low <= value <= high:
        return None
    # Some clients (Lua) have one kind of number, and 4 comes as 4.0.
    if isinstance(now, int):
        return int(value) if value == int(value) else None
    return float(value)
