"""Text that nobody wrote by hand and nobody searches: generated, minified, bulk data."""

import re

from .types import SkipReason

_LOCK_FILES = frozenset(
    {
        "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "deno.lock",
        "cargo.lock", "poetry.lock", "pipfile.lock", "uv.lock", "pdm.lock", "conda-lock.yml", "pixi.lock",
        "go.sum", "go.work.sum", "composer.lock", "gemfile.lock", "mix.lock", "pubspec.lock", "podfile.lock",
        "cartfile.resolved", "package.resolved", "flake.lock", "packages.lock.json", "paket.lock",
        "gradle.lockfile", "buf.lock", "chart.lock", ".terraform.lock.hcl", "module.bazel.lock", "rebar.lock",
        "stack.yaml.lock", "cabal.project.freeze", "project.assets.json", "elm-stuff.json",
    }
)  # fmt: skip
_GENERATED_NAME = re.compile(
    r"""(?: _pb2(?:_grpc)?\.pyi? | \.pb(?:\.gw|_grpc)?\.go | \.pb\.(?:cc|h|swift|dart) | \.pbobjc\.[hm]
        | \.(?:pbenum|pbjson|pbserver)\.dart | _pb\.(?:js|ts|d\.ts) | _grpc_pb\.(?:js|d\.ts)
        | \.designer\.(?:cs|vb) | \.g(?:\.i)?\.cs | \.generated\.[a-z]+ | _generated\.(?:go|h|rs|dart)
        | (?:^|/)zz_generated\.[^/]+\.go | \.(?:g|freezed|gr|mocks)\.dart )$""",
    re.VERBOSE | re.IGNORECASE,
)
_MINIFIED_NAME = re.compile(r"[.-]min\.(?:js|mjs|cjs|css|html)$|\.(?:js|mjs|cjs|css|ts)\.map$", re.IGNORECASE)
_WEB = frozenset({"js", "mjs", "cjs", "css", "jsx"})
_PROSE = frozenset({"md", "markdown", "mdx", "rst", "txt", "adoc", "tex", "org", "ipynb"})
"""One line may be a paragraph there (in a notebook: an output)."""
_WEB_LINE, _ANY_LINE = 250, 1000
_SHORT = 1024
_BULK_CHARS = {
    "svg": 16 * 1024,
    **dict.fromkeys(("csv", "tsv", "jsonl", "ndjson", "geojson", "topojson", "log", "dat"), 64 * 1024),
    **dict.fromkeys(("json", "xml", "plist"), 256 * 1024),
}
"""From this size on a file of that kind is a table or a drawing, not configuration."""

_HEAD_CHARS, _HEAD_LINES, _HEAD_CODE_LINES = 8000, 60, 10
_LINE_COMMENT = re.compile(
    r"\s*(?://+!?|#+|--+|;+|%+|\*+(?!/)|REM\b|@rem\b|dnl\b|'(?!'))\s?(.*)", re.IGNORECASE
)
_BLOCKS = (("/*", "*/"), ("<!--", "-->"), ('"""', '"""'), ("'''", "'''"), ("{-", "-}"), ("(*", "*)"))
_TOOL = re.compile(
    r"""@generated\b(?!\s+(?:marker|tag|comment|annotation|files?\b))
    | (?:this|the)\s+(?:file|code|class|module)\s+(?:is|was)\s+@generated\b
    | </?auto-?generated\b
    | code\s+generated\s.*\bdo\s+not\s+edit\.?\s*$
    | generated\s+by\s+the\s+protocol\s+buffer\s+compiler\b
    | auto-?generated\s+by\s+(?:thrift|avro)\b
    | generated\s+(?:automatically\s+)?by\s+(?:coffeescript|cython|ragel|flex|wayland-scanner|pybind11-stubgen
        |apollo|graphql-codegen|sqlc|mockgen|swig|peg\.js|peggy|jison|xcodegen|gnu\s+autoconf)\b
    | generated\s+from\s+\S+\.g4?\s+by\s+antlr\b | \$antlr\b
    | a\s+bison\s+parser,\s+made\s+by\s+gnu\s+bison\b
    | generated\s+code\s+-\s+do\s+not\s+modify\s+by\s+hand\b
    | (?:note:\s+)?this\s+(?:class|file|code)\s+is\s+auto-?\s?generated\s+by\s+(?:the\s+)?
        (?:swagger|openapi|android)\b
    | (?:this\s+file\s+was\s+automatically\s+generated\s+by\s+swig|swig-generated)\b
    | auto-?generated\s+file\.\s+do\s+not\s+modify\b""",
    re.VERBOSE | re.IGNORECASE,
)
_STATES_ORIGIN = re.compile(
    r"""(?:^|[.!*-]\s+)(?:auto-?\s?|automatically\s+)generated\s+(?:by|from|with|using|file|code)\b
    | \b(?:this|the)\s+(?:\w+\s+)?(?:file|class|code|module|header|source|document)\s+
        (?:is|was|has\s+been|gets)\s+(?:auto-?\s?|automatically\s+|machine-?\s?)?generated\b
    | ^generated\s+(?:by|from|with)\s""",
    re.VERBOSE | re.IGNORECASE,
)
_FORBIDS = re.compile(
    r"\bdo(?:\s+not|n't)\s+(?:(?:hand|manually)[\s-]+)?(?:edit|modify|change|touch)\b", re.IGNORECASE
)


def not_written(path: str, text: str) -> tuple[SkipReason, str] | None:
    """GENERATED or MINIFIED with a detail, or None for text someone wrote."""
    name = path.rpartition("/")[2].lower()
    extension = name.rpartition(".")[2] if "." in name else ""
    if name in _LOCK_FILES:
        return SkipReason.GENERATED, "lock file"
    if _GENERATED_NAME.search(path):
        return SkipReason.GENERATED, "by its name"
    if _MINIFIED_NAME.search(name):
        return SkipReason.MINIFIED, "by its name"
    limit = _BULK_CHARS.get(extension)
    if limit is not None and len(text) > limit:
        return SkipReason.DATA, f"{extension} of more than {limit // 1024} Ki characters"
    if len(text) > _SHORT and extension not in _PROSE:
        mean = len(text) // (text.count("\n") + 1)
        if mean > (_WEB_LINE if extension in _WEB else _ANY_LINE):
            return SkipReason.MINIFIED, f"{mean} characters per line"
    marker = _marker(text)
    return (SkipReason.GENERATED, marker) if marker else None


def _marker(text: str) -> str | None:
    """The comment line in the head that says the file is generated."""
    head = text[:_HEAD_CHARS]
    # Every marker holds one of these; most files end here.
    lowered = head.lower()
    if "generated" not in lowered and "bison" not in lowered and "$antlr" not in lowered:
        return None
    comments = _head_comments(head)
    for i, comment in enumerate(comments):
        if _TOOL.match(comment):
            return comment[:100]
        if _STATES_ORIGIN.search(comment) and _FORBIDS.search(" ".join(comments[max(0, i - 2) : i + 3])):
            return comment[:100]
    return None


def _head_comments(head: str) -> list[str]:
    """The text of the comment lines before (and between) the first few lines of code.

    Lines within a string that code opens are no comments: a generator holds its own marker so.
    """
    comments: list[str] = []
    closer, in_comment, code = "", False, 0
    for line in head.splitlines()[:_HEAD_LINES]:
        stripped = line.strip()
        if closer:
            before, found, _ = line.partition(closer)
            if in_comment:
                comments.append(before.strip().lstrip("*").strip())
            if found:
                closer = ""
            continue
        if not stripped:
            continue
        block = next((b for b in _BLOCKS if stripped.startswith(b[0])), None)
        single = None if block else _LINE_COMMENT.fullmatch(line)
        if block:
            inner, found, _ = stripped[len(block[0]) :].partition(block[1])
            comments.append(inner.strip().lstrip("*!").strip())
            closer, in_comment = ("" if found else block[1]), True
        elif single:
            comments.append(single[1].strip())
        else:
            code += 1
            if code > _HEAD_CODE_LINES:
                break
            for quotes in ('"""', "'''", "`"):
                if line.count(quotes) % 2:
                    closer, in_comment = quotes, False
    return comments
