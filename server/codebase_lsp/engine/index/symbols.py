"""The table of definitions in the store."""

import sqlite3
from collections.abc import Iterable

from ..parse.types import Symbol

SCHEMA = """
CREATE TABLE symbols (
  file INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,
  folded TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, canonical TEXT NOT NULL,
  start_line INTEGER NOT NULL, end_line INTEGER NOT NULL,
  name_line INTEGER NOT NULL, name_column INTEGER NOT NULL, container TEXT NOT NULL,
  signature TEXT NOT NULL, documentation TEXT NOT NULL, visibility TEXT NOT NULL);
CREATE INDEX symbols_file ON symbols(file);
CREATE INDEX symbols_folded ON symbols(folded);
"""
SELECT = (
    "SELECT f.path, f.language, s.name, s.kind, s.canonical, s.start_line, s.end_line, s.name_line,"
    " s.name_column, s.container, s.signature, s.documentation, s.visibility"
    " FROM symbols s JOIN files f ON f.id = s.file"
)
"""The fields of `SymbolRow` in order."""

_INSERT = f"INSERT INTO symbols VALUES ({','.join('?' * 13)})"


def insert(db: sqlite3.Connection, file_id: int, symbols: Iterable[Symbol]) -> None:
    db.executemany(_INSERT, (_values(file_id, symbol) for symbol in symbols))


def _values(file_id: int, s: Symbol) -> tuple[object, ...]:
    names = (s.name.lower(), s.name, s.kind, s.canonical_name)
    lines = (s.start_line, s.end_line, s.name_line, s.name_column)
    return (file_id, *names, *lines, s.container, s.signature, s.documentation, s.visibility)
