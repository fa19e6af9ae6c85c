"""The stages of a build: each reads files of the work folder and writes the next ones."""

import argparse
import json
import pickle
import random
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from pipeline import (
    benchmark,
    bilingual,
    card,
    clients,
    corpus,
    dataset,
    debian,
    exclusions,
    export,
    manifest,
    maven,
    sampling,
    training,
    validation,
    wordpiece,
)

HOME = Path(__file__).resolve().parent.parent
CARD = HOME.parent.parent / "docs/model-card.md"
BUNDLED = HOME.parent / "codebase_lsp/engine/embed/bundled"
VOCABULARY, TOKENIZER_SAMPLE, SEED = 32_000, 300_000, 20
SWITCHED, TERM_COPIES = 60_000, 4
"""Questions put into Chinese with the glossary, and copies of each glossary term."""


class Options(argparse.Namespace):
    """The command line, typed."""

    stages: list[str]
    work: Path
    exclude_tree: Path | None
    benchmark: Path | None
    checkouts: Path | None
    out: Path
    steps: int | None
    seed: int | None


def download(options: Options) -> None:
    """Fetch what is not there yet, pin unpinned versions in `packages.toml`."""
    wanted = manifest.read_manifest(HOME / "packages.toml")
    archives = options.work / "archives"
    for ecosystem in manifest.ECOSYSTEMS:
        folder = archives / ecosystem
        folder.mkdir(parents=True, exist_ok=True)
        index = options.work / f"index-{ecosystem}.json"
        have = {row.name: row for row in manifest.read_index(index)} if index.exists() else {}
        have = {
            name: row for name, row in have.items() if wanted[ecosystem].get(name, "?") in ("", row.version)
        }
        missing = {name: version for name, version in wanted[ecosystem].items() if name not in have}
        if missing:
            for row in _fetch(ecosystem, missing, folder, options.work):
                have[row.name] = row
        manifest.write_index(index, sorted(have.values(), key=lambda row: row.name))
        wanted[ecosystem] |= {name: row.version for name, row in have.items() if name in wanted[ecosystem]}
        print(f"  {ecosystem}: {len(have)} packages")
    manifest.write_manifest(HOME / "packages.toml", wanted)


def _fetch(ecosystem: str, packages: dict[str, str], folder: Path, work: Path) -> list[manifest.Fetched]:
    if ecosystem == "debian-source":
        return debian.fetch_sources(packages, folder, debian.prepare(work / "apt"))
    if ecosystem == "debian-binary":
        return debian.fetch_binaries(packages, folder, debian.prepare(work / "apt"))
    if ecosystem == "maven":
        return maven.fetch_maven(packages, folder)
    return {"npm": clients.fetch_npm, "pypi": clients.fetch_pypi, "go": clients.fetch_go}[ecosystem](
        packages, folder
    )


def mine(options: Options) -> None:
    """Write `pairs-<ecosystem>.jsonl` and `counts-<ecosystem>.json`."""
    excluded = (
        exclusions.distinctive_lines(options.exclude_tree) if options.exclude_tree else frozenset[str]()
    )
    for ecosystem in manifest.ECOSYSTEMS:
        packages = manifest.read_index(options.work / f"index-{ecosystem}.json")
        with (options.work / f"pairs-{ecosystem}.jsonl").open("w", encoding="utf-8") as out:
            counts = options.work / f"counts-{ecosystem}.json"
            corpus.mine_all(packages, options.work / "archives", excluded, out, counts)


def _selected(options: Options) -> tuple[list[sampling.Pair], list[sampling.Pair], dict[str, list[str]]]:
    files = [options.work / f"pairs-{ecosystem}.jsonl" for ecosystem in manifest.ECOSYSTEMS]
    chosen, held = sampling.select(sampling.read_pairs(files), SEED)
    return chosen, held, bilingual.read_glossary(HOME / "glossary.tsv")


def tokenizer(options: Options) -> None:
    """Choose the training pairs, train the tokenizer, and tokenise the pairs."""
    chosen, held, glossary = _selected(options)
    rng = random.Random(SEED)
    sample = rng.sample(chosen, min(len(chosen), TOKENIZER_SAMPLE))
    texts = [text for pair in sample for text in (pair.query, pair.path, pair.text)]
    # Chinese is a small part of the text and needs its words: count it more than once.
    texts += [pair.query for pair in chosen if sampling.has_han(pair.query)] * 2
    trained = wordpiece.train(texts, VOCABULARY, required=[term for term in glossary if len(term) <= 4])
    wordpiece.save(trained, options.work / "model")
    lexicon = bilingual.by_english(glossary)
    switched = bilingual.switched_pairs(chosen, lexicon, SWITCHED, SEED)
    pairs = chosen + switched + bilingual.term_pairs(glossary) * TERM_COPIES
    summary = sampling.summary(pairs)
    (options.work / "selection.json").write_text(json.dumps(summary, indent=1), "utf-8")
    print(f"  {len(pairs)} pairs, {len(held)} held out: {summary}")
    with (options.work / "dataset.pickle").open("wb") as file:
        pickle.dump(dataset.build(pairs, trained), file, protocol=4)
    with (options.work / "held.pickle").open("wb") as file:
        pickle.dump(held, file, protocol=4)


def train(options: Options) -> None:
    """Train the table."""
    with (options.work / "dataset.pickle").open("rb") as file:
        data: dataset.Dataset = pickle.load(file)
    np.save(options.work / "table.npy", training.train(data, _recipe(options)))


def _recipe(options: Options) -> training.Recipe:
    changes = {"steps": options.steps, "seed": options.seed}
    return training.Recipe(**{key: value for key, value in changes.items() if value is not None})


def export_model(options: Options) -> None:
    """Write the artifacts."""
    trained = Tokenizer.from_file(str(options.work / "model/tokenizer.json"))
    kept = wordpiece.without_phrases(trained, bilingual.read_glossary(HOME / "glossary.tsv"))
    wordpiece.save(trained, options.out)
    export.export(np.load(options.work / "table.npy")[kept], options.out, wordpiece.MAX_TOKENS)
    for path in sorted(options.out.glob("*.*")):
        print(f"  {path.name}: {path.stat().st_size:,} bytes")


def validate(options: Options) -> None:
    """Scores of the artifacts on held-out packages, Chinese questions, and a benchmark if one is given."""
    trained = Tokenizer.from_file(str(options.out / "tokenizer.json"))
    embed = validation.embedder(export.read_table(options.out / "model.onnx"), trained)
    with (options.work / "held.pickle").open("rb") as file:
        held: list[sampling.Pair] = pickle.load(file)
    scores: dict[str, object] = dict(validation.report(held, HOME / "zh_validation.tsv", embed))
    if options.benchmark and options.checkouts:
        by_repository = benchmark.score(options.benchmark, options.checkouts, embed)
        means = {name: round(float(np.mean(values)), 4) for name, values in by_repository.items()}
        scores["benchmark"] = means
        scores["benchmark mean over repositories"] = round(float(np.mean(list(means.values()))), 4)
        everything = [value for values in by_repository.values() for value in values]
        scores["benchmark mean over questions"] = round(float(np.mean(everything)), 4)
    (options.work / "scores.json").write_text(json.dumps(scores, indent=1, ensure_ascii=False), "utf-8")
    print(json.dumps(scores, indent=1, ensure_ascii=False))


def write_card(options: Options) -> None:
    """Write docs/model-card.md."""
    CARD.parent.mkdir(exist_ok=True)
    card.write(options.work, options.out, _recipe(options), CARD)
