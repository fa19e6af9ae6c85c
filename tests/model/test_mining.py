"""Training pairs from small pieces of source."""

# pyright: reportMissingImports=false
# The pipeline is no part of the package; conftest.py makes it importable.

import pytest
from pipeline.comments import prose
from pipeline.exclusions import distinctive_lines, overlap
from pipeline.languages import BY_ENDING, defined_name
from pipeline.mining import is_readable, mine, wanted
from pipeline.passages import Pair, passage, path_words, split_identifier

from codebase_lsp.engine.embed import text

GO = """package store

import "time"

// Expire drops the entries that are older than the given age.
func (s *Store) Expire(age time.Duration) int {
	dropped := 0
	for key, entry := range s.entries {
		if entry.Age() > age {
			delete(s.entries, key)
			dropped++
		}
	}
	return dropped
}

func unrelatedHelper() {}
"""
PYTHON = '''import os


class Mailbox:
    def send_all(self, messages):
        """Send every waiting message and forget it.

        :param messages: what to send
        """
        for message in messages:
            self.transport.send(message)
            message.forget()
        return len(messages)
'''
CHINESE = """package cn;

public class Cart {
    /**
     * 计算购物车中所有商品的总价
     * @return 总价
     */
    public long total() {
        return items.stream().mapToLong(Item::price).sum();
    }
}
"""


def mined(path: str, text: str) -> list[Pair]:
    return list(mine("test/package", path, text, BY_ENDING[path.rsplit(".", 1)[-1]]))


def test_a_comment_above_a_function_is_paired_with_its_body() -> None:
    (pair,) = [pair for pair in mined("pkg/store/expire.go", GO) if pair.kind == "doc"]
    assert pair.query == "Expire drops the entries that are older than the given age."
    assert pair.symbol == "Expire"
    assert pair.path == "pkg store expire"
    assert pair.text.startswith("func (s *Store) Expire")
    assert "drops the entries" not in pair.text
    assert "unrelatedHelper" not in pair.text


def test_a_docstring_is_taken_out_of_the_function_it_documents() -> None:
    (pair,) = [pair for pair in mined("app/mail.py", PYTHON) if pair.kind == "doc"]
    assert pair.query == "Send every waiting message and forget it."
    assert pair.symbol == "Mailbox.send_all"
    assert pair.header == "class Mailbox:"
    assert "def send_all" in pair.text
    assert "message.forget()" in pair.text
    assert "Send every waiting" not in pair.text


def test_a_chinese_comment_is_kept() -> None:
    (pair,) = [pair for pair in mined("cn/Cart.java", CHINESE) if pair.kind == "doc"]
    assert pair.query == "计算购物车中所有商品的总价"
    assert pair.symbol == "Cart.total"


def test_a_name_is_asked_in_words_and_answered_without_the_line_that_holds_it() -> None:
    (pair,) = [pair for pair in mined("app/mail.py", PYTHON) if pair.kind == "name"]
    assert pair.query == "mailbox send all"
    assert "def send_all" not in pair.text


@pytest.mark.parametrize(
    "comment",
    [
        "// Copyright 2020 The Authors. All rights reserved.",
        "// eslint-disable-next-line no-console",
        "// if (x > 0) { return compute(x); }",
        "// TODO",
        "# -*- coding: utf-8 -*-",
        "/* @param name the name */",
    ],
)
def test_comments_that_say_nothing_of_the_code_are_dropped(comment: str) -> None:
    assert prose(comment) == ""


def test_only_the_first_paragraph_of_a_comment_is_a_question() -> None:
    assert prose("/**\n * Opens the {@link Door} slowly.\n *\n * More text.\n * @param door it\n */") == (
        "Opens the Door slowly."
    )


@pytest.mark.parametrize(
    ("line", "language", "name"),
    [
        ("    def load_all(self):", "python", "load_all"),
        ("export async function fetchUser(id) {", "javascript", "fetchUser"),
        ("  static parse(text) {", "javascript", "parse"),
        ("    if (ready) {", "javascript", ""),
        ("func (c *Client) Close() error {", "go", "Close"),
        ("pub(crate) fn next_token(&mut self) -> Token {", "rust", "next_token"),
        ("static int read_header(struct reader *r)", "c", "read_header"),
        ("    return lookup(key)", "c", ""),
        ("bool Cache::evict(const Key &key)", "cpp", "Cache::evict"),
        ("    public async Task<int> CountAsync(string query)", "csharp", "CountAsync"),
        ("internal sealed class Session", "csharp", "Session"),
        ("override suspend fun render(scope: Scope) {", "kotlin", "render"),
        ("  def handle[A](request: A): Unit = {", "scala", "handle"),
        ("  defp build_conn(adapter) do", "elixir", "build_conn"),
        ("local function trim(text)", "lua", "trim"),
        ("install_deps() {", "shell", "install_deps"),
        ("parseValue :: Text -> Either String Value", "haskell", "parseValue"),
        ("pub fn deinit(self: *Self) void {", "zig", "deinit"),
        ("    public func reload(animated: Bool) {", "swift", "reload"),
    ],
)
def test_definitions_are_recognised(line: str, language: str, name: str) -> None:
    assert defined_name(line, language) == name


@pytest.mark.parametrize(
    "path",
    [
        "vendor/lib/a.go",
        "a/tests/b.py",
        "dist/app.js",
        "x/jquery.min.js",
        "a/b_pb2.py",
        "README.md",
        "types.d.ts",
    ],
)
def test_vendored_generated_and_test_files_are_not_mined(path: str) -> None:
    assert wanted(path) is None


def test_a_shell_command_without_an_ending_is_recognised_by_its_first_bytes() -> None:
    language = wanted("usr/bin/thing", b"#!/usr/bin/env bash\nset -e\n")
    assert language is not None
    assert language.name == "shell"
    assert wanted("usr/bin/thing", b"\x7fELF") is None


def test_minified_text_is_not_readable() -> None:
    assert not is_readable("var a=1;" * 500 + "\n" * 4)
    assert is_readable("let a = 1;\n" * 10)


def test_a_line_of_an_excluded_tree_is_found_again(tmp_path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.py").write_text(
            "    shared_line_of_both_repositories = compute_it(everything)\n"
        )
    (tmp_path / "one" / "b.py").write_text("result = the_very_distinctive_call(first_argument, second)\n")
    excluded = distinctive_lines(tmp_path)
    assert overlap("x = 1\n  result = the_very_distinctive_call(first_argument, second)\n", excluded) == (
        1,
        1,
    )
    assert overlap("shared_line_of_both_repositories = compute_it(everything)\n", excluded) == (0, 1)


def test_path_words_are_the_last_three_parts_without_the_ending() -> None:
    assert path_words("src/main/user_service/login-handler.test.ts") == "main user service login handler test"
    assert path_words("a.py") == "a"


@pytest.mark.parametrize(
    "path", ["src/http/cookie_jar.py", "a/b/c/d-e.test.ts", ".bashrc", "x/.config/y.tar.gz", "Makefile"]
)
def test_training_and_product_embed_the_same_text(path: str) -> None:
    """The model is trained on passages of the form the product makes."""
    product = text.passage(path, "class Jar:", "Jar.add", "def add(self): ...")
    assert passage(path_words(path), "class Jar:", "Jar.add", "def add(self): ...") == product


def test_identifiers_are_split_into_words() -> None:
    assert split_identifier("parseHTTPResponse2xx") == "parse http response 2 xx"


def test_a_passage_leaves_empty_parts_out() -> None:
    assert passage("a b", "", "C.d", "code") == "a b\nC.d\ncode"
    assert passage("", "", "", "code") == "code"
