"""The files of a folder that the ignore rules let through, in a fixed order."""

import os
from collections.abc import Iterator
from pathlib import Path

from ..cancel import CancelToken
from .entries import is_junction, printable, representable
from .ignore import DirectoryRules, IgnoreRules
from .types import FileEntry, Skipped, SkipReason


def walk(root: Path, rules: IgnoreRules, cancel: CancelToken | None = None) -> Iterator[FileEntry | Skipped]:
    """Every regular file below `root`: per directory first its files, then its directories, by name.

    Symbolic links are not followed and, like sockets, devices and FIFOs, not reported. An
    ignored directory is reported once, with a slash at its end, and an ignored file only
    outside of such a directory. Raises `Cancelled` once the token is set.
    """
    pending: list[tuple[str, DirectoryRules]] = [(str(root), rules.directory(""))]
    while pending:
        if cancel is not None:
            cancel.check()
        absolute, state = pending.pop()
        prefix = f"{state.path}/" if state.path else ""
        try:
            with os.scandir(absolute) as scan:
                entries = sorted(scan, key=lambda entry: entry.name)
        except OSError as error:
            yield Skipped(prefix or "./", SkipReason.UNREADABLE, error.strerror or str(error))
            continue
        below: list[tuple[str, DirectoryRules]] = []
        for entry in entries:
            name = entry.name
            if rules.never_walked(name, state):
                continue
            path = prefix + name
            try:
                if entry.is_dir(follow_symlinks=False):
                    if is_junction(entry):
                        continue
                    if not representable(name):
                        yield _not_utf8(path + "/")
                        continue
                    inner = rules.directory(path)
                    if inner.ignored_by is not None and state.ignored_by is None:
                        yield Skipped(path + "/", SkipReason.IGNORED, str(inner.rule))
                    if not inner.closed:
                        below.append((entry.path, inner))
                elif entry.is_file(follow_symlinks=False):
                    decision = rules.decide_entry(state, name)
                    if decision.ignored:
                        if state.ignored_by is None:
                            yield Skipped(printable(path), SkipReason.IGNORED, decision.rule)
                    elif not representable(name):
                        yield _not_utf8(path)
                    else:
                        status = entry.stat(follow_symlinks=False)
                        yield FileEntry(path, status.st_size, status.st_mtime_ns)
            except FileNotFoundError:
                continue  # Removed since the directory was listed.
            except OSError as error:
                yield Skipped(printable(path), SkipReason.UNREADABLE, error.strerror or str(error))
        pending.extend(reversed(below))


def _not_utf8(path: str) -> Skipped:
    return Skipped(printable(path), SkipReason.UNREADABLE, "the name is not valid UTF-8")
