"""Where code and keys go: to the endpoint that was named, in the open, and nowhere else."""

import pytest

from codebase_lsp.engine.embed.remote import RemoteModel
from codebase_lsp.engine.embed.spec import ModelSpec
from codebase_lsp.engine.settings import ModelOptions
from codebase_lsp.errors import ModelUnavailable
from engine.embed.conftest import Make
from engine.embed.openai_server import OpenAIServer, silent, status, truncated

KEY = "sk-very-secret-0123456789"


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
