"""An OpenAI-compatible endpoint over real HTTP: what is asked, in which portions, and what comes back."""

from collections.abc import Callable

import numpy as np
import pytest

from codebase_lsp.engine.cancel import CancelToken
from codebase_lsp.engine.embed.local import LocalModel
from codebase_lsp.engine.embed.remote import RemoteModel
from codebase_lsp.engine.embed.spec import ModelSpec
from codebase_lsp.engine.settings import ModelOptions
from codebase_lsp.errors import Cancelled, ModelUnavailable
from engine.embed.openai_server import (
    Handler,
    OpenAIServer,
    Payload,
    as_base64,
    changed,
    endless,
    silent,
    status,
    trickling,
    truncated,
)

TEXTS = [f"def handler_{i}(request): return render(request, page={i})" for i in range(10)]
KEY = "sk-very-secret-0123456789"
Make = Callable[..., RemoteModel]


@pytest.fixture
def pauses() -> list[float]:
    """How long the model would have slept between its attempts."""
    return []


@pytest.fixture
def remote(server: OpenAIServer, pauses: list[float]) -> Make:
    def make(name: str = "served", **options) -> RemoteModel:
        spec = ModelSpec(name, ModelOptions(**{"base_url": server.base_url, **options}))
        return RemoteModel(spec, wait=lambda seconds, cancel: pauses.append(seconds))

    return make


def test_vectors_are_those_of_the_model_behind_the_server(remote: Make, bundled: LocalModel) -> None:
    np.testing.assert_allclose(remote().passages(TEXTS), bundled.passages(TEXTS), atol=1e-5)
    np.testing.assert_allclose(remote().query(TEXTS[3]), bundled.query(TEXTS[3]), atol=1e-5)


def test_the_request_is_in_the_form_of_openai(remote: Make, server: OpenAIServer) -> None:
    remote("openai:text-embedding-3-small").query("hello")
    (seen,) = server.seen
    assert seen.path == "/v1/embeddings"
    assert seen.payload == {"model": "text-embedding-3-small", "input": ["hello"], "encoding_format": "float"}
    assert "authorization" not in seen.headers


def test_dimensions_are_asked_for_and_checked(remote: Make, server: OpenAIServer) -> None:
    def shorten(handler: Handler, payload: Payload) -> bool:
        rows = server.model.passages(payload["input"])[:, : payload["dimensions"]]
        data = [{"index": i, "embedding": row.tolist()} for i, row in enumerate(rows)]
        handler.send(200, {"data": data})
        return True

    server.faults = [shorten]
    model = remote(dimensions=64)
    vectors = model.passages(TEXTS[:2])
    assert vectors.shape == (2, 64)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    with pytest.raises(ModelUnavailable, match="256 dimensions instead of 64"):
        model.passages(TEXTS[:2])


@pytest.mark.parametrize("change", [as_base64, lambda value: value["data"].reverse()])
def test_every_encoding_and_order_gives_the_same_vectors(
    remote: Make, server: OpenAIServer, bundled: LocalModel, change
) -> None:
    server.always = changed(change)
    np.testing.assert_allclose(remote().passages(TEXTS), bundled.passages(TEXTS), atol=1e-5)


def test_batches_keep_to_items_and_tokens(remote: Make, server: OpenAIServer) -> None:
    remote(batch_items=4).passages(TEXTS)
    assert sorted(text for seen in server.seen for text in seen.texts) == sorted(TEXTS)
    assert max(len(seen.texts) for seen in server.seen) == 4
    server.seen.clear()
    long = ["word " * 300] * 6
    remote(batch_tokens=1200).passages(long)  # about 500 tokens each
    assert [len(seen.texts) for seen in server.seen] == [2, 2, 2]


def test_prefixes_go_before_questions_and_passages(remote: Make, server: OpenAIServer) -> None:
    model = remote(query_prefix="Q> ", passage_prefix="P> ")
    model.query("where")
    model.passages(["code"])
    assert [seen.texts for seen in server.seen] == [["Q> where"], ["P> code"]]


def test_a_well_known_model_gets_its_prefixes_unless_told_otherwise(
    remote: Make, server: OpenAIServer
) -> None:
    remote("nomic-embed-text:latest").query("where")
    remote("nomic-embed-text:latest", query_prefix="").query("where")
    assert [seen.texts for seen in server.seen] == [["search_query: where"], ["where"]]


def test_a_text_over_the_limit_is_sent_in_pieces_and_averaged(
    remote: Make, server: OpenAIServer, bundled: LocalModel
) -> None:
    long = "\n".join(f"line {i} about parsing and caching" for i in range(40))
    model = remote(max_tokens=100)
    vector = model.passages([long, "short"])[0]
    parts = [text for seen in server.seen for text in seen.texts if text != "short"]
    assert len(parts) > 1
    assert "".join(sorted(parts, key=long.index)) == long, "nothing is cut away"
    weighted = sum(bundled.passages([part])[0] * len(part) for part in parts)
    np.testing.assert_allclose(vector, weighted / np.linalg.norm(weighted), atol=1e-4)
    assert (model.usage.texts, model.usage.split) == (2, 1)


def test_a_text_the_endpoint_finds_too_long_is_split_until_it_fits(
    remote: Make, server: OpenAIServer
) -> None:
    def at_most_1000(handler: Handler, payload: Payload) -> bool:
        if all(len(text) <= 1000 for text in payload["input"]):
            return False
        handler.send(400, {"error": {"message": "This model's maximum context length is 300 tokens."}})
        return True

    server.always = at_most_1000
    model = remote()
    vectors = model.passages(["word " * 700, *TEXTS])
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert model.usage.split == 1
    server.seen.clear()
    model.passages(TEXTS)
    assert len(server.seen) == 1, "one long text does not make later batches smaller"


def test_an_endpoint_that_takes_few_texts_at_once_is_asked_for_few_from_then_on(
    remote: Make, server: OpenAIServer, bundled: LocalModel
) -> None:
    def at_most_three(handler: Handler, payload: Payload) -> bool:
        if len(payload["input"]) <= 3:
            return False
        handler.send(400, {"error": {"message": "batch size is invalid, it should not be larger than 3."}})
        return True

    server.always = at_most_three
    model = remote()
    np.testing.assert_allclose(model.passages(TEXTS), bundled.passages(TEXTS), atol=1e-5)
    server.seen.clear()
    model.passages(TEXTS)
    assert all(len(seen.texts) <= 3 for seen in server.seen)


def test_texts_without_words_are_zero_and_not_sent(remote: Make, server: OpenAIServer) -> None:
    vectors = remote().passages(["", " \n", "code"])
    assert not vectors[:2].any()
    assert [seen.texts for seen in server.seen] == [["code"]]


def test_half_a_surrogate_pair_does_not_stop_a_batch(remote: Make) -> None:
    assert remote().passages(["bad \ud800 text", "good"]).any(axis=1).all()


# Faults


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (status(401, "bad key"), "wants a key"),
        (status(403), "wants a key"),
        (status(404, "model not found"), "404 for the model 'served'.*model not found"),
        (status(400, "no such option"), "status 400.*no such option"),
        (status(307, Location="http://other.example/v1/embeddings"), "redirects to http://other.example/v1"),
        (changed(lambda value: value["data"].pop()), "9 vectors for 10 texts"),
        (changed(lambda value: value["data"].append(value["data"][0])), "11 vectors for 10"),
        (changed(lambda value: value["data"][1].update(index=0)), "vectors for 10 texts"),
        (changed(lambda value: value["data"][1]["embedding"].pop()), r"different lengths: \[255, 256\]"),
        (changed(lambda value: value["data"][1]["embedding"].__setitem__(7, float("nan"))), "not finite"),
        (changed(lambda value: value["data"][1]["embedding"].__setitem__(7, 1e300)), "not finite"),
        (changed(lambda value: value["data"][1]["embedding"].__setitem__(7, None)), "not finite"),
        (endless, "more than 3 MB for 10 texts"),
    ],
)
def test_a_fault_that_will_not_pass_is_told_at_once(
    remote: Make, server: OpenAIServer, pauses: list[float], fault, words: str
) -> None:
    server.faults = [fault]
    with pytest.raises(ModelUnavailable, match=words):
        remote().passages(TEXTS)
    assert len(server.seen) == 1
    assert not pauses


@pytest.mark.parametrize(
    "fault",
    [
        status(500, "internal"),
        status(503),
        status(408),
        status(429, "slow down"),
        truncated,
        changed(lambda value: value.pop("data")),
        changed(lambda value: value["data"][1].update(embedding="no base64!")),
        lambda handler, payload: handler.send_bytes(200, b"<html>gateway</html>") or True,
        lambda handler, payload: handler.send(200, ["nothing"]) or True,
    ],
)
def test_a_passing_fault_is_tried_again(
    remote: Make, server: OpenAIServer, bundled: LocalModel, pauses: list[float], fault
) -> None:
    server.faults = [fault, fault]
    model = remote()
    np.testing.assert_allclose(model.passages(TEXTS), bundled.passages(TEXTS), atol=1e-5)
    assert (model.usage.requests, model.usage.retries, model.usage.texts) == (3, 2, 10)
    assert 0.25 <= pauses[0] <= 0.5 <= pauses[1] <= 1.0, "doubled, with jitter"


def test_patience_ends(remote: Make, server: OpenAIServer, pauses: list[float]) -> None:
    server.always = status(503, "overloaded")
    with pytest.raises(ModelUnavailable, match=r"status 503.*overloaded"):
        remote().passages(TEXTS)
    assert len(server.seen) == 5
    assert len(pauses) == 4


def test_retry_after_is_honoured(remote: Make, server: OpenAIServer, pauses: list[float]) -> None:
    server.faults = [status(429, Retry_After="7"), status(503, Retry_After="Fri, 01 Jan 2100 00:00:00 GMT")]
    with pytest.raises(ModelUnavailable, match="503"):
        remote().passages(TEXTS)
    assert pauses == [7.0]
    assert len(server.seen) == 2, "nobody waits until 2100"


def test_a_question_does_not_wait_for_a_rate_limit(
    remote: Make, server: OpenAIServer, pauses: list[float]
) -> None:
    server.faults = [status(429, Retry_After="30")]
    model = remote()
    for _ in range(2):
        with pytest.raises(ModelUnavailable, match="limits how much it is asked; slowed down"):
            model.query("where")
    assert len(server.seen) == 1, "the second is not even sent"
    assert not pauses


@pytest.mark.parametrize("fault", [silent, trickling])
def test_a_slow_answer_is_given_up(remote: Make, server: OpenAIServer, fault) -> None:
    server.faults = [fault]
    with pytest.raises(ModelUnavailable, match=r"did not answer within 0\.2 seconds"):
        remote(query_timeout=0.2).query("where")
    assert len(server.seen) == 1


def test_connection_refused_asks_whether_it_runs(
    remote: Make, server: OpenAIServer, pauses: list[float]
) -> None:
    server.close()
    with pytest.raises(ModelUnavailable, match=r"cannot be reached\. Is it running\?"):
        remote().passages(TEXTS)
    assert len(pauses) == 4


def test_a_model_that_changes_its_dimensions_is_another_space(remote: Make, server: OpenAIServer) -> None:
    def half(value: Payload) -> None:
        for item in value["data"]:
            item["embedding"] = item["embedding"][:128]

    model = remote()
    before = model.space
    server.always = changed(half)
    with pytest.raises(ModelUnavailable, match="128 dimensions instead of 256"):
        model.passages(TEXTS)
    assert model.space != before
    assert model.passages(TEXTS).shape == (10, 128)


def test_work_is_cancelled_between_requests(server: OpenAIServer) -> None:
    token = CancelToken()

    def cancel(handler: Handler, payload: Payload) -> bool:
        token.cancel()
        return False

    server.faults = [cancel]
    model = RemoteModel(ModelSpec("served", ModelOptions(base_url=server.base_url, batch_items=2)))
    with pytest.raises(Cancelled):
        model.passages(TEXTS, token)
    assert len(server.seen) == 1


def test_a_pause_ends_when_it_is_cancelled(server: OpenAIServer) -> None:
    token = CancelToken()

    def limit(handler: Handler, payload: Payload) -> bool:
        token.cancel()
        return status(429, Retry_After="60")(handler, payload)

    server.faults = [limit]
    with pytest.raises(Cancelled):
        RemoteModel(ModelSpec("served", ModelOptions(base_url=server.base_url))).passages(TEXTS, token)


# The key


def test_the_key_comes_from_the_environment(remote: Make, server: OpenAIServer, monkeypatch) -> None:
    monkeypatch.setenv("MY_KEY", f" {KEY}\n")
    remote(api_key_variable="MY_KEY").query("where")
    assert server.seen[0].headers["authorization"] == f"Bearer {KEY}"


def test_the_key_for_openai_goes_to_nobody_else(remote: Make, server: OpenAIServer, monkeypatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    remote().query("where")
    assert "authorization" not in server.seen[0].headers


def test_a_missing_key_is_named_before_anything_is_sent(
    remote: Make, server: OpenAIServer, monkeypatch
) -> None:
    monkeypatch.delenv("MY_KEY", raising=False)
    with pytest.raises(ModelUnavailable, match=r"environment variable MY_KEY.*is not set"):
        remote(api_key_variable="MY_KEY")
    assert not server.seen


@pytest.mark.parametrize("key", ["two\nlines", "schlüssel", "tab\there"])
def test_a_key_that_cannot_be_one_is_not_shown(remote: Make, monkeypatch, key: str) -> None:
    monkeypatch.setenv("MY_KEY", key)
    with pytest.raises(ModelUnavailable) as raised:
        remote(api_key_variable="MY_KEY")
    assert key not in str(raised.value)


@pytest.mark.parametrize(
    "fault",
    [
        status(401, f"Incorrect API key provided: {KEY}."),
        status(400, f"the key {KEY} may not do that"),
        status(302, Location=f"http://other.example/v1/embeddings?key={KEY}"),
        lambda handler, payload: handler.send_bytes(500, f"panic: {KEY}".encode()) or True,
        truncated,
        silent,
    ],
)
def test_no_error_and_no_repr_shows_the_key(
    remote: Make, server: OpenAIServer, monkeypatch, caplog, fault
) -> None:
    caplog.set_level(1)
    monkeypatch.setenv("MY_KEY", KEY)
    server.always = fault
    model = remote(api_key_variable="MY_KEY", query_timeout=0.2)
    with pytest.raises(ModelUnavailable) as raised:
        model.query("where")
    shown = [
        str(raised.value),
        repr(raised.value),
        repr(model),
        repr(vars(model)),
        repr(vars(model._endpoint)),
    ]
    assert all(KEY not in text for text in [*shown, caplog.text])


# Where code goes


@pytest.mark.parametrize(
    ("url", "leaves"),
    [
        ("http://localhost:11434/v1", False),
        ("http://127.0.0.1:8080/v1", False),
        ("http://[::1]:8080/v1", False),
        ("http://192.168.1.5:11434/v1", True),
        ("https://api.example.com/v1", True),
        ("https://localhost.example.com/v1", True),
    ],
)
def test_it_is_said_when_code_leaves_the_machine(url: str, leaves: bool) -> None:
    notice = RemoteModel(ModelSpec("m", ModelOptions(base_url=url))).notice
    assert bool(notice) == leaves
    assert not leaves or url in notice


@pytest.mark.parametrize(
    "url", ["localhost:11434", "ftp://x/v1", "http://", "http://h:port/v1", "http://[::1/v1"]
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(ModelUnavailable, match="base URL"):
        RemoteModel(ModelSpec("m", ModelOptions(base_url=url)))


def test_an_address_with_a_password_is_refused_without_showing_it() -> None:
    with pytest.raises(ModelUnavailable) as raised:
        RemoteModel(ModelSpec("m", ModelOptions(base_url="https://me:hunter2@example.com/v1")))
    assert "hunter2" not in str(raised.value)


def test_a_proxy_of_the_environment_is_not_asked_for_this_machine(remote: Make, monkeypatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    assert remote().query("where").shape == (256,)


# Spaces and life


def test_everything_that_changes_a_vector_is_in_the_name_of_its_space(remote: Make) -> None:
    spaces = {
        remote().space,
        remote("other").space,
        remote(passage_prefix="P> ").space,
        remote(max_tokens=100).space,
        RemoteModel(
            ModelSpec("served", ModelOptions(base_url="http://localhost:1/v1", dimensions=256))
        ).space,
    }
    assert len(spaces) == 5
    assert remote().space == remote(query_prefix="Q> ", batch_items=2, timeout=5.0).space


def test_a_released_connection_comes_back(remote: Make) -> None:
    model = remote()
    assert not model.loaded
    assert not model.release()
    model.query("where")
    assert model.loaded
    assert not model.release(idle_seconds=60)
    assert model.release()
    assert not model.loaded
    assert model.query("where").any()


def test_usage_counts_what_the_endpoint_counts(remote: Make) -> None:
    model = remote(batch_items=5)
    model.passages(TEXTS)
    usage = model.usage
    assert (usage.texts, usage.requests, usage.retries) == (10, 2, 0)
    assert usage.tokens == sum(len(text.split()) for text in TEXTS)
