"""A second real model: the bundled one with its dimensions in another order.

As good as the bundled one by itself, of the same length, and meaningless beside it: if vectors of
the two ever met, answers would be wrong and nothing else would notice.
"""

import json
import shutil
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from codebase_lsp.engine.embed.local import BUNDLED_DIR


def write_second_model(directory: Path, version: str = "2.0.0", seed: int = 1) -> Path:
    shutil.copytree(BUNDLED_DIR, directory)
    graph = onnx.load(str(directory / "model.onnx"))
    for tensor in graph.graph.initializer:
        if tensor.name == "rows":
            rows = numpy_helper.to_array(tensor)
            order = np.random.default_rng(seed).permutation(rows.shape[1])
            tensor.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(rows[:, order]), "rows"))
    onnx.save(graph, str(directory / "model.onnx"))
    card = json.loads((directory / "model.json").read_text("utf-8"))
    (directory / "model.json").write_text(json.dumps(card | {"version": version}), "utf-8")
    return directory
