"""Arguments of the command line."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from .. import __version__

COMMANDS = (
    "serve",
    "index",
    "search",
    "context",
    "related",
    "map",
    "mcp",
    "status",
    "model",
    "files",
    "clean",
    "doctor",
)
_PROFILES = ("default", "voidmuse", "rrf", "chocolate-factory", "bloop")
_RELATIONS = (
    "definition",
    "implementations",
    "callers",
    "callees",
    "usages",
    "imports",
    "importers",
    "related",
    "affected",
)
_MODES = ("auto", "hybrid", "semantic", "lexical", "exact", "regex", "symbol")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The arguments as attributes, `command` among them. Leaves with code 2 on bad usage."""
    parser = argparse.ArgumentParser(
        "codebase-lsp", description="Searches a codebase by meaning and by name. Without a command: serve."
    )
    parser.add_argument("--version", action="version", version=f"codebase-lsp {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _serve(commands.add_parser("serve", help="speak LSP on standard input and output (the default)"))
    _index(commands.add_parser("index", help="bring the index of a folder up to date"))
    _search(commands.add_parser("search", help="ask a question"))
    _context(commands.add_parser("context", help="one text for a language model, within a token budget"))
    _related(commands.add_parser("related", help="who defines, implements, calls, uses or imports a symbol"))
    _map(commands.add_parser("map", help="the outline of a folder, within a token budget"))
    _folder(
        commands.add_parser(
            "mcp", help="serve agents: the Model Context Protocol on standard input and output"
        )
    )
    _status(commands.add_parser("status", help="what is indexed"))
    _model(commands.add_parser("model", help="embedding models that can be downloaded"))
    _files(commands.add_parser("files", help="what would be indexed, and what not and why"))
    _clean(commands.add_parser("clean", help="give back disk space that nothing needs any more"))
    commands.add_parser("doctor", help="check the installation and this system")
    given = list(arguments)
    if not given or given[0] not in (*COMMANDS, "-h", "--help", "--version"):
        given.insert(0, "serve")
    return parser.parse_args(given)


def _serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--stdio", action="store_true", help="the only transport; accepted because editors pass it"
    )
    parser.add_argument("--clientProcessId", type=int, metavar="PID", help="stop when this process is gone")
    parser.add_argument("--log-file", type=Path, metavar="FILE")
    parser.add_argument("--log-level", choices=("error", "warning", "info", "debug"), default="warning")


def _folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path(), metavar="FOLDER", help="default: here"
    )


def _index(parser: argparse.ArgumentParser) -> None:
    _folder(parser)
    parser.add_argument("--rebuild", action="store_true", help="parse every file again")


def _search(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", metavar="QUESTION")
    _folder(parser)
    parser.add_argument("--mode", choices=_MODES, default="auto")
    parser.add_argument("--profile", choices=_PROFILES, default="default", help="whose ranking")
    parser.add_argument("--english", metavar="TEXT", help="the question in English")
    parser.add_argument("--hypothetical-code", metavar="TEXT", help="code as the answer might look")
    parser.add_argument("--keywords", metavar="WORDS", help="further words; one said more often counts more")
    parser.add_argument("--weight", action="append", default=[], metavar="SIGNAL=NUMBER", help="repeatable")
    parser.add_argument("--limit", type=int, default=10, metavar="N", help="1 to 200, default 10")
    parser.add_argument("--explain", action="store_true", help="show what each signal adds to a score")
    parser.add_argument("--json", action="store_true", help="the result of workspace/codebaseSearch")
    _filters(parser)
    parser.add_argument("--case-sensitive", action="store_true", help="for exact and regex")
    parser.add_argument("--smart-case", action="store_true", help="the same if a capital letter is asked for")
    parser.add_argument("--word", action="store_true", help="whole words only, for exact and regex")


def _filters(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--language", action="append", default=[], metavar="NAME", help="repeatable")
    parser.add_argument("--include", action="append", default=[], metavar="PATTERN", help="repeatable")
    parser.add_argument("--exclude", action="append", default=[], metavar="PATTERN", help="repeatable")


def _context(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", metavar="QUESTION")
    _folder(parser)
    parser.add_argument("--tokens", type=int, default=4000, metavar="N", help="hard limit, default 4000")
    parser.add_argument("--format", choices=("markdown", "xml", "json", "plain"), default="markdown")
    parser.add_argument("--order", choices=("relevance", "path", "lostInTheMiddle"), default="relevance")
    parser.add_argument("--instructions", action="store_true", help="say on top how to use the text")
    parser.add_argument("--tokenizer", default="", metavar="FILE", help="a tokenizer.json, to count exactly")
    parser.add_argument("--json", action="store_true", help="the result of workspace/codebaseContext")
    _filters(parser)


def _related(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="save, Repository.save, Repository::save")
    _folder(parser)
    parser.add_argument(
        "--relation",
        action="append",
        choices=_RELATIONS,
        default=[],
        help="repeatable; default: definition and related",
    )
    parser.add_argument("--depth", type=int, default=1, metavar="N", help="steps to follow, 1 to 10")
    parser.add_argument("--limit", type=int, default=50, metavar="N", help="1 to 200, default 50")
    parser.add_argument("--offset", type=int, default=0, metavar="N", help="where the page begins")
    parser.add_argument("--json", action="store_true", help="the result of codebase/related")


def _map(parser: argparse.ArgumentParser) -> None:
    _folder(parser)
    parser.add_argument("--tokens", type=int, default=2000, metavar="N", help="hard limit, default 2000")
    parser.add_argument("--mention", action="append", default=[], metavar="NAME", help="repeatable")
    parser.add_argument("--json", action="store_true", help="the result of codebase/map")


def _status(parser: argparse.ArgumentParser) -> None:
    _folder(parser)
    parser.add_argument("--json", action="store_true", help="the result of codebase/status")


def _model(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", help="the models of the catalogue")
    pull = actions.add_parser("pull", help="download one of them")
    pull.add_argument("name", metavar="NAME")


def _clean(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="only say what would be freed")


def _files(parser: argparse.ArgumentParser) -> None:
    _folder(parser)
    parser.add_argument("--skipped", action="store_true", help="list what is left out, too")
    parser.add_argument("--json", action="store_true", help="the result of codebase/files")
