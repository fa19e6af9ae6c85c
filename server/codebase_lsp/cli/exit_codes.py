"""What the exit code of a batch command says; docs/configuration.md lists them."""

OK = 0
NOTHING_FOUND = 1
USAGE = 2
FAILED = 3
INTERRUPTED = 130
