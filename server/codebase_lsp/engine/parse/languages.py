"""Which language a file is written in, and what people call that language.

Names are those of the tree-sitter grammar pack where it has a grammar (`csharp`, `tsx`, `make`),
and otherwise a plain lower-case word (`text`, `batch`). Decided in this order: file name,
extension, shebang; where an extension serves several languages, the head of the text decides.
"""

import re

_FILE_NAMES = {
    ".bash_aliases": "bash", ".bash_logout": "bash", ".bash_profile": "bash", ".bashrc": "bash",
    ".profile": "bash", ".zprofile": "bash", ".zshenv": "bash", ".zshrc": "bash", "apkbuild": "bash",
    "pkgbuild": "bash", ".envrc": "bash", "build": "starlark", "build.bazel": "starlark",
    "workspace": "starlark", "workspace.bazel": "starlark", "module.bazel": "starlark", "buck": "starlark",
    "tiltfile": "starlark", "cmakelists.txt": "cmake", "brewfile": "ruby", "capfile": "ruby",
    "dangerfile": "ruby", "fastfile": "ruby", "gemfile": "ruby", "guardfile": "ruby", "podfile": "ruby",
    "rakefile": "ruby", "vagrantfile": "ruby", "config.ru": "ruby", ".irbrc": "ruby", ".pryrc": "ruby",
    "containerfile": "dockerfile", "dockerfile": "dockerfile", "gnumakefile": "make", "makefile": "make",
    "makefile.am": "make", "makefile.in": "make", "kbuild": "make", "justfile": "just",
    "jenkinsfile": "groovy", "kconfig": "kconfig", "meson.build": "meson", "meson_options.txt": "meson",
    "go.mod": "gomod", "go.sum": "gosum", "go.work": "gomod", "sconscript": "python",
    "sconstruct": "python", "wscript": "python", "snakefile": "python", "cargo.lock": "toml",
    "poetry.lock": "toml", "uv.lock": "toml", "pdm.lock": "toml", "pipfile": "toml",
    "gopkg.lock": "toml", "pipfile.lock": "json", "composer.lock": "json", "package-lock.json": "json",
    "flake.lock": "json", ".babelrc": "json", ".eslintrc": "json", ".prettierrc": "json",
    ".swcrc": "json", ".clang-format": "yaml", ".clang-tidy": "yaml", ".clangd": "yaml",
    ".gitattributes": "gitattributes", ".gitignore": "gitignore", ".dockerignore": "gitignore",
    ".npmignore": "gitignore", ".gitconfig": "ini", ".gitmodules": "ini", ".editorconfig": "ini",
    ".npmrc": "ini", ".pylintrc": "ini", ".flake8": "ini", ".coveragerc": "ini", ".vimrc": "vim",
    "vimrc": "vim", ".gvimrc": "vim", ".emacs": "elisp", "mix.lock": "elixir", "rebar.config": "erlang",
    "build.ninja": "ninja", "readme": "text", "license": "text", "licence": "text", "copying": "text",
    "authors": "text", "changelog": "text", "notice": "text", "contributing": "text", "todo": "text",
    "codeowners": "text", "procfile": "yaml", ".luacheckrc": "lua", ".busted": "lua",
}  # fmt: skip
"""By whole file name in lower case."""

_NAME_PREFIXES = {"dockerfile.": "dockerfile", "makefile.": "make", "jenkinsfile.": "groovy"}

_EXTENSIONS_OF = {
    "actionscript": "as", "ada": "ada adb ads", "agda": "agda", "apex": "apex trigger", "arduino": "ino pde",
    "asm": "asm s nasm", "astro": "astro", "bash": "sh bash zsh ksh bats ash ebuild", "batch": "bat cmd",
    "beancount": "beancount", "bibtex": "bib", "bicep": "bicep bicepparam", "bitbake": "bb bbappend bbclass",
    "c": "c", "cairo": "cairo", "capnp": "capnp", "clarity": "clar", "clojure": "clj cljs cljc edn bb",
    "cmake": "cmake", "cobol": "cob cbl cpy", "coffeescript": "coffee", "commonlisp": "lisp lsp cl asd",
    "cpp": "cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp txx ixx cppm ccm mpp", "crystal": "cr",
    "csharp": "cs csx", "css": "css", "csv": "csv", "cuda": "cu cuh", "d": "d di", "dart": "dart",
    "diff": "diff patch", "dockerfile": "dockerfile containerfile",
    "dtd": "dtd", "elisp": "el", "elixir": "ex exs", "elm": "elm",
    "embeddedtemplate": "erb ejs", "erlang": "erl hrl escript", "fennel": "fnl", "fish": "fish",
    "fortran": "f f77 f90 f95 f03 f08 for ftn", "fsharp": "fs fsx", "fsharp_signature": "fsi",
    "gdscript": "gd", "gleam": "gleam", "glsl": "glsl vert frag geom comp tesc tese", "gn": "gn gni",
    "go": "go", "graphql": "graphql gql graphqls", "groovy": "groovy gradle gvy", "hack": "hack hck",
    "hare": "ha", "haskell": "hs hs-boot", "haxe": "hx", "hcl": "hcl nomad", "heex": "heex leex",
    "hlsl": "hlsl fx fxh", "html": "html htm xhtml", "ini": "ini cfg cnf conf desktop service socket",
    "janet": "janet", "java": "java jav", "javascript": "js mjs cjs jsx es6", "jinja": "jinja jinja2 j2",
    "json": "json jsonc json5 geojson webmanifest ipynb avsc jsonl ndjson topojson har",
    "jsonnet": "jsonnet libsonnet", "julia": "jl", "just": "just", "kdl": "kdl", "kotlin": "kt kts",
    "latex": "tex sty cls ltx", "less": "less", "lhaskell": "lhs", "linkerscript": "ld lds", "llvm": "ll",
    "lua": "lua rockspec wlua", "luau": "luau", "make": "mk mak make",
    "markdown": "md markdown mdown mkd mdx qmd rmd mdwn", "matlab": "m", "mermaid": "mmd mermaid",
    "meson": "meson", "nim": "nim nims nimble", "ninja": "ninja", "nix": "nix", "objc": "mm",
    "ocaml": "ml", "ocaml_interface": "mli", "odin": "odin", "org": "org", "pascal": "pas pp dpr lpr",
    "pem": "pem crt", "perl": "pl pm perl psgi", "php": "php php3 php4 php5 phtml phps inc", "po": "po pot",
    "pony": "pony", "powershell": "ps1 psm1 psd1", "prisma": "prisma", "properties": "properties",
    "proto": "proto", "puppet": "epp", "purescript": "purs", "python": "py pyi pyw pyx pxd pxi",
    "qmljs": "qml", "r": "r", "racket": "rkt", "rego": "rego", "ron": "ron", "rst": "rst rest",
    "ruby": "rb rake gemspec ru rbi podspec builder jbuilder thor", "rust": "rs",
    "scala": "scala sc sbt mill", "scheme": "scm ss sld sls", "scss": "scss", "sass": "sass",
    "smali": "smali", "smithy": "smithy", "solidity": "sol", "sparql": "rq sparql",
    "sql": "sql ddl dml pgsql psql plsql tsql mysql", "squirrel": "nut", "starlark": "bzl star bazel",
    "svelte": "svelte", "swift": "swift", "tablegen": "td", "tcl": "tcl tk", "terraform": "tf tfvars",
    "text": "txt text adoc asciidoc log", "thrift": "thrift", "toml": "toml", "tsv": "tsv", "tsx": "tsx",
    "twig": "twig", "typescript": "ts mts cts", "typst": "typ", "v": "vsh", "verilog": "sv svh vh",
    "vb": "vb bas vbs", "vhdl": "vhd vhdl", "vim": "vim vimrc", "vue": "vue", "wast": "wast", "wat": "wat",
    "wgsl": "wgsl", "wit": "wit",
    "xml": "xml xsd xsl xslt svg xaml csproj vbproj fsproj props targets plist rss wsdl resx storyboard xib"
    " nuspec pom",
    "yaml": "yaml yml", "yuck": "yuck", "zig": "zig zon",
}  # fmt: skip

_EXTENSIONS = {ext: language for language, exts in _EXTENSIONS_OF.items() for ext in exts.split()}

_INTERPRETERS = {
    "sh": "bash", "bash": "bash", "zsh": "bash", "ksh": "bash", "dash": "bash", "ash": "bash",
    "bats": "bash", "fish": "fish", "python": "python", "pypy": "python", "uv": "python",
    "node": "javascript",
    "nodejs": "javascript", "bun": "typescript", "deno": "typescript", "ts-node": "typescript",
    "tsx": "typescript", "ruby": "ruby", "jruby": "ruby", "rake": "ruby", "perl": "perl", "php": "php",
    "lua": "lua", "luajit": "lua", "tclsh": "tcl", "wish": "tcl", "expect": "tcl", "awk": "awk",
    "gawk": "awk",
    "rscript": "r", "groovy": "groovy", "escript": "erlang", "elixir": "elixir", "runhaskell": "haskell",
    "runghc": "haskell", "stack": "haskell", "julia": "julia", "make": "make", "gmake": "make",
    "pwsh": "powershell", "scala": "scala", "kotlin": "kotlin", "swift": "swift", "racket": "racket",
    "guile": "scheme", "janet": "janet", "nix-shell": "bash", "osascript": "applescript",
}  # fmt: skip

_ALIASES = {
    "asp.net": "csharp", "assembly": "asm", "bazel": "starlark", "c#": "csharp", "c++": "cpp",
    "c-sharp": "csharp",
    "cc": "cpp", "cl": "commonlisp", "common-lisp": "commonlisp", "cs": "csharp", "csx": "csharp",
    "cxx": "cpp", "docker": "dockerfile", "emacs-lisp": "elisp", "erb": "embeddedtemplate", "ex": "elixir",
    "f#": "fsharp", "fs": "fsharp", "gnumake": "make", "golang": "go", "h": "c", "hpp": "cpp",
    "hs": "haskell",
    "javascriptreact": "javascript", "js": "javascript", "jsonc": "json", "jsx": "javascript", "kt": "kotlin",
    "kts": "kotlin", "makefile": "make", "md": "markdown", "node": "javascript", "nodejs": "javascript",
    "obj-c": "objc", "objective-c": "objc", "objective-cpp": "objc", "objectivec": "objc", "pl": "perl",
    "plain": "text", "plaintext": "text", "postgres": "sql", "postgresql": "sql", "proto3": "proto",
    "protobuf": "proto", "ps1": "powershell", "pwsh": "powershell", "py": "python", "python3": "python",
    "rb": "ruby", "restructuredtext": "rst", "rs": "rust", "sh": "bash", "shell": "bash",
    "shellscript": "bash", "systemverilog": "verilog", "tex": "latex", "tf": "terraform", "ts": "typescript",
    "typescriptreact": "tsx", "vimscript": "vim", "viml": "vim", "vbnet": "vb", "visual-basic": "vb",
    "yml": "yaml", "zsh": "bash",
}  # fmt: skip

_LSP_IDS = {
    "bash": "shellscript", "commonlisp": "lisp", "embeddedtemplate": "erb", "make": "makefile",
    "objc": "objective-c", "text": "plaintext", "tsx": "typescriptreact", "batch": "bat",
    "proto": "proto3", "rst": "restructuredtext", "elisp": "emacs-lisp",
}  # fmt: skip

_CPP_HINT = re.compile(
    r"^[ \t]*(?:class\s+\w+[^;\n]*$|enum\s+(?:class|struct)\b|inline\s+namespace\b"
    r"|namespace\b|template\s*<|using\s+\w|public:|private:|protected:"
    r"|#\s*include\s*<(?:\w+|c\w+|\w+/[\w/]+\.h(?:pp|xx|h))>|constexpr\b|virtual\b|extern\s+\"C\+\+\")"
    r"|\bstd::|\b\w{1,80}::\w{1,80}\s?\(|\boperator\s*[=<>+\-*/\[(]|\bnoexcept\b|\bnullptr\b",
    re.MULTILINE,
)
_OBJC_HINT = re.compile(
    r"^[ \t]*(?:@(?:interface|implementation|protocol|class|import|property)\b|#import\b)", re.MULTILINE
)
_C_GUARD = re.compile(
    r"^#\s*if(?:def\s+|\s+defined\s*\(?\s*)__cplusplus\b.*?^#\s*(?:endif|else)\b.*?$",
    re.MULTILINE | re.DOTALL,
)
_PROLOG_HINT = re.compile(r"^[ \t]*:-\s|^[a-z]\w*\([^)]*\)\s*:-", re.MULTILINE)
_MATLAB_HINT = re.compile(r"^[ \t]*(?:%|function\b|end\b|clear\b|clc\b)", re.MULTILINE)
_V_HINT = re.compile(r"^[ \t]*(?:pub\s+)?fn\s|^import\s+\w|^module\s+\w+\s*$", re.MULTILINE)
_SHEBANG = re.compile(r"^#!\s*(\S+)(.*)")

HEAD_CHARS = 16 * 1024
"""How much of a text `language_of` looks at: past the licence and the first comments."""


def language_of(path: str, head: str = "") -> str | None:
    """The language of the file at `path`, or None if nothing tells.

    `head` is the beginning of the text; it settles ambiguous extensions (`.h`, `.m`, `.pl`) and,
    by its first line, files without a known extension. Without it the commonest reading wins.
    """
    name = path.rsplit("/", 1)[-1].rsplit("\\", 1)[-1].lower()
    language = _FILE_NAMES.get(name)
    if language is not None:
        return language
    for prefix, by_prefix in _NAME_PREFIXES.items():
        if name.startswith(prefix):
            return by_prefix
    head = head[:HEAD_CHARS]
    extension = name.rpartition(".")[2] if "." in name else ""
    if extension in _AMBIGUOUS:
        return _AMBIGUOUS[extension](head)
    language = _EXTENSIONS.get(extension)
    if extension == "in":
        return language_of(name[: -len(".in")], head)
    return language or _by_shebang(head)


def canonical_language(alias: str) -> str | None:
    """The name used here for what a person or client calls a language (`c++`, `ts`, `.py`), or None.

    Accepts our own names, LSP language ids, file extensions and the usual short forms, in any case.
    """
    key = alias.strip().lower()
    if key in _ALIASES:
        return _ALIASES[key]
    if key in _KNOWN:
        return key
    return _BY_LSP_ID.get(key) or _EXTENSIONS.get(key.lstrip("."))


def lsp_language_id(language: str) -> str:
    """The LSP `languageId` for one of our names (`bash` → `shellscript`)."""
    return _LSP_IDS.get(language, language)


def _by_shebang(head: str) -> str | None:
    match = _SHEBANG.match(head)
    if match is None:
        return None
    words = [match.group(1).rsplit("/", 1)[-1], *match.group(2).split()]
    if words[0] == "env":
        words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
    if not words:
        return None
    program = words[0].rsplit("/", 1)[-1].lower()
    return _INTERPRETERS.get(program) or _INTERPRETERS.get(re.sub(r"[\d.]+$", "", program))


def _header(head: str) -> str:
    if _OBJC_HINT.search(head):
        return "objc"
    # A C header often wraps itself in `#ifdef __cplusplus extern "C"`: that part says nothing.
    return "cpp" if _CPP_HINT.search(_C_GUARD.sub("", head)) else "c"


def _dot_m(head: str) -> str:
    if head and not _OBJC_HINT.search(head) and _MATLAB_HINT.search(head):
        return "matlab"
    return "objc"


def _dot_pl(head: str) -> str:
    return "prolog" if _PROLOG_HINT.search(head) and not head.startswith("#!") else "perl"


def _dot_v(head: str) -> str:
    return "v" if _V_HINT.search(head) else "verilog"


def _dot_ts(head: str) -> str:
    return "xml" if head.startswith(("<?xml", "<!DOCTYPE TS")) else "typescript"


_AMBIGUOUS = {"h": _header, "m": _dot_m, "pl": _dot_pl, "v": _dot_v, "ts": _dot_ts}

_KNOWN = frozenset(
    {*_EXTENSIONS_OF, *_FILE_NAMES.values(), *_INTERPRETERS.values(), "prolog", "objc", "verilog"}
)
_BY_LSP_ID = {lsp_id: language for language, lsp_id in _LSP_IDS.items()}
