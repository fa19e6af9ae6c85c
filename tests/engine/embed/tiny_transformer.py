"""A small transformer encoder in ONNX with a tokenizer, and the same computation in numpy."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save
from tokenizers import Tokenizer, models, pre_tokenizers, processors

WORDS: Sequence[str] = (
    "parse read write file user login session token cart order price list sort tree graph node cache evict "
    "search query index vector model batch retry error close open lock thread process memory disk path name"
).split()
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]


class TinyTransformer:
    """One attention layer with a residual connection; weights from a seed."""

    def __init__(self, dim: int = 16, seed: int = 1) -> None:
        random = np.random.default_rng(seed)
        vocabulary = len(SPECIAL) + len(WORDS)
        self.dim = dim
        self.table = random.normal(size=(vocabulary, dim)).astype(np.float32)
        self.q, self.k, self.v = (random.normal(size=(dim, dim)).astype(np.float32) / dim for _ in range(3))

    def write(self, directory: Path, graph: str = "model.onnx", max_tokens: int = 32) -> Path:
        """The files a model directory needs, and no more."""
        (directory / graph).parent.mkdir(parents=True, exist_ok=True)
        save(self._onnx(), str(directory / graph))
        tokenizer = Tokenizer(
            models.WordLevel({word: i for i, word in enumerate([*SPECIAL, *WORDS])}, unk_token="[UNK]")
        )
        tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
        tokenizer.post_processor = processors.TemplateProcessing(
            single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
        )
        tokenizer.save(str(directory / "tokenizer.json"))
        config = {"model_max_length": max_tokens, "pad_token": "[PAD]"}
        (directory / "tokenizer_config.json").write_text(json.dumps(config))
        return directory

    def hidden(self, text: str) -> np.ndarray:
        """Shape (tokens, dim): the last hidden state, computed without ONNX."""
        ids = [2, *(len(SPECIAL) + WORDS.index(word) for word in text.split()), 3]
        x = self.table[ids]
        scores = (x @ self.q) @ (x @ self.k).T
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return x + (weights / weights.sum(axis=1, keepdims=True)) @ (x @ self.v)

    def expected(self, text: str, pooling: str) -> np.ndarray:
        hidden = self.hidden(text)
        row = {"mean": hidden.mean(axis=0), "cls": hidden[0], "last": hidden[-1]}[pooling]
        return row / np.linalg.norm(row)

    def _onnx(self):
        node = helper.make_node
        weights = {"table": self.table, "wq": self.q, "wk": self.k, "wv": self.v}
        constants = [numpy_helper.from_array(array, name) for name, array in weights.items()]
        constants += [
            numpy_helper.from_array(np.array([1], np.int64), "axis1"),
            numpy_helper.from_array(np.array(1, np.int64), "one"),
            numpy_helper.from_array(np.array(-1e9, np.float32), "minus"),
        ]
        nodes = [
            node("Gather", ["table", "input_ids"], ["x"]),
            node("MatMul", ["x", "wq"], ["q"]),
            node("MatMul", ["x", "wk"], ["k"]),
            node("MatMul", ["x", "wv"], ["v"]),
            node("Transpose", ["k"], ["kt"], perm=[0, 2, 1]),
            node("MatMul", ["q", "kt"], ["scores"]),
            node("Sub", ["one", "attention_mask"], ["absent"]),
            node("Cast", ["absent"], ["absent_float"], to=TensorProto.FLOAT),
            node("Mul", ["absent_float", "minus"], ["penalty"]),
            node("Unsqueeze", ["penalty", "axis1"], ["penalty3"]),
            node("Add", ["scores", "penalty3"], ["masked"]),
            node("Softmax", ["masked"], ["attention"], axis=-1),
            node("MatMul", ["attention", "v"], ["mixed"]),
            node("Add", ["x", "mixed"], ["last_hidden_state"]),
        ]
        tokens = ["batch", "tokens"]
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT64, tokens)
            for name in ("input_ids", "attention_mask")
        ]
        output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [*tokens, self.dim])
        graph = helper.make_graph(nodes, "tiny", inputs, [output], constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
