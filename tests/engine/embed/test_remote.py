"""An OpenAI-compatible endpoint over real HTTP: what is asked, in which portions, and what comes back."""

import numpy as np
import pytest

from codebase_lsp.engine.embed.local import LocalModel
from codebase_lsp.engine.embed.remote import RemoteModel
from codebase_lsp.engine.embed.spec import ModelSpec
from codebase_lsp.engine.settings import ModelOptions
from codebase_lsp.errors import ModelUnavailable
from engine.embed.conftest import Make
from engine.embed.openai_server import Handler, OpenAIServer, Payload, as_base64, changed

TEXTS = [f"def handler_{i}(request): return render(request, page={i})" for i in range(10)]


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
        handler.send_json(200, {"data": data})
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
        handler.send_json(400, {"error": {"message": "This model's maximum context length is 300 tokens."}})
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
        handler.send_json(
            400, {"error": {"message": "batch size is invalid, it should not be larger than 3."}}
        )
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
