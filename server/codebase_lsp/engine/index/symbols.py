"""The table of definitions in the store."""

import sqlite3
from collections.abc import Iterable, Sequence

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

NAMES = "SELECT DISTINCT name FROM symbols WHERE file > ?"
NEWEST_FILE = "SELECT coalesce(max(id), 0) FROM files"

_INSERT = f"INSERT INTO symbols VALUES ({','.join('?' * 13)})"


def insert(db: sqlite3.Connection, file_id: int, symbols: Iterable[Symbol]) -> None:
    db.executemany(_INSERT, (_values(file_id, symbol) for symbol in symbols))


def named(folded: str, prefix: bool, state: int, limit: int) -> tuple[str, tuple[object, ...]]:
    """SQL and parameters for the definitions of one name in any case, or of names that begin so."""
    where = "s.folded >= ?1 AND s.folded < ?2" if prefix else "s.folded = ?1 AND ?2 IS NOT NULL"
    order = "length(s.name), f.path, s.start_line"
    sql = f"{SELECT} WHERE f.state = {state} AND {where} ORDER BY {order} LIMIT ?3"
    return sql, (folded, folded + "\U0010ffff", limit)


def called(names: Sequence[str], within: str, state: int, limit: int) -> tuple[str, tuple[object, ...]]:
    """The same for the definitions of some names, those first whose canonical name holds `within`."""
    folded = tuple({name.lower() for name in names})
    marks = [",".join("?" * len(values)) for values in (folded, names)]
    where = f"s.folded IN ({marks[0]}) AND s.name IN ({marks[1]})"
    order = "instr(lower(s.canonical), ?) = 0, f.path, s.start_line"
    sql = f"{SELECT} WHERE f.state = {state} AND {where} ORDER BY {order} LIMIT ?"
    return sql, (*folded, *names, within, limit)


def _values(file_id: int, s: Symbol) -> tuple[object, ...]:
    names = (s.name.lower(), s.name, s.kind, s.canonical_name)
    lines = (s.start_line, s.end_line, s.name_line, s.name_column)
    return (file_id, *names, *lines, s.container, s.signature, s.documentation, s.visibility)
