"""What a workspace finds and holds, in short."""

from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.workspace import Workspace


def paths(workspace: Workspace, query: str, **options) -> list[str]:
    return [hit.path for hit in workspace.search(SearchRequest(query, **options)).hits]


def contents(workspace: Workspace) -> dict[str, object]:
    """All that the index holds, without the numbers that differ from build to build."""
    base = workspace._base
    ids = [chunk for chunk, _, _ in base.store.chunk_keys()]
    rows = base.store.chunks(ids)
    return {
        "files": {path: (row.digest, row.language) for path, row in base.files().items()},
        "chunks": sorted((r.path, r.start_line, r.end_line, r.canonical_name, r.key) for r in rows.values()),
        "documents": base.lexical.documents,
        "vectors": 0 if base.vectors is None else len(base.vectors),
    }
