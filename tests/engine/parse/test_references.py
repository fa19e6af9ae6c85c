"""References and imports: kinds, places, receivers, what is around them, and what is none."""

import random
import re

import pytest

from codebase_lsp.engine.parse.chunks import parse_file
from codebase_lsp.engine.parse.facts import Facts
from codebase_lsp.engine.parse.grammars import GRAMMARS
from codebase_lsp.engine.parse.parser import parse
from codebase_lsp.engine.parse.references import reference_query
from codebase_lsp.engine.parse.source import SourceText
from codebase_lsp.engine.parse.types import Reference

LANGUAGES = sorted(language for language in GRAMMARS if reference_query(language) is not None)


def facts(language: str, text: str, path: str = "file") -> Facts:
    return parse_file(path, text, language).facts


def found(language: str, text: str, path: str = "file") -> list[str]:
    """`kind receiver|name` of each reference, without the receiver and the bar where there is none."""
    return [shown(each) for each in facts(language, text, path).references]


def shown(each: Reference) -> str:
    return f"{each.kind} {each.receiver + '|' if each.receiver else ''}{each.name}"


def imported(language: str, text: str, path: str = "file") -> list[tuple[str, str, str]]:
    return [(each.module, each.name, each.alias) for each in facts(language, text, path).imports]


def check_places(language: str, text: str) -> int:
    """Every reference is exactly where it says, in order, and nothing of it is a comment or a string."""
    source = SourceText(text)
    references = facts(language, text).references
    places = [(each.line, each.column) for each in references]
    assert places == sorted(set(places))
    tree = parse(language, source.parser_bytes())
    for each in references:
        line = source.lines[each.line].encode("utf-8", "replace").decode("utf-8")
        assert line[each.column : each.column + len(each.name)] == each.name, each
        assert tree is not None
        column = len(line[: each.column].encode())
        node = tree.root_node.descendant_for_point_range((each.line, column), (each.line, column))
        while node is not None:
            assert "comment" not in node.type, each
            assert node.type not in ("string_content", "string_fragment", "character", "char_literal"), each
            node = node.parent
    return len(references)


def test_references_of_a_sample_are_where_they_say(sample: tuple[str, str, str]) -> None:
    language, _, text = sample
    if language in LANGUAGES:
        assert check_places(language, text) > 5


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_change_nothing(sample: tuple[str, str, str], end: str) -> None:
    language, path, text = sample
    plain = re.sub(r"\r\n?", "\n", text)
    before, after = facts(language, plain, path), facts(language, plain.replace("\n", end), path)
    assert before.references == after.references
    assert before.imports == after.imports


def test_broken_code_still_gives_references_where_they_say(sample: tuple[str, str, str]) -> None:
    """Lines and characters cut out, doubled and exchanged, the same for every run."""
    language, _, text = sample
    if language not in LANGUAGES:
        return
    chance = random.Random(len(text))
    for _ in range(40):
        pieces = re.findall(r"\w+|\s+|.", text)
        for _ in range(chance.randrange(1, 12)):
            at = chance.randrange(len(pieces))
            pieces[at] = chance.choice(
                ["", "(", "}", '"', "\n", "é🐍", pieces[at] * 2, chance.choice(pieces)]
            )
        check_places(language, "".join(pieces))


@pytest.mark.parametrize("language", LANGUAGES)
def test_blank_text_has_none(language: str) -> None:
    assert not facts(language, "") and not facts(language, "\n\n")


def test_columns_count_code_points_behind_wide_characters_and_tabs() -> None:
    text = "def f():\n\treturn '🐍é', größe.länge\n"
    (one, two) = facts("python", text).references
    assert (one.name, one.line, one.column) == ("größe", 1, 14)
    assert (two.name, two.column, two.receiver) == ("länge", 20, "größe")


def test_the_innermost_definition_is_around_a_reference() -> None:
    text = (
        "a()\n\n\n@b\nclass C(D):\n    e = f()\n\n"
        "    def g(self):\n        def h():\n            i()\n        j()\n"
    )
    around = {each.name: each.within for each in facts("python", text, "src/p/m.py").references}
    assert around == {
        "a": "", "b": "", "D": "p.m.C", "f": "p.m.C.e", "i": "p.m.C.g.h", "j": "p.m.C.g",
    }  # fmt: skip


def test_python_kinds() -> None:
    text = (
        "@decorate\n@app.route('/x')\nclass Shop(Base, abc.ABC, Generic[T], metaclass=Meta):\n"
        "    def sell(self, item: Item = DEFAULT) -> dict[str, models.Price]:\n"
        "        price = self.book.find(item).cost\n"
        "        return transform(price, key=rank, text=f'{CURRENCY} {price}')\n"
    )
    assert found("python", text) == [
        "value decorate", "value app", "call app|route", "extends Base", "value abc", "extends abc|ABC",
        "extends Generic", "value T", "value Meta", "type Item", "value DEFAULT", "type dict", "type str",
        "type models", "type models|Price", "value self|book", "call self.book|find", "value ?|cost",
        "call transform", "value rank", "value CURRENCY",
    ]  # fmt: skip


def test_python_comments_and_strings_count_for_nothing() -> None:
    assert found("python", "# call()\n'''doc call()'''\nx = 'call()'\ny = b'call()' 'a{b}'\n") == []


def test_python_locals_are_no_references() -> None:
    text = (
        "total = 0\n\ndef f(a, *b, c=1, **d):\n    global total\n    total = a\n    for i, (j, k) in b:\n"
        "        with open(c) as h, other() as (m, n):\n            i.j(total, h, m)\n"
        "    try:\n        g = [z for z in d if z]\n    except E as e:\n        raise g from e\n"
        "    return lambda x: x + free\n"
    )
    assert found("python", text) == [
        "value total", "call open", "call other", "call i|j", "value total", "value E",
        "value free",
    ]  # fmt: skip


def test_python_imports() -> None:
    text = (
        "import os.path, sys as system\nfrom . import near\nfrom ..far.away import a, b as c\n"
        "from x import *\n\ndef f():\n    from inner import (\n        late,\n    )\n"
    )
    assert imported("python", text) == [
        ("os.path", "", "os.path"), ("sys", "", "system"), (".", "near", "near"),
        ("..far.away", "a", "a"), ("..far.away", "b", "c"), ("x", "*", ""), ("inner", "late", "late"),
    ]  # fmt: skip
    assert found("python", text) == []
    assert [each.line for each in facts("python", text).imports] == [0, 0, 1, 2, 2, 3, 7]


def test_facts_come_back_from_their_packed_form(sample_texts: list[tuple[str, str, str]]) -> None:
    for language, path, text in sample_texts:
        made = facts(language, text, path)
        again = Facts.unpack(made.pack())
        assert again.references == made.references
        assert list(again.imports) == list(made.imports)


def test_facts_of_a_large_file_come_back() -> None:
    text = "".join(f"call_{n}(\n)\n" for n in range(40_000))
    made = facts("python", text)
    assert len(made) == 40_000
    again = Facts.unpack(made.pack())
    assert again.references[-1] == Reference("call_39999", "call", 79_998, 0)


def test_facts_answer_by_name_and_by_definition() -> None:
    made = facts("python", "def f():\n    a()\n    b.a()\n\ndef g():\n    a\n    c()\n", "m.py")
    assert [(each.line, each.receiver) for each in made.named("a")] == [(1, ""), (2, "b"), (5, "")]
    assert [each.name for each in made.inside("m.g")] == ["a", "c"]
    assert made.named("zzz") == [] and made.inside("m.zzz") == []
    assert Facts.unpack(b"").references == []


SUPERTYPES = {
    "python": ("class A(B, c.D[T]): pass\n", ["extends B", "extends c|D"]),
    "typescript": (
        "class A extends B<T> implements C, d.E<T> {}\ninterface F extends G, H<T> {}\n",
        ["extends B", "implements C", "implements d|E", "extends G", "extends H"],
    ),
    "tsx": ("class A extends b.C implements D {}\n", ["extends b|C", "implements D"]),
    "javascript": ("class A extends b.C {}\nconst D = class extends E {}\n", ["extends b|C", "extends E"]),
    "go": (
        "package p\ntype A struct { B; *c.D; e F }\ntype G interface { H; i.J; K() }\n",
        ["extends B", "extends c|D", "extends H", "extends i|J"],
    ),
    "java": (
        "class A extends b.C<T> implements D, E<T> {}\ninterface F extends G {}\nenum H implements I {}\n",
        ["extends b|C", "implements D", "implements E", "extends G", "implements I"],
    ),
    "rust": (
        "impl<T> b::C for A<T> {}\nimpl D<u8> for A {}\nimpl A {}\ntrait E: F + g::H {}\n",
        ["implements b|C", "implements D", "extends F", "extends g|H"],
    ),
    "cpp": (
        "class A : public B, private c::D<T>, virtual E<T> {};\n",
        ["extends B", "extends c|D", "extends E"],
    ),
    "csharp": (
        "class A : B, C<T>, d.E {}\ninterface F : G {}\nstruct H : I {}\nrecord J(int x) : K(x);\n",
        ["implements B", "implements C", "implements d|E", "extends G", "implements I", "extends K"],
    ),
    "kotlin": ("class A : B<T>(1), C, D<T>\n", ["extends B", "implements C", "implements D"]),
    "ruby": ("class A < B::C\n  include D\n  extend E::F\nend\n", [
        "extends B|C", "implements D", "implements E|F",
    ]),
    "php": (
        "<?php\nclass A extends B implements C, \\d\\E { use F; }\ninterface G extends H {}\n",
        ["extends B", "implements C", "implements d|E", "extends F", "extends H"],
    ),
    "swift": (
        "class A: B, C<T> {}\nprotocol D: E {}\nextension F: G {}\n",
        ["implements B", "implements C", "extends E", "implements G"],
    ),
    "scala": (
        "class A extends B[T](1) with C with d.E[T]\ntrait F extends G\n",
        ["extends B", "implements C", "implements d|E", "extends G"],
    ),
    "elixir": (
        "defmodule A do\n  @behaviour B.C\n  use D\nend\n\ndefimpl E, for: A do\nend\n",
        ["implements B.C", "extends D", "implements E"],
    ),
    "lua": ("local A = setmetatable({}, { __index = B })\n", ["extends B"]),
}  # fmt: skip


@pytest.mark.parametrize("language", SUPERTYPES)
def test_supertypes(language: str) -> None:
    text, expected = SUPERTYPES[language]
    assert [each for each in found(language, text) if each.startswith(("extends", "implements"))] == expected


def test_an_elixir_type_that_a_protocol_is_implemented_for_is_what_implements_it() -> None:
    text = "defimpl Shop.Priced, for: Shop.Cart do\n  def price(c), do: total(c)\nend\n"
    facts = parse_file("a.ex", text, "elixir").facts
    assert [(each.name, each.within) for each in facts.of_kinds("implements")] == [
        ("Shop.Priced", "Shop.Cart")
    ]
    assert [each.name for each in facts.inside("Shop.Priced.price")] == ["total"]


def test_a_swift_member_of_a_type_that_is_left_out_has_an_unknown_receiver() -> None:
    assert found("swift", "use(.red, a.blue)\n") == ["call use", "value ?|red", "value a", "value a|blue"]


IMPORTS = {
    "typescript": (
        "import d, { a as b, type c } from './x';\nimport * as n from 'y';\nimport 'side';\n"
        "import r = require('z');\nexport { q } from './r';\nexport * from './s';\n"
        "const { f, g: h } = require('m');\nconst w = require('w').v;\n",
        [
            ("./x", "default", "d"), ("./x", "a", "b"), ("./x", "c", "c"), ("y", "", "n"), ("side", "", ""),
            ("z", "", "r"), ("./r", "q", "q"), ("./s", "*", ""), ("m", "f", "f"), ("m", "g", "h"),
            ("w", "v", "w"),
        ],
    ),
    "go": (
        'package p\nimport "fmt"\nimport (\n\tx "a/b"\n\t. "c"\n\t_ "d"\n\t"e.io/f/v2"\n\t"g.in/h.v3"\n)\n',
        [
            ("fmt", "", "fmt"), ("a/b", "", "x"), ("c", "*", ""), ("d", "", "_"), ("e.io/f/v2", "", "f"),
            ("g.in/h.v3", "", "h"),
        ],
    ),
    "java": (
        "import a.b.C;\nimport static a.b.C.d;\nimport e.*;\n",
        [("a.b", "C", "C"), ("a.b.C", "d", "d"), ("e", "*", "")],
    ),
    "rust": (
        "use a;\nuse b::{self, c::{D, E as F}, g::*};\npub use crate::h::I;\nextern crate j as k;\n",
        [
            ("a", "", "a"), ("b", "", "b"), ("b::c", "D", "D"), ("b::c", "E", "F"), ("b::g", "*", ""),
            ("crate::h", "I", "I"), ("j", "", "k"),
        ],
    ),
    "c": ('#include <a/b.h>\n#include "c.h"\n', [("a/b.h", "*", ""), ("c.h", "*", "")]),
    "cpp": (
        "#include <a>\nusing namespace b::c;\nusing d::e;\nnamespace f = g::h;\n",
        [("a", "*", ""), ("b::c", "*", ""), ("d::e", "", "e"), ("g::h", "", "f")],
    ),
    "csharp": (
        "using A.B;\nusing static C.D;\nusing E = F.G;\n",
        [("A.B", "*", ""), ("C.D", "*", ""), ("F.G", "", "E")],
    ),
    "kotlin": (
        "import a.b.C\nimport d.E as F\nimport g.*\n",
        [("a.b", "C", "C"), ("d", "E", "F"), ("g", "*", "")],
    ),
    "ruby": ("require 'a/b'\nrequire_relative '../c'\n", [("a/b", "*", ""), ("../c", "*", "")]),
    "php": (
        "<?php\nuse A\\B;\nuse C\\D as E;\nuse F\\{G, H as I};\nuse J;\nrequire 'k.php';\n",
        [
            ("A", "B", "B"), ("C", "D", "E"), ("F", "G", "G"), ("F", "H", "I"), ("J", "", "J"),
            ("k.php", "*", ""),
        ],
    ),
    "swift": ("import A\nimport struct B.C\n", [("A", "*", ""), ("B", "C", "C")]),
    "scala": (
        "import a.b.C\nimport d.{E, F => G, _}\nimport h._, i.j\n",
        [
            ("a.b", "C", "C"), ("d", "E", "E"), ("d", "F", "G"), ("d", "*", ""), ("h", "*", ""),
            ("i", "j", "j"),
        ],
    ),
    "elixir": (
        "alias A.B\nalias C.{D, E}\nalias F.G, as: H\nimport I.J\nrequire K\n",
        [
            ("A.B", "", "B"), ("C", "D", "D"), ("C", "E", "E"), ("F.G", "", "H"), ("I.J", "*", ""),
            ("K", "", "K"),
        ],
    ),
    "lua": ("local a = require('b.c')\nlocal d = require 'e'\n", [("b.c", "", "a"), ("e", "", "d")]),
}  # fmt: skip


@pytest.mark.parametrize("language", IMPORTS)
def test_imports(language: str) -> None:
    text, expected = IMPORTS[language]
    assert imported(language, text) == expected
    assert found(language, text) == []


COMMENTED = {
    "python": "# a.b()\n",
    "typescript": "/* a.b() */ // c()\n",
    "go": "package p\n// a.b()\n",
    "java": "/** {@link A#b} */ // c()\n",
    "rust": "/// a::b()\n// c!()\n/* D {} */\n",
    "c": "/* a(b) */ // c\n",
    "cpp": "// A::b()\n",
    "csharp": "/// <see cref='A'/>\n// b();\n",
    "kotlin": "/** [A] */ // b()\n",
    "ruby": "# a.b\n=begin\nc.d\n=end\n",
    "php": "<?php\n# a()\n// b();\n/* c(); */\n",
    "swift": "/// `a`\n// b()\n",
    "scala": "/* a.b */ // c()\n",
    "elixir": "# A.b()\n",
    "lua": "-- a.b()\n--[[ c() ]]\n",
}


@pytest.mark.parametrize("language", COMMENTED)
def test_comments_count_for_nothing(language: str) -> None:
    assert found(language, COMMENTED[language]) == []


STRINGS = {
    "python": ("s = f'a() {b.c()}' 'd()'\n", ["value b", "call b|c"]),
    "typescript": ("s = `a() ${b.c()}` + 'd()';\n", ["value s", "value b", "call b|c"]),
    "kotlin": ('val s = "a() ${b.c()} $d"\n', ["value b", "call b|c", "value d"]),
    "ruby": ("s = \"a() #{b.c}\" + 'd()'\n", ["value b", "call b|c"]),
    "php": ("<?php\n$s = \"a() {$b->c()}\" . 'd()';\n", ["call $b|c"]),
    "swift": ('let s = "a() \\(b.c())"\n', ["value b", "call b|c"]),
    "scala": ('object O { val s = s"a() ${b.c()} $d" }\n', ["call s", "value b", "call b|c", "value d"]),
    "csharp": ('class A { string s = $"a() {b.c()}" + "d()"; }\n', ["value b", "call b|c"]),
    "elixir": ('s = "a() #{B.c()}"\n', ["type B", "call B|c"]),
    "go": ('package p\nvar s = "a()" + `b()`\n', []),
    "java": ('class A { String s = "a()"; }\n', ["type String"]),
    "rust": ('const S: &str = "a()";\n', []),
    "c": ('char *s = "a()";\n', []),
}


@pytest.mark.parametrize("language", STRINGS)
def test_of_strings_only_what_is_interpolated_counts(language: str) -> None:
    text, expected = STRINGS[language]
    assert [each for each in found(language, text) if each != "value s" or "value s" in expected] == expected
