"""Questions about the Python standard library, with the file that answers each."""

STANDARD_LIBRARY: dict[str, str] = {
    "where are cookies parsed from a header": "http/cookies.py",
    "compress data with gzip and write the file header": "gzip.py",
    "split a shell command line into arguments": "shlex.py",
    "parse command line arguments and print usage": "argparse.py",
    "temporary directory that is removed when it is closed": "tempfile.py",
    "how does the thread pool executor start its workers": "concurrent/futures/thread.py",
    "read and write rows of comma separated values": "csv.py",
    "compute the difference between two sequences of lines": "difflib.py",
    "copy a directory tree recursively": "shutil.py",
    "escape special characters in html text": "html/__init__.py",
    "least recently used cache decorator": "functools.py",
    "schedule a callback to run later in the event loop": "asyncio/base_events.py",
}
