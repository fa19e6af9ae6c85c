"""What a language model gets for its tokens: contexts of several makes, on a benchmark of questions.

    python tests/benchmarks/context.py BENCH CHECKOUTS [--cache DIR] [--repos a,b] [--budgets 2000,4000,8000]

BENCH as for quality.py. For each question and budget: the share of the files that answer it (of the
lines, where the benchmark names lines) which is inside the text, and the tokens spent per such file.

    chunks    the best chunks of a search, fenced, pasted until the budget is full
    voidmuse  the same with VoidMuse's ranking and its rendering (absolute path in the fence's info)
    factory   Chocolate Factory's: at most 15 pieces, those that overflow passed over
    ours      `workspace/codebaseContext`
    unrelated the same without what the best matches are related to
"""

import argparse
import dataclasses
import json
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from codebase_lsp.engine.composing import part_of
from codebase_lsp.engine.context.pipeline import build
from codebase_lsp.engine.context.tokens import EstimatedTokens
from codebase_lsp.engine.context.types import Context, ContextRequest
from codebase_lsp.engine.search.types import Hit, SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace

Shown = dict[str, list[tuple[int, int]]]
"""Path → runs of lines, 0-based, ends exclusive."""
COUNT = EstimatedTokens().count


def shown_of(context: Context) -> Shown:
    shown: Shown = defaultdict(list)
    for item in context.items:
        shown[item.path].extend(item.segments)
    return shown


def context_of(workspace: Workspace, query: str, budget: int, related: bool = True) -> Context:
    part = part_of(workspace, SearchRequest(query))
    if not related:
        part = dataclasses.replace(part, expand=None)
    return build(ContextRequest(query, max_tokens=budget), [part], EstimatedTokens())


def pasted(
    hits: Sequence[Hit], budget: int, render: Callable[[Hit], str], most: int, skip: bool
) -> tuple[Shown, int]:
    shown: Shown = defaultdict(list)
    spent = 0
    for hit in hits[:most]:
        tokens = COUNT(render(hit))
        if spent + tokens > budget:
            if skip:
                continue
            break
        spent += tokens
        shown[hit.path].append((hit.start_line, hit.end_line))
    return shown, spent


def fenced(hit: Hit) -> str:
    return f"{hit.path}:{hit.start_line + 1}-{hit.end_line}\n```{hit.language or ''}\n{hit.snippet}\n```\n"


def makes(workspace: Workspace, query: str, budget: int) -> dict[str, tuple[Shown, int]]:
    def chunks(**how: Any) -> Sequence[Hit]:
        return workspace.search(SearchRequest(query, limit=200, group_by="chunk", **how)).hits

    def absolute(hit: Hit) -> str:
        return f"```path=: {workspace.root / hit.path}\n{hit.snippet}\n```\n"

    context = context_of(workspace, query, budget)
    assert context.tokens <= budget, (context.tokens, budget)
    found = {"chunks": pasted(chunks(), budget, fenced, 200, skip=False)}
    if "profile" in SearchRequest.__dataclass_fields__:
        found["voidmuse"] = pasted(chunks(profile="voidmuse"), budget, absolute, 50, skip=False)
        found["factory"] = pasted(chunks(profile="chocolate-factory"), budget, fenced, 15, skip=True)
    found["ours"] = shown_of(context), context.tokens
    alone = context_of(workspace, query, budget, related=False)
    found["unrelated"] = shown_of(alone), alone.tokens
    return found


def targets(question: dict[str, Any]) -> list[dict[str, Any]]:
    raw = [*question.get("relevant", []), *question.get("secondary", [])]
    return [{"path": target} if isinstance(target, str) else target for target in raw]


def score(wanted: list[dict[str, Any]], shown: Shown, prefix: str) -> tuple[float, float | None, int]:
    """→ share of files, mean share of lines (None without lines), files found."""
    found, lines = 0, list[float]()
    for target in wanted:
        name = str(target.get("path") or target.get("file"))
        runs = [
            run for path, runs in shown.items() if f"/{prefix}{path}".endswith(f"/{name}") for run in runs
        ]
        found += bool(runs)
        first, last = target.get("start_line"), target.get("end_line")
        if first is not None and last is not None:
            inside = sum(any(a <= row < b for a, b in runs) for row in range(first - 1, last))
            lines.append(inside / max(1, last - first + 1))
    return found / len(wanted), statistics.fmean(lines) if lines else None, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("bench", type=Path)
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--repos", default="")
    parser.add_argument("--budgets", default="2000,4000,8000")
    options = parser.parse_args()
    cache = options.cache or Path(tempfile.mkdtemp(prefix="context-"))
    budgets = [int(each) for each in options.budgets.split(",")]
    files: dict[tuple[str, int], list[float]] = defaultdict(list)
    lines: dict[tuple[str, int], list[float]] = defaultdict(list)
    tokens: dict[tuple[str, int], list[int]] = defaultdict(list)
    hits: dict[tuple[str, int], int] = defaultdict(int)
    spent: list[float] = []
    for repo in json.loads((options.bench / "repos.json").read_text("utf-8")):
        name, inner = repo["name"], repo.get("benchmark_root") or ""
        if options.repos and name not in options.repos.split(","):
            continue
        questions = json.loads((options.bench / "annotations" / f"{name}.json").read_text("utf-8"))
        workspace = Workspace(options.checkouts / name / inner, Settings(), cache)
        workspace.index()
        per: dict[tuple[str, int], list[float]] = defaultdict(list)
        for question in questions:
            for budget in budgets:
                started = time.perf_counter()
                context_of(workspace, question["query"], budget)
                spent.append((time.perf_counter() - started) * 1000)
                for make, (shown, used) in makes(workspace, question["query"], budget).items():
                    share, of_lines, found = score(targets(question), shown, f"{inner}/" if inner else "")
                    per[make, budget].append(share)
                    tokens[make, budget].append(used)
                    hits[make, budget] += found
                    if of_lines is not None:
                        lines[make, budget].append(of_lines)
        workspace.close()
        for key, shares in per.items():
            files[key].append(statistics.fmean(shares))
        sys.stderr.write(f"{name} ")
        sys.stderr.flush()
    sys.stderr.write("\n")
    print(f"{'':10}" + "".join(f"{f'{b} tokens':>32}" for b in budgets))
    print(f"{'':10}" + "".join(f"{'files':>10}{'lines':>10}{'tok/file':>12}" for _ in budgets))
    for make in dict.fromkeys(make for make, _ in files):
        row = f"{make:10}"
        for budget in budgets:
            key = make, budget
            of_lines = f"{statistics.fmean(lines[key]):10.3f}" if lines[key] else f"{'-':>10}"
            row += (
                f"{statistics.fmean(files[key]):10.3f}{of_lines}{sum(tokens[key]) / max(1, hits[key]):12.0f}"
            )
        print(row)
    spent.sort()
    print(f"ours: p50 {spent[len(spent) // 2]:.1f} ms, p95 {spent[int(len(spent) * 0.95)]:.1f} ms")


if __name__ == "__main__":
    main()
