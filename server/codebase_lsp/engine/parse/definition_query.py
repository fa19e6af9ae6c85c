"""The queries that find definitions: `queries/<language>.scm`, read once per process.

A pattern captures the node of a definition as `@definition.KIND` (a kind of `Symbol`), and its name
as `@name`. Of several patterns that match one name the first counts. Further captures:

    @container    a part of the canonical name that is written apart from nesting (a Go receiver)
    @doc          a comment; what stands directly above a definition belongs to it
    @attribute    the same for attributes and decorators that are nodes of their own
    @scope        a node that only lends its name to what is inside (Rust `impl`, Swift `extension`);
                  nameless ones lend nothing
    @access       says who may use what follows in its class (`private:`), or what `@name` names
    @package      its name goes before every canonical name of the file
    @wrapper      a node around a single definition whose lines belong to it (`export`, decorators)
    @tail         belongs to the definition directly above (Kotlin accessors)
    @export       a name left out of canonical names (the table a Lua module returns)
    @ignored      the name is taken, but not by a definition (`const fs = require("fs")`)
    @_anything    only serves the predicates of its pattern

A language without a file of its own gets the patterns of `generic_query.py`.
A first line `; inherits: LANGUAGE` puts the patterns of that file before those below it.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tree_sitter import Query

from .generic_query import generic_query
from .grammars import GRAMMARS
from .parser import language_for

_INHERITS = re.compile(r"; inherits: (\w+)\n")
_MAIN = re.compile(r"@(?:definition\.(\w+)|(doc|attribute|scope|access|package|wrapper|tail|export|ignored))")
_COMMENT_OR_STRING = re.compile(r'"(?:\\.|[^"\\])*"|;.*')


@dataclass(frozen=True, slots=True)
class DefinitionQuery:
    """One language's patterns, compiled."""

    query: Query
    captures: tuple[str, ...]
    """By pattern: the capture that says what a match is, such as `definition.class` or `wrapper`."""
    kinds: tuple[str, ...]
    """By pattern: the same without `definition.`."""


@cache
def definition_query(language: str) -> DefinitionQuery:
    """For languages in `GRAMMARS`."""
    file = GRAMMARS[language].query
    text = _text(file) if file else generic_query(language_for(language))
    query = Query(language_for(language), text)
    source = text.encode()
    mains = [
        _main(source[query.start_byte_for_pattern(i) : query.end_byte_for_pattern(i)].decode())
        for i in range(query.pattern_count)
    ]
    return DefinitionQuery(query, tuple(main[0] for main in mains), tuple(main[1] for main in mains))


def _text(name: str) -> str:
    text = Path(__file__).with_name("queries").joinpath(f"{name}.scm").read_text("utf-8")
    inherited = _INHERITS.match(text)
    return _text(inherited.group(1)) + text if inherited else text


def _main(pattern: str) -> tuple[str, str]:
    """(capture, kind) of a pattern."""
    found = _MAIN.search(_COMMENT_OR_STRING.sub("", pattern))
    if found is None:
        raise ValueError(f"This pattern captures nothing that it could be: {pattern}")
    return found.group()[1:], found.group(1) or found.group(2)
