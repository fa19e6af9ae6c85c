"""Definitions: names, kinds, canonical names and lines, per language."""

from pathlib import Path

import pytest

from codebase_lsp.engine import parse
from codebase_lsp.engine.parse.definition_query import definition_query
from codebase_lsp.engine.parse.definitions import definitions
from codebase_lsp.engine.parse.grammars import GRAMMARS
from codebase_lsp.engine.parse.languages import language_of
from codebase_lsp.engine.parse.types import Symbol

SAMPLES = Path(__file__).parent / "samples"
KINDS = frozenset(
    "function method class struct interface enum type constant variable module constructor property field"
    " section".split()
)


def found(language: str, text: str, path: str = "file") -> list[str]:
    return [f"{each.kind} {each.canonical_name}" for each in definitions(path, text, language)]


def only(language: str, text: str, path: str = "file") -> Symbol:
    symbols = definitions(path, text, language)
    assert len(symbols) == 1, symbols
    return symbols[0]


def test_sample_gives_the_expected_definitions(sample: tuple[str, str, str]) -> None:
    """Each sample's `expected.txt`: first and last line (1-based), kind, canonical name."""
    language, path, text = sample
    symbols = definitions(path, text, language)
    seen = [f"{each.start_line + 1}-{each.end_line} {each.kind} {each.canonical_name}" for each in symbols]
    expected = (SAMPLES / language / "expected.txt").read_text("utf-8").splitlines()
    assert [f"file {path}", *seen] == expected


def test_sample_names_end_their_canonical_names(sample: tuple[str, str, str]) -> None:
    language, path, text = sample
    for each in definitions(path, text, language):
        assert each.kind in KINDS
        assert each.canonical_name == each.name or each.canonical_name.endswith(f".{each.name}")
        assert 0 <= each.start_line < each.end_line <= text.count("\n")


def test_sample_language_is_recognised(sample: tuple[str, str, str]) -> None:
    language, path, text = sample
    assert language_of(path, text) == language


def test_definitions_come_outer_before_inner_in_file_order(sample: tuple[str, str, str]) -> None:
    language, path, text = sample
    order = [(each.start_line, -each.end_line) for each in definitions(path, text, language)]
    assert order == sorted(order)


@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_every_query_compiles_and_accepts_empty_text(language: str) -> None:
    assert definitions("file", "", language) == []


def test_unknown_language_has_no_definitions() -> None:
    assert definitions("a.xyz", "def f(): pass\n", "no-such-language") == []
    assert definitions("a.xyz", "def f(): pass\n", None) == []


def test_decorators_and_the_comment_directly_above_belong_to_a_definition() -> None:
    symbol = only("python", "# far\n\n# near\n@first\n@second(1)\ndef f():\n    pass\n")
    assert (symbol.start_line, symbol.end_line) == (2, 7)


def test_a_comment_above_a_one_line_definition_is_not_its_members() -> None:
    outer, inner = definitions("M.hs", "-- | Doc.\nnewtype A = B Int\n", "haskell")
    assert (outer.start_line, outer.end_line) == (0, 2)
    assert (inner.start_line, inner.end_line) == (1, 2)


def test_definitions_inside_the_last_overload_stay_inside() -> None:
    text = "function f(a: string): void;\nfunction f(a: any) {\n  function g() {}\n}\n"
    assert found("typescript", text, "m.ts") == ["function m.f", "function m.f.g"]


def test_a_comment_behind_code_is_not_the_next_definitions() -> None:
    first, second = definitions("m.py", "x = 1  # one\ndef f():\n    pass\n", "python")
    assert (first.name, second.name, second.start_line) == ("x", "f", 1)


def test_python_module_path_drops_src_and_folds_init() -> None:
    assert only("python", "def f(): pass\n", "src/pkg/__init__.py").canonical_name == "pkg.f"
    assert only("python", "def f(): pass\n", "lib/pkg/mod.py").canonical_name == "pkg.mod.f"
    assert only("python", "def f(): pass\n", "a/src/pkg/mod.py").canonical_name == "pkg.mod.f"


def test_rust_modules_come_from_the_crate_and_the_path() -> None:
    text = "pub fn f() {}\n"
    assert only("rust", text, "src/lib.rs").canonical_name == "f"
    assert only("rust", text, "crates/net-io/src/pool/mod.rs").canonical_name == "net_io.pool.f"


def test_index_files_are_named_after_their_folder() -> None:
    assert only("typescript", "export function f() {}\n", "ui/index.ts").canonical_name == "ui.f"
    assert only("lua", "function f() end\n", "lua/picker/init.lua").canonical_name == "picker.f"


def test_go_method_belongs_to_its_receiver_and_not_to_what_is_around() -> None:
    text = "package p\nfunc (q *Queue[T]) Push(x T) {}\nfunc (Queue[T]) Len() int { return 0 }\n"
    assert found("go", text) == ["method p.Queue.Push", "method p.Queue.Len"]


def test_cpp_member_defined_outside_belongs_to_its_class() -> None:
    text = "template <class K, class V>\nV& Map<K, V>::operator[](const K& k) { return v; }\nMap::Map() {}\n"
    assert found("cpp", text) == ["method Map.operator[]", "constructor Map.Map"]


def test_cpp_macro_noise_gives_no_keyword_names() -> None:
    text = "FMT_BEGIN_NAMESPACE\nnamespace detail {\nint f() { return 1; }\n}\n"
    assert "function namespace" not in found("cpp", text)


def test_header_guard_is_no_definition() -> None:
    assert found("c", "#ifndef A_H_\n#define A_H_\nint f(void);\n#endif\n") == ["function f"]


def test_local_variables_are_no_definitions() -> None:
    assert found("c", "int f(void) {\n  int a = 1, b;\n  return a;\n}\n") == ["function f"]
    assert found("javascript", "function f() {\n  const a = 1;\n}\n", "m.js") == ["function m.f"]
    assert found("kotlin", "fun f() {\n  val a = 1\n}\n") == ["function f"]
    scala = "object A {\n  def f = {\n    val a = 1\n    a\n  }\n}\n"
    assert found("scala", scala) == ["class A", "method A.f"]


def test_imported_names_are_no_definitions() -> None:
    assert found("javascript", "const a = require('a')\nvar b = require('b').c\n") == []
    assert found("lua", "local a = require('a')\n") == []
    assert found("zig", 'const std = @import("std");\n') == []


def test_typescript_overloads_are_one_definition() -> None:
    text = "function f(a: string): void;\nfunction f(a: number): void;\nfunction f(a: any) {}\n"
    assert only("typescript", text).end_line == 3


def test_haskell_signature_and_equations_are_one_function() -> None:
    symbol = only("haskell", "f :: Int -> Int\nf 0 = 1\nf n = n\n")
    assert (symbol.kind, symbol.start_line, symbol.end_line) == ("function", 0, 3)


def test_elixir_clauses_with_their_doc_are_one_function() -> None:
    text = 'defmodule A.B do\n  @doc "x"\n  def f(0), do: 1\n\n  def f(n) when n > 0 do\n    n\n  end\nend\n'
    module, function = definitions("a.ex", text, "elixir")
    assert (module.name, function.canonical_name) == ("B", "A.B.f")
    assert (function.start_line, function.end_line) == (1, 7)


def test_kotlin_accessors_belong_to_their_property() -> None:
    text = "class A {\n  var a: Int = 0\n    get() = 1\n    set(v) {}\n}\n"
    symbols = definitions("a.kt", text, "kotlin")
    assert [(each.name, each.end_line) for each in symbols] == [("A", 5), ("a", 4)]


def test_one_declaration_of_two_names_gives_neighbours() -> None:
    assert found("java", "class A { int a, b; }\n") == ["class A", "field A.a", "field A.b"]


def test_php_braced_namespace_and_file_namespace_name_alike() -> None:
    braced = found("php", "<?php\nnamespace A\\B {\n  function f() {}\n}\n")
    assert braced == ["module A.B", "function A.B.f"]
    assert found("php", "<?php\nnamespace A\\B;\nfunction f() {}\n") == ["function A.B.f"]


def test_half_typed_code_keeps_the_other_definitions() -> None:
    text = "def a():\n    pass\n\n\nclass B:\n    def m(self):\n        return\n\n\ndef c(x,\n"
    assert found("python", text, "m.py")[:3] == ["function m.a", "class m.B", "method m.B.m"]


def test_every_query_file_is_used_and_says_what_it_is() -> None:
    root = Path(str(parse.__file__)).parent / "queries"
    used = {grammar.query for grammar in GRAMMARS.values() if grammar.query} | {"ecmascript"}
    assert {path.stem for path in root.glob("*.scm")} == used
    for path in root.glob("*.scm"):
        assert path.read_text("utf-8").startswith(";"), path.name


@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_every_pattern_finds_a_known_kind(language: str) -> None:
    others = {"doc", "attribute", "scope", "access", "package", "wrapper", "tail", "export", "ignored"}
    assert set(definition_query(language).kinds) <= KINDS | others


def test_a_language_inherits_the_patterns_of_its_base() -> None:
    assert definition_query("cpp").query.pattern_count > definition_query("c").query.pattern_count
    assert "interface" in definition_query("tsx").kinds
    assert definition_query("tsx").kinds[:3] == ("ignored",) * 3
