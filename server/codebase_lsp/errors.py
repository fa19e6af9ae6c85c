"""Everything the project raises on purpose.

    CodebaseError
    ├── BadRequest        the caller asked for something that makes no sense
    ├── BadPattern        a regular expression that does not compile or takes too long
    ├── UnknownFolder     the folder is not part of this workspace, or not a folder
    ├── IndexUnavailable  the index cannot be opened, read or written (disk, permissions)
    ├── ModelUnavailable  the embedding model cannot be loaded or does not answer
    └── Cancelled         the caller no longer wants the answer
        └── Paused        background work was asked to rest

Each class has a `kind`, the stable word that travels to clients and into exit codes.
"""


class CodebaseError(Exception):
    """Base of all deliberate errors. `str(error)` is a sentence for a person."""

    kind = "failed"


class BadRequest(CodebaseError):
    """The parameters are wrong; `field` is the path of the bad one, such as `filters.kinds[0]`."""

    kind = "badRequest"

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class BadPattern(BadRequest):
    """A regular expression does not compile or exceeded its time."""

    kind = "badPattern"


class UnknownFolder(CodebaseError):
    """No such folder in this workspace."""

    kind = "unknownFolder"


class IndexUnavailable(CodebaseError):
    """The index directory cannot be used."""

    kind = "indexUnavailable"


class ModelUnavailable(CodebaseError):
    """The embedding model cannot be used; lexical search goes on without it."""

    kind = "modelUnavailable"


class Cancelled(CodebaseError):
    """The work was cancelled before it was done."""

    kind = "cancelled"


class Paused(Cancelled):
    """Background work was asked to rest before it was done; it goes on where it was."""
