"""Languages by name, extension, shebang and head; their aliases."""

import pytest

from codebase_lsp.engine.parse.grammars import GRAMMARS
from codebase_lsp.engine.parse.languages import canonical_language, language_of, lsp_language_id


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("a/b/main.py", "python"), ("x.pyi", "python"), ("a.ts", "typescript"), ("a.mts", "typescript"),
        ("a.tsx", "tsx"), ("a.jsx", "javascript"), ("a.cjs", "javascript"), ("A.java", "java"),
        ("A.kt", "kotlin"), ("build.gradle.kts", "kotlin"), ("build.gradle", "groovy"), ("a.go", "go"),
        ("go.mod", "gomod"), ("a.rs", "rust"), ("a.c", "c"), ("a.cc", "cpp"), ("A.HPP", "cpp"),
        ("a.cs", "csharp"),
        ("a.rb", "ruby"), ("Rakefile", "ruby"), ("Gemfile", "ruby"), ("a.php", "php"), ("a.swift", "swift"),
        ("a.scala", "scala"), ("build.sbt", "scala"), ("a.lua", "lua"), ("a.sh", "bash"), (".bashrc", "bash"),
        ("a.hs", "haskell"), ("mix.exs", "elixir"), ("a.zig", "zig"), ("README.md", "markdown"),
        ("Makefile", "make"), ("sub/makefile", "make"), ("rules.mk", "make"), ("Dockerfile", "dockerfile"),
        ("Dockerfile.dev", "dockerfile"), ("app.dockerfile", "dockerfile"), ("CMakeLists.txt", "cmake"),
        ("a.cmake", "cmake"),
        ("notes.txt", "text"), ("LICENSE", "text"), ("a.yml", "yaml"), ("Cargo.lock", "toml"),
        ("a.json", "json"),
        ("a.css", "css"), ("a.sql", "sql"), ("a.vue", "vue"), ("a.proto", "proto"), ("a.tf", "terraform"),
        ("config.h.in", "c"), ("noextension", None), ("a.unheardof", None), ("dir.py/noext", None),
        ("win\\path\\a.py", "python"),
    ],
)  # fmt: skip
def test_language_by_name_and_extension(path: str, language: str | None) -> None:
    assert language_of(path) == language


@pytest.mark.parametrize(
    ("head", "language"),
    [
        ("#!/bin/sh\n", "bash"),
        ("#!/usr/bin/env python3\nimport os\n", "python"),
        ("#!/usr/bin/python3.11 -u\n", "python"),
        ("#!/usr/bin/env -S node --harmony\n", "javascript"),
        ("#!/usr/bin/env LANG=C ruby\n", "ruby"),
        ("#! /usr/bin/perl -w\n", "perl"),
        ("#!/usr/bin/env\n", None),
        ("#!\n", None),
        ("# not a shebang\n", None),
        ("", None),
    ],
)
def test_language_by_shebang(head: str, language: str | None) -> None:
    assert language_of("bin/tool", head) == language


def test_extension_wins_over_shebang() -> None:
    assert language_of("tool.py", "#!/bin/sh\n") == "python"


@pytest.mark.parametrize(
    ("head", "language"),
    [
        ("#include <stdio.h>\nint f(void);\n", "c"),
        ("#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n", "c"),
        ("#pragma once\n#include <vector>\nstd::vector<int> f();\n", "cpp"),
        ("namespace a {\nclass B;\n}\n", "cpp"),
        ("template <typename T>\nT f(T t);\n", "cpp"),
        ("class A {\npublic:\n  A();\n};\n", "cpp"),
        ("#import <Foundation/Foundation.h>\n@interface A : NSObject\n@end\n", "objc"),
        ("", "c"),
    ],
)  # fmt: skip
def test_dot_h_is_what_its_head_says(head: str, language: str) -> None:
    assert language_of("include/a.h", head) == language


def test_other_ambiguous_extensions() -> None:
    assert language_of("a.m", "% comment\nfunction y = f(x)\nend\n") == "matlab"
    assert language_of("a.m", "#import <A.h>\n@implementation A\n@end\n") == "objc"
    assert language_of("a.pl", "use strict;\n") == "perl"
    assert language_of("a.ts", '<?xml version="1.0"?>\n<!DOCTYPE TS>\n') == "xml"


@pytest.mark.parametrize(
    ("alias", "language"),
    [
        ("ts", "typescript"), ("TypeScript", "typescript"), ("c++", "cpp"), ("C#", "csharp"),
        ("js", "javascript"),
        ("py", "python"), (".py", "python"), ("golang", "go"), ("rs", "rust"), ("rb", "ruby"), ("sh", "bash"),
        ("shellscript", "bash"), ("typescriptreact", "tsx"), ("javascriptreact", "javascript"),
        ("md", "markdown"),
        ("yml", "yaml"), ("objective-c", "objc"), ("kt", "kotlin"), ("hs", "haskell"), ("exs", "elixir"),
        ("Makefile", "make"), ("plaintext", "text"), (" python ", "python"), ("klingon", None), ("", None),
    ],
)  # fmt: skip
def test_aliases_lead_to_our_names(alias: str, language: str | None) -> None:
    assert canonical_language(alias) == language


@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_each_grammar_language_is_its_own_canonical_name(language: str) -> None:
    assert canonical_language(language) == language
    assert canonical_language(lsp_language_id(language)) == language


@pytest.mark.parametrize("unit", ["\n", " ", "a", "class a", "a:", "#if defined(__cplusplus)\n", "(", "::"])
@pytest.mark.parametrize("extension", ["h", "m", "pl", "v", "ts", ""])
def test_hostile_heads_are_decided_all_the_same(unit: str, extension: str) -> None:
    """Repetitions that make careless patterns take quadratic time; the run's timeout is the judge."""
    language_of(f"a.{extension}", unit * 200_000)
    language_of(f"a.{extension}", "#!/" + unit * 200_000)
