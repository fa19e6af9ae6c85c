"""A text as lines, and as the bytes the parser sees.

Lines end at `\\n`, `\\r\\n` or a lone `\\r` and nowhere else, as LSP counts them. The parser counts
rows at `\\n` alone, so it is given a text whose line ends are all `\\n`: rows and lines agree,
while columns and offsets of the two are not to be mixed.
"""

import re
from itertools import accumulate

_LINE_END = re.compile(r"\r\n|\r|\n")
_WITH_END = (1).__add__


class SourceText:
    """One text; immutable. Rows are 0-based."""

    __slots__ = ("lines", "starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        if "\r" in text:
            self.lines: list[str] = []
            """Without their line ends; a text that ends in a line end has no empty last line."""
            self.starts: list[int] = [0]
            """Character offset of each line, and of the end of the text."""
            position = 0
            for match in _LINE_END.finditer(text):
                self.lines.append(text[position : match.start()])
                position = match.end()
                self.starts.append(position)
            if position < len(text):
                self.lines.append(text[position:])
                self.starts.append(len(text))
        else:
            self.lines = text.split("\n")
            if not self.lines[-1]:
                self.lines.pop()
            self.starts = list(accumulate(map(_WITH_END, map(len, self.lines)), initial=0))
            self.starts[-1] = len(text)

    def __len__(self) -> int:
        """How many lines."""
        return len(self.lines)

    def is_blank(self, row: int) -> bool:
        return not self.lines[row].strip()

    def size(self, start: int, end: int) -> int:
        """Characters in the lines `start` to `end` (exclusive), line ends included."""
        return self.starts[end] - self.starts[start]

    def slice(self, start: int, end: int) -> str:
        return self.text[self.starts[start] : self.starts[end]]

    def trimmed(self, start: int, end: int) -> tuple[int, int]:
        """The range without blank lines at its ends; empty if all are blank."""
        lines = self.lines
        while start < end and not lines[start].strip():
            start += 1
        while end > start and not lines[end - 1].strip():
            end -= 1
        return start, end

    def parser_bytes(self) -> bytes:
        """UTF-8 with `\\n` line ends; characters that UTF-8 cannot hold become `?`."""
        text = self.text if "\r" not in self.text else "\n".join(self.lines) + "\n"
        return text.encode("utf-8", "replace")
