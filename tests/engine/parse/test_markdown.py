"""Headings of Markdown texts, and chunks along them."""

from codebase_lsp.engine.parse.chunks import chunk_text
from codebase_lsp.engine.parse.markdown import headings


def titles(text: str) -> list[tuple[int, str]]:
    return [(each.level, each.title) for each in headings(text.split("\n"))]


def test_atx_and_setext_headings() -> None:
    assert titles("# A\n\n## B ##\n\nC\n===\n\nD\n---\n") == [(1, "A"), (2, "B"), (1, "C"), (2, "D")]


def test_fences_hide_headings_until_a_fence_as_long() -> None:
    assert titles("````\n# a\n```\n# b\n````\n# C\n") == [(1, "C")]
    assert titles("~~~\n# a\n```\n# b\n") == []


def test_rules_lists_hashtags_and_indented_code_are_no_headings() -> None:
    assert titles("- a\n---\n\n#tag\n\n    # code\n\n---\n\n####### seven\n") == []


def test_front_matter_and_comments_are_no_headings() -> None:
    assert titles("---\ntitle: x\n---\n# A\n<!--\n# b\n-->\n") == [(1, "A")]


def test_titles_lose_their_markup() -> None:
    assert titles("# The `fetch` *API* [docs](http://x)\n") == [(1, "The fetch API docs")]
    assert titles("# snake_case stays\n") == [(1, "snake_case stays")]


def test_sections_become_chunks_below_their_heading_path() -> None:
    body = "word " * 120 + "\n"
    text = f"# Guide\n{body}\n## Install\n{body}\n### Source\n{body}\n## Use\n{body}"
    chunks = chunk_text("docs/guide.md", text, "markdown")
    assert [chunk.symbol.name for chunk in chunks if chunk.symbol] == ["Guide", "Install", "Source", "Use"]
    assert [chunk.header for chunk in chunks] == ["", "Guide", "Guide > Install", "Guide"]
    source = chunks[2].symbol
    assert source is not None and source.canonical_name == "guide.Guide.Install.Source"


def test_a_long_section_is_cut_between_paragraphs_and_not_inside_code() -> None:
    paragraph = "word " * 60 + "\n\n"
    code = "```python\n" + "x = 1\n\n" * 60 + "```\n\n"
    text = "# Long\n\n" + paragraph * 3 + code + paragraph * 3
    chunks = chunk_text("a.md", text, "markdown", 1000)
    assert len(chunks) > 2
    assert all(chunk.text.count("```") % 2 == 0 for chunk in chunks)
    assert {chunk.header for chunk in chunks[1:]} == {"Long"}


def test_tiny_sections_share_a_chunk() -> None:
    text = "".join(f"## Question {n}\n\nYes.\n\n" for n in range(5))
    (chunk,) = chunk_text("faq.md", text, "markdown")
    assert chunk.defines == tuple(f"Question {n}" for n in range(5))
