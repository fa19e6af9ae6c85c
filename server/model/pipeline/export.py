"""Writes the table as int8 ONNX that fastembed runs, and `model.json` that describes the files.

Graph: counts of each id in its own text by an Equal of the ids with themselves; a token at one of its n
places weighs 1/√n, so a distinct token weighs √n in all; times the row's scale and the attention mask; MatMul
with the gathered int8 rows; L2.
"""

import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

MODEL_NAME, VERSION, LICENCE = "codebase-lsp-static", "1.0.0", "MIT"


def quantise(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(int8 rows, float32 scale per row): row ≈ int8 · scale."""
    scale = np.abs(table).max(1) / 127
    safe = np.where(scale > 0, scale, 1)
    return np.clip(np.round(table / safe[:, None]), -127, 127).astype(np.int8), scale.astype(np.float32)


def read_table(path: Path) -> np.ndarray:
    """The table of an exported model, float32 of shape (vocabulary, dim)."""
    constants = {entry.name: numpy_helper.to_array(entry) for entry in onnx.load(str(path)).graph.initializer}
    return constants["rows"].astype(np.float32) * constants["scale"][:, None]


def graph(rows: np.ndarray, scale: np.ndarray) -> onnx.ModelProto:
    """Inputs `input_ids`, `attention_mask` (batch, tokens); output `sentence_embedding` (batch, dim)."""
    constants = [
        numpy_helper.from_array(rows, "rows"),
        numpy_helper.from_array(scale, "scale"),
        numpy_helper.from_array(np.asarray([1], np.int64), "axis1"),
        numpy_helper.from_array(np.asarray([2], np.int64), "axis2"),
        numpy_helper.from_array(np.asarray(1e-6, np.float32), "tiny"),
        numpy_helper.from_array(np.asarray(1.0, np.float32), "one"),
    ]
    node = helper.make_node
    nodes = [
        node("Unsqueeze", ["input_ids", "axis1"], ["ids_across"]),
        node("Unsqueeze", ["input_ids", "axis2"], ["ids_down"]),
        node("Equal", ["ids_across", "ids_down"], ["equal"]),
        node("Cast", ["equal"], ["equal_float"], to=TensorProto.FLOAT),
        node("ReduceSum", ["equal_float", "axis2"], ["counts"], keepdims=0),
        node("Max", ["counts", "one"], ["counts_safe"]),
        node("Sqrt", ["counts_safe"], ["roots"]),
        node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        node("Div", ["mask", "roots"], ["by_count"]),
        node("Gather", ["scale", "input_ids"], ["scales"]),
        node("Mul", ["by_count", "scales"], ["weights"]),
        node("Unsqueeze", ["weights", "axis1"], ["weights_row"]),
        node("Gather", ["rows", "input_ids"], ["vectors_int8"]),
        node("Cast", ["vectors_int8"], ["vectors"], to=TensorProto.FLOAT),
        node("MatMul", ["weights_row", "vectors"], ["summed"]),
        node("Squeeze", ["summed", "axis1"], ["sum"]),
        node("ReduceL2", ["sum"], ["length"], axes=[1], keepdims=1),
        node("Max", ["length", "tiny"], ["length_safe"]),
        node("Div", ["sum", "length_safe"], ["sentence_embedding"]),
    ]
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
        for name in ("input_ids", "attention_mask")
    ]
    output = helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["batch", rows.shape[1]])
    body = helper.make_graph(nodes, "static_embedding", inputs, [output], constants)
    model = helper.make_model(body, opset_imports=[helper.make_opsetid("", 17)], producer_name=MODEL_NAME)
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model


def export(table: np.ndarray, folder: Path, max_tokens: int) -> None:
    """Write `model.onnx` and `model.json` into `folder`, where the tokenizer files already are."""
    rows, scale = quantise(table)
    onnx.save(graph(rows, scale), str(folder / "model.onnx"))
    files = ("model.onnx", "tokenizer.json", "tokenizer_config.json")
    description = {
        "name": MODEL_NAME,
        "version": VERSION,
        "licence": LICENCE,
        "dim": int(table.shape[1]),
        "nested_dims": [256, 128, 64],
        "vocabulary": int(table.shape[0]),
        "max_tokens": max_tokens,
        "query_prefix": "",
        "passage_prefix": "",
        "normalised": True,
        "sha256": {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in files},
    }
    (folder / "model.json").write_text(json.dumps(description, indent=2) + "\n", "utf-8")
