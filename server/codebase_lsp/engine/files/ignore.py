"""Which entries of one folder are left out, decided as git does and then by the user's own rules.

Three layers, the later one wins:

1. git: `.gitignore` of each directory (also above the folder, up to the repository's top),
   `info/exclude`, the global excludes file. What is tracked is never ignored. A nested
   repository follows its own rules.
2. `.codebaseignore`, in every directory, in the same syntax.
3. The setting `exclude`.

In layers 2 and 3 a `!` pattern also brings back what lies below an ignored directory. To
find such entries the ignored directory must be walked, so a bare name (`!README.md`) reaches
into it only from a `.codebaseignore` within; from outside the pattern has to name a path
(`!vendor/README.md`, `!**/README.md`). Where no pattern can reach, the directory is closed:
nothing below it is ever looked at.
A directory brought back is as if never ignored: the patterns that matched it (`*`,
`build/**`) do not count below it, all others (`*.log`) do.
"""

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from pathlib import Path

from ..settings import Settings
from .git import Repository, find_repository, read_config, repository_at, tracked_although_ignored
from .patterns import GitPattern, RuleList, parse_rules, path_bytes
from .read import read_regular_file

GIT_RULES = ".gitignore"
OWN_RULES = ".codebaseignore"
_RULE_FILE_LIMIT = 4 * 1024 * 1024


class Layer(IntEnum):
    """Who ignored an entry; a higher layer overrules a lower one."""

    GIT = 1
    OWN = 2
    EXCLUDE = 3


@dataclass(frozen=True, slots=True)
class Decision:
    """What the rules say about one entry."""

    ignored: bool
    rule: str = ""
    """The deciding pattern with its file and line, for people."""


@dataclass(frozen=True)
class _Tree:
    """One working tree within or around the folder."""

    directory: Path
    """Its top, or the folder if that lies within."""
    base: str
    """The same, relative to the folder."""
    standard: tuple[RuleList, ...]
    """`info/exclude` and the global excludes file."""
    fold_case: bool
    versioned: bool

    @cached_property
    def tracked(self) -> frozenset[str]:
        """Tracked paths that match an ignore rule, relative to the folder."""
        paths = tracked_although_ignored(self.directory) if self.versioned else frozenset[str]()
        return frozenset(f"{self.base}/{path}" for path in paths) if self.base else paths

    @cached_property
    def tracked_parents(self) -> frozenset[str]:
        return frozenset(
            "/".join(parts[:i])
            for parts in (path.split("/") for path in self.tracked)
            for i in range(1, len(parts))
        )


@dataclass(frozen=True, slots=True)
class DirectoryRules:
    """The rules for the entries of one directory."""

    path: str
    tree: _Tree
    git: tuple[RuleList, ...]
    """The nearest first."""
    own: tuple[RuleList, ...]
    ignored_by: Layer | None = None
    rule: GitPattern | None = None
    top: str = ""
    """The outermost ignored directory this one lies in, itself included."""
    closed: bool = False
    """Ignored, and no rule can bring back anything below."""
    overruled: frozenset[GitPattern] = field(default_factory=frozenset[GitPattern])


@dataclass(frozen=True, slots=True)
class _Verdict:
    ignored_by: Layer | None = None
    rule: GitPattern | None = None
    brought_back: bool = False


_INCLUDED = _Verdict()


class IgnoreRules:
    """The rules of one folder as they were when read.

    Rule files are read when their directory is first asked for, each once. When one of them
    changes (`is_rule_file`), make a new object. May be used from several threads.
    """

    def __init__(self, root: Path, settings: Settings) -> None:
        self.root = Path(os.path.realpath(root))
        self._given_root = root
        self._states: dict[str, DirectoryRules] = {}
        self._read: dict[Path, bytes] = {}
        """Digest of each rule file that exists."""
        self._outside: set[Path] = set()
        """Rule files, existing or not, that are no entry of the folder."""
        tree, git, own, overruled = self._around()
        self._exclude = parse_rules(
            "\n".join(settings.exclude).encode("utf-8", "surrogateescape"),
            "exclude",
            fold_case=tree.fold_case,
        )
        git = (*self._rules_in("", GIT_RULES, tree.fold_case), *git)
        own = (*self._rules_in("", OWN_RULES, tree.fold_case), *own)
        self._states[""] = DirectoryRules("", tree, git, own, overruled=overruled)

    # Questions

    def decide(self, path: str, directory: bool = False) -> Decision:
        """About any path below the folder, existing or not (`/` between its parts)."""
        path = path.strip("/")
        if not path:
            return Decision(False)
        parent, _, name = path.rpartition("/")
        state = self.directory(parent)
        if self.never_walked(name, state):
            return Decision(True, ".git")
        if state.closed:
            return Decision(True, str(state.rule or ".git"))
        return self.decide_entry(state, name, directory)

    def decide_entry(self, state: DirectoryRules, name: str, directory: bool = False) -> Decision:
        """About one entry of a directory whose rules are at hand."""
        verdict = self._judge(state, _join(state.path, name), name, directory)
        if verdict.ignored_by is None:
            return _INCLUDED_DECISION
        return Decision(True, str(verdict.rule))

    def directory(self, path: str) -> DirectoryRules:
        """The rules for what lies in this directory ("" is the folder itself)."""
        state = self._states.get(path)
        if state is None:
            parent, _, name = path.rpartition("/")
            state = self._enter(self.directory(parent), name)
            self._states[path] = state
        return state

    def never_walked(self, name: str, state: DirectoryRules) -> bool:
        """Whether this is git's own directory (or the file that stands for it)."""
        return name == ".git" or (state.tree.fold_case and name.lower() == ".git")

    def is_rule_file(self, path: str | Path) -> bool:
        """Whether a change of this file can change decisions.

        `path` is relative to the folder or absolute, and need not exist.
        """
        absolute = self.root / path
        if absolute in self._outside:
            return True
        relative = self._relative(absolute)
        if relative is None:
            return False
        parent, _, name = relative.rpartition("/")
        if name not in (GIT_RULES, OWN_RULES):
            return False
        if not self.directory(parent).closed:
            return True
        # An ignored directory may be opened again by a file of ours directly in it.
        return name == OWN_RULES and not self.directory(parent.rpartition("/")[0]).closed

    def rule_files(self) -> frozenset[Path]:
        """All rule files read so far; complete after a walk."""
        return frozenset(self._read)

    def fingerprint(self) -> str:
        """Hex digest of all rules read so far: equal means that nothing was decided differently."""
        digest = hashlib.blake2b(digest_size=16)
        for path, content in sorted(dict(self._read).items()):
            digest.update(os.fsencode(path) + b"\0" + content)
        for pattern in self._exclude.patterns:
            digest.update(path_bytes(str(pattern)) + b"\0")
        digest.update(b"fold" if self._states[""].tree.fold_case else b"exact")
        return digest.hexdigest()

    # Decisions

    def _judge(self, state: DirectoryRules, path: str, name: str, directory: bool) -> _Verdict:
        raw, raw_name = path_bytes(path), path_bytes(name)
        inherited = state.ignored_by
        if self._exclude.patterns:
            found = self._exclude.last_match(raw, raw_name, directory, reach=inherited is None)
            if found is not None:
                return _Verdict(Layer.EXCLUDE, found) if found.ignores else _Verdict(None, found, True)
        if inherited is Layer.EXCLUDE:
            return _Verdict(inherited, state.rule)
        for rules in state.own:
            reach = inherited is None or _within(rules.base, state.top)
            found = rules.last_match(raw, raw_name, directory, reach=reach)
            if found is not None:
                return _Verdict(Layer.OWN, found) if found.ignores else _Verdict(None, found, True)
        if inherited is Layer.OWN:
            return _Verdict(inherited, state.rule)
        if inherited is Layer.GIT:
            return _INCLUDED if path in state.tree.tracked else _Verdict(inherited, state.rule)
        for rules in state.git:
            found = rules.last_match(raw, raw_name, directory, without=state.overruled)
            if found is not None:
                if not found.ignores or path in state.tree.tracked:
                    return _INCLUDED
                return _Verdict(Layer.GIT, found)
        return _INCLUDED

    def _enter(self, parent: DirectoryRules, name: str) -> DirectoryRules:
        path = _join(parent.path, name)
        if parent.closed or self.never_walked(name, parent):
            return DirectoryRules(
                path, parent.tree, (), (), parent.ignored_by or Layer.GIT, parent.rule, parent.top, True
            )
        verdict = self._judge(parent, path, name, True)
        if verdict.ignored_by is not None:
            return self._ignored_directory(parent, path, verdict.ignored_by, verdict.rule)
        overruled = parent.overruled
        if verdict.brought_back:
            raw, raw_name = path_bytes(path), path_bytes(name)
            overruled |= {p for rules in parent.git for p in rules.ignoring(raw, raw_name, True)}
        tree, git = parent.tree, parent.git
        repository = repository_at(self.root / path)
        if repository is not None:
            tree = self._tree(repository, self.root / path, path)
            git = tree.standard
        git = (*self._rules_in(path, GIT_RULES, tree.fold_case), *git)
        own = (*self._rules_in(path, OWN_RULES, tree.fold_case), *parent.own)
        return DirectoryRules(path, tree, git, own, overruled=overruled)

    def _ignored_directory(
        self, parent: DirectoryRules, path: str, layer: Layer, rule: GitPattern | None
    ) -> DirectoryRules:
        top = path if parent.ignored_by is None else parent.top
        own = parent.own
        if layer is not Layer.EXCLUDE:
            own = (*self._rules_in(path, OWN_RULES, parent.tree.fold_case), *own)
        raw = path_bytes(path)
        is_open = (
            self._exclude.may_bring_back_below(raw, reach=False)
            or (
                layer is not Layer.EXCLUDE
                and any(r.may_bring_back_below(raw, reach=_within(r.base, top)) for r in own)
            )
            or (layer is Layer.GIT and path in parent.tree.tracked_parents)
        )
        return DirectoryRules(
            path, parent.tree, parent.git, own, layer, rule, top, not is_open, parent.overruled
        )

    # Rule files

    def _around(
        self,
    ) -> tuple[_Tree, tuple[RuleList, ...], tuple[RuleList, ...], frozenset[GitPattern]]:
        """What holds for the folder before its own files: the repository and its upper directories.

        The folder was opened on purpose. If the repository ignores it, the patterns that do
        so are overruled, as for a directory brought back.
        """
        repository = find_repository(self.root)
        tree = self._tree(repository, self.root, "")
        git, own = tree.standard, ()
        if repository is None or repository.top == self.root:
            return tree, git, own, frozenset()
        fold = tree.fold_case
        overruled: set[GitPattern] = set()
        from_top: tuple[RuleList, ...] = tuple(RuleList(r.patterns) for r in tree.standard)
        git = tuple(RuleList(r.patterns, above=self.root.relative_to(repository.top).as_posix()) for r in git)
        directory = repository.top
        for part in self.root.relative_to(repository.top).parts:
            above = self.root.relative_to(directory).as_posix()
            base = "" if directory == repository.top else directory.relative_to(repository.top).as_posix()
            self._outside |= {directory / GIT_RULES, directory / OWN_RULES}
            for rules in self._load(directory / GIT_RULES, above=above, fold_case=fold):
                git = (rules, *git)
                from_top = (RuleList(rules.patterns, base), *from_top)
            own = (*self._load(directory / OWN_RULES, above=above, fold_case=fold), *own)
            directory = directory / part
            path = path_bytes(directory.relative_to(repository.top).as_posix())
            for rules in from_top:
                overruled.update(rules.ignoring(path, path_bytes(part), True))
        return tree, git, own, frozenset(overruled)

    def _tree(self, repository: Repository | None, directory: Path, base: str) -> _Tree:
        config = read_config(directory, repository)
        fold = config.ignore_case
        standard: list[RuleList] = []
        sources: Iterable[tuple[Path | None, str]] = (
            (repository.exclude_file if repository else None, ".git/info/exclude"),
            (config.excludes_file, "global excludes"),
        )
        for path, label in sources:
            if path is not None:
                path = Path(os.path.realpath(path))
                self._outside.add(path)
                standard.extend(self._load(path, label, base=base, fold_case=fold, follow=True))
        return _Tree(directory, base, tuple(standard), fold, repository is not None)

    def _rules_in(self, base: str, name: str, fold_case: bool) -> tuple[RuleList, ...]:
        return self._load(self.root / base / name, _join(base, name), base=base, fold_case=fold_case)

    def _load(
        self,
        path: Path,
        label: str = "",
        *,
        base: str = "",
        above: str = "",
        fold_case: bool,
        follow: bool = False,
    ) -> tuple[RuleList, ...]:
        """The rules of one file, empty if there are none. As in git, a `.gitignore` is no link."""
        try:
            content = read_regular_file(path, _RULE_FILE_LIMIT, follow=follow)
        except (OSError, ValueError):
            return ()
        self._read[path] = hashlib.blake2b(content, digest_size=16).digest()
        rules = parse_rules(content, label or str(path), base=base, above=above, fold_case=fold_case)
        return (rules,) if rules.patterns else ()

    def _relative(self, absolute: Path) -> str | None:
        for root in (self.root, self._given_root):
            if absolute.is_relative_to(root):
                return absolute.relative_to(root).as_posix()
        return None


_INCLUDED_DECISION = Decision(False)


def _join(directory: str, name: str) -> str:
    return f"{directory}/{name}" if directory else name


def _within(base: str, top: str) -> bool:
    return base == top or base.startswith(top + "/")
