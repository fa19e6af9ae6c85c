"""The map: what is used most comes first, within the budget, always as the code is now."""

import pytest

from codebase_lsp.engine.context.repomap import MapRequest, RepositoryMap
from codebase_lsp.engine.context.tokens import EstimatedTokens
from codebase_lsp.engine.mapping import map_of
from codebase_lsp.engine.workspace import Workspace

COUNT = EstimatedTokens().count


def drawn(project: Workspace, tokens: int = 1000, **more: tuple[str, ...]) -> RepositoryMap:
    return map_of(project, MapRequest(tokens, **more), EstimatedTokens())


def test_definitions_that_others_use_are_shown_below_their_file_and_class(project: Workspace) -> None:
    lines = drawn(project).text.splitlines()
    place = lines.index("orders/numbers.py:")
    below = lines[place + 1 : [*lines, ""].index("", place)]
    assert "  class OrderNumberGenerator" in below
    assert "    def generate(self) -> str" in below
    assert any(line.startswith("  def is_unique_order_number(") for line in below)


@pytest.mark.parametrize("tokens", [100, 130, 200, 1000])
def test_the_budget_is_a_hard_limit_and_nearly_used(project: Workspace, tokens: int) -> None:
    found = drawn(project, tokens)
    assert found.tokens == COUNT(found.text) <= tokens
    everything = drawn(project, 100_000).tokens
    assert found.tokens >= min(everything, tokens * 0.5)


def test_the_same_state_gives_the_same_map(project: Workspace) -> None:
    assert drawn(project) == drawn(project)


def test_what_is_open_is_left_out_and_what_it_uses_comes_first(project: Workspace) -> None:
    found = drawn(project, open_paths=("orders/service.py",))
    assert "orders/service.py" not in found.files
    assert found.files[0] == "orders/numbers.py"


def test_an_unsaved_edit_is_on_the_map_at_once_and_gone_with_its_buffer(project: Workspace) -> None:
    before = drawn(project)
    source = (project.root / "orders/service.py").read_text("utf-8")
    project.set_buffer(
        "orders/service.py", source + "\n\nclass OrderPrinter:\n    def run(self, s: OrderService): ...\n"
    )
    project.set_buffer("shop/page.ts", "import { OrderPrinter } from './p';\nnew OrderPrinter();\n")
    assert "class OrderPrinter" in drawn(project).text
    project.close_buffer("orders/service.py")
    project.close_buffer("shop/page.ts")
    assert drawn(project) == before


def test_names_that_are_mentioned_rise(project: Workspace) -> None:
    mentioned = drawn(project, 100, mentioned=("is_unique_order_number",))
    assert "is_unique_order_number" in mentioned.text
