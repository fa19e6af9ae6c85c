"""What is told of a definition beside its name and place: read from the text around its nodes."""

from .definition import Definition
from .documentation import comment_text, elixir_doc, plain_xml, python_docstring
from .grammars import Grammar
from .signatures import signature
from .source import SourceText


class Details:
    """Of one file."""

    __slots__ = ("_data", "_grammar", "_is_ascii", "_source")

    def __init__(self, grammar: Grammar, source: SourceText, data: bytes) -> None:
        """`data` is what the nodes were parsed from."""
        self._grammar = grammar
        self._source = source
        self._data = data
        self._is_ascii = data.isascii()

    def name_position(self, definition: Definition) -> tuple[int, int]:
        """Line and column in code points; (-1, 0) where a definition has no name of its own."""
        node = definition.named
        if node is None:
            return -1, 0
        row, column = node.start_point
        start = node.start_byte
        name = definition.name.encode("utf-8", "replace")
        if node.end_byte - start != len(name):
            # `geo::Circle::area`, `"quoted"`: the name is the last part.
            ahead = self._data.rfind(name, start, node.end_byte) - start
            if ahead > 0:
                row += self._data.count(b"\n", start, start + ahead)
                column = start + ahead - (self._data.rfind(b"\n", 0, start + ahead) + 1)
                start += ahead
        if self._is_ascii:
            return row, column
        return row, len(self._data[start - column : start].decode("utf-8", "replace"))

    def signature(self, definition: Definition) -> str:
        grammar = self._grammar
        return signature(definition, self._data, grammar.opens_body, one_line=grammar.head_is_a_line)

    def documentation(self, definition: Definition) -> str:
        grammar, node = self._grammar, definition.node
        if grammar.documentation == "docstring" and node is not None:
            text = python_docstring(node, self._data)
            if text:
                return text
        elif grammar.documentation == "attribute" and node is not None:
            return elixir_doc(node, definition, self._source.lines, self._data)
        if not definition.comments:
            return ""
        text = comment_text(self._source.lines, definition, grammar.doc_marks)
        return plain_xml(text) if grammar.documentation == "xml" else text
