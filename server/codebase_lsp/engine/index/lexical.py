"""BM25 over the Base, by tantivy: memory-mapped, one writer, any number of readers.

One document per chunk with three fields of pre-split tokens: `body`, `symbols`, `path`.
Queries are built from term objects, never parsed: no user text is ever syntax.
"""

import json
import shutil
import threading
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tantivy

from ...errors import IndexUnavailable
from .vocabulary import Vocabulary
from .words import FileWords

FIELDS = ("body", "symbols", "path")
_WRITER_BYTES = 64 << 20
_ID_FILE = "codebase-lsp-id"


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    for field in FIELDS:
        builder.add_text_field(field, stored=False, tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field("file", stored=False, tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field("chunk", stored=False, indexed=False, fast=True)
    builder.add_unsigned_field("owner", stored=False, indexed=False, fast=True)
    return builder.build()


@dataclass(frozen=True, slots=True)
class TokenPart:
    """Letters that stand somewhere in a token, or at its start, at its end, or both."""

    text: str
    at_start: bool = False
    at_end: bool = False


class LexicalIndex:
    """Chunk ids by words. Reads are thread-safe; writes come from one thread at a time."""

    def __init__(self, directory: Path, *, writable: bool) -> None:
        """Open or create. A damaged index is replaced by an empty one with a new `id`.

        Raises IndexUnavailable.
        """
        self.directory = directory
        self._schema = _schema()
        self._writer: tantivy.IndexWriter | None = None
        try:
            self._index = self._open(writable)
        except (ValueError, OSError) as error:
            raise IndexUnavailable(f"The lexical index in {directory} cannot be opened: {error}") from error
        self._index.config_reader("manual")
        self._reading_tokens = threading.Lock()
        self._vocabulary: Vocabulary | None = None
        self._unread = False
        """Whether something was written while there was no vocabulary to take it in."""

    def _open(self, writable: bool) -> tantivy.Index:
        id_file = self.directory / _ID_FILE
        try:
            if id_file.exists():
                index = tantivy.Index(self._schema, path=str(self.directory), reuse=True)
                self.id = id_file.read_text("utf-8")
                return index
        except ValueError:
            if not writable:
                raise
        if not writable:
            raise OSError("not there yet")
        shutil.rmtree(self.directory, ignore_errors=True)
        self.directory.mkdir(parents=True)
        index = tantivy.Index(self._schema, path=str(self.directory), reuse=False)
        self.id = uuid.uuid4().hex
        id_file.write_text(self.id, "utf-8")
        return index

    # ── writing ──────────────────────────────────────────────────────────────────────────

    def add(self, words: FileWords, file_id: int, chunk_ids: Sequence[int]) -> None:
        """Not visible before `commit`."""
        writer = self._writing()
        if self._vocabulary is None:
            self._unread = True
        elif not self._vocabulary.add({token for body, _ in words.chunks for token in body.split(" ")}):
            self._forget_tokens()
        for (body, names), chunk_id in zip(words.chunks, chunk_ids, strict=True):
            document = tantivy.Document()
            document.add_text("body", body)
            document.add_text("symbols", names)
            document.add_text("path", words.path)
            document.add_text("file", str(file_id))
            document.add_unsigned("chunk", chunk_id)
            document.add_unsigned("owner", file_id)
            writer.add_document(document)

    def delete_files(self, file_ids: Iterable[int]) -> None:
        """Not visible before `commit`."""
        for file_id in file_ids:
            self._writing().delete_documents_by_term("file", str(file_id))

    def commit(self) -> None:
        """Make all writes durable and visible. Raises IndexUnavailable."""
        try:
            if self._writer is not None:
                self._writer.commit()
            self._index.reload()
        except (ValueError, OSError) as error:
            raise IndexUnavailable(f"The lexical index cannot be written: {error}") from error
        if self._unread:
            self._forget_tokens()

    def release_writer(self) -> None:
        """Let go of the writer's memory and lock; the next write makes a new one."""
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.wait_merging_threads()

    def _writing(self) -> tantivy.IndexWriter:
        if self._writer is None:
            try:
                self._writer = self._index.writer(heap_size=_WRITER_BYTES, num_threads=1)
                # A writer killed within a commit leaves files whose names this one would use again.
                self._writer.garbage_collect_files()
            except ValueError as error:
                raise IndexUnavailable(f"The lexical index cannot be written: {error}") from error
        return self._writer

    # ── reading ──────────────────────────────────────────────────────────────────────────

    def reload(self) -> None:
        """See what another process has committed."""
        self._index.reload()
        self._forget_tokens()

    def _forget_tokens(self) -> None:
        with self._reading_tokens:
            self._vocabulary, self._unread = None, False

    def search(
        self,
        field: str,
        terms: Mapping[str, float],
        limit: int,
        file_ids: Sequence[int] | None = None,
        hidden_files: Sequence[int] = (),
    ) -> list[tuple[int, float]]:
        """The best chunks for weighted terms: (chunk id, BM25), best first.

        `file_ids` restricts the search to these files; `hidden_files` are left out.
        """
        if not terms or limit <= 0:
            return []
        should = [(tantivy.Occur.Should, self._term(field, term, weight)) for term, weight in terms.items()]
        query = tantivy.Query.boolean_query(should)
        return self._run(self._restricted(query, file_ids, hidden_files), limit)

    def files_matching(self, required: Sequence[str], parts: Sequence[TokenPart] = ()) -> set[int] | None:
        """Ids of the files with a chunk that holds all `required` tokens and, for each part, some token
        with it; None without any condition."""
        must = [(tantivy.Occur.Must, self._term("body", token, 1.0)) for token in required]
        for part in parts:
            tokens = self._tokens().holding(part.text, at_start=part.at_start, at_end=part.at_end)
            must.append(
                (tantivy.Occur.Must, tantivy.Query.term_set_query(self._schema, "body", list(tokens)))
            )
        if not must:
            return None
        return self._owners(tantivy.Query.boolean_query(must))

    def prepare(self) -> None:
        """Read the tokens that `files_matching` looks for parts in, where that is still to be done."""
        self._tokens()

    def _tokens(self) -> Vocabulary:
        """Of all texts, read once and then kept up to date."""
        with self._reading_tokens:
            if self._vocabulary is None:
                known = self._index.searcher().terms_with_prefix("body", "")
                self._vocabulary = Vocabulary(token for token, _ in known)
            return self._vocabulary

    def files_with(self, field: str, term: str) -> set[int]:
        """Ids of all files with a chunk that holds the term."""
        return self._owners(self._term(field, term, 1.0))

    def _owners(self, query: tantivy.Query) -> set[int]:
        """Ids of the files of all chunks that match."""
        searcher = self._index.searcher()
        if not searcher.num_docs:
            return set()
        hits = searcher.search(
            tantivy.Query.const_score_query(query, 1.0), searcher.num_docs, count=False
        ).hits
        return {int(i or 0) for i in searcher.fast_field_values("owner", [address for _, address in hits])}

    def words_held(self, words: Sequence[str], file_ids: Sequence[int]) -> dict[int, int]:
        """Which of the words each chunk of these files holds: bit i for the i-th word, of at most 24.

        One query: each word that is there adds its power of two to the score, and nothing else does.
        """
        if not words or not file_ids:
            return {}
        query = tantivy.Query
        any_word = [
            (tantivy.Occur.Should, query.const_score_query(self._term("body", word, 1.0), float(1 << bit)))
            for bit, word in enumerate(words)
        ]
        chunks, scores = self._found(self._restricted(query.boolean_query(any_word), file_ids, ()), 1 << 20)
        return dict(zip(chunks, map(int, scores), strict=True))

    def document_frequency(self, field: str, term: str) -> int:
        """In how many chunks of the Base the term stands."""
        return self._index.searcher().doc_freq(field, term)

    @property
    def documents(self) -> int:
        return self._index.searcher().num_docs

    @property
    def dead_documents(self) -> int:
        """Documents that are deleted and still take room. tantivy merges segments by their number,
        not by what is dead in them, so a large one may keep its dead for long."""
        try:
            meta: Any = json.loads((self.directory / "meta.json").read_text("utf-8"))
            deletes = [segment["deletes"] for segment in meta["segments"] if segment.get("deletes")]
            return sum(int(entry["num_deleted_docs"]) for entry in deletes)
        except (OSError, ValueError, LookupError):
            return 0

    def _term(self, field: str, term: str, weight: float) -> tantivy.Query:
        query = tantivy.Query.term_query(self._schema, field, term, index_option="freq")
        return query if weight == 1.0 else tantivy.Query.boost_query(query, weight)

    def _restricted(
        self, query: tantivy.Query, file_ids: Sequence[int] | None, hidden: Sequence[int]
    ) -> tantivy.Query:
        if file_ids is None and not hidden:
            return query
        parts = [(tantivy.Occur.Must, query)]
        if file_ids is not None:
            # A constant score of zero: the restriction must not count as relevance.
            parts.append((tantivy.Occur.Must, tantivy.Query.const_score_query(self._files(file_ids), 0.0)))
        if hidden:
            parts.append((tantivy.Occur.MustNot, self._files(hidden)))
        return tantivy.Query.boolean_query(parts)

    def _files(self, file_ids: Sequence[int]) -> tantivy.Query:
        return tantivy.Query.term_set_query(self._schema, "file", [str(i) for i in file_ids])

    def _run(self, query: tantivy.Query, limit: int) -> list[tuple[int, float]]:
        return list(zip(*self._found(query, limit), strict=True))

    def _found(self, query: tantivy.Query, limit: int) -> tuple[Sequence[int], Sequence[float]]:
        """Chunk ids, and their scores, best first."""
        searcher = self._index.searcher()
        limit = min(limit, searcher.num_docs)
        if limit == 0:
            return [], []
        hits = searcher.search(query, limit, count=False).hits
        if not hits:
            return [], []
        scores, addresses = zip(*hits, strict=True)
        chunks: Any = searcher.fast_field_values("chunk", list(addresses))  # every document has one
        return chunks, scores
