"""Who may use a definition, where the language says it.

`public`, `protected`, `private`, `internal` (the same build unit: an assembly, module or crate) or
`package`; empty for what has no visibility of its own, such as locals and members of a Rust trait.
"""

from collections.abc import Callable

from .definition import Definition
from .grammars.rule import FUNCTION_KINDS
from .signatures import declaration_start

Words = list[str]
"""What is written before the name: modifiers, keywords, a type."""


def visibility(language: str, definition: Definition, data: bytes, section: str) -> str:
    """`language` is the name of a query, `data` the file; `section` is what the last `private:` (C++)
    or `private` (Ruby) of the class said, if any."""
    parent = definition.parent
    if parent is not None and parent.kind in FUNCTION_KINDS:
        return ""
    by_name = _BY_NAME.get(language)
    if by_name is not None:
        return by_name(definition.name)
    judge = _JUDGES.get(language)
    return judge(definition, _words(definition, data), section) if judge is not None else ""


def _words(definition: Definition, data: bytes) -> Words:
    declared, named = definition.declared, definition.named
    if declared is None:
        return []
    start = declaration_start(declared, data)
    end = named.start_byte if named else data.find(b"(", start, declared.end_byte)
    return data[start : max(start, end)].decode("utf-8", "replace").split()


def _first(words: Words, wanted: tuple[str, ...], otherwise: str) -> str:
    return next((word for word in wanted if word in words), otherwise)


def _container(definition: Definition) -> str:
    return definition.parent.kind if definition.parent is not None else ""


def _python(name: str) -> str:
    """By convention: a leading underscore says that others should keep away."""
    return "private" if name.startswith("_") and not name.endswith("__") else "public"


def _go(name: str) -> str:
    return "public" if name[:1].isupper() else "package"


def _rust(definition: Definition, words: Words, section: str) -> str:
    parent = definition.parent
    if words and words[0] == "pub":
        return "public"
    if words and words[0].startswith("pub("):
        return "private" if words[0] == "pub(self)" else "internal"
    if parent is not None and parent.node is not None and parent.is_scope:
        is_trait_impl = parent.node.child_by_field_name("trait") is not None
        return "" if is_trait_impl else "private"
    node = definition.node
    inherits = _container(definition) in ("interface", "constant") or (
        node is not None and node.type in ("enum_variant", "macro_definition")
    )
    return "" if inherits else "private"


def _java(definition: Definition, words: Words, section: str) -> str:
    if definition.kind == "constructor" and _container(definition) == "enum":
        return "private"
    is_open = _container(definition) == "interface" or (
        definition.node is not None and definition.node.type == "enum_constant"
    )
    return _first(words, ("public", "protected", "private"), "public" if is_open else "package")


def _kotlin(definition: Definition, words: Words, section: str) -> str:
    return _first(words, ("private", "protected", "internal"), "public")


def _scala(definition: Definition, words: Words, section: str) -> str:
    for word in words:
        if word.startswith(("private", "protected")):
            base, bracket, _ = word.partition("[")
            if base in ("private", "protected"):
                return "package" if bracket and base == "private" and "this]" not in word else base
    return "public"


def _csharp(definition: Definition, words: Words, section: str) -> str:
    container = _container(definition)
    if container in ("interface", "enum"):
        return _first(words, ("private", "protected", "internal"), "public")
    if definition.kind == "module":
        return ""
    default = "internal" if container in ("", "module") else "private"
    return _first(words, ("public", "protected", "private", "internal"), default)


def _php(definition: Definition, words: Words, section: str) -> str:
    if definition.parent is None or definition.parent.kind == "module":
        return ""
    return _first(words, ("private", "protected"), "public")


def _swift(definition: Definition, words: Words, section: str) -> str:
    parent = definition.parent
    if _container(definition) == "interface" or (
        definition.node is not None and definition.node.type == "enum_entry"
    ):
        return ""
    default = (
        parent.visibility if parent is not None and parent.is_scope and parent.visibility else "internal"
    )
    found = _first(words, ("public", "open", "private", "fileprivate", "internal", "package"), default)
    return {"open": "public", "fileprivate": "private"}.get(found, found)


def _cpp(definition: Definition, words: Words, section: str) -> str:
    parent = definition.parent
    if parent is None or parent.node is None or parent.kind == "module":
        return "private" if "static" in words and definition.kind != "module" else ""
    if parent.node.type in ("class_specifier", "struct_specifier", "union_specifier"):
        return section or ("private" if parent.node.type == "class_specifier" else "public")
    return ""


def _c(definition: Definition, words: Words, section: str) -> str:
    """By linkage, so for functions and variables alone."""
    node = definition.node
    if node is None or node.type not in ("function_definition", "declaration") or definition.parent:
        return ""
    return "private" if "static" in words else "public"


def _ecmascript(definition: Definition, words: Words, section: str) -> str:
    if definition.name.startswith("#"):
        return "private"
    container = _container(definition)
    if container == "class":
        return _first(words, ("private", "protected"), "public")
    if container in ("interface", "enum", "type"):
        return "public"
    return "public" if words and words[0] == "export" else ""


def _ruby(definition: Definition, words: Words, section: str) -> str:
    if definition.kind in ("class", "module", "constant", "struct") or definition.parent is None:
        return ""
    if words and words[0] in ("private", "protected", "public"):
        return words[0]
    if words and words[0] == "private_class_method":
        return "private"
    node = definition.node
    is_of_class = node is not None and node.type == "singleton_method"  # sections do not reach `def self.f`
    return "public" if is_of_class or not section else section


def _lua(definition: Definition, words: Words, section: str) -> str:
    return "private" if words and words[0] == "local" else "public"


def _elixir(definition: Definition, words: Words, section: str) -> str:
    if definition.kind in ("module", "interface", "constant"):
        return "private" if definition.kind == "constant" else ""
    is_private = words and words[0] in ("defp", "defmacrop", "defguardp", "defnp", "@typep")
    return "private" if is_private else "public"


_BY_NAME: dict[str, Callable[[str], str]] = {"go": _go, "python": _python}

_JUDGES: dict[str, Callable[[Definition, Words, str], str]] = {
    "c": _c,
    "cpp": _cpp,
    "csharp": _csharp,
    "elixir": _elixir,
    "java": _java,
    "javascript": _ecmascript,
    "kotlin": _kotlin,
    "lua": _lua,
    "php": _php,
    "ruby": _ruby,
    "rust": _rust,
    "scala": _scala,
    "swift": _swift,
    "typescript": _ecmascript,
}
