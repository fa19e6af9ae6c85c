"""docs/configuration.md says what the settings and the command line are."""

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

from codebase_lsp.cli import exit_codes
from codebase_lsp.cli.arguments import COMMANDS
from codebase_lsp.engine.settings import Settings
from codebase_lsp.lsp.settings import RANGES
from codebase_lsp.wire.codec import camel_case

PAGE = (Path(__file__).parents[2] / "docs" / "configuration.md").read_text("utf-8")
SETTINGS = PAGE.split("## Settings")[1].split("## Command line")[0]


def settings(group: Any, prefix: str = "") -> dict[str, tuple[str, Any]]:
    """Attribute and default by the name a client sends."""
    named: dict[str, tuple[str, Any]] = {}
    for field in dataclasses.fields(group):
        default = getattr(group, field.name)
        name = prefix + camel_case(field.name)
        if dataclasses.is_dataclass(default):
            named |= settings(default, f"{name}.")
        else:
            named[name] = field.name, default
    return named


def test_every_setting_is_listed_with_its_default() -> None:
    rows = dict(re.findall(r"^\| `([\w.]+)` \| [^|]* \| ([^|]*) \|", SETTINGS, re.MULTILINE))
    named = settings(Settings())
    assert set(rows) == set(named)
    for name, (_, default) in named.items():
        if name != "workers":
            assert json.loads(rows[name].strip("`")) == json.loads(json.dumps(default)), name


def test_every_range_is_listed() -> None:
    rows = dict(re.findall(r"^\| `([\w.]+)` \|(.*)$", SETTINGS, re.MULTILINE))
    for name, (attribute, _) in settings(Settings()).items():
        if attribute in RANGES:
            low, high = RANGES[attribute]
            assert f"{low:.12g} to {high:.0f}" in rows[name], name


def test_every_command_and_option_is_listed() -> None:
    import codebase_lsp.cli.arguments as arguments

    source = Path(arguments.__file__).read_text("utf-8")
    for option in re.findall(r'"(--[\w-]+)"', source):
        assert f"`{option}" in PAGE or f"`codebase-lsp {option}`" in PAGE, option
    for command in COMMANDS:
        assert f"`codebase-lsp {command}" in PAGE, command


def test_every_exit_code_is_listed() -> None:
    listed = set(re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE))
    assert listed == {str(code) for name, code in vars(exit_codes).items() if name.isupper()}
