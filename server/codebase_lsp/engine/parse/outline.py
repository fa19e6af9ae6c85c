"""The definitions of one file as found, and the symbols made of them."""

from dataclasses import dataclass

from .definition import Definition
from .details import Details
from .markdown import headings
from .module_names import module_name
from .source import SourceText
from .types import Symbol


@dataclass(slots=True)
class Outline:
    """What `read_outline` found."""

    definitions: list[Definition]
    """By start row, outer before inner; scopes included."""
    prefix: str
    """The package or module: what canonical names begin with, without the dot."""
    details: Details | None = None
    """Reads signatures and documentation; None where there are none."""

    def symbol(self, definition: Definition) -> Symbol:
        name, prefix = definition.name, self.prefix
        within = definition.path[: -len(name) - 1]
        if prefix:
            within = f"{prefix}.{within}" if within else ""
        canonical = f"{prefix}.{definition.path}" if prefix else definition.path
        details = self.details
        if details is None:
            place = (definition.start, definition.end, definition.head)
            return Symbol(name, definition.kind, canonical, *place, container=within)
        return Symbol(
            name,
            definition.kind,
            canonical,
            definition.start,
            definition.end,
            *details.name_position(definition),
            within,
            details.signature(definition),
            details.documentation(definition),
            definition.visibility,
        )


def markdown_outline(path: str, source: SourceText) -> Outline:
    """The headings of a Markdown text; a section ends where one of its level or above begins."""
    found: list[Definition] = []
    stack: list[tuple[int, Definition]] = []
    for heading in headings(source.lines):
        while stack and stack[-1][0] >= heading.level:
            stack.pop()[1].end = heading.start
        parent = stack[-1][1] if stack else None
        within = f"{parent.path}.{heading.title}" if parent else heading.title
        section = Definition(
            "section",
            heading.title,
            within,
            heading.start,
            len(source),
            heading.start,
            heading.start,
            None,
            parent,
        )
        found.append(section)
        stack.append((heading.level, section))
    return Outline(found, module_name("stem", path))
