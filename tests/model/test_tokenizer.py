"""How texts become tokens: what the shipped tokenizer does, and what training one gives."""

# pyright: reportMissingImports=false
# The pipeline is no part of the package; conftest.py makes it importable.

from pathlib import Path

import pytest
from tokenizers import Tokenizer

BUNDLED = Path(__file__).resolve().parents[2] / "server/codebase_lsp/engine/embed/bundled"


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer.from_file(str(BUNDLED / "tokenizer.json"))


@pytest.mark.parametrize(
    "text", ["parseHttpResponse", "parse_http_response", "PARSE-HTTP-RESPONSE", "ParseHTTPResponse"]
)
def test_spellings_of_an_identifier_give_the_same_tokens(tokenizer: Tokenizer, text: str) -> None:
    assert tokenizer.encode(text).tokens == ["parse", "http", "response"]


def test_pieces_inside_a_word_are_the_tokens_of_words(tokenizer: Tokenizer) -> None:
    """A word without an entry of its own is cut into entries that stand for words too."""
    assert tokenizer.encode("logoutuser").tokens == ["logout", "user"]
    assert not any(token.startswith("##") for token in tokenizer.get_vocab())


def test_punctuation_is_dropped(tokenizer: Tokenizer) -> None:
    assert tokenizer.encode("if (a->b != c) { /* ... */ }").tokens == ["if", "a", "b", "c"]


def test_digits_are_apart_from_letters(tokenizer: Tokenizer) -> None:
    assert tokenizer.encode("sha256sum").tokens == ["sha", "256", "sum"]


def test_chinese_is_cut_into_words(tokenizer: Tokenizer) -> None:
    assert tokenizer.encode("处理用户登录").tokens == ["处理", "用户", "登录"]
    assert tokenizer.encode("删除user缓存").tokens == ["删除", "user", "缓存"]


def test_common_han_characters_are_known(tokenizer: Tokenizer) -> None:
    """None of a page of ordinary technical Chinese is unknown."""
    text = "系统启动时读取配置文件并初始化数据库连接池若连接失败则重试三次超过次数后抛出异常并写入日志"
    assert "[UNK]" not in tokenizer.encode(text).tokens


def test_padding_and_unknown_are_the_first_two_entries(tokenizer: Tokenizer) -> None:
    assert (tokenizer.token_to_id("[PAD]"), tokenizer.token_to_id("[UNK]")) == (0, 1)


def test_no_special_tokens_are_added(tokenizer: Tokenizer) -> None:
    assert tokenizer.encode("").ids == []


def test_training_keeps_required_words_and_size() -> None:
    """A tokenizer trained on a few lines holds the words asked for, within the size asked for."""
    from pipeline import wordpiece

    texts = ["read the config file", "write the config file", "读取配置文件"] * 20
    trained = wordpiece.train(texts, 80, han=50, required=["权限", "配置"])
    vocabulary = trained.get_vocab()
    assert "权限" in vocabulary
    assert len(vocabulary) <= 80
    assert trained.encode("readConfig").tokens == ["read", "config"]
    assert trained.encode("配置").tokens == ["配置"]


def test_chinese_phrases_are_taken_out_and_terms_stay() -> None:
    """Entries longer than two Han characters go, unless they are terms; the ids kept are in order."""
    from pipeline import wordpiece

    trained = wordpiece.train(
        ["创建订单 验证码 create order"] * 20, 60, required=["创建", "订单", "创建订单", "验证码"]
    )
    before = trained.get_vocab()
    kept = wordpiece.without_phrases(trained, {"验证码"})
    assert trained.encode("创建订单").tokens == ["创建", "订单"]
    assert trained.encode("验证码").tokens == ["验证码"]
    after = trained.get_vocab()
    assert kept == sorted(before[token] for token in after)
    assert all(kept[index] == before[token] for token, index in after.items())


def test_training_twice_gives_the_same_tokenizer() -> None:
    """Also where more characters are equally frequent than there is room for."""
    from pipeline import wordpiece

    texts = ["read the config file", "".join(chr(0x4E00 + offset) for offset in range(300))] * 6
    first, second = (wordpiece.train(texts, 150, han=40).to_str() for _ in range(2))
    assert first == second
