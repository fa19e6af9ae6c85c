"""The cache of vectors knows which spaces it holds."""

from pathlib import Path

import numpy as np

from codebase_lsp.engine.embed.cache import VectorCache


def test_spaces_are_listed_by_what_they_begin_with(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "vectors.sqlite")
    row = np.ones(4, np.int8)
    for space in ("a/d64", "a/d128", "ab/d4", "b/d4"):
        cache.put(space, [(b"one", row), (b"two", row)])
    assert cache.spaces("a/d") == ["a/d128", "a/d64"]
    assert cache.spaces("c") == []
    cache.close()
