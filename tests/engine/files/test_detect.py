"""What is text, in which encoding, and what nobody wrote."""

import random
import zlib

import pytest

from codebase_lsp.engine.files.detect import decode
from codebase_lsp.engine.files.encoding import Decoded
from codebase_lsp.engine.files.generated import not_written
from codebase_lsp.engine.files.types import SkipReason

CODE = "int counter = 0;\nfor (int i = 0; i < n; i++) { counter += values[i]; }\nreturn counter;\n" * 12
COMMENTS = {
    "simplified": ("// 读取配置文件，如果文件不存在则返回默认值\n", "/* 计算两个数的最大值 */\n"),
    "traditional": ("// 讀取設定檔，如果檔案不存在則返回預設值\n", "/* 這個函式會計算並返回結果 */\n"),
    "japanese": ("// 設定ファイルを読み込み、見つからない場合は既定値を返す\n", "/* エラーを処理する */\n"),
    "korean": (
        "// 설정 파일이 없으면 기본값을 반환한다\n",
        "/* 정보를 저장하는 함수입니다 */\n",
    ),
    "russian": (
        "// Читаем файл настроек, если его нет, возвращаем умолчание\n",
        "/* Ошибка ввода */\n",
    ),
    "polish": (
        "// Jeśli plik nie istnieje, zwróć wartość domyślną\n",
        "/* Błąd połączenia, spróbuj później */\n",
    ),
    "czech": ("// Pokud soubor neexistuje, vrátí výchozí hodnotu\n", "/* Příliš žluťoučký kůň */\n"),
    "turkish": ("// Dosya yoksa varsayılan değeri döndürür\n", "/* Kullanıcı şifresi yanlış */\n"),
    "greek": ("// Διαβάζει το αρχείο και επιστρέφει την τιμή\n", "/* Το όνομα του χρήστη δεν υπάρχει */\n"),
    "german": ("// Größe prüfen, bevor die Datei geöffnet wird\n", "/* Schlüssel löschen */\n"),
    "french": ("// Vérifie que le fichier a été chargé à l'avance\n", "/* créé le même jour */\n"),
    "spanish": ("// Devuelve el tamaño máximo según la configuración\n", "/* ¿Está vacío? año */\n"),
}


@pytest.mark.parametrize("which", [0, 1, 2], ids=["long", "short", "both"])
@pytest.mark.parametrize(
    ("language", "encoding"),
    [
        ("simplified", "gbk"),
        ("simplified", "gb18030"),
        ("traditional", "big5"),
        ("japanese", "shift_jis"),
        ("japanese", "euc_jp"),
        ("korean", "euc_kr"),
        ("russian", "cp1251"),
        ("russian", "koi8_r"),
        ("russian", "cp866"),
        ("polish", "cp1250"),
        ("polish", "iso8859_2"),
        ("czech", "cp1250"),
        ("turkish", "cp1254"),
        ("greek", "cp1253"),
        ("german", "latin-1"),
        ("german", "cp1252"),
        ("french", "latin-1"),
        ("spanish", "latin-1"),
    ],
)
def test_comments_in_old_encodings_come_out_right(language: str, encoding: str, which: int) -> None:
    """One comment in a file that is otherwise ASCII is enough."""
    comments = COMMENTS[language]
    text = "#include <stdio.h>\n" + (comments[which] if which < 2 else "".join(comments)) + CODE
    found = decode("a.c", text.encode(encoding))
    assert isinstance(found, Decoded)
    assert found.text == text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be"])
def test_unicode_with_and_without_mark(encoding: str) -> None:
    text = "# größe 日本\n" + CODE
    found = decode("a.py", text.encode(encoding))
    assert isinstance(found, Decoded)
    assert found.text == text


@pytest.mark.parametrize("mark", [b"\xfe\xff", b"\x00\x00\xfe\xff"])
def test_big_endian_marks(mark: bytes) -> None:
    encoding = "utf-16-be" if len(mark) == 2 else "utf-32-be"
    found = decode("a.py", mark + "größe\n".encode(encoding))
    assert isinstance(found, Decoded)
    assert found.text == "größe\n"


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        ("# -*- coding: iso-8859-2 -*-\n", "iso-8859-2"),
        ("# vim: set fileencoding=cp1250 :\n", "cp1250"),
        ('<?xml version="1.0" encoding="ISO-8859-5"?>\n', "iso-8859-5"),
        ('<html><head><meta charset="windows-1253">\n', "cp1253"),
        ('@charset "iso-8859-7";\n', "iso-8859-7"),
    ],
)
def test_what_the_file_declares_is_believed(head: str, encoding: str) -> None:
    """The same bytes would be judged otherwise without the declaration."""
    letters = bytes([0xE1, 0xF3, 0xE9]).decode(encoding)
    found = decode("a", (head + letters + "\n").encode(encoding))
    assert isinstance(found, Decoded)
    assert letters in found.text


@pytest.mark.parametrize(
    ("encoding", "sentences"),
    [
        (
            "cp1251",
            ["Проверка подключения к базе данных", "Список пользователей пуст", "Функция вычисляет сумму"],
        ),
        (
            "koi8_r",
            ["Проверка подключения к базе данных", "Список пользователей пуст", "Функция вычисляет сумму"],
        ),
        ("cp1253", ["Σφάλμα σύνδεσης με τον διακομιστή", "Έλεγχος αν η λίστα είναι κενή"]),
        ("gbk", ["打开数据库连接", "这里不能为空", "用户登录成功", "修改密码时需要验证旧密码"]),
        ("big5", ["開啟資料庫連線", "這裡不能是空的", "使用者登入成功"]),
        ("cp932", ["データベースに接続する", "ここは空にできない", "ログインに成功した"]),
        ("euc_jp", ["データベースに接続する", "ここは空にできない", "ログインに成功した"]),
        ("cp949", ["데이터베이스에 연결한다", "여기는 비어 있으면 안 된다", "로그인에 성공했다"]),
        (
            "cp1252",
            [
                "Überprüft den Schlüssel",
                "déjà initialisé",
                "año nuevo",
                "coração",
                "größer als 5µs",
                "© 2004 Müller",
            ],
        ),
    ],
)
def test_single_short_sentences(encoding: str, sentences: list[str]) -> None:
    """Sentences that had no part in choosing the tables."""
    for sentence in sentences:
        text = f"{CODE}// {sentence}\n{CODE}"
        found = decode("a.c", text.encode(encoding))
        assert isinstance(found, Decoded), sentence
        assert found.text == text


def test_a_wrong_declaration_does_not_beat_valid_utf8() -> None:
    found = decode("a.py", "# coding: latin-1\ns = 'é'\n".encode())
    assert isinstance(found, Decoded)
    assert "'é'" in found.text


def test_a_few_broken_bytes_do_not_cost_the_file() -> None:
    found = decode("a.c", b'char magic[] = "\xff\xfe\x80";\n' + CODE.encode())
    assert isinstance(found, Decoded)
    assert "return counter;" in found.text


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", SkipReason.EMPTY),
        (b" \n\t\r\n", SkipReason.EMPTY),
        (b"\xef\xbb\xbf\n", SkipReason.EMPTY),
        (b"int x;\0int y;", SkipReason.BINARY),
        (b"%PDF-1.4\nplain", SkipReason.BINARY),
        (b"\x89PNG\r\n\x1a\n", SkipReason.BINARY),
        (bytes(range(1, 32)) * 20, SkipReason.BINARY),
        (b"GIF89a\xf1\xe2", SkipReason.BINARY),
        (bytes(128 + b % 128 for b in random.Random(1).randbytes(4000)), SkipReason.UNDECODABLE),
    ],
)
def test_what_is_no_text(data: bytes, reason: SkipReason) -> None:
    found = decode("a", data)
    assert isinstance(found, tuple)
    assert found[0] is reason


def test_compressed_data_is_binary() -> None:
    found = decode("a", zlib.compress(CODE.encode(), 9))
    assert isinstance(found, tuple)
    assert found[0] is SkipReason.BINARY


@pytest.mark.parametrize("text", ["BZh header\n", "GIF8 files\n", "\x1b[31mred\x1b[0m = 1\n", "a\x0cb\n"])
def test_text_that_looks_a_little_binary_is_text(text: str) -> None:
    assert isinstance(decode("a", text.encode()), Decoded)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.go", "// Copyright 2020\n\n// Code generated by protoc-gen-go. DO NOT EDIT.\npackage a\n"),
        ("a.py", "# -*- coding: utf-8 -*-\n# Generated by the protocol buffer compiler.  DO NOT EDIT!\n"),
        ("a.rs", "// This file is @generated by prost-build.\npub struct A;\n"),
        ("a.js", "/**\n * @generated SignedSource<<abc>>\n */\nlet a;\n"),
        ("a.cs", "//------\n// <auto-generated>\n//     This code was generated by a tool.\n"),
        ("a.py", "#\n# Autogenerated by Thrift Compiler (0.9.3)\n#\n# DO NOT EDIT\n"),
        ("a.c", "/* A Bison parser, made by GNU Bison 3.0.4.  */\nint x;\n"),
        ("a.java", "/*\n * NOTE: This class is auto generated by the swagger code generator program.\n */\n"),
        (
            "a.ts",
            "/* eslint-disable */\n// This file is automatically generated.\n// Do not edit it.\n",
        ),
        ("a.py", '"""\nThis module was generated by build.py.\nDo not edit by hand.\n"""\n'),
        ("a.dart", "// GENERATED CODE - DO NOT MODIFY BY HAND\n"),
        ("a_pb2.py", "x = 1\n"),
        ("x/a.pb.go", "package a\n"),
        ("Form1.Designer.cs", "class A {}\n"),
        ("a.g.dart", "class A {}\n"),
        ("web/package-lock.json", "{}\n"),
        ("Cargo.lock", "x\n"),
        ("go.sum", "x\n"),
    ],
)
def test_generated_files(path: str, text: str) -> None:
    found = not_written(path, text)
    assert found is not None
    assert found[0] is SkipReason.GENERATED


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("gen.py", 'HEADER = """\n// Code generated by gen. DO NOT EDIT.\n"""\n'),
        ("gen.go", "package gen\n\nconst header = `\n// Code generated by gen. DO NOT EDIT.\n`\n"),
        ("gen.py", 'MARK = "# @generated"\nprint("This file was generated. Do not edit.")\n'),
        ("gen.py", '"""Writes modules. Each is generated from a schema and says DO NOT EDIT."""\n'),
        ("skip.py", "# Skips files with an @generated marker in their first lines.\nx = 1\n"),
        ("0001_initial.py", "# Generated by Django 4.2 on 2024-01-01 10:00\nclass Migration: pass\n"),
        ("a.py", "# Do not edit the cache while reading. Results are generated by the parser.\n"),
        ("a.py", "x = 1\n" * 12 + "# Code generated by x. DO NOT EDIT.\n"),
        ("lock.py", "x = 1\n"),
        ("design.cs", "class A {}\n"),
        ("LICENSE.md", "word " * 3000),
        ("config.json", '{"a": 1}\n' * 100),
    ],
)
def test_files_people_wrote(path: str, text: str) -> None:
    assert not_written(path, text) is None


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.min.js", "x\n"),
        ("a.css.map", "{}\n"),
        ("bundle.js", "/*! license */\n" + "var a=1;" * 3000),
        ("a.css", "a{b:c}" * 1000),
        ("data.php", "<?php " + "$a=1;" * 1000),
    ],
)
def test_minified_files(path: str, text: str) -> None:
    found = not_written(path, text)
    assert found is not None
    assert found[0] is SkipReason.MINIFIED


@pytest.mark.parametrize("extension", ["csv", "svg", "json"])
def test_bulk_data_is_left_out_and_small_files_of_the_kind_are_kept(extension: str) -> None:
    line = "a,b,c\n"
    assert not_written(f"a.{extension}", line * 100) is None
    found = not_written(f"a.{extension}", line * 60_000)
    assert found is not None
    assert extension in found[1]
