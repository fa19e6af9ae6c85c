"""All definitions of a file: names, kinds, canonical names and lines."""

from tree_sitter import Node, QueryCursor, Tree

from .definition import Definition
from .definition_query import definition_query
from .details import Details
from .grammars import GRAMMARS
from .grammars.rule import CLASS_KINDS, FUNCTION_KINDS, VALUE_KINDS, Named
from .module_names import module_name
from .outline import Outline, markdown_outline
from .parser import parse
from .source import SourceText
from .types import Symbol
from .visibility import visibility

_MAX_INDENT = 400
"""Bytes; what begins further to the right does not begin its line."""

_MAX_TAIL = 100
"""Bytes between the end of a definition and that of a statement around it."""


def definitions(path: str, text: str, language: str | None) -> list[Symbol]:
    """Every definition of the file in order of appearance, outer before inner.

    Empty for languages without a table here and for texts too costly to parse.
    """
    source = SourceText(text)
    if language == "markdown":
        outline = markdown_outline(path, source)
    elif language in GRAMMARS:
        data = source.parser_bytes()
        tree = parse(language, data)
        if tree is None:
            return []
        outline = read_outline(path, language, source, data, tree)
    else:
        return []
    return [outline.symbol(each) for each in outline.definitions if not each.is_scope]


class _Entry:
    """One match of a pattern, before nesting is known."""

    __slots__ = ("end", "kind", "name", "node", "rule", "scope", "start")

    def __init__(
        self, kind: str, node: Node, name: Node | None, scope: Node | None, rule: int, start: int, end: int
    ) -> None:
        self.kind = kind
        self.node = node
        self.name = name
        self.scope = scope
        self.rule = rule
        self.start = start
        self.end = end


def _entries(language: str, tree: Tree) -> tuple[list[_Entry], list[tuple[Node, bool]]]:
    """Matches by position, outer before inner, of several for one name the first pattern's; and
    comments (True) and attributes."""
    patterns = definition_query(language)
    kinds, mains = patterns.kinds, patterns.captures
    by_name: dict[tuple[int, int], _Entry] = {}
    leads: list[tuple[Node, bool]] = []
    for rule, captures in QueryCursor(patterns.query).matches(tree.root_node):
        kind = kinds[rule]
        node = captures[mains[rule]][0]
        if kind == "doc" or kind == "attribute":
            leads.append((node, kind == "doc"))
            continue
        names = captures.get("name")
        start = node.start_byte
        name = names[0] if names else None
        key = (start, -rule) if name is None else (name.start_byte, 1)
        known = by_name.get(key)
        if known is not None and known.rule <= rule:
            continue
        scopes = captures.get("container")
        by_name[key] = _Entry(kind, node, name, scopes[0] if scopes else None, rule, start, node.end_byte)
    return sorted(by_name.values(), key=lambda entry: (entry.start, -entry.end, entry.rule)), leads


def read_outline(path: str, language: str, source: SourceText, data: bytes, tree: Tree) -> Outline:
    """Nest the matches of a language's patterns; `data` is what `tree` was parsed from."""
    return _OutlineReader(path, language, source, data).read(tree)


class _OutlineReader:
    """One sweep over the matches, with the definitions that are open at the moment."""

    def __init__(self, path: str, language: str, source: SourceText, data: bytes) -> None:
        self.grammar = GRAMMARS[language]
        self.language = language
        self.source = source
        self.data = data
        self.path = path
        self.packages: list[str] = []
        self.exported: set[str] = set()
        self.found: list[Definition] = []
        self.open: list[tuple[int, Definition]] = []
        """End byte and definition, innermost last."""
        self.wraps: list[_Entry] = []
        """Wrapping nodes directly around the current position, outermost first."""
        self.leads: dict[int, int] = {}
        """End row (exclusive) → start row of each comment or attribute that begins its line."""
        self.comments: set[int] = set()
        """The end rows of those that are comments."""
        self.sections: dict[int, str] = {}
        """By the identity of a class: what its last access specifier said."""
        self.last_closed: dict[int, Definition] = {}
        """Last definition by the identity of its parent, for joining neighbours."""

    def read(self, tree: Tree) -> Outline:
        entries, leads = _entries(self.language, tree)
        for node, is_comment in leads:
            self._lead(node, is_comment)
        for entry in entries:
            if entry.kind == "export" and entry.name is not None:
                self.exported.add(self._text(entry.name))
        for entry in entries:
            kind = entry.kind
            if kind == "wrapper":
                self._leave(entry.start)
                self.wraps.append(entry)
            elif kind == "tail":
                self._tail(entry)
            elif kind == "access":
                self._access(entry)
            elif kind == "package":
                if entry.name is not None:
                    self.packages.append(_dotted(self._text(entry.name)))
            elif kind not in ("export", "ignored"):
                self._definition(entry)
        prefix = ".".join(self.packages) or module_name(self.grammar.module, self.path)
        # Comments widen ranges, and methods may be listed before wider siblings.
        self.found.sort(key=lambda each: (each.start, -each.end))
        return Outline(self.found, prefix, Details(self.grammar, self.source, self.data))

    def _text(self, node: Node) -> str:
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def _rows(self, node: Node) -> tuple[int, int]:
        """First row and the row after the last: a node that ends at a line's start ends above it."""
        start = node.start_point[0]
        row, column = node.end_point
        end = node.end_byte
        if column > _MAX_INDENT or (column and self.data[end - column : end].strip()):
            return start, row + 1
        while row > start + 1 and self.source.is_blank(row - 1):
            row -= 1
        return start, max(start + 1, row)

    def _leave(self, start: int, node: Node | None = None) -> None:
        """Close what ended before `start`, and names declared by the very same node."""
        while self.open and (self.open[-1][0] <= start or self.open[-1][1].node == node):
            self.open.pop()
        while self.wraps and self.wraps[-1].end <= start:
            self.wraps.pop()

    def _lead(self, node: Node, is_comment: bool) -> None:
        row, column = node.start_point
        if column:
            start = node.start_byte
            if column > _MAX_INDENT or self.data[start - column : start].strip():
                return
        end = self._rows(node)[1]
        self.leads[end] = min(row, self.leads.get(end, row))
        if is_comment:
            self.comments.add(end)

    def _tail(self, entry: _Entry) -> None:
        self._leave(entry.start)
        parent = self.open[-1][1] if self.open else None
        previous = self.last_closed.get(id(parent))
        start, end = self._rows(entry.node)
        if previous is not None and previous.end - 1 <= start <= previous.end:
            previous.end = max(previous.end, end)

    def _access(self, entry: _Entry) -> None:
        """`private:` for what follows, or Ruby's `private :name` for what went before."""
        self._leave(entry.start)
        parent = self.open[-1][1] if self.open else None
        if entry.name is None:
            self.sections[id(parent)] = self._text(entry.node)
            return
        name = self._text(entry.name).lstrip(":")
        word = self._text(entry.node).split(maxsplit=1)[0].split("(")[0].removesuffix("_class_method")
        for definition in self.found:
            if definition.parent is parent and definition.name == name:
                definition.visibility = word

    def _definition(self, entry: _Entry) -> None:
        self._leave(entry.start, entry.node)
        outermost = self._wrapped(entry)
        parent = self.open[-1][1] if self.open else None
        named = self._named(entry, parent)
        if named is None:
            return
        kind = self._kind(entry, named, parent)
        if kind in VALUE_KINDS and _is_local(parent):
            return
        node = entry.node
        start, end = self._rows(node)
        if outermost is not None:
            start, wrapped_end = self._rows(outermost.node)
            end = max(end, wrapped_end)
        head = entry.name.start_point[0] if entry.name is not None else node.start_point[0]
        inner = parent
        if inner is not None and inner.kind == "type" and kind in ("struct", "enum"):
            # `typedef struct node {…} node_t;`: the struct stands beside the name, not inside it.
            inner = inner.parent
        scopes = [scope for scope in named.scopes if scope not in self.exported]
        within = inner.path if inner is not None else ""
        trail = ".".join((*([within] if within else []), *scopes, *([named.name] if named.name else [])))
        is_scope = kind == "scope"
        above = self._above(start)
        definition = Definition(
            kind, named.name, trail, above, end, start, head, node, inner, is_scope=is_scope
        )
        definition.named = named.node or entry.name
        definition.first = definition.declared = node
        if outermost is not None and outermost.node.type != "decorated_definition":
            definition.declared = outermost.node
        if above < start:
            definition.comments = self._comments(above, start)
        section = self.sections.get(id(inner), "") if self.sections else ""
        definition.visibility = visibility(self.grammar.query, definition, self.data, section)
        previous = self.last_closed.get(id(inner))
        if previous is not None and definition.start < previous.end <= definition.outer:
            # Its node took in the comment below it.
            previous.end = max(definition.start, previous.outer + 1)
        joined = self._joined(definition)
        if joined is None:
            self.found.append(definition)
            self.last_closed[id(inner)] = definition
        self.open.append((entry.end, joined or definition))

    def _wrapped(self, entry: _Entry) -> _Entry | None:
        """The outermost wrap that holds this definition alone; each wrap is used at most once."""
        outermost = None
        floor = self.open[-1][1].head if self.open else 0
        while self.wraps:
            wrap = self.wraps.pop()
            is_longer = wrap.end - entry.end > _MAX_TAIL
            if is_longer or wrap.start > entry.start or self.data[entry.end : wrap.end].strip(b" \t\n;"):
                self.wraps.clear()
                break
            if wrap.node.start_point[0] < floor:
                break
            outermost = wrap
        return outermost

    def _named(self, entry: _Entry, parent: Definition | None) -> Named | None:
        grammar = self.grammar
        if entry.name is None:
            unnamed = grammar.unnamed.get(entry.node.type, "")
            if unnamed == "{class}":
                unnamed = _class_name(parent)
            if not unnamed and entry.kind != "scope":
                return None
            return Named((), unnamed)
        named = grammar.naming(entry.kind, self._text(entry.name), entry.node, entry.name)
        if named is None or (not named.name and (named.kind or entry.kind) != "scope"):
            return None
        if entry.scope is not None:
            named = named._replace(scopes=(self._text(entry.scope), *named.scopes))
        return named

    def _kind(self, entry: _Entry, named: Named, parent: Definition | None) -> str:
        grammar = self.grammar
        kind = named.kind or entry.kind
        if kind == "method" and named.scopes and all(scope in self.exported for scope in named.scopes):
            kind = "function"
        in_class = parent is not None and parent.kind in grammar.method_parents
        if kind == "function" and in_class:
            kind = "method"
        if kind == "method" and parent is not None and parent.kind in FUNCTION_KINDS and named.scopes:
            kind = "method"
        if kind == "method" and (
            named.name in grammar.constructors
            or ("{class}" in grammar.constructors and in_class and named.name == _class_name(parent))
        ):
            return "constructor"
        if grammar.upper_is_constant and kind in ("variable", "field", "property") and _is_upper(named.name):
            return "constant"
        if in_class and not (parent is not None and parent.kind == "enum" and kind == "constant"):
            kind = grammar.member_kind.get(kind, kind)
        return kind

    def _above(self, start: int) -> int:
        """The first row of the comments and attributes directly above `start`."""
        above = self.leads.get(start, start)
        while above in self.leads and self.leads[above] < above:
            above = self.leads[above]
        floor = self.open[-1][1].head + 1 if self.open else 0
        return min(start, max(above, floor))

    def _comments(self, start: int, end: int) -> tuple[tuple[int, int], ...]:
        """The comments among the rows directly above a definition."""
        found: list[tuple[int, int]] = []
        while end > start and (above := self.leads.get(end, end)) < end:
            if end in self.comments:
                found.append((max(above, start), end))
            end = above
        return tuple(reversed(found))

    def _joined(self, definition: Definition) -> Definition | None:
        """The neighbour above, with these lines added, if both are parts of one definition."""
        if not self.grammar.joins_same_name or definition.kind not in FUNCTION_KINDS:
            return None
        previous = self.last_closed.get(id(definition.parent))
        if (
            previous is None
            or previous.path != definition.path
            or previous.kind != definition.kind
            or not self._only_blank(previous.end, definition.start)
        ):
            return None
        previous.end = definition.end
        previous.node = definition.node
        previous.parts.append(definition.outer)
        return previous

    def _only_blank(self, start: int, end: int) -> bool:
        if start > end:
            return False
        trimmed, stop = self.source.trimmed(start, min(end, start + 4))
        return trimmed == stop and end - start <= 4


def _is_upper(name: str) -> bool:
    return len(name) > 1 and name.upper() == name and any(char.isalpha() for char in name)


def _is_local(parent: Definition | None) -> bool:
    """Inside a function, not counting classes within it."""
    return parent is not None and parent.kind in FUNCTION_KINDS


def _class_name(parent: Definition | None) -> str:
    while parent is not None:
        if parent.kind in CLASS_KINDS and parent.name:
            return parent.name
        parent = parent.parent
    return ""


def _dotted(package: str) -> str:
    return ".".join(package.replace("::", ".").replace("\\", ".").replace("/", ".").split())
