"""Writes docs/model-card.md from what a build left in its work folder, so that no number in it is typed."""

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from pipeline import manifest
from pipeline.training import Recipe

_TEMPLATE = Path(__file__).resolve().parent.parent / "model-card.template.md"


def _rows(mix: dict[str, dict[str, int]]) -> str:
    languages, kinds = list(mix["language"].items()), list(mix["kind"].items())
    lines: list[str] = []
    for row in range(max(len(languages), len(kinds))):
        left = languages[row] if row < len(languages) else ("", "")
        right = kinds[row] if row < len(kinds) else ("", "")
        cells = [f"{cell:,}" if isinstance(cell, int) else cell for cell in (*left, *right)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _scores(scores: dict[str, Any]) -> str:
    lines = ["| score | |", "|---|---:|"]
    lines += [f"| {name} | {value:g} |" for name, value in scores.items() if not isinstance(value, dict)]
    if "benchmark" in scores:
        values = ", ".join(f"{name} {value:.3f}" for name, value in sorted(scores["benchmark"].items()))
        lines += ["", f"Benchmark (NDCG@10), by repository: {values}."]
    return "\n".join(lines)


def _package_tables(work: Path) -> tuple[str, int, int]:
    parts: list[str] = []
    used = refused = 0
    for ecosystem in manifest.ECOSYSTEMS:
        rows = json.loads((work / f"counts-{ecosystem}.json").read_text("utf-8"))["packages"]
        by_licence: dict[str, list[str]] = defaultdict(list)
        count: Counter[str] = Counter()
        for row in rows:
            refused += row.get("left_out") == "licence"
            if row["pairs"]:
                used += 1
                licence = " ".join(row["licence"].split())
                by_licence[licence].append(f"{row['package'].split('/', 1)[1]} {row['version']}")
                count[licence] += row["pairs"]
        parts.append(f"### {ecosystem}\n")
        parts += [
            f"- **{licence}** ({count[licence]:,} pairs mined): {', '.join(sorted(names))}"
            for licence, names in sorted(by_licence.items(), key=lambda item: -len(item[1]))
        ]
        parts.append("")
    return "\n".join(parts), used, refused


def write(work: Path, artifacts: Path, recipe: Recipe, out: Path) -> None:
    """Write the card of the model in `artifacts`, built in `work`, to `out`."""
    model = json.loads((artifacts / "model.json").read_text("utf-8"))
    mix = json.loads((work / "selection.json").read_text("utf-8"))
    tables, used, refused = _package_tables(work)
    text = _TEMPLATE.read_text("utf-8").format(
        name=model["name"],
        version=model["version"],
        dim=model["dim"],
        vocabulary=model["vocabulary"],
        licence=model["licence"],
        max_tokens=model["max_tokens"],
        size=sum(path.stat().st_size for path in artifacts.iterdir() if path.is_file()) / 1e6,
        digests="\n".join(f"| {name} | `{digest}` |" for name, digest in model["sha256"].items()),
        total=sum(mix["kind"].values()),
        batch=recipe.batch,
        block=recipe.block,
        temperature=recipe.temperature,
        nested=", ".join(str(dim) for dim in recipe.nested),
        drop=recipe.token_drop,
        rate=recipe.rate,
        warmup=recipe.warmup,
        steps=recipe.steps,
        seed=recipe.seed,
        mix=_rows(mix),
        scores=_scores(json.loads((work / "scores.json").read_text("utf-8"))),
        packages=used,
        left_out=refused,
        tables=tables,
    )
    out.write_text(text, encoding="utf-8")
