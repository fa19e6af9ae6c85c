"""Small expressions as text: `a.b(c).d` as the steps a reader takes from left to right.

Not a parser: what is no plain chain of names and calls is given up at once.
"""

import re
from typing import NamedTuple

_BEFORE = re.compile(r"[\w$@]+$")
_NAME = re.compile(r"[A-Za-z_$@\u0080-\uffff][\w$]*")
_SEPARATOR_END = re.compile(r"(?:\?\.|!\.|!!\.|\.|->|::)$")
_SEPARATOR = re.compile(r"\s*(?:\?\.|!\.|!!\.|\.|->|::)\s*")
_LEADING = re.compile(r"(?:await|new|yield from|yield|return|try|typeof|&mut|&|\*)\s*")
_GENERICS = re.compile(r"(?:::)?<[\w\s,.:&*\[\]?'|<>]*>(?=\s*(?:\(|\{|::))")
_ENDS = ("//", "--", "||", "if ", "or ", "as ", "in ")
"""What may follow a chain whose value is still the chain's, at least on one side."""
_PAIRS = {")": "(", "]": "[", "}": "{"}
_CLOSING = {opening: closing for closing, opening in _PAIRS.items()}


class Step(NamedTuple):
    """One name of a chain."""

    name: str
    called: bool = False
    indexed: bool = False
    """`[…]` follows: an element of it."""
    is_path: bool = False
    """It stands before `::`, so it is no variable."""


Chain = tuple[Step, ...]
LITERAL: Chain = ()
"""The receiver is a literal: a value of one of the language's own types."""


def split_receiver(receiver: str) -> Chain:
    """`os.path` → two steps. The receiver must be a chain of names."""
    parts = re.split(r"\?\.|!\.|\.|->|::", receiver)
    return tuple(Step(part.strip()) for part in parts if part.strip())


def chain_before(text: str, end: int) -> Chain | None:
    """What the name that begins at `end` is a member of; None if it cannot be read.

    `end` is an offset; `text` may hold the lines before, for chains over several lines.
    """
    steps: list[Step] = []
    at = len(text[:end].rstrip())
    separator = _SEPARATOR_END.search(text, max(0, at - 3), at)
    if separator is None:
        return None
    while separator is not None:
        at = len(text[: separator.start()].rstrip())
        called = indexed = False
        while at and text[at - 1] in ")]":
            opening = _opening(text, at - 1)
            if opening is None:
                return None
            called, indexed = called or text[opening] == "(", indexed or text[opening] == "["
            at = len(text[:opening].rstrip())
        if at and text[at - 1] in "\"'`}":
            return LITERAL if not (called or indexed or steps) and text[at - 1] != "}" else None
        name = _BEFORE.search(text, max(0, at - 200), at)
        if name is None or name.group()[0].isdigit():
            return None
        steps.append(Step(name.group(), called, indexed))
        at = len(text[: name.start()].rstrip())
        separator = _SEPARATOR_END.search(text, max(0, at - 3), at)
    return tuple(reversed(steps))


def _opening(text: str, at: int) -> int | None:
    """Offset of the bracket that the one at `at` closes."""
    stack: list[str] = []
    for position in range(at, max(-1, at - 2000), -1):
        character = text[position]
        if character in _PAIRS:
            stack.append(_PAIRS[character])
        elif character in "([{":
            if not stack or stack.pop() != character:
                return None
            if not stack:
                return position
    return None


def chain_at(text: str) -> Chain | None:
    """The chain at the start of an expression; None if its value is something else's."""
    text = text.strip()
    while leading := _LEADING.match(text):
        text = text[leading.end() :]
    if text[:1] in "\"'`" or text[:1].isdigit() or text[:1] in "[{":
        return LITERAL
    steps: list[Step] = []
    at = 0
    while True:
        name = _NAME.match(text, at)
        if name is None:
            return None
        at = name.end()
        if generics := _GENERICS.match(text, at):
            at = generics.end()
        called = indexed = False
        while at < len(text) and text[at] in "({[":
            closing = _closing(text, at)
            called, indexed = called or text[at] != "[", indexed or text[at] == "["
            if closing is None:  # It goes on below: nothing follows on this line that matters.
                steps.append(Step(name.group(), called, indexed))
                return tuple(steps)
            at = closing + 1
        steps.append(Step(name.group(), called, indexed))
        separator = _SEPARATOR.match(text, at)
        if separator is None:
            break
        at = separator.end()
    rest = text[at:].lstrip(" ?!")
    ended = (
        not rest or rest[0] in ";,)#}{:" or rest.startswith(("//", "--", "||", "if ", "or ", "as ", "in "))
    )
    return tuple(steps) if ended else None


def _closing(text: str, at: int) -> int | None:
    stack: list[str] = []
    quote = ""
    for position in range(at, len(text)):
        character = text[position]
        if quote:
            quote = "" if character == quote and text[position - 1] != "\\" else quote
        elif character in "\"'`":
            quote = character
        elif character in _CLOSING:
            stack.append(_CLOSING[character])
        elif character in _PAIRS:
            if not stack or stack.pop() != character:
                return None
            if not stack:
                return position
    return None
