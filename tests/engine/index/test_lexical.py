"""BM25 of the Base: what is found, what is filtered, what is forgotten."""

from pathlib import Path

import pytest

from codebase_lsp.engine.index.lexical import LexicalIndex, TokenPart
from codebase_lsp.engine.index.words import FileWords


@pytest.fixture
def lexical(tmp_path: Path) -> LexicalIndex:
    return LexicalIndex(tmp_path / "lexical", writable=True)


def fill(lexical: LexicalIndex, parsed) -> None:
    lexical.add(
        FileWords.of(parsed("cookies.py", "parse the cookie header\n", "write a cookie\n")), 1, [11, 12]
    )
    lexical.add(FileWords.of(parsed("http/client.py", "send a request\n")), 2, [21])
    lexical.commit()


def found(lexical: LexicalIndex, *terms: str, field: str = "body", **options) -> list[int]:
    return [chunk for chunk, _ in lexical.search(field, dict.fromkeys(terms, 1.0), 10, **options)]


def test_chunks_are_found_by_their_words_best_first(lexical: LexicalIndex, parsed) -> None:
    fill(lexical, parsed)
    assert found(lexical, "cookie", "header") == [11, 12]
    assert found(lexical, "request") == [21]
    assert found(lexical, "nowhere") == []


def test_each_field_answers_for_itself(lexical: LexicalIndex, parsed) -> None:
    fill(lexical, parsed)
    assert found(lexical, "client", field="path") == [21]
    assert found(lexical, "client") == []


def test_nothing_is_visible_before_the_commit(lexical: LexicalIndex, parsed) -> None:
    fill(lexical, parsed)
    lexical.add(FileWords.of(parsed("new.py", "fresh words\n")), 3, [31])
    assert found(lexical, "fresh") == []
    lexical.commit()
    assert found(lexical, "fresh") == [31]


def test_a_deleted_file_is_gone_and_others_stay(lexical: LexicalIndex, parsed) -> None:
    fill(lexical, parsed)
    lexical.delete_files([1])
    lexical.commit()
    assert found(lexical, "cookie", "request") == [21]
    assert lexical.documents == 1


def test_filters_come_before_ranking_and_do_not_change_scores(lexical: LexicalIndex, parsed) -> None:
    fill(lexical, parsed)
    lexical.add(FileWords.of(parsed("jar.py", "a cookie jar\n")), 3, [31])
    lexical.commit()
    all_scores = dict(lexical.search("body", {"cookie": 1.0}, 10))
    only = lexical.search("body", {"cookie": 1.0}, 1, file_ids=[3])
    assert only == [(31, all_scores[31])]
    assert found(lexical, "cookie", hidden_files=[1]) == [31]


def test_query_syntax_means_nothing(lexical: LexicalIndex, parsed) -> None:
    fill(lexical, parsed)
    for term in ['body:"', "AND", "*", "+(", "\\", "cookie^9", ""]:
        assert found(lexical, term) == []


def test_weights_scale_scores(lexical: LexicalIndex, parsed) -> None:
    fill(lexical, parsed)
    (_, once), *_ = lexical.search("body", {"request": 1.0}, 1)
    (_, twice), *_ = lexical.search("body", {"request": 2.0}, 1)
    assert twice == pytest.approx(2 * once, rel=1e-5)


def test_files_with_a_chunk_that_holds_all_tokens_and_a_part(lexical: LexicalIndex, parsed) -> None:
    fill(lexical, parsed)
    lexical.add(FileWords.of(parsed("jar.py", "a cookie jar\n", "a header\n")), 3, [31, 32])
    lexical.commit()
    assert lexical.files_matching(["cookie"], [TokenPart("eade")]) == {1}
    assert lexical.files_matching(["cookie"]) == {1, 3}
    assert lexical.files_matching(["cookie"], [TokenPart("nowhere")]) == set()
    assert lexical.files_matching([]) is None


def test_parts_of_tokens_are_found_in_what_was_written_since(lexical: LexicalIndex, parsed) -> None:
    fill(lexical, parsed)
    part = TokenPart("quer")
    assert lexical.files_matching([], [part]) == set()
    lexical.add(FileWords.of(parsed("new.py", "subquery\n")), 3, [31])
    assert lexical.files_matching([], [part]) == set()
    lexical.commit()
    assert lexical.files_matching([], [part]) == {3}
    reader = LexicalIndex(lexical.directory, writable=False)
    assert reader.files_matching([], [part]) == {3}
    lexical.add(FileWords.of(parsed("newer.py", "a querying\n")), 4, [41])
    lexical.commit()
    reader.reload()
    assert reader.files_matching([], [part]) == lexical.files_matching([], [part]) == {3, 4}


def test_parts_looked_for_between_a_write_and_its_commit_miss_nothing_later(
    lexical: LexicalIndex, parsed
) -> None:
    lexical.add(FileWords.of(parsed("new.py", "subquery\n")), 3, [31])
    assert not lexical.files_matching([], [TokenPart("quer")])
    lexical.commit()
    assert lexical.files_matching([], [TokenPart("quer")]) == {3}


def test_another_process_sees_a_commit_after_reload(lexical: LexicalIndex, parsed) -> None:
    fill(lexical, parsed)
    reader = LexicalIndex(lexical.directory, writable=False)
    lexical.add(FileWords.of(parsed("new.py", "fresh\n")), 3, [31])
    lexical.commit()
    assert found(reader, "fresh") == []
    reader.reload()
    assert found(reader, "fresh") == [31]


def test_what_a_writer_killed_within_a_commit_left_behind_does_no_harm(lexical: LexicalIndex, parsed) -> None:
    fill(lexical, parsed)
    lexical.release_writer()
    killed = LexicalIndex(lexical.directory, writable=True)
    published = (lexical.directory / "meta.json").read_bytes()
    killed.delete_files([1])
    killed.commit()
    killed.release_writer()
    (lexical.directory / "meta.json").write_bytes(published)  # the last step of a commit was not made
    again = LexicalIndex(lexical.directory, writable=True)
    again.delete_files([1])
    again.commit()
    assert again.documents == 1


def test_a_damaged_index_is_replaced_by_an_empty_one_with_another_id(lexical: LexicalIndex, parsed) -> None:
    fill(lexical, parsed)
    lexical.release_writer()
    (lexical.directory / "meta.json").write_text("{broken")
    again = LexicalIndex(lexical.directory, writable=True)
    assert again.id != lexical.id
    assert again.documents == 0


def test_document_frequencies_are_those_of_the_corpus(lexical: LexicalIndex, parsed) -> None:
    fill(lexical, parsed)
    assert lexical.document_frequency("body", "cookie") == 2
    assert lexical.document_frequency("body", "nowhere") == 0
