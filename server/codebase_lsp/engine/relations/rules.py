"""What a name reaches in each language: the differences that resolution must know."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rules:
    """Scope rules of one language, as far as names alone can tell."""

    own: frozenset[str] = frozenset({"self", "this"})
    """Names of the object inside its own methods."""
    own_type: frozenset[str] = frozenset({"Self"})
    """Names of the type around."""
    base: frozenset[str] = frozenset({"super"})
    """Names of what the type around inherits from."""
    bare_members: bool = False
    """A method calls another of its class without naming the object."""
    neighbours: str = "none"
    """What a name sees without an import: `none`, `folder` (Go), `namespace` (files that say they
    belong to the same one), `includes` (what is included, then the whole program), `program`."""
    structural: bool = False
    """A type implements an interface by having its methods."""
    built_in: frozenset[str] = frozenset()
    """Methods of the language's own types: a receiver of unknown type most likely has these."""


_PYTHON_METHODS = frozenset(
    name
    for kind in (str, bytes, list, dict, set, tuple, int, float, object, type, BaseException)
    for name in dir(kind)
) | {"close", "read", "write", "readline", "seek", "flush", "send", "throw", "acquire", "release"}
_SCRIPT_METHODS = frozenset(
    "at concat entries every fill filter find findIndex flat flatMap forEach includes indexOf join keys"
    " lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice toString unshift"
    " values charAt charCodeAt codePointAt endsWith match matchAll normalize padEnd padStart repeat replace"
    " replaceAll search split startsWith substring substr toLowerCase toUpperCase trim trimEnd trimStart"
    " get set has delete clear add size then catch finally apply bind call hasOwnProperty valueOf test exec"
    " toFixed toISOString getTime now log error warn info debug parse stringify assign freeze create"
    " resolve reject all race on once emit".split()
)
_JVM = Rules(neighbours="namespace", bare_members=True)
_C = Rules(neighbours="includes", bare_members=True, own=frozenset({"this"}))
_SCRIPT = Rules(built_in=_SCRIPT_METHODS)
_LUA = Rules(own=frozenset({"self"}), neighbours="none")

RULES: dict[str, Rules] = {
    "python": Rules(own=frozenset({"self", "cls"}), own_type=frozenset(), built_in=_PYTHON_METHODS),
    "starlark": Rules(built_in=_PYTHON_METHODS),
    "javascript": _SCRIPT,
    "typescript": _SCRIPT,
    "tsx": _SCRIPT,
    "jsx": _SCRIPT,
    "vue": _SCRIPT,
    "svelte": _SCRIPT,
    "go": Rules(own=frozenset(), base=frozenset(), neighbours="folder", structural=True),
    "rust": Rules(base=frozenset()),
    "java": _JVM,
    "kotlin": _JVM,
    "scala": _JVM,
    "groovy": _JVM,
    "csharp": Rules(base=frozenset({"base"}), neighbours="namespace", bare_members=True),
    "php": Rules(
        own=frozenset({"$this"}),
        own_type=frozenset({"self", "static"}),
        base=frozenset({"parent"}),
        neighbours="namespace",
    ),
    "swift": Rules(neighbours="program", bare_members=True),
    "ruby": Rules(own=frozenset({"self"}), neighbours="program", bare_members=True),
    "elixir": Rules(own=frozenset({"__MODULE__"}), neighbours="namespace"),
    "haskell": Rules(neighbours="namespace"),
    "c": _C,
    "cpp": _C,
    "cuda": _C,
    "arduino": _C,
    "objc": Rules(neighbours="includes"),
    "bash": Rules(neighbours="program"),
    "lua": _LUA,
    "luau": _LUA,
    "zig": Rules(own=frozenset()),
}
_OTHER = Rules(neighbours="program")

_FAMILIES = (
    frozenset({"javascript", "typescript", "tsx", "jsx", "vue", "svelte"}),
    frozenset({"c", "cpp", "cuda", "arduino", "objc"}),
    frozenset({"java", "kotlin", "scala", "groovy"}),
    frozenset({"lua", "luau"}),
)
_FAMILY = {language: min(family) for family in _FAMILIES for language in family}


def rules_of(language: str) -> Rules:
    return RULES.get(language, _OTHER)


def same_world(one: str, other: str) -> bool:
    """Whether code of one language can name definitions of the other."""
    return _FAMILY.get(one, one) == _FAMILY.get(other, other)
