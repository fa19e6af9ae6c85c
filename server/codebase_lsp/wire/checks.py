"""What a value must satisfy beyond its type; used as attrs validators by `types`.

A failed check raises FieldError, which carries the place inside the field, so that
the codec can name the exact path.
"""

from collections.abc import Callable, Sequence
from typing import Any

import attrs

Check = Callable[[Any, "attrs.Attribute[Any]", Any], None]


class FieldError(ValueError):
    """`name` is the attribute, `place` what follows it in the path, such as `[2]`."""

    def __init__(self, name: str, message: str, place: str = "") -> None:
        super().__init__(message)
        self.name = name
        self.place = place


def between(low: int, high: int) -> Check:
    """A whole number from `low` to `high`, both included."""

    def check(_: Any, attribute: "attrs.Attribute[Any]", value: int) -> None:
        if not low <= value <= high:
            raise FieldError(attribute.name, f"must be from {low} to {high}, not {value}")

    return check


def text(most: int) -> Check:
    """Text with something in it besides white space, and at most `most` characters."""

    def check(_: Any, attribute: "attrs.Attribute[Any]", value: str) -> None:
        if not value.strip():
            raise FieldError(attribute.name, "must not be blank")
        if len(value) > most:
            raise FieldError(attribute.name, f"must have at most {most} characters, not {len(value)}")

    return check


def at_most(most: int) -> Check:
    """Text, texts together, or nothing: at most `most` characters."""

    def check(_: Any, attribute: "attrs.Attribute[Any]", value: "str | Sequence[str] | None") -> None:
        characters = len(value) if isinstance(value, str) else sum(map(len, value or ()))
        if characters > most:
            raise FieldError(attribute.name, f"must have at most {most} characters, not {characters}")

    return check


def one_of(choices: Sequence[str]) -> Check:
    """One of a fixed set of words."""

    def check(_: Any, attribute: "attrs.Attribute[Any]", value: str) -> None:
        if value not in choices:
            raise FieldError(attribute.name, _wrong_word(value, choices))

    return check


def each_one_of(choices: Sequence[str]) -> Check:
    """Every element is one of a fixed set of words."""

    def check(_: Any, attribute: "attrs.Attribute[Any]", value: Sequence[str]) -> None:
        for position, element in enumerate(value):
            if element not in choices:
                raise FieldError(attribute.name, _wrong_word(element, choices), f"[{position}]")

    return check


def _wrong_word(value: str, choices: Sequence[str]) -> str:
    return f"must be one of {', '.join(choices)}, not {value[:80]!r}"
