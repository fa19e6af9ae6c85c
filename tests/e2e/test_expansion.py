"""A language model behind real HTTP that answers well, badly, late and never, and the real server."""

import json
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp

from engine.embed.local_server import LocalHandler, LocalServer
from helpers.files import write_files
from helpers.lsp_client import CodebaseClient, configuration, initialize_params

CONTEXT = "workspace/codebaseContext"
pytestmark = pytest.mark.asyncio

PROJECT = """
=== billing/charge.py
def settle(ledger, amount):
    ledger.debit(amount)

=== store/basket.py
class Basket:
    def total(self):
        return sum(line.price for line in self.lines)
"""
QUESTION = "what happens when somebody pays"
GOOD = json.dumps(
    {"names": ["settle"], "keywords": "ledger ledger debit", "englishQuery": "debit the ledger"}
)


class ChatHandler(LocalHandler):
    owner: "ChatServer"

    def do_POST(self) -> None:
        payload = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.owner.seen.append((self.path, dict(self.headers), payload))
        answer = self.owner.answer
        if answer == "never":
            self.owner.stop.wait(30)
            self.close_connection = True
        elif answer == "late":
            self.owner.stop.wait(1.5)
            self.send_json(200, self.owner.message(GOOD))
        elif isinstance(answer, int):
            self.send_json(answer, {"error": {"message": "no"}})
        else:
            self.send_json(200, self.owner.message(answer))


class ChatServer:
    def __init__(self) -> None:
        self.answer: str | int = GOOD
        self.seen: list[tuple[str, dict[str, str], Any]] = []
        self.stop = threading.Event()
        self._http = LocalServer(ChatHandler, owner=self)
        self.base_url = f"{self._http.url}/v1"

    @staticmethod
    def message(text: str) -> Any:
        return {"choices": [{"message": {"role": "assistant", "content": text}}]}

    def close(self) -> None:
        self.stop.set()
        self._http.close()


@pytest_lsp.fixture(config=configuration())
async def client(lsp_client: CodebaseClient) -> AsyncIterator[None]:
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def chat() -> Iterator[ChatServer]:
    server = ChatServer()
    yield server
    server.close()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write_files(tmp_path / "project", PROJECT)
    return tmp_path / "project"


def options(chat: ChatServer, **more: Any) -> dict[str, Any]:
    return {
        "model": "none",
        "expansion": {"model": "writer", "baseUrl": chat.base_url, "timeout": 0.7, **more},
    }


async def begin(client: CodebaseClient, project: Path, options: dict[str, Any]) -> None:
    await client.initialize_session(initialize_params(project, initialization_options=options))
    await client.ready()


async def ask(client: CodebaseClient, **params: Any) -> Any:
    return await client.ask(CONTEXT, {"query": QUESTION, **params})


async def test_weak_results_are_asked_for_in_other_words(
    client: CodebaseClient, chat: ChatServer, project: Path
) -> None:
    await begin(client, project, options(chat))
    answer = await ask(client)
    assert answer["items"][0]["uri"].endswith("charge.py")
    assert answer["warnings"] == []
    ((path, _, payload),) = chat.seen
    assert path == "/v1/chat/completions"
    assert payload["model"] == "writer"
    sent = payload["messages"][0]["content"]
    assert QUESTION in sent and "ledger" not in sent, "questions are sent, code never"


async def test_nobody_is_asked_where_that_is_not_wanted(
    client: CodebaseClient, chat: ChatServer, project: Path
) -> None:
    await begin(client, project, options(chat))
    await ask(client, expand="never")
    await ask(client, queries={"keywords": "ledger"})
    assert chat.seen == []
    await ask(client, query="Basket total price lines", expand="always")
    assert len(chat.seen) == 1


@pytest.mark.parametrize("fault", ["never", "late", "I cannot say.", 500, 401])
async def test_whatever_goes_wrong_the_plain_question_is_answered(
    client: CodebaseClient, chat: ChatServer, project: Path, fault: "str | int"
) -> None:
    chat.answer = fault
    await begin(client, project, options(chat))
    answer = await ask(client, query="total of a basket", expand="always")
    assert answer["items"][0]["uri"].endswith("basket.py")
    assert len(answer["warnings"]) == 1
    again = await ask(client, query="price of the lines", expand="always")
    assert again["items"][0]["uri"].endswith("basket.py")
    if not isinstance(fault, str) or fault in ("never", "late"):
        assert len(chat.seen) == 1, "after a failure it is left alone for a while"


async def test_a_client_with_a_model_of_its_own_brings_the_answer(
    client: CodebaseClient, chat: ChatServer, project: Path
) -> None:
    await begin(client, project, {"model": "none"})
    prompt = (await client.ask("codebase/expansionPrompt", {"query": QUESTION}))["prompt"]
    assert QUESTION in prompt
    answer = await ask(client, queries={"expansion": f"Here you are:\n```json\n{GOOD}\n```"})
    assert answer["items"][0]["uri"].endswith("charge.py")
    assert answer["warnings"] == []
    unread = await ask(client, query="basket", queries={"expansion": "no idea"})
    assert unread["items"] and len(unread["warnings"]) == 1
    assert chat.seen == []
