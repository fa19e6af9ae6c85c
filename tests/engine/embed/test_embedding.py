"""The model of a workspace: failures are told once and forgotten when it works again."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from codebase_lsp.engine.embed.breaker import CircuitBreaker
from codebase_lsp.engine.embed.local import LocalModel
from codebase_lsp.engine.embed.model import QueryVector
from codebase_lsp.engine.embed.spec import ModelSpec
from codebase_lsp.engine.embed.text import passage
from codebase_lsp.engine.embedding import Embedding
from codebase_lsp.engine.index.base import Base
from codebase_lsp.engine.index.overlay import Overlay
from codebase_lsp.engine.settings import ModelOptions, Settings
from codebase_lsp.errors import ModelUnavailable
from engine.conftest import make_file
from engine.embed.openai_server import OpenAIServer, changed, silent, status

FILE = make_file("src/login.py", "def login(user): ...", "def logout(user): ...", names=("login", "logout"))
Open = Callable[..., tuple[Embedding, Base]]


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def open_(server: OpenAIServer, tmp_path: Path, clock: Clock) -> Iterator[Open]:
    opened: list[tuple[Embedding, Base]] = []

    def make(name: str = "served", *, embedded: bool = True, **options: Any) -> tuple[Embedding, Base]:
        spec = ModelSpec(name, ModelOptions(**{"base_url": server.base_url, **options}))
        embedding = Embedding(spec, tmp_path / "vectors.sqlite", CircuitBreaker(clock))
        directory = tmp_path / f"index-{len(opened)}"
        directory.mkdir()
        base = Base(directory, "test", Settings(), embedding.cache, writable=True)
        opened.append((embedding, base))
        base.put([FILE])
        base.publish()
        if embedded and embedding.model is not None:
            base.use_space(embedding.model.space, embedding.model.dimensions)
            overlay = Overlay(base.statistics)
            overlay.put(FILE)
            embedding.embed_fresh(FILE, base, overlay)
            embedding.wait()
            base.attach_vectors()
        return embedding, base

    yield make
    for embedding, base in opened:
        embedding.close()
        base.close()


def test_a_question_gets_the_vector_of_the_endpoint(open_: Open, bundled: LocalModel) -> None:
    embedding, base = open_()
    assert base.vectors is not None
    assert len(base.vectors) == 2
    vector = embedding.query("sign in", base)
    assert vector is not None
    np.testing.assert_allclose(vector.values, bundled.query("sign in"), atol=1e-5)
    assert base.serves(vector.space)
    assert embedding.state == "ready"


def test_the_same_question_is_asked_once(open_: Open, server: OpenAIServer) -> None:
    embedding, base = open_()
    server.seen.clear()
    embedding.query("sign in", base)
    embedding.query("sign in", base)
    assert len(server.seen) == 1


def test_a_failure_is_the_state_until_the_next_success(
    open_: Open, server: OpenAIServer, clock: Clock
) -> None:
    embedding, base = open_()
    server.faults = [status(500, "out of memory")]
    with pytest.raises(ModelUnavailable, match="out of memory"):
        embedding.query("one", base)
    assert "out of memory" in embedding.state
    assert embedding.retry_in == 2.0
    clock.now = 2.0
    assert embedding.query("one", base) is not None
    assert embedding.state == "ready"
    assert embedding.retry_in is None


def test_after_a_failure_questions_do_not_wait(open_: Open, server: OpenAIServer, clock: Clock) -> None:
    embedding, base = open_()
    server.always = status(503, "starting")
    server.seen.clear()
    for question in ("one", "two", "three"):
        with pytest.raises(ModelUnavailable, match="starting"):
            embedding.query(question, base)
    assert len(server.seen) == 1
    clock.now = 2.0
    with pytest.raises(ModelUnavailable):
        embedding.query("four", base)
    assert len(server.seen) == 2
    assert embedding.retry_in == 4.0


def test_a_known_question_is_answered_while_the_endpoint_is_down(open_: Open, server: OpenAIServer) -> None:
    embedding, base = open_()
    known = embedding.query("sign in", base)
    server.close()
    with pytest.raises(ModelUnavailable):
        embedding.query("something else", base)
    assert embedding.query("sign in", base) is known


def test_the_deadline_of_a_question_holds_whatever_the_network_does(
    open_: Open, server: OpenAIServer
) -> None:
    embedding, base = open_(query_timeout=0.2)
    server.faults = [silent]
    with pytest.raises(ModelUnavailable, match="did not answer within"):
        embedding.query("one", base)


def test_a_question_of_another_length_than_the_index_is_not_compared(
    open_: Open, server: OpenAIServer, clock: Clock
) -> None:
    embedding, base = open_()

    def half(value: dict) -> None:
        value["data"][0]["embedding"] = value["data"][0]["embedding"][:128]

    server.always = changed(half)
    for question in ("one", "two"):
        with pytest.raises(ModelUnavailable, match="indexing"):
            embedding.query(question, base)
        clock.now += 10


def test_vectors_made_before_serve_while_the_endpoint_is_down(
    open_: Open, server: OpenAIServer, tmp_path: Path
) -> None:
    first, _ = open_()
    server.close()
    # The same spec is shared within a process; another batch size makes it a model of its own.
    second, base = open_(batch_items=7)
    assert second.model is not first.model
    assert base.vectors is not None
    assert len(base.vectors) == 2


def test_an_endpoint_that_was_never_up_costs_the_vectors_only(open_: Open, server: OpenAIServer) -> None:
    server.close()
    embedding, base = open_(embedded=False)
    assert embedding.query("one", base) is None
    assert embedding.space() is None
    assert "Is it running" in embedding.state
    with pytest.raises(ModelUnavailable, match="Is it running"):
        embedding.query("one", base)


def test_the_dimensions_of_an_endpoint_are_asked_for_again_after_the_cool_down(
    open_: Open, server: OpenAIServer, clock: Clock
) -> None:
    embedding, _ = open_(embedded=False)
    server.always = status(503)
    assert embedding.space() is None
    server.always = None
    assert embedding.space() is None
    assert len(server.seen) == 1, "nobody waits for it during the cool-down"
    clock.now = 2.0
    server.faults = [status(503)]
    assert embedding.space() is None
    space = embedding.space(insist=True)
    assert space is not None
    assert space[1] == 256
    assert embedding.model is not None
    assert space[0] == embedding.model.space


def test_vectors_of_two_models_do_not_meet_when_an_endpoint_changes_its_model(
    open_: Open, server: OpenAIServer, clock: Clock
) -> None:
    embedding, base = open_()
    before = embedding.space()
    assert before is not None

    def half(value: dict) -> None:
        for item in value["data"]:
            item["embedding"] = item["embedding"][:128]

    server.always = changed(half)
    overlay = Overlay(base.statistics)
    for name in ("one", "two"):
        edited = make_file("src/login.py", f"def {name}(): ...", names=(name,))
        overlay.put(edited)
        embedding.embed_fresh(edited, base, overlay)
        embedding.wait()
        assert base.cached_vectors(before[0], [edited.chunks[0].key]) == {}
        clock.now += 10
    assert embedding.space() != before


def test_fresh_chunks_get_vectors_when_the_endpoint_is_back(
    open_: Open, server: OpenAIServer, clock: Clock, bundled: LocalModel
) -> None:
    embedding, base = open_()
    overlay = Overlay(base.statistics)
    edited = make_file("src/login.py", "def login_with_token(token): ...", names=("login_with_token",))
    overlay.put(edited)
    server.faults = [status(401)]
    embedding.embed_fresh(edited, base, overlay)
    embedding.wait()
    assert "wants a key" in embedding.state
    clock.now = 2.0
    embedding.embed_fresh(edited, base, overlay)
    embedding.wait()
    assert embedding.state == "ready"
    text = passage("src/login.py", "", "module.login_with_token", edited.chunks[0].chunk.text)
    stored = base.cached_vectors(base.space, [edited.chunks[0].key])[edited.chunks[0].key].astype(np.float32)
    assert stored @ bundled.passages([text])[0] / np.linalg.norm(stored) > 0.999


def test_a_model_that_cannot_be_had_is_a_state_and_no_exception(tmp_path: Path) -> None:
    embedding = Embedding("/no/such/directory", tmp_path / "vectors.sqlite")
    assert "/no/such/directory" in embedding.state
    assert embedding.retry_in is None, "nothing changes by waiting"
    assert not embedding.release_if_idle(0)
    embedding.close()


def test_where_code_goes_is_said(tmp_path: Path, open_: Open) -> None:
    here, _ = open_(embedded=False)
    assert not here.remote
    spec = ModelSpec("m", ModelOptions(base_url="https://api.example.com/v1"))
    there = Embedding(spec, tmp_path / "other.sqlite")
    assert there.remote
    assert "leave this machine" in there.notice
    there.close()


def test_an_idle_model_is_released_and_comes_back(tmp_path: Path, open_: Open) -> None:
    _, base = open_()
    spec = ModelSpec("bundled", ModelOptions(batch_items=5))  # not shared with other tests
    embedding = Embedding(spec, tmp_path / "own.sqlite")
    assert embedding.model is not None
    before = embedding.model.query("sign in")
    assert embedding.state == "ready"
    assert not embedding.release_if_idle(3600)
    assert embedding.release_if_idle(0)
    assert embedding.state == "notLoaded"
    vector = embedding.query("sign in", base)
    assert vector is not None
    np.testing.assert_array_equal(vector.values, before)
    assert embedding.state == "ready"
    embedding.close()


def test_many_threads_may_ask_at_once(open_: Open, bundled: LocalModel) -> None:
    embedding, base = open_()
    found: dict[int, QueryVector | None] = {}

    def ask(number: int) -> None:
        found[number] = embedding.query(f"question {number}", base)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, vector in found.items():
        assert vector is not None
        np.testing.assert_allclose(vector.values, bundled.query(f"question {number}"), atol=1e-5)
    assert len(found) == 8
