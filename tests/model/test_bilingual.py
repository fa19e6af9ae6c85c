"""Chinese questions: translations that packages ship, and the glossary."""

# pyright: reportMissingImports=false
# The pipeline is no part of the package; conftest.py makes it importable.

import random
from pathlib import Path

from pipeline.bilingual import by_english, read_glossary, stem, switch, term_pairs
from pipeline.locales import is_locale, pairs

GLOSSARY = Path(__file__).resolve().parents[2] / "server/model/glossary.tsv"


def test_locale_files_are_aligned_by_key() -> None:
    files = {
        "lib/locale/zh-CN.js": "export default { login: { title: '登录', forgot: '忘记密码' }, own: '独' }",
        "lib/locale/en-US.js": "export default { login: { title: 'Sign in', forgot: 'Forgot password' } }",
    }
    assert [(pair.query, pair.text, pair.symbol) for pair in pairs("p", files)] == [
        ("登录", "Sign in", "title"),
        ("忘记密码", "Forgot password", "forgot"),
    ]


def test_gettext_catalogues_hold_both_languages() -> None:
    files = {
        "app/zh_Hans/LC_MESSAGES/shop.po": 'msgid "Place order"\nmsgstr "提交订单"\n\nmsgid "O"\nmsgstr ""\n'
    }
    assert [(pair.query, pair.text) for pair in pairs("p", files)] == [("提交订单", "Place order")]


def test_a_translation_without_its_english_file_gives_nothing() -> None:
    assert list(pairs("p", {"i18n/zh-CN.json": '{"a": "登录"}'})) == []


def test_locale_paths_are_told_from_source_paths() -> None:
    assert is_locale("dist/locale/zh-cn.js")
    assert is_locale("i18n/en.json")
    assert not is_locale("src/authentication.ts")


def test_known_words_of_a_question_are_put_into_chinese() -> None:
    lexicon = by_english({"用户": ["user"], "登录": ["login", "sign in"], "缓存": ["cache"]})
    assert switch("handle the users login", lexicon, random.Random(0)) == "handle 用户登录"
    assert switch("sign in a user", lexicon, random.Random(0)) == "登录用户"
    assert switch("draw a red circle around the user", lexicon, random.Random(0)) == ""


def test_stems_meet_the_base_form() -> None:
    assert {stem(word) for word in ("cache", "caches", "cached", "caching")} == {"cach"}
    assert stem("class") == "class"


def test_the_glossary_is_well_formed() -> None:
    """Every row has a Chinese term and English terms in lower-case ASCII letters."""
    glossary = read_glossary(GLOSSARY)
    assert len(glossary) > 500
    for chinese, english in glossary.items():
        assert any("\u4e00" <= char <= "\u9fff" for char in chinese), chinese
        assert english
        assert all(term and term.replace(" ", "").isascii() and term == term.lower() for term in english), (
            chinese
        )
    assert "authenticate" in glossary["登录"]
    assert any(pair.query == "订单" and pair.text == "order" for pair in term_pairs(glossary))
