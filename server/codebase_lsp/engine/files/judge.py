"""Which of the collected changes concern the folder: the ignore rules decide, once per set."""

from collections.abc import Iterator
from pathlib import Path

from .changes import Changes, Pending
from .entries import representable
from .ignore import GIT_RULES, OWN_RULES, IgnoreRules
from .subtree import OpenDirectories

_RULE_FILES = (GIT_RULES, OWN_RULES)


def judge(pending: Pending, rules: IgnoreRules) -> Changes:
    """What is left of it. Empty if nothing concerns the folder."""
    entered = OpenDirectories(rules)
    changed_rules = pending.rules or bool(pending.reconcile)
    files: set[str] = set()
    for path in pending.files:
        parent, _, name = path.rpartition("/")
        if name in _RULE_FILES:
            changed_rules = changed_rules or rules.is_rule_file(path)
        if parent in entered and representable(path):
            state = rules.directory(parent)
            if not rules.never_walked(name, state) and not rules.decide_entry(state, name).ignored:
                files.add(path)
    directories = {path for path in outermost(pending.directories) if path in entered and representable(path)}
    if directories and not changed_rules:
        # With a directory its ignore files go too.
        gone = [rules.root / path for path in directories]
        changed_rules = any(_below(file, gone) for file in rules.rule_files())
    return Changes(frozenset(files), frozenset(directories), pending.reconcile, changed_rules, pending.git)


def outermost(directories: set[str]) -> Iterator[str]:
    """Without those that lie in another one: who removes or makes a tree does so with each in it."""
    for path in directories:
        parts = path.split("/")
        above = {"/".join(parts[:i]) for i in range(len(parts))}
        if not path or not above & directories:
            yield path


def _below(file: Path, directories: list[Path]) -> bool:
    return any(file.is_relative_to(directory) for directory in directories)
