"""Where chunks begin and end, what they are called, and what introduces them."""

from codebase_lsp.engine.parse.chunks import chunk_text, parse_file
from codebase_lsp.engine.parse.types import Chunk


def names(chunks: list[Chunk]) -> list[str | None]:
    return [chunk.symbol.name if chunk.symbol else None for chunk in chunks]


def function(name: str, statements: int, indent: str = "") -> str:
    body = "".join(f"{indent}    value_{n} = compute({n})\n" for n in range(statements))
    return f"{indent}def {name}(self):\n{body}"


def test_functions_of_some_size_are_chunks_of_their_own() -> None:
    text = "\n\n".join(function(name, 25) for name in ("one", "two", "three"))
    chunks = chunk_text("m.py", text, "python")
    assert names(chunks) == ["one", "two", "three"]
    assert [chunk.header for chunk in chunks] == ["", "", ""]


def test_small_neighbours_share_a_chunk_up_to_two_thirds_of_the_limit() -> None:
    text = "\n\n".join(function(f"f{n}", 6) for n in range(12))
    chunks = chunk_text("m.py", text, "python")
    assert all(len(chunk.defines) > 1 for chunk in chunks)
    assert all(len(chunk.text) <= 1005 for chunk in chunks)


def test_imports_stay_apart_from_a_sizeable_function() -> None:
    imports = "".join(f"import module_number_{n}\n" for n in range(15))
    chunks = chunk_text("m.py", imports + "\n\n" + function("one", 25), "python")
    assert [chunk.defines for chunk in chunks] == [(), ("one",)]


def test_a_class_that_fits_is_one_chunk() -> None:
    text = "class A:\n" + "\n".join(function(f"m{n}", 6, "    ") for n in range(4))
    (chunk,) = chunk_text("m.py", text, "python")
    assert chunk.symbol is not None and chunk.symbol.kind == "class"
    assert chunk.defines == ("A", "m0", "m1", "m2", "m3")


def test_a_large_class_is_cut_at_members_that_carry_its_header() -> None:
    methods = "\n".join(function(f"m{n}", 25, "    ") for n in range(3))
    text = f'@register\nclass Account(Base):\n    """All about it, at length: {"x" * 300}"""\n\n{methods}'
    chunks = chunk_text("m.py", text, "python")
    assert names(chunks) == ["Account", "m0", "m1", "m2"]
    assert [chunk.header for chunk in chunks] == ["", *["class Account(Base):"] * 3]


def test_headers_name_all_containers_outermost_first() -> None:
    inner = "\n".join(function(f"m{n}", 40, "        ") for n in range(2))
    chunks = chunk_text("m.py", f"class Outer:\n    class Inner:\n{inner}", "python")
    assert chunks[-1].header == "class Outer:\n    class Inner:"


def test_a_function_that_just_fits_stays_whole() -> None:
    text = function("exact", 20)
    before = function("before", 10)
    chunks = chunk_text("m.py", f"{before}\n\n{text}\n\n{before}", "python", max_chars=len(text))
    assert text in [chunk.text for chunk in chunks]


def test_a_long_function_is_cut_into_balanced_pieces_with_its_signature() -> None:
    blocks = "\n".join(f"    if case == {n}:\n" + f"        handle({n})\n" * 12 for n in range(12))
    text = f"def run(\n    case: int,\n) -> None:\n{blocks}"
    chunks = chunk_text("m.py", text, "python", 1000)
    assert set(names(chunks)) == {"run"}
    assert all(chunk.header == "def run(\n    case: int,\n) -> None:" for chunk in chunks[1:])
    assert all(chunk.text.lstrip().startswith("if case") for chunk in chunks[1:])
    sizes = [len(chunk.text) for chunk in chunks]
    assert min(sizes) > 0.4 * max(sizes)


def test_a_function_with_one_long_loop_is_not_cut_behind_its_first_line() -> None:
    body = "".join(f"        step({n})\n" for n in range(80))
    chunks = chunk_text("m.py", f"def run(items):\n    for item in items:\n{body}", "python")
    assert len(chunks[0].text) > 500


def test_a_long_doc_comment_is_cut_together_with_its_method() -> None:
    doc = "    /**\n" + "     * Explains it at some length.\n" * 60 + "     */\n"
    text = f"class A {{\n{doc}    void run() {{\n        go();\n    }}\n}}\n"
    chunks = chunk_text("A.java", text, "java")
    assert "void run()" in chunks[-1].text and len(chunks[-1].text) > 500


def test_a_comment_joins_what_it_stands_above() -> None:
    text = function("one", 25) + "\n\n# About two.\n\n" + function("two", 25)
    first, second = chunk_text("m.py", text, "python")
    assert first.text == function("one", 25)
    assert second.text.startswith("# About two.")


def test_closing_brackets_are_never_alone() -> None:
    methods = "\n".join(f"  m{n}() {{\n{'    work();' * 60}\n  }}" for n in range(3))
    chunks = chunk_text("a.js", f"class A {{\n{methods}\n}}\n", "javascript")
    assert len(chunks) == 3
    assert chunks[-1].text.endswith("  }\n}\n")


def test_tests_in_a_large_describe_carry_its_line() -> None:
    body = "    expect(1).toBe(1);" * 30
    cases = "".join(f"  it('does {n}', () => {{\n{body}\n  }});\n\n" for n in range(3))
    chunks = chunk_text("a.test.js", f"describe('the cart', () => {{\n{cases}}});\n", "javascript")
    assert len(chunks) == 3
    assert chunks[0].text.startswith("describe(")
    assert [chunk.header for chunk in chunks[1:]] == ["describe('the cart', () => {"] * 2


def test_a_namespace_line_goes_with_its_first_large_class() -> None:
    methods = "\n".join(f"    void M{n}() {{\n{'      Work();' * 60}\n    }}" for n in range(3))
    text = f"namespace A.B\n{{\n  class C\n  {{\n{methods}\n  }}\n}}\n"
    chunks = chunk_text("C.cs", text, "csharp")
    assert chunks[0].text.startswith("namespace A.B\n{\n  class C")
    assert chunks[-1].header == "namespace A.B\n  class C"


def test_haskell_equations_stay_together() -> None:
    other = "g :: Int -> Int\n" + "".join(f"g {n} = {n} + {n * 100000}\n" for n in range(30))
    text = "module M where\n\nf :: Int -> Int\n" + "".join(f"f {n} = {n}\n" for n in range(60)) + "\n" + other
    chunks = chunk_text("M.hs", text, "haskell")
    assert names(chunks)[-2:] == ["f", "g"]


def test_symbol_of_shared_chunk_is_the_main_definition_or_the_container() -> None:
    text = function("small", 1) + "\n\n" + function("large", 12)
    (chunk,) = chunk_text("m.py", text, "python")
    assert chunk.symbol is not None and chunk.symbol.name == "large"
    assert chunk.defines == ("small", "large")


def test_imports_have_no_symbol() -> None:
    (chunk,) = chunk_text("m.py", "import os\nimport sys\nfrom a import b\n\nDEBUG = 1\n", "python")
    assert chunk.symbol is None and chunk.defines == ("DEBUG",)


def test_text_without_grammar_is_cut_at_blank_lines() -> None:
    section = "[section]\n" + "key = value\n" * 30 + "\n"
    chunks = chunk_text("a.ini", section * 8, "ini", 1000)
    assert all(chunk.text.startswith("[section]") for chunk in chunks)
    assert all(chunk.symbol is None and chunk.header == "" for chunk in chunks)


def test_yaml_is_cut_at_top_level_keys() -> None:
    text = "".join(f"job{n}:\n" + "  - step: run\n" * 25 for n in range(8))
    chunks = chunk_text("ci.yml", text, "yaml", 1000)
    assert len(chunks) > 2
    assert all(chunk.text.startswith("job") for chunk in chunks)


def test_an_edit_moves_chunks_only_near_it() -> None:
    """Unchanged functions keep their text as a chunk, so that their vectors are found again."""
    functions = [function(f"f{n}", 8 + n % 17) for n in range(60)]
    before = {chunk.text for chunk in chunk_text("m.py", "\n\n".join(functions), "python")}
    functions[30] += "    extra = 1\n"
    after = [chunk.text for chunk in chunk_text("m.py", "\n\n".join(functions), "python")]
    assert sum(text not in before for text in after) <= 3


def test_an_edit_in_a_long_plain_text_moves_cuts_only_near_it() -> None:
    lines = [f"line {n} " + "word " * (n % 13) + ("\n" if n % 5 else "\n\n") for n in range(3000)]
    before = {chunk.text for chunk in chunk_text("a.txt", "".join(lines), "text")}
    lines[1500] = "changed\n"
    after = [chunk.text for chunk in chunk_text("a.txt", "".join(lines), "text")]
    assert sum(text not in before for text in after) <= 10


def test_parse_file_gives_chunks_and_symbols_of_one_parse() -> None:
    parsed = parse_file("m.py", function("one", 3), "python")
    assert [symbol.name for symbol in parsed.symbols] == ["one"]
    assert parsed.chunks[0].symbol is parsed.symbols[0]
    assert not parsed.unparsed
