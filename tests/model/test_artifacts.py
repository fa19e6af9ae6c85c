"""The shipped model: files, sizes, and the vectors that fastembed makes of it without a network."""

import hashlib
import json
import socket
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastembed import TextEmbedding
from fastembed.common.model_description import ModelSource, PoolingType
from tokenizers import Tokenizer

from model.onnx_tensors import initializers

BUNDLED = Path(__file__).resolve().parents[2] / "server/codebase_lsp/engine/embed/bundled"
NAME = "tests/bundled"
Embed = Callable[[Sequence[str]], np.ndarray]

LOGIN = (
    "app auth service\nlogin\ndef login(request, username, password):\n"
    "    user = authenticate(username, password)\n    session.start(user)\n"
)
ORDER = (
    "shop orders\nplaceOrder\npublic Order placeOrder(Cart cart, Customer customer) {\n"
    "    Order order = new Order(customer, cart.getItems());\n    return repository.save(order);\n}\n"
)
PARSER = (
    "src lexer\nnext_token\nfn next_token(&mut self) -> Token {\n    self.skip_whitespace();\n"
    "    match self.peek() { '(' => Token::LeftParen, c => self.identifier(c) }\n}\n"
)
CACHE = (
    "lib cache\nevict\nfunction evictExpired(now) {\n  for (const [key, entry] of this.entries) {\n"
    "    if (entry.expiresAt < now) this.entries.delete(key)\n  }\n}\n"
)
CODE = {"login": LOGIN, "order": ORDER, "parser": PARSER, "cache": CACHE}


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    return json.loads((BUNDLED / "model.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def embed(description: dict[str, Any]) -> Iterator[Embed]:
    """The model through fastembed, with the network refused."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the bundled model must not open a connection")

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_HUB_OFFLINE", "1")
        patch.setattr(socket.socket, "connect", refuse)
        patch.setattr(socket, "create_connection", refuse)
        TextEmbedding.add_custom_model(
            model=NAME,
            pooling=PoolingType.DISABLED,
            normalization=False,
            sources=ModelSource(url="file:///none"),
            dim=description["dim"],
            model_file="model.onnx",
        )
        model = TextEmbedding(NAME, specific_model_path=str(BUNDLED), threads=1)
        yield lambda texts: np.stack(list(model.embed(list(texts), batch_size=8)))


def by_numpy(texts: Sequence[str]) -> np.ndarray:
    """The same vectors from the table alone: L2(sum over distinct tokens of √count · row)."""
    constants = initializers(BUNDLED / "model.onnx")
    table = constants["rows"].astype(np.float32) * constants["scale"][:, None]
    tokenizer = Tokenizer.from_file(str(BUNDLED / "tokenizer.json"))
    result: list[np.ndarray] = []
    for text in texts:
        ids, counts = np.unique(tokenizer.encode(text).ids[:512], return_counts=True)
        vector = (np.sqrt(counts)[:, None] * table[ids]).sum(0)
        result.append(vector / max(float(np.linalg.norm(vector)), 1e-6))
    return np.stack(result)


def test_files_are_what_model_json_says(description: dict[str, Any]) -> None:
    """Each artifact has the SHA-256 that model.json names."""
    assert set(description["sha256"]) == {"model.onnx", "tokenizer.json", "tokenizer_config.json"}
    for name, digest in description["sha256"].items():
        assert hashlib.sha256((BUNDLED / name).read_bytes()).hexdigest() == digest, name


def test_artifacts_are_small_enough_for_a_wheel() -> None:
    """All files together stay below 16 MB."""
    assert sum(path.stat().st_size for path in BUNDLED.iterdir() if path.is_file()) < 16_000_000


def test_tokenizer_config_sets_the_length_fastembed_truncates_at(description: dict[str, Any]) -> None:
    config = json.loads((BUNDLED / "tokenizer_config.json").read_text("utf-8"))
    assert config["model_max_length"] == description["max_tokens"] == 512
    assert config["pad_token"] == "[PAD]"


def test_vectors_are_unit_length_float32_of_the_stated_dimension(
    embed: Embed, description: dict[str, Any]
) -> None:
    vectors = embed(list(CODE.values()))
    assert vectors.shape == (4, description["dim"]) == (4, 256)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_vectors_do_not_depend_on_the_batch(embed: Embed) -> None:
    """A text gives the same vector alone, repeated, and padded beside a longer one."""
    alone = embed([LOGIN])[0]
    np.testing.assert_array_equal(alone, embed([LOGIN])[0])
    np.testing.assert_allclose(alone, embed([LOGIN, "word " * 400 + PARSER])[0], atol=1e-6)


def test_vectors_equal_the_plain_computation_from_the_table(embed: Embed) -> None:
    texts = [
        *CODE.values(),
        "处理用户登录",
        "getHTTPResponseCode2 user_name",
        "a a a a b",
        "x" * 3000,
        "token " * 600,
    ]
    np.testing.assert_allclose(embed(texts), by_numpy(texts), atol=1e-3)


@pytest.mark.parametrize("text", ["", "   \n\t", "!!! --- ???", "\x00"])
def test_text_without_words_gives_zeros_not_nan(embed: Embed, text: str) -> None:
    vector = embed([text, LOGIN])[0]
    assert np.isfinite(vector).all()
    assert np.linalg.norm(vector) < 1.001


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how does a user sign in", "login"),
        ("authentication with username and password", "login"),
        ("create an order from the shopping cart", "order"),
        ("split source text into tokens", "parser"),
        ("remove expired cache entries", "cache"),
        ("处理用户登录", "login"),
        ("用户身份验证", "login"),
        ("提交订单", "order"),
        ("创建订单", "order"),
        ("词法分析器读取下一个标记", "parser"),
        ("清除过期的缓存", "cache"),
    ],
)
def test_a_question_is_nearest_to_the_code_that_answers_it(embed: Embed, question: str, answer: str) -> None:
    """English and Chinese questions alike, among four pieces of English code."""
    similarity = embed(list(CODE.values())) @ embed([question])[0]
    assert list(CODE)[int(np.argmax(similarity))] == answer


def test_first_128_dimensions_still_find_the_answer(embed: Embed) -> None:
    """The dimensions are nested: a prefix of the vector is a smaller vector of the same text."""
    code = embed(list(CODE.values()))[:, :128]
    question = embed(["remove expired cache entries"])[0, :128]
    assert int(np.argmax(code @ question / np.linalg.norm(code, axis=1))) == 3
