"""The weights in use are those that the training script makes of the features kept with it."""

# pyright: reportMissingImports=false

import json
from pathlib import Path

import numpy as np
import pytest
from asked import Group
from features import FILE, NAMES, load, pack, unpack
from prior import PRIOR
from train import LEARNED, TASKS, final, learn, measured, prior, scaled, teaches

from codebase_lsp.engine.search.kinds import IDENTIFIER, NATURAL
from codebase_lsp.engine.search.weights import BY_HAND, HYBRID, LEXICAL, weights_for

IN_USE = {"hybrid": HYBRID, "lexical": LEXICAL}
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def groups() -> list[Group]:
    return load()


@pytest.mark.parametrize("task", [task for task in TASKS if task.kind == NATURAL], ids=lambda task: task.mode)
def test_the_table_in_use_is_what_the_training_script_makes(groups: list[Group], task) -> None:
    table = final(task, [group for group in groups if teaches(group, task)])
    in_use = {name: weight for name, weight in IN_USE[task.mode].items() if name not in BY_HAND}
    assert set(table) == set(in_use)
    for name, weight in table.items():
        assert in_use[name] == pytest.approx(weight, abs=0.0015), name  # other processors round otherwise


def test_identifiers_keep_the_prior() -> None:
    positive = sum(weight for weight in PRIOR[IDENTIFIER].values() if weight > 0)
    table = weights_for(IDENTIFIER, "hybrid")
    for name, weight in PRIOR[IDENTIFIER].items():
        assert table[name] == pytest.approx(weight / positive, abs=0.01), name


def test_what_was_learned_beats_what_was_set_where_neither_has_been(groups: list[Group]) -> None:
    """One repository in five is left out of learning and measured."""
    task = TASKS[0]
    usable = [group for group in groups if teaches(group, task)]
    kept_apart = set(sorted({group.repository for group in usable})[::5])
    rest = [group for group in usable if group.repository not in kept_apart]
    apart = [group for group in usable if group.repository in kept_apart]
    learned = (1 - LEARNED) * prior(task) + LEARNED * scaled(learn(rest, task.signals, task.kind))
    before = measured(apart, [prior(task)] * len(apart))["mean"][0]
    assert measured(apart, [learned] * len(apart))["mean"][0] > before


def test_no_repository_of_the_features_is_measured_with(groups: list[Group]) -> None:
    learned_from = {group.repository for group in groups}
    listed = {line.split("\t")[0].replace("/", "+") for line in _lines("server/ranking/repositories.tsv")}
    assert learned_from == listed
    measured_with = {line.split('"')[1] for line in _lines("tests/benchmarks/commits.py") if '": "' in line}
    assert len(measured_with) == 10
    assert not {name.replace("/", "+") for name in measured_with} & learned_from


def _lines(path: str) -> list[str]:
    return (ROOT / path).read_text("utf-8").splitlines()


def test_features_survive_being_packed() -> None:
    rng = np.random.default_rng(0)
    groups = [
        Group("a+b", "commit", "all", NATURAL, "hybrid", rng.random((5, len(NAMES))).astype(np.float32),
              np.arange(5) == number, 1)
        for number in range(3)
    ]  # fmt: skip
    for before, after in zip(groups, unpack(pack(groups)), strict=True):
        assert (before.repository, before.source, before.kind) == (after.repository, after.source, after.kind)
        assert np.array_equal(before.right, after.right)
        assert np.abs(before.values - after.values).max() <= 0.5 / 255 + 1e-6


def test_features_of_other_signals_are_refused() -> None:
    with np.load(FILE) as arrays:
        others = dict(arrays)
    others["names"] = np.array(json.loads('["other"]'))
    with pytest.raises(ValueError, match=r"features\.py"):
        unpack(others)
