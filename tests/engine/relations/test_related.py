"""`Workspace.related` on real indexes: each relation, paging, edits in buffers, bad questions."""

import pytest

from codebase_lsp.engine.cancel import CancelToken
from codebase_lsp.engine.relations.types import RELATIONS, RelatedRequest
from codebase_lsp.engine.workspace import Workspace
from codebase_lsp.errors import BadRequest, Cancelled

from .conftest import OpenFolder, asked

SHOP = """
=== repo/base.py
class Repository:
    def save(self, item): ...

    def load(self, key): ...
=== repo/sql.py
from .base import Repository

class SqlRepository(Repository):
    def save(self, item):
        return self.load(item)
=== repo/memory.py
import repo.base

class MemoryRepository(repo.base.Repository):
    pass

class CachedRepository(MemoryRepository):
    def save(self, item): ...

# class CommentedRepository(Repository):
#     def save(self, item): ...
TEXT = '''
class QuotedRepository(Repository):
    pass
'''
=== service.py
from repo.base import Repository
from repo.sql import SqlRepository

class Service:
    def __init__(self, repository: Repository):
        self.repository = repository

    def store(self, item):
        self.repository.save(item)

def build():
    return Service(SqlRepository())
=== main.py
from service import build

def main():
    build().store(1)
=== tests/test_service.py
from service import Service

def test_store():
    Service(None).store(2)
"""


@pytest.fixture
def shop(open_folder: OpenFolder) -> Workspace:
    return open_folder(SHOP)


def test_implementations_are_found_in_every_file_and_nowhere_else(shop: Workspace) -> None:
    assert asked(shop, "Repository", "implementations") == [
        ("repo/memory.py", "repo.memory.MemoryRepository", 1.0),
        ("repo/sql.py", "repo.sql.SqlRepository", 1.0),
    ]


def test_implementations_of_implementations_are_a_matter_of_depth(shop: Workspace) -> None:
    answer = shop.related(RelatedRequest("Repository", relations=("implementations",), depth=3))
    found = {item.edge.symbol.name: item.edge.depth for item in answer.items if item.edge.symbol}
    assert found == {"MemoryRepository": 1, "SqlRepository": 1, "CachedRepository": 2}


def test_a_method_is_implemented_where_it_is_overridden(shop: Workspace) -> None:
    assert asked(shop, "Repository.save", "implementations") == [
        ("repo/memory.py", "repo.memory.CachedRepository.save", 1.0),
        ("repo/sql.py", "repo.sql.SqlRepository.save", 1.0),
    ]


def test_callers_name_the_place_and_the_definition_around_it(shop: Workspace) -> None:
    answer = shop.related(RelatedRequest("store", relations=("callers",)))
    edges = [item.edge for item in answer.items]
    assert [(edge.path, edge.line, edge.column, edge.end_column) for edge in edges] == [
        ("main.py", 3, 12, 17),
        ("tests/test_service.py", 3, 18, 23),
    ]
    assert [item.snippet for item in answer.items] == [
        "    build().store(1)\n",
        "    Service(None).store(2)\n",
    ]
    assert answer.symbol is not None and answer.symbol.symbol.canonical_name == "service.Service.store"


def test_a_call_of_the_base_may_run_the_method_that_overrides_it(shop: Workspace) -> None:
    ((path, name, confidence),) = asked(shop, "SqlRepository.save", "callers")
    assert (path, name) == ("service.py", "service.Service.store")
    assert 0.3 < confidence < 0.6


def test_callees_are_definitions(shop: Workspace) -> None:
    assert asked(shop, "build", "callees") == [
        ("service.py", "service.Service", 1.0),
        ("repo/sql.py", "repo.sql.SqlRepository", 1.0),
    ]


def test_callers_of_callers(shop: Workspace) -> None:
    answer = shop.related(RelatedRequest("Repository.save", relations=("callers",), depth=3))
    found = [(i.edge.symbol.name, i.edge.depth) for i in answer.items if i.edge.symbol]
    assert found == [("store", 1), ("main", 2), ("test_store", 2)]


def test_imports_and_importers(shop: Workspace) -> None:
    assert [path for path, _, _ in asked(shop, "Service", "imports")] == ["repo/base.py", "repo/sql.py"]
    assert asked(shop, "Repository", "importers") == [
        ("repo/sql.py", "", 1.0),
        ("service.py", "", 1.0),
        ("repo/memory.py", "", 0.5),
    ]


def test_usages_hold_annotations_and_bases(shop: Workspace) -> None:
    found = {path for path, _, _ in asked(shop, "Repository", "usages")}
    assert found == {"repo/sql.py", "repo/memory.py", "service.py"}


def test_a_change_of_an_interface_affects_implementations_and_callers_of_its_methods(
    shop: Workspace,
) -> None:
    answer = shop.related(RelatedRequest("Repository", relations=("affected",), depth=3))
    depths = {i.edge.symbol.name: i.edge.depth for i in answer.items if i.edge.symbol}
    assert depths["SqlRepository"] == depths["MemoryRepository"] == depths["store"] == 1
    assert depths["CachedRepository"] == depths["build"] == depths["main"] == 2
    nodes = [i.edge.node for i in answer.items]
    assert len(nodes) == len(set(nodes))


def test_related_shows_both_sides(shop: Workspace) -> None:
    names = {name for _, name, _ in asked(shop, "store", "related")}
    assert names == {"main.main", "tests.test_service.test_store", "repo.base.Repository.save"}


def test_a_place_means_what_stands_there(shop: Workspace) -> None:
    call = RelatedRequest(path="main.py", line=3, column=14, relations=("definition",))
    (item,) = shop.related(call).items
    assert item.edge.symbol is not None and item.edge.symbol.canonical_name == "service.Service.store"
    assert item.snippet == "    def store(self, item):\n        self.repository.save(item)\n"
    imported = RelatedRequest(path="service.py", line=1, column=25, relations=("definition",))
    (item,) = shop.related(imported).items
    assert (item.edge.path, item.edge.line) == ("repo/sql.py", 2)
    name = RelatedRequest(path="service.py", line=7, column=9, relations=("callers",))
    assert [i.edge.path for i in shop.related(name).items] == ["main.py", "tests/test_service.py"]


def test_an_edit_in_a_buffer_changes_the_answer_and_undoing_it_brings_it_back(shop: Workspace) -> None:
    before = asked(shop, "Repository", "implementations")
    text = (shop.root / "main.py").read_text("utf-8")
    fresh = "from repo.base import Repository\n\nclass FileRepository(Repository): ...\n"
    shop.set_buffer("main.py", text + fresh)
    assert ("main.py", "main.FileRepository", 1.0) in asked(shop, "Repository", "implementations")
    shop.set_buffer("repo/base.py", "class Store:\n    def save(self, item): ...\n")
    assert asked(shop, "Repository", "implementations") == []
    assert asked(shop, "Store.save", "callers") == []
    shop.close_buffer("repo/base.py")
    shop.close_buffer("main.py")
    assert asked(shop, "Repository", "implementations") == before


def test_what_changed_on_the_disk_unseen_is_never_answered(shop: Workspace) -> None:
    assert asked(shop, "store", "callers")
    (shop.root / "main.py").write_text("def main():\n    return 1\n", "utf-8")
    (shop.root / "tests" / "test_service.py").unlink()
    assert asked(shop, "store", "callers") == []


def test_pages_hold_every_item_once(shop: Workspace) -> None:
    whole = shop.related(RelatedRequest("Repository", relations=RELATIONS, depth=2, limit=200))
    assert whole.next_offset is None
    pages, offset = [], 0
    while offset is not None:
        page = shop.related(
            RelatedRequest("Repository", relations=RELATIONS, depth=2, limit=3, offset=offset)
        )
        pages += page.items
        offset = page.next_offset
    assert pages == list(whole.items)


def test_several_definitions_of_a_name_are_named_in_a_warning(shop: Workspace) -> None:
    answer = shop.related(RelatedRequest("save", relations=("definition",)))
    assert len(answer.items) == 3
    assert "3 definitions" in answer.warnings[0]
    qualified = shop.related(RelatedRequest("CachedRepository::save", relations=("definition",)))
    assert len(qualified.items) == 1 and not qualified.warnings


def test_a_name_that_nothing_has_is_an_answer(shop: Workspace) -> None:
    answer = shop.related(RelatedRequest("NoSuchThing"))
    assert (answer.symbol, answer.items, answer.next_offset) == (None, (), None)
    assert "NoSuchThing" in answer.warnings[0]


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (RelatedRequest(), "name"),
        (RelatedRequest("x", path="main.py"), "name"),
        (RelatedRequest("x", relations=("friends",)), "relations[0]"),
        (RelatedRequest("x", depth=0), "depth"),
        (RelatedRequest("x", limit=0), "limit"),
        (RelatedRequest("x", offset=-1), "offset"),
    ],
)
def test_bad_questions_name_the_field(shop: Workspace, request_: RelatedRequest, field: str) -> None:
    with pytest.raises(BadRequest) as caught:
        shop.related(request_)
    assert caught.value.field == field


def test_a_cancelled_question_ends(shop: Workspace) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        shop.related(RelatedRequest("Repository", relations=("usages",)), token)
