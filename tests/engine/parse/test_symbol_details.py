"""Signature, documentation, visibility, container and name position of definitions."""

import pytest

from codebase_lsp.engine.parse.definitions import definitions
from codebase_lsp.engine.parse.documentation import MAX_DOCUMENTATION
from codebase_lsp.engine.parse.signatures import MAX_SIGNATURE
from codebase_lsp.engine.parse.types import Symbol


def symbol(language: str, text: str, name: str, path: str = "m") -> Symbol:
    found = [each for each in definitions(path, text, language) if each.name == name]
    assert found, [each.name for each in definitions(path, text, language)]
    return found[0]


SIGNATURES = [
    (
        "python",
        "@cache\nasync def f(\n    a: int,\n    b=(1, 2),\n) -> int:  # why\n    return a\n",
        "f",
        "async def f(a: int, b=(1, 2)) -> int",
    ),
    ("python", "T = {\n    1: 2,\n}\n", "T", "T"),
    (
        "typescript",
        "export const f = async (a: string): Promise<void> => {\n  g()\n}\n",
        "f",
        "export const f = async (a: string): Promise<void>",
    ),
    (
        "typescript",
        "function f(a: string): void;\nfunction f(a: any) {}\n",
        "f",
        "function f(a: string): void",
    ),
    ("javascript", "const C = memo(function (p) {\n  return p\n})\n", "C", "const C = memo(function (p)"),
    (
        "rust",
        "#[inline]\npub fn f<T: A>(x: T) -> u8\nwhere T: B {\n    1\n}\n",
        "f",
        "pub fn f<T: A>(x: T) -> u8 where T: B",
    ),
    ("rust", "pub struct P(u8, u8);\n", "P", "pub struct P(u8, u8)"),
    ("go", "type S struct {\n\ta int\n}\n", "S", "type S struct"),
    (
        "java",
        "class A {\n  @Override\n  public int f(int a) throws B { return 1; }\n}\n",
        "f",
        "public int f(int a) throws B",
    ),
    ("c", "#define MAX(a, b) \\\n  ((a) > (b) ? a : b)\n", "MAX", "#define MAX(a, b)"),
    ("c", "typedef struct { int a; } pair_t;\n", "pair_t", "typedef struct pair_t"),
    (
        "cpp",
        "template <class T>\nclass A : B {\n A(int a) : b(a) {}\n};\n",
        "A",
        "template <class T> class A : B",
    ),
    ("csharp", "class A {\n [Old] public int P => 1;\n void F() => G();\n}\n", "F", "void F()"),
    ("kotlin", "@A private fun <T> f(a: T): Int = 1\n", "f", "private fun <T> f(a: T): Int"),
    ("ruby", "class A\n  def f(a, b: 1)\n    a\n  end\nend\n", "f", "def f(a, b: 1)"),
    (
        "php",
        "<?php class A {\n #[X] protected static function f(int $a): int { return 1; }\n}\n",
        "f",
        "protected static function f(int $a): int",
    ),
    ("swift", "@objc public func f(a: Int) -> B { 1 }\n", "f", "public func f(a: Int) -> B"),
    ("scala", "object A {\n  private[a] def f(a: Int): Int = a\n}\n", "f", "private[a] def f(a: Int): Int"),
    ("elixir", "defmodule A do\n  def f(a), do: a\nend\n", "f", "def f(a)"),
    ("lua", "local function f(a)\n  return a\nend\n", "f", "local function f(a)"),
]


@pytest.mark.parametrize(("language", "text", "name", "expected"), SIGNATURES, ids=lambda each: each[:20])
def test_the_signature_is_the_declaration_without_its_body(
    language: str, text: str, name: str, expected: str
) -> None:
    assert symbol(language, text, name).signature == expected


def test_a_long_signature_is_cut() -> None:
    text = f"def f({', '.join(f'argument_{i}' for i in range(200))}): pass\n"
    signature = symbol("python", text, "f").signature
    assert len(signature) == MAX_SIGNATURE
    assert signature.endswith("…")


DOCUMENTATION = [
    ("python", 'def f():\n    r"""First.\n\n    Second.\n    """\n', "f", "First.\n\nSecond."),
    ("python", "# above\nX = 1\n", "X", "above"),
    ("go", "// F does it.\n//\n//go:noinline\nfunc F() {}\n", "F", "F does it."),
    ("rust", "/// One.\n// not this\n#[inline]\nfn f() {}\n", "f", "One."),
    (
        "java",
        "class A {\n  /**\n   * Says.\n   * @return it\n   */\n  int f() { return 1; }\n}\n",
        "f",
        "Says.\n@return it",
    ),
    ("java", "class A {\n  // TODO\n  int f() { return 1; }\n}\n", "f", ""),
    ("csharp", '/// <summary>Adds <see cref="X"/>.</summary>\nclass A {}\n', "A", "Adds X."),
    ("c", "/* One.\n * Two. */\nint f(void);\n", "f", "One.\nTwo."),
    ("ruby", "# A.\n# -----\nclass A\nend\n", "A", "A."),
    (
        "elixir",
        'defmodule A do\n  @moduledoc """\n  Mod.\n  """\n  @doc "Fun."\n  def f(a), do: a\nend\n',
        "A",
        "Mod.",
    ),
    ("elixir", 'defmodule A do\n  @doc "Fun."\n  @spec f(any) :: any\n  def f(a), do: a\nend\n', "f", "Fun."),
    ("lua", "--- Makes.\n-- @param a number\nfunction f(a) end\n", "f", "Makes.\n@param a number"),
    ("lua", "--[[ Long\n  text ]]\nfunction f(a) end\n", "f", "Long\ntext"),
]


@pytest.mark.parametrize(("language", "text", "name", "expected"), DOCUMENTATION, ids=lambda each: each[:20])
def test_documentation_comes_without_its_marks(language: str, text: str, name: str, expected: str) -> None:
    assert symbol(language, text, name).documentation == expected


def test_long_documentation_is_cut() -> None:
    text = f'def f():\n    """{"word " * 500}"""\n'
    assert len(symbol("python", text, "f").documentation) <= MAX_DOCUMENTATION


VISIBILITIES = {
    "python": (
        "class A:\n    def _f(self): pass\n    def __init__(self): pass\n    def g(self): pass\n",
        {"A": "public", "_f": "private", "__init__": "public", "g": "public"},
    ),
    "go": ("func F() {}\nfunc g() {}\n", {"F": "public", "g": "package"}),
    "rust": (
        "pub fn f() {}\nfn g() {}\npub(crate) fn h() {}\ntrait T { fn t(&self); }\n"
        "impl T for A { fn u(&self) {} }\n",
        {"f": "public", "g": "private", "h": "internal", "t": "", "u": ""},
    ),
    "java": (
        "class A { private int p; protected int q; int r; enum E { X; E() {} } }\n"
        "interface I { void f(); }\n",
        {"A": "package", "p": "private", "q": "protected", "r": "package", "X": "public", "f": "public"},
    ),
    "kotlin": (
        "internal class A(private val p: Int) {\n  protected fun f() {}\n  fun g() {}\n}\n",
        {"A": "internal", "p": "private", "f": "protected", "g": "public"},
    ),
    "csharp": (
        "class A { int p; public int Q; protected internal int R; }\ninterface I { void F(); }\n",
        {"A": "internal", "p": "private", "Q": "public", "R": "protected", "F": "public"},
    ),
    "php": (
        "<?php function g() {}\nclass A { private int $p; function f() {} }\n",
        {"g": "", "p": "private", "f": "public"},
    ),
    "swift": (
        "open class A { fileprivate func f() {}\n func g() {}\n private(set) var v = 1 }\n"
        "public extension A { func h() {} }\nprotocol P { func i() }\n",
        {"A": "public", "f": "private", "g": "internal", "v": "internal", "h": "public", "i": ""},
    ),
    "scala": (
        "class A {\n  private def f = 1\n  protected[x] def g = 1\n  private[x] def h = 1\n  def i = 1\n}\n",
        {"f": "private", "g": "protected", "h": "package", "i": "public"},
    ),
    "cpp": (
        "class A { int p;\npublic:\n int q; void f();\n"
        "protected: int r; };\nstruct B { int s; };\nstatic int t;\n",
        {"p": "private", "q": "public", "f": "public", "r": "protected", "s": "public", "t": "private"},
    ),
    "c": (
        "static int f(void) { return 1; }\nint g(void) { return 1; }\nstruct s { int a; };\n",
        {"f": "private", "g": "public", "a": ""},
    ),
    "typescript": (
        "export class A { private p = 1; protected f() {}\n #q = 1; g() {} }\nfunction h() {}\n",
        {"A": "public", "p": "private", "f": "protected", "#q": "private", "g": "public", "h": ""},
    ),
    "ruby": (
        "class A\n  def a; end\n  private\n  def b; end\n  public\n  def c; end\n  private def d; end\n"
        "  def e; end\n  protected :e\nend\n",
        {"a": "public", "b": "private", "c": "public", "d": "private", "e": "protected"},
    ),
    "lua": (
        "local x = 1\nlocal function f() end\nfunction g() end\n",
        {"x": "private", "f": "private", "g": "public"},
    ),
    "elixir": (
        "defmodule A do\n  def f(a), do: a\n  defp g(a), do: a\nend\n",
        {"f": "public", "g": "private"},
    ),
}


@pytest.mark.parametrize("language", VISIBILITIES)
def test_visibility_is_what_the_language_says(language: str) -> None:
    text, expected = VISIBILITIES[language]
    seen = {each.name: each.visibility for each in definitions("m", text, language)}
    assert {name: seen[name] for name in expected} == expected


def test_what_is_local_to_a_function_has_no_visibility() -> None:
    assert symbol("python", "def f():\n    def _g(): pass\n", "_g").visibility == ""


def test_the_name_is_found_in_code_points_behind_any_script() -> None:
    line = 's = "𝒳é"; f = lambda: 1'
    found = symbol("python", f"{line}\n", "f")
    assert (found.name_line, found.name_column) == (0, line.index("f ="))


@pytest.mark.parametrize(
    ("language", "text", "name"),
    [
        ("c", "static int *(*pick(int kind))(int) { return 0; }\n", "pick"),
        ("cpp", "int geo::Circle::area() const { return 1; }\n", "area"),
        ("javascript", "Router.prototype.use = function () {}\n", "use"),
        ("lua", 'M["quoted"] = function() end\n', "quoted"),
        ("php", "<?php\nnamespace A\\B {\n}\n", "B"),
        ("ruby", "class A::B\nend\n", "B"),
        ("go", "func (q *Queue) Push() {}\n", "Push"),
    ],
)
def test_the_name_is_found_where_it_is_written(language: str, text: str, name: str) -> None:
    found = symbol(language, text, name)
    line = text.splitlines()[found.name_line]
    assert line[found.name_column :].startswith(name)


def test_a_constructor_without_a_name_has_no_position() -> None:
    assert symbol("swift", "class A {\n  init() {}\n}\n", "init").name_line == -1


def test_the_container_is_what_a_definition_is_a_member_of() -> None:
    text = "package p\nfunc (q *Queue) Push() {}\nfunc F() {}\n"
    assert symbol("go", text, "Push").container == "p.Queue"
    assert symbol("go", text, "F").container == ""
    assert symbol("python", "class A:\n    def f(self): pass\n", "f", "pkg/m.py").container == "pkg.m.A"
