"""Training questions from a small repository, made as they are made from large ones."""

# pyright: reportMissingImports=false

import random
import subprocess
from pathlib import Path

import pytest
from asked import Asked, is_code, is_main_code, read_questions, write_questions
from comments import comment_questions
from history import commit_questions
from manuals import manual_questions
from names import defined_names, name_questions

CLIENT = '''"""Sends requests to a server and reads what comes back."""


class HttpClient:
    """Keeps connections open between requests of one session."""

    def send_request(self, request):
        """Write the request to the socket and wait for its answer."""
        self.socket.write(request.encode())
        return self.read_response()

    def read_response(self):
        return self.socket.read()
'''
JAR = """class CookieJar:
    def store(self, cookie):
        self.cookies.append(cookie)
"""
MANUAL = """# Client

The `HttpClient` keeps its connections open until the session is over.

Call https://example.org to see more.
"""


def git(root: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(root), *identity, *arguments], check=True, capture_output=True)


def commit(root: Path, subject: str, **files: str) -> None:
    for name, text in files.items():
        path = root / name.replace("__", "/").replace("_py", ".py").replace("_md", ".md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    git(root, "add", "-A")
    git(root, "commit", "-qm", subject)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    root.mkdir()
    git(root, "init", "-q")
    commit(root, "Initial import", README_md="# Shop\n")
    commit(root, "feat: keep cookies of a session in a jar (#12)", src__jar_py=JAR)
    commit(root, "Bump version to 2", src__jar_py=JAR + "\nVERSION = 2\n")
    commit(root, "Client that sends requests over one connection", src__client_py=CLIENT)
    commit(root, "Drop cookies that are too old for their session", src__jar_py=JAR)
    commit(root, "client.py: wait for slow servers before giving up", src__client_py=CLIENT + "\n")
    commit(root, "Check that cookies survive a restart of the shop", tests__test_jar_py="import jar\n")
    commit(root, "docs", docs__client_md=MANUAL)
    return root


def made(root: Path) -> dict[str, Asked]:
    return {asked.query: asked for asked in commit_questions(root, "shop", random.Random(0), 10, 8)}


def test_a_subject_asks_for_the_files_it_changed(repository: Path) -> None:
    asked = made(repository)["Drop cookies that are too old for their session"]
    assert (asked.source, asked.answers) == ("commit", ("src/jar.py",))


def test_a_subject_that_came_with_a_file_asks_for_that_file(repository: Path) -> None:
    asked = made(repository)["keep cookies of a session in a jar"]  # without its prefix and number
    assert (asked.source, asked.answers) == ("added", ("src/jar.py",))


def test_chores_file_names_and_tests_make_no_questions(repository: Path) -> None:
    queries = " ".join(made(repository))
    assert "Bump" not in queries
    assert "client.py" not in queries
    assert "restart" not in queries  # it changed a test alone and does not ask for tests


def test_no_file_answers_more_often_than_it_may(repository: Path) -> None:
    asked = commit_questions(repository, "shop", random.Random(0), 10, 1)
    answers = [path for question in asked if question.source == "commit" for path in question.answers]
    assert len(answers) == len(set(answers))


def test_a_comment_becomes_a_question_and_leaves_the_file(repository: Path) -> None:
    asked = comment_questions(repository, "shop", random.Random(0), 10, 8)
    by_query = {question.query: question for question in asked}
    assert by_query["Keeps connections open between requests of one session"].source == "topic"
    assert by_query["Write the request to the socket and wait for its answer"].source == "comment"
    assert all(question.answers == ("src/client.py",) for question in asked)
    left = (repository / "src" / "client.py").read_text()
    assert not any(query in left for query in by_query)
    assert "self.socket.write(request.encode())" in left


def test_a_manual_asks_for_the_definition_it_names_without_naming_it(repository: Path) -> None:
    names = defined_names(repository)
    (asked,) = manual_questions(repository, names, "shop", random.Random(0), 10, 8)
    assert asked.answers == ("src/client.py",)
    assert "HttpClient" not in asked.query
    assert "connections" not in (repository / "docs" / "client.md").read_text()


def test_names_are_asked_as_written_qualified_and_respelled(repository: Path) -> None:
    names = defined_names(repository)
    assert names.main_files("send_request") == ("src/client.py",)
    asked = name_questions(names, "shop", random.Random(0), 10)
    assert all(question.source == "name" for question in asked)
    assert {question.query: question.answers for question in asked}["HttpClient"] == ("src/client.py",)


def test_questions_survive_being_written_down(tmp_path: Path) -> None:
    asked = [Asked("shop", "commit", "订单 \u2028 numbers", ("a.py", "b.py"))]
    write_questions(tmp_path / "q.jsonl", asked)
    assert read_questions(tmp_path / "q.jsonl") == asked


@pytest.mark.parametrize(
    ("path", "code", "main"),
    [
        ("src/jar.py", True, True),
        ("tests/test_jar.py", True, False),
        ("examples/jar.py", True, False),
        ("README.md", False, False),
        ("package.json", False, False),
        ("Makefile", False, False),
    ],
)
def test_what_counts_as_code_and_as_main_code(path: str, code: bool, main: bool) -> None:
    assert (is_code(path), is_main_code(path)) == (code, main)
