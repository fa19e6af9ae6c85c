"""Names on the wire: methods, their command mirrors, capability keys, the protocol version."""

VERSION = 1
"""Advertised with every capability; grows when a field changes its meaning."""

SEARCH = "workspace/codebaseSearch"
CONTEXT = "workspace/codebaseContext"
EXPANSION_PROMPT = "codebase/expansionPrompt"
RELATED = "codebase/related"
MAP = "codebase/map"
STATUS = "codebase/status"
REINDEX = "codebase/reindex"
FILES = "codebase/files"
PAUSE = "codebase/pause"
RESUME = "codebase/resume"

DID_CHANGE_STATUS = "codebase/didChangeStatus"
"""Notification to clients that opted in."""

COMMANDS = {
    SEARCH: "codebase.search",
    CONTEXT: "codebase.context",
    EXPANSION_PROMPT: "codebase.expansionPrompt",
    RELATED: "codebase.related",
    MAP: "codebase.map",
    STATUS: "codebase.status",
    REINDEX: "codebase.reindex",
    FILES: "codebase.files",
    PAUSE: "codebase.pause",
    RESUME: "codebase.resume",
}
"""`workspace/executeCommand` with the same params, for clients without custom requests."""

REQUESTS = tuple(COMMANDS)

CAPABILITIES = {
    SEARCH: "workspaceCodebaseSearch",
    CONTEXT: "workspaceCodebaseContext",
    EXPANSION_PROMPT: "codebaseExpansionPrompt",
    RELATED: "codebaseRelated",
    MAP: "codebaseMap",
    STATUS: "codebaseStatus",
    REINDEX: "codebaseReindex",
    FILES: "codebaseFiles",
    PAUSE: "codebasePause",
    RESUME: "codebaseResume",
}
"""Keys below `experimental` of the server's capabilities; each value is `{"version": VERSION}`."""

STATUS_OPT_IN = "codebaseStatus"
"""Key below `experimental` of the client's capabilities: `true` asks for DID_CHANGE_STATUS."""

CONFIGURATION_SECTION = "codebase"
