"""One table per language, beside its queries: how names read, and how kinds change by nesting."""

from .c_family import CPP, CSHARP, C
from .functional import ELIXIR, HASKELL
from .javascript import JAVASCRIPT, TYPESCRIPT
from .jvm import JAVA, KOTLIN, SCALA
from .others import OTHERS
from .python import PYTHON, STARLARK
from .rule import Grammar
from .scripting import BASH, LUA, PHP, RUBY
from .swift import SWIFT
from .systems import GO, RUST, ZIG

GRAMMARS: dict[str, Grammar] = {
    **OTHERS,
    "arduino": CPP,
    "bash": BASH,
    "c": C,
    "cpp": CPP,
    "csharp": CSHARP,
    "cuda": CPP,
    "elixir": ELIXIR,
    "go": GO,
    "haskell": HASKELL,
    "java": JAVA,
    "javascript": JAVASCRIPT,
    "kotlin": KOTLIN,
    "lua": LUA,
    "luau": LUA,
    "php": PHP,
    "python": PYTHON,
    "ruby": RUBY,
    "rust": RUST,
    "scala": SCALA,
    "starlark": STARLARK,
    "swift": SWIFT,
    "tsx": TYPESCRIPT,
    "typescript": TYPESCRIPT,
    "zig": ZIG,
}
"""By language name as `language_of` gives it."""

__all__ = ["GRAMMARS", "Grammar"]
