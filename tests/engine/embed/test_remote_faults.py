"""An OpenAI-compatible endpoint that misbehaves: what is tried again, what is told, and when it ends."""

import numpy as np
import pytest

from codebase_lsp.engine.cancel import CancelToken
from codebase_lsp.engine.embed.local import LocalModel
from codebase_lsp.engine.embed.remote import RemoteModel
from codebase_lsp.engine.embed.spec import ModelSpec
from codebase_lsp.engine.settings import ModelOptions
from codebase_lsp.errors import Cancelled, ModelUnavailable
from engine.embed.conftest import Make
from engine.embed.openai_server import (
    Handler,
    OpenAIServer,
    Payload,
    changed,
    endless,
    silent,
    status,
    trickling,
    truncated,
)

TEXTS = [f"def handler_{i}(request): return render(request, page={i})" for i in range(10)]


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
        (endless, "more than 3 MB"),
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
        lambda handler, payload: handler.send_json(200, ["nothing"]) or True,
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
