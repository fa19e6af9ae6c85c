"""Precision and recall of calls and bases against a reference that knows the language.

    python tests/benchmarks/relations/accuracy.py python FOLDER… [--sample N]
    python tests/benchmarks/relations/accuracy.py typescript FOLDER
    python tests/benchmarks/relations/accuracy.py go FOLDER

FOLDER… are copied side by side into one folder first; for Go their place below the module's root
is kept. The references: jedi (installed beside the project), the TypeScript compiler (installed by
npm into a temporary folder), go/types of the Go installation.

Sites are those of the reference: every call and every named base in the folder. Of them count
those whose target the reference knows to be defined inside the folder, in files that are indexed.

    recall      share whose right target is our most confident candidate
    precision   of those where our best candidate has at least 0.5, the share where it is right

A target is right if it is the definition of that name whose lines hold the place that the
reference names. Sites that the reference places outside the folder are counted apart: of them,
how many we claim (with at least 0.5) to be inside.
"""

import argparse
import json
import random
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import go_types
import python_jedi
import typescript_compiler
from site_of_reference import Place, Site

from codebase_lsp.engine.index.verify import Verifier
from codebase_lsp.engine.relations.graph import Graph
from codebase_lsp.engine.relations.resolve import Resolver
from codebase_lsp.engine.relations.tiers import TieredCorpus
from codebase_lsp.engine.relations.types import Target
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace

REFERENCES: dict[str, Callable[[Path, int], Iterator[Site]]] = {
    "python": python_jedi.sites,
    "typescript": typescript_compiler.sites,
    "go": go_types.sites,
}
SURE = 0.5


@dataclass
class Score:
    """Counts of one kind of site."""

    inside: int = 0
    right: int = 0
    sure: int = 0
    sure_and_right: int = 0
    outside: int = 0
    outside_claimed: int = 0
    by_class: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    """Confidence → [right, all], of sites inside."""
    wrong: list[str] = field(default_factory=list[str])

    def report(self) -> dict[str, object]:
        return {
            "inside": self.inside,
            "recall": round(self.right / max(1, self.inside), 4),
            "precision": round(self.sure_and_right / max(1, self.sure), 4),
            "outside": self.outside,
            "outside_claimed": self.outside_claimed,
            "right_by_confidence": {
                name: f"{right}/{count}" for name, (right, count) in sorted(self.by_class.items())
            },
        }


def confidence_class(confidence: float) -> str:
    for low in (0.95, 0.75, 0.5, 0.25, 0.1):
        if confidence >= low:
            return f"{low:.2f}+"
    return "below"


def is_right(corpus: TieredCorpus, target: Target, places: list[Place]) -> bool:
    view = corpus.view(target.path)
    same = view.by_canonical.get(target.symbol.canonical_name, []) if view else []
    return any(
        target.path == place.path and symbol.start_line <= place.line < symbol.end_line
        for symbol in same
        for place in places
        if place.name in ("", symbol.name)
    )


def score(workspace: Workspace, sites: Iterator[Site]) -> dict[str, Score]:
    verifier = Verifier(workspace._base, workspace._overlay, workspace._fresh.read, workspace._fresh.parse)
    corpus = TieredCorpus(workspace._base, workspace._overlay, verifier, workspace._views)
    resolver = Resolver(corpus)
    scores: dict[str, Score] = defaultdict(Score)
    implemented: set[tuple[str, str, str]] = set()
    checked: set[str] = set()
    for site in sites:
        if site.kind == "file":
            checked.add(site.path)
            continue
        if site.kind.startswith("implements:"):
            name = site.kind.partition(":")[2]
            indexed = [p for p in site.inside if corpus.view(p.path) and corpus.view(site.path)]
            implemented |= {(place.path, place.name, name) for place in indexed}
            continue
        view = corpus.view(site.path)
        if view is None or any(corpus.view(place.path) is None for place in site.inside):
            continue  # Not indexed: generated code, for one.
        found = view.facts.between(site.line, site.line + 1)
        reference = next((r for r in found if r.column == site.column), None)
        got = resolver.resolve(view, reference) if reference else []
        best = got[0] if got else None
        of_kind = scores[site.kind]
        if not site.inside:
            of_kind.outside += 1
            of_kind.outside_claimed += bool(best and best.confidence >= SURE)
            continue
        right = best is not None and is_right(corpus, best, site.inside)
        of_kind.inside += 1
        of_kind.right += right
        if best is not None:
            counts = of_kind.by_class[confidence_class(best.confidence)]
            counts[0] += right
            counts[1] += 1
            of_kind.sure += best.confidence >= SURE
            of_kind.sure_and_right += right and best.confidence >= SURE
        if not right:
            ours = f"{best.symbol.canonical_name} {best.confidence:.2f}" if best else "nothing"
            written = f"{reference.receiver}.{reference.name}" if reference else "no reference"
            theirs = f"{site.inside[0].path}:{site.inside[0].line + 1} {site.inside[0].name}"
            of_kind.wrong.append(
                f"{site.path}:{site.line + 1}:{site.column} {written} → {theirs}; ours {ours}"
            )
    if implemented:
        scores["implements"] = score_pairs(resolver, implemented, checked)
    return scores


def score_pairs(resolver: Resolver, expected: set[tuple[str, str, str]], checked: set[str]) -> Score:
    """Of all interfaces in files that the reference has read: (file, interface, implementing type)."""
    corpus, graph = resolver.corpus, Graph(resolver, lambda: False)
    found: dict[tuple[str, str, str], float] = {}
    for path in checked:
        view = corpus.view(path)
        for symbol in view.symbols if view else ():
            if symbol.kind == "interface":
                for each in graph.subtypes(Target(path, symbol)):
                    if each.symbol.kind != "interface" and each.path in checked:
                        found[path, symbol.name, each.symbol.name] = each.confidence
    right = expected & found.keys()
    of_pairs = Score(len(expected), len(right), len(found), len(right))
    of_pairs.wrong = [f"missing {pair}" for pair in expected - found.keys()]
    of_pairs.wrong += [f"not so {pair}" for pair in found.keys() - expected]
    for pair, confidence in found.items():
        counts = of_pairs.by_class[confidence_class(confidence)]
        counts[0] += pair in expected
        counts[1] += 1
    return of_pairs


def copied(folders: list[Path], scratch: Path) -> Path:
    root = scratch / "project"
    for folder in folders:
        ignore = shutil.ignore_patterns("__pycache__", "node_modules", ".git")
        shutil.copytree(folder, root if len(folders) == 1 else root / folder.name, ignore=ignore)
    return root.resolve()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("language", choices=sorted(REFERENCES))
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, default=0, help="sites to look at; 0 for all")
    parser.add_argument("--errors", type=int, default=0, help="show so many wrong answers")
    options = parser.parse_args()
    scratch = Path(tempfile.mkdtemp(prefix="relations-"))
    if options.language == "go":
        root = go_types.copied(options.folders, scratch)
    else:
        root = copied(options.folders, scratch)
    workspace = Workspace(root, Settings(model="none"), scratch / "cache")
    workspace.index()
    scores = score(workspace, REFERENCES[options.language](root, options.sample))
    workspace.close()
    print(json.dumps({kind: each.report() for kind, each in scores.items()}, indent=2))
    for kind, each in scores.items():
        for line in random.Random(1).sample(each.wrong, min(options.errors, len(each.wrong))):
            print(f"{kind}: {line}")
    shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    main()
