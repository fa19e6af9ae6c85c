"""What types an annotation names, in the notations of many languages."""

import re
from typing import NamedTuple

_WRAPPER = re.compile(
    r"(?:Optional|Final|ClassVar|Annotated|Type|type|Promise|Readonly|Partial|Required|NonNullable|Awaited"
    r"|Box|Rc|Arc|Ref|RefMut|Option|Result|Future|Task|ValueTask|CompletableFuture|unique_ptr|shared_ptr"
    r"|Awaitable|Lazy|NotNull|Mutex|RwLock|RefCell|Cell|Pin|Cow)\s*[<\[]"
)
"""Values of these stand for the value inside."""
_CONTAINER = re.compile(
    r"(?:list|List|set|Set|frozenset|tuple|Tuple|deque|Sequence|MutableSequence|Iterable|Iterator|Generator"
    r"|Collection|AsyncIterator|AsyncIterable|AsyncGenerator|Array|ReadonlyArray|ReadonlySet|Vec|VecDeque"
    r"|HashSet|BTreeSet|ArrayList|LinkedList|Queue|Deque|Stack|Stream|Flux|IEnumerable|IList|ICollection"
    r"|IReadOnlyList|MutableList|MutableSet|vector|span|Seq|Slice)\s*[<\[]"
)
_MAPPING = re.compile(
    r"(?:dict|Dict|defaultdict|DefaultDict|OrderedDict|Mapping|MutableMapping|Map|ReadonlyMap|WeakMap|Record"
    r"|HashMap|BTreeMap|LinkedHashMap|TreeMap|ConcurrentHashMap|Dictionary|IDictionary|MutableMap|map"
    r"|unordered_map)\s*[<\[]"
)
_GO_CONTAINER = re.compile(r"(?:\[\w*\]|map\[[^\]]*\]|chan\s|<-chan\s)")
_NOTHING = frozenset({"None", "null", "undefined", "nil", "void", "never", "any", "Any", "unknown"})
_LEAD = re.compile(
    r"(?:[&*?~]|\.\.\.|'\w+\s"
    r"|\b(?:const|mut|dyn|impl|readonly|final|struct|enum|class|typing\.|t\.|std::|ref|out|in)\b\s*)+"
)
_NAME = re.compile(r"[A-Za-z_\\][\w.:\\]*")
_MODULE = re.compile(r"(?:typing|t|collections|abc|std)(?:\.|::)")


class NamedType(NamedTuple):
    """One type that is named."""

    name: str
    """Dotted, as written."""
    elements: int = 0
    """How many containers are around it: 1 for `list[Shop]`."""


def named_types(text: str, elements: int = 0) -> list[NamedType]:
    """`Optional["Shop"]` → `Shop`; `A | B` → both; `dict[str, Shop]` → elements that are a `Shop`."""
    found: list[NamedType] = []
    for part in _split(text.strip().strip("\"'"), "|"):
        found += _one(part.strip().strip("\"'"), elements)
    return found


def _one(part: str, elements: int) -> list[NamedType]:
    while lead := _LEAD.match(part):
        part = part[lead.end() :].strip()
    if container := _GO_CONTAINER.match(part):
        return named_types(part[container.end() :], elements + 1)
    bare = part
    while module := _MODULE.match(bare):
        bare = bare[module.end() :]
    for pattern, inside in ((_WRAPPER, 0), (_CONTAINER, 1), (_MAPPING, 1)):
        if found := pattern.match(bare):
            arguments = _split(_inside(bare[found.end() :]), ",")
            argument = arguments[-1] if pattern is _MAPPING else arguments[0]
            return named_types(argument, elements + inside)
    name = _NAME.match(part)
    if name is None or name.group() in _NOTHING:
        return []
    rest = part[name.end() :].lstrip()
    while rest.startswith("[]"):
        rest, elements = rest[2:], elements + 1
    dotted = name.group().replace("::", ".").replace("\\", ".").strip(".:")
    return [NamedType(dotted, elements)]


def _inside(text: str) -> str:
    """Up to the bracket that closes what was opened before."""
    depth = 0
    for position, character in enumerate(text):
        if character in "[<(":
            depth += 1
        elif character in "]>)":
            depth -= 1
            if depth < 0:
                return text[:position]
    return text


def _split(text: str, separator: str) -> list[str]:
    """At separators that stand in no bracket."""
    parts: list[str] = []
    depth = start = 0
    for position, character in enumerate(text):
        if character in "[<(":
            depth += 1
        elif character in "]>)":
            depth -= 1
        elif character == separator and not depth:
            parts.append(text[start:position])
            start = position + 1
    return [*parts, text[start:]]
