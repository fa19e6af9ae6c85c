"""Several folders in one session with the real server: one index each, one fair list."""

from pathlib import Path
from typing import Any

import pytest

from helpers.files import write_files
from helpers.raw import RawServer

SEARCH = "workspace/codebaseSearch"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def kitchen(tmp_path: Path) -> Path:
    """Answers questions about recipes in many files."""
    sections = [
        f"=== recipes/{dish}_recipe.py\n"
        f"def scale_{dish}_recipe(recipe, portions):\n"
        f'    """Scale the ingredients of a {dish} recipe to another number of portions."""\n'
        f"    factor = portions / recipe.portions\n"
        f"    return [ingredient.scaled(factor) for ingredient in recipe.ingredients]\n"
        for dish in ("soup", "bread", "curry", "salad", "stew")
    ]
    return write_files(tmp_path / "kitchen", "\n".join(sections))


@pytest.fixture
def garage(tmp_path: Path) -> Path:
    """Has nothing to say about recipes but the word."""
    return write_files(
        tmp_path / "garage",
        """
        === engine.py
        def start(engine):
            # No recipe for this: turn the key and hope.
            engine.crank()
        === wheels.py
        def rotate(wheels):
            return wheels[1:] + wheels[:1]
        """,
    )


def change(server: RawServer, added: tuple[Path, ...] = (), removed: tuple[Path, ...] = ()) -> None:
    def named(paths: tuple[Path, ...]) -> list[dict[str, str]]:
        return [{"uri": path.as_uri(), "name": path.name} for path in paths]

    event = {"added": named(added), "removed": named(removed)}
    server.notify("workspace/didChangeWorkspaceFolders", {"event": event})


def found(server: RawServer, query: str, **params: Any) -> list[str]:
    answer = server.request(SEARCH, {"query": query, **params})
    scores = [result["score"] for result in answer["results"]]
    assert scores == sorted(scores, reverse=True)
    return [result["uri"] for result in answer["results"]]


@pytest.mark.parametrize("mode", ["hybrid", "lexical", "semantic"])
def test_the_best_of_a_folder_without_answers_comes_after_the_answers_of_another(
    cache: Path, kitchen: Path, garage: Path, mode: str
) -> None:
    with RawServer(cache) as server:
        server.initialize(garage, kitchen)
        server.wait_until_ready()
        question = "scale the ingredients of a recipe to other portions"
        together = found(server, question, mode=mode)
        assert all(uri.startswith(kitchen.as_uri()) for uri in together[:5]), together
        assert any(uri.startswith(garage.as_uri()) for uri in together[5:])
        alone = found(server, question, mode=mode, filters={"folders": [kitchen.as_uri()]})
        assert set(together[:5]) == set(alone)
        asked = {"query": question, "order": "relevance"}
        context = server.request("workspace/codebaseContext", asked)
        assert context["items"][0]["uri"].startswith(kitchen.as_uri())
        assert context["items"][-1]["uri"].startswith(garage.as_uri())


def test_a_definition_in_one_folder_leaves_no_room_for_guesses_in_another(
    cache: Path, kitchen: Path, garage: Path
) -> None:
    with RawServer(cache) as server:
        server.initialize(garage, kitchen)
        server.wait_until_ready()
        wheels = [(garage / "wheels.py").as_uri()]
        assert found(server, "rotate", mode="symbol") == wheels


def test_folders_come_and_go_while_the_server_runs(cache: Path, kitchen: Path, garage: Path) -> None:
    with RawServer(cache) as server:
        server.initialize(kitchen)
        server.wait_until_ready()
        assert found(server, "crank", mode="exact") == []
        change(server, added=(garage,))
        status = server.wait_until_ready()
        assert {folder["uri"] for folder in status["folders"]} == {kitchen.as_uri(), garage.as_uri()}
        assert len({folder["indexDirectory"] for folder in status["folders"]}) == 2
        assert found(server, "crank", mode="exact") == [(garage / "engine.py").as_uri()]
        (garage / "brakes.py").write_text("def squeeze_the_brakes(disc):\n    return disc.grip()\n")
        server.until(lambda: found(server, "squeeze_the_brakes", mode="exact"), "the new file")
        change(server, removed=(kitchen,))
        assert found(server, "ingredients", mode="exact") == []
        change(server, added=(kitchen,), removed=(garage,))
        server.wait_until_ready()
        assert len(found(server, "ingredients", mode="exact")) == 5
        assert found(server, "crank", mode="exact") == []
        assert server.shut_down() == 0


def test_a_nested_folder_is_indexed_once_and_can_be_asked_alone(cache: Path, kitchen: Path) -> None:
    inner = kitchen / "recipes"
    write_files(kitchen, "=== pans.py\ndef scrub_pan(pan):\n    return pan.scrubbed()\n")
    with RawServer(cache) as server:
        server.initialize(inner, kitchen)
        status = server.wait_until_ready()
        assert [folder["uri"] for folder in status["folders"]] == [kitchen.as_uri()]
        assert status["folders"][0]["files"] == 6
        hits = found(server, "scale_soup_recipe", mode="exact")
        assert hits == [(inner / "soup_recipe.py").as_uri()], "not twice"
        assert found(server, "scrub_pan", filters={"folders": [inner.as_uri()]}, mode="exact") == []
        assert len(found(server, "ingredients", filters={"folders": [inner.as_uri()]}, mode="exact")) == 5
        change(server, removed=(kitchen,))
        server.until(
            lambda: [f["uri"] for f in server.request("codebase/status", {})["folders"]] == [inner.as_uri()],
            "the inner folder by itself",
        )
        server.wait_until_ready()
        assert len(found(server, "ingredients", mode="exact")) == 5


def test_folders_of_the_same_name_are_kept_apart(cache: Path, tmp_path: Path) -> None:
    roots = [tmp_path / place / "app" for place in ("one", "two")]
    for number, root in enumerate(roots):
        write_files(root, f"=== main.py\ndef launch_{number}(rocket):\n    return rocket.stage({number})\n")
    with RawServer(cache) as server:
        server.initialize(*roots)
        status = server.wait_until_ready()
        assert len({folder["indexDirectory"] for folder in status["folders"]}) == 2
        for number, root in enumerate(roots):
            assert found(server, f"launch_{number}", mode="exact") == [(root / "main.py").as_uri()]
        assert len(found(server, "rocket", mode="exact")) == 2
        only = found(server, "rocket", mode="exact", filters={"folders": [roots[1].as_uri()]})
        assert only == [(roots[1] / "main.py").as_uri()]
        for number, root in enumerate(roots):
            both = found(server, f"launch {number}", mode="hybrid")
            assert len(both) == 2
            assert both[0] == (root / "main.py").as_uri(), "the right one first, each with its own text"
