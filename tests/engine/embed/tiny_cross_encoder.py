"""A small cross-encoder in ONNX with a tokenizer, and the same computation in numpy."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save
from tokenizers import Tokenizer, models, pre_tokenizers, processors

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]


class TinyCrossEncoder:
    """The dot product of the summed token vectors of both texts, less a bias: words in common count."""

    def __init__(self, words: Sequence[str], bias: float = 6.0) -> None:
        self.words, self.bias = list(words), bias
        self.table = np.concatenate([np.zeros((len(SPECIAL), len(words))), 2 * np.eye(len(words))])
        self.table = self.table.astype(np.float32)

    def logit(self, question: str, passage: str) -> float:
        one, other = (
            np.array([text.split().count(word) for word in self.words]) for text in (question, passage)
        )
        return float(4 * one @ other) - self.bias

    def write(self, directory: Path) -> Path:
        """The files a reranker's directory needs, and no more."""
        directory.mkdir(parents=True, exist_ok=True)
        save(self._onnx(), str(directory / "model.onnx"))
        vocabulary = {word: i for i, word in enumerate([*SPECIAL, *self.words])}
        tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
        tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
        tokenizer.post_processor = processors.TemplateProcessing(
            single="[CLS] $A [SEP]",
            pair="[CLS] $A [SEP] $B:1 [SEP]:1",
            special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
        )
        tokenizer.save(str(directory / "tokenizer.json"))
        config = {"model_max_length": 64, "pad_token": "[PAD]"}
        (directory / "tokenizer_config.json").write_text(json.dumps(config))
        return directory

    def _onnx(self):
        node = helper.make_node
        constants = [
            numpy_helper.from_array(self.table, "table"),
            numpy_helper.from_array(np.array([1], np.int64), "axis1"),
            numpy_helper.from_array(np.array([2], np.int64), "axis2"),
            numpy_helper.from_array(np.array(1.0, np.float32), "one"),
            numpy_helper.from_array(np.array(self.bias, np.float32), "bias"),
        ]
        nodes = [
            node("Gather", ["table", "input_ids"], ["tokens"]),
            node("Cast", ["token_type_ids"], ["types"], to=TensorProto.FLOAT),
            node("Unsqueeze", ["types", "axis2"], ["second"]),
            node("Sub", ["one", "second"], ["first"]),
            node("Mul", ["tokens", "first"], ["a"]),
            node("Mul", ["tokens", "second"], ["b"]),
            node("ReduceSum", ["a", "axis1"], ["question"], keepdims=0),
            node("ReduceSum", ["b", "axis1"], ["passage"], keepdims=0),
            node("Mul", ["question", "passage"], ["common"]),
            node("ReduceSum", ["common", "axis1"], ["dot"], keepdims=1),
            node("Sub", ["dot", "bias"], ["logits"]),
        ]
        shape = ["batch", "length"]
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT64, shape)
            for name in ("input_ids", "token_type_ids")
        ]
        output = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])
        graph = helper.make_graph(nodes, "tiny-cross-encoder", inputs, [output], constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
