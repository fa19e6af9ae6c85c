"""The text: pieces with their sources, in one of four formats. Code is never escaped or changed."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..parse.source import SourceText
from .pieces import Segments, text_of

INSTRUCTIONS = (
    "The following code was found in the project for the question below. Answer from it; where it does not "
    "say enough, say what is missing instead of guessing. Cite code as path:first-last line."
)
_FENCE = re.compile(r"^[ \t]*(`{3,})", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """One piece, chosen and ready to be written."""

    path: str
    lines: SourceText
    segments: Segments
    role: str
    canonical_name: str
    language: str | None


Render = Callable[[Sequence[Block], str, str], str]
"""(blocks, question or "" without instructions, map or "") → the text."""


def place(block: Block) -> str:
    """`src/a.py:10-24`, 1-based and inclusive as people and editors write it."""
    return f"{block.path}:{block.segments[0][0] + 1}-{block.segments[-1][1]}"


def shown(block: Block) -> str:
    """The lines of a block; what is left out between them is one marked line."""
    parts: list[str] = []
    before = block.segments[0][0]
    for start, end in block.segments:
        if start > before:
            indent = re.match(r"[ \t]*", block.lines.lines[start])
            left_out = start - before
            mark = f"… {left_out} line{'s' if left_out > 1 else ''}"
            parts.append(f"{indent.group() if indent else ''}{mark}\n")
        text = text_of(block.lines, ((start, end),))
        parts.append(text if text.endswith(("\n", "\r")) else text + "\n")
        before = end
    return "".join(parts)


def _title(block: Block) -> str:
    name = f" {block.canonical_name}" if block.canonical_name else ""
    return f"{place(block)}{name} ({block.role})"


def fence_for(text: str) -> str:
    """Longer than any fence inside, so that code with fences stays in one piece."""
    longest = max((len(match.group(1)) for match in _FENCE.finditer(text)), default=2)
    return "`" * max(3, longest + 1)


def markdown(blocks: Sequence[Block], question: str, repository_map: str) -> str:
    parts = [f"{INSTRUCTIONS}\n\nQuestion: {question}\n"] if question else []
    if repository_map:
        fence = fence_for(repository_map)
        parts.append(f"### Map of the repository\n{fence}\n{repository_map.rstrip()}\n{fence}\n")
    for block in blocks:
        code = shown(block)
        fence = fence_for(code)
        parts.append(f"### {_title(block)}\n{fence}{block.language or ''}\n{code}{fence}\n")
    return "\n".join(parts)


def xml(blocks: Sequence[Block], question: str, repository_map: str) -> str:
    """Tags around verbatim code, as models are used to; not meant for an XML parser."""
    parts = [f"<instructions>\n{INSTRUCTIONS}\n</instructions>\n"] if question else []
    if question:
        parts.append(f"<question>\n{question}\n</question>\n")
    if repository_map:
        parts.append(f"<map>\n{repository_map.rstrip()}\n</map>\n")
    for block in blocks:
        first, last = block.segments[0][0] + 1, block.segments[-1][1]
        attributes = {"path": block.path, "lines": f"{first}-{last}", "role": block.role}
        if block.canonical_name:
            attributes["name"] = block.canonical_name
        written = " ".join(
            f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in attributes.items()
        )
        parts.append(f"<code {written}>\n{shown(block)}</code>\n")
    return "".join(parts)


def plain(blocks: Sequence[Block], question: str, repository_map: str) -> str:
    parts = [f"{INSTRUCTIONS}\n\nQuestion: {question}\n"] if question else []
    if repository_map:
        parts.append(f"Map of the repository\n{repository_map.rstrip()}\n")
    parts.extend(f"--- {_title(block)}\n{shown(block)}" for block in blocks)
    return "\n".join(parts)


def as_json(blocks: Sequence[Block], question: str, repository_map: str) -> str:
    value: dict[str, object] = {}
    if question:
        value |= {"instructions": INSTRUCTIONS, "question": question}
    if repository_map:
        value["map"] = repository_map
    value["code"] = [
        {
            "path": block.path,
            "lines": f"{block.segments[0][0] + 1}-{block.segments[-1][1]}",
            "role": block.role,
            "name": block.canonical_name,
            "text": shown(block),
        }
        for block in blocks
    ]
    return json.dumps(value, ensure_ascii=False, indent=1)


RENDERERS: dict[str, Render] = {"markdown": markdown, "xml": xml, "json": as_json, "plain": plain}
