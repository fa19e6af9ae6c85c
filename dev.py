#!/usr/bin/env python3
"""Set up and run this project with nothing but Python and the network.

    python3 dev.py demo [FOLDER] [QUESTION]   index a folder, ask a question over LSP
    python3 dev.py test [PYTEST ARGUMENTS]    run all tests
    python3 dev.py check                      what CI runs: lint, format, types, tests

Everything is installed into `.venv` beside this file, and again only when pyproject.toml
or Python has changed. Kept readable for old versions of Python, so that they can say
what is wrong.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 10)
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMPS = VENV / "dev-stamps"
PYTHON = str(VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def main(arguments):
    commands = {"demo": demo, "test": test, "check": check}
    if sys.version_info < OLDEST:
        return complain(f"Python 3.10 or newer is needed, this is {sys.version.split()[0]}.")
    if not arguments or arguments[0] not in commands:
        sys.stderr.write(__doc__ or "")
        return 0 if arguments in (["-h"], ["--help"]) else 2
    try:
        return commands[arguments[0]](arguments[1:])
    except KeyboardInterrupt:
        return 130


def demo(arguments):
    if len(arguments) > 2:
        return complain("demo takes at most a folder and a question.")
    if not install("demo", []):
        return 3
    # Paths are meant as seen from where the command was typed.
    return subprocess.call([PYTHON, str(ROOT / "scripts" / "demo.py"), *arguments])


def test(arguments):
    if not install("test", ["--group", "dev"]):
        return 3
    return run("-m", "pytest", *arguments)


def check(arguments):
    if arguments:
        return complain("check takes no arguments.")
    if not install("test", ["--group", "dev"]):
        return 3
    steps = {
        "ruff check": run("-m", "ruff", "check", "."),
        "ruff format": run("-m", "ruff", "format", "--check", "."),
        "pyright": run("-m", "pyright"),
        "pytest": run("-m", "pytest"),
    }
    failed = [name for name, code in steps.items() if code]
    say("failed: " + ", ".join(failed) if failed else "all checks passed")
    return 1 if failed else 0


def install(purpose, more):
    """Make the environment `purpose` needs; True if it is there."""
    if not working_python() and not make_environment():
        return False
    wanted = fingerprint()
    stamp = STAMPS / purpose
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return True
    say(f"installing into {VENV} ...")
    if more and not pip("install", "--quiet", "--upgrade", "pip>=25.1"):  # `--group` is from 25.1.
        return False
    if not pip(
        "install",
        "--quiet",
        "--editable",
        ".[graph,mcp]" if purpose == "test" else ".[graph]",
        *more,
        quiet=True,
    ):
        say("that did not work; trying without hnswlib, which needs a C++ compiler ...")
        if not pip("install", "--quiet", "--editable", ".", *more):
            return False
        say("installed without hnswlib: large indexes are searched more slowly, nothing else changes")
    STAMPS.mkdir(parents=True, exist_ok=True)
    stamp.write_text(wanted, encoding="utf-8")
    return True


def working_python():
    """Whether the environment is there and its interpreter starts with pip and a fit version."""
    program = "import pip, sys; sys.exit(sys.version_info < (3, 10))"
    try:
        return subprocess.call([PYTHON, "-c", program], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def make_environment():
    say(f"making {VENV} ...")
    if subprocess.call([sys.executable, "-m", "venv", "--clear", str(VENV)]) == 0:
        return True
    complain("the environment cannot be made; on Debian and Ubuntu: sudo apt install python3-venv")
    return False


def pip(*arguments, quiet=False):
    command = [PYTHON, "-m", "pip", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, cwd=ROOT, stdout=sys.stderr, stderr=subprocess.PIPE if quiet else None)
    return done.returncode == 0


def run(*arguments):
    return subprocess.call([PYTHON, *arguments], cwd=ROOT)


def fingerprint():
    """Changes when something else would have to be installed."""
    project = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    version = subprocess.check_output([PYTHON, "-c", "import sys; print(sys.version)"], text=True)
    return f"{project} {ROOT} {version.strip()}"


def say(words):
    sys.stderr.write(f"dev.py: {words}\n")
    sys.stderr.flush()


def complain(words):
    say(words)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
