"""Reads the constants of an ONNX file: enough of the protobuf wire format to do without the onnx package."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

_TYPES = {1: np.float32, 3: np.int8, 7: np.int64}


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def _fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = _varint(data, at)
            yield tag >> 3, value
        elif kind == 2:
            length, at = _varint(data, at)
            yield tag >> 3, data[at : at + length]
            at += length
        else:
            width = {1: 8, 5: 4}[kind]
            yield tag >> 3, data[at : at + width]
            at += width


def _tensor(data: memoryview) -> tuple[str, np.ndarray]:
    dims: list[int] = []
    name, kind, raw = "", 1, b""
    for number, value in _fields(data):
        if number == 1:
            if isinstance(value, int):
                dims.append(value)
            else:
                at = 0
                while at < len(value):
                    dim, at = _varint(value, at)
                    dims.append(dim)
        elif number == 2 and isinstance(value, int):
            kind = value
        elif number == 8 and not isinstance(value, int):
            name = bytes(value).decode()
        elif number == 9 and not isinstance(value, int):
            raw = bytes(value)
    return name, np.frombuffer(raw, _TYPES[kind]).reshape(dims)


def initializers(path: Path) -> dict[str, np.ndarray]:
    """Name → array of every constant of the graph (ModelProto.graph = 7, GraphProto.initializer = 5)."""
    result: dict[str, np.ndarray] = {}
    for number, graph in _fields(memoryview(path.read_bytes())):
        if number == 7 and not isinstance(graph, int):
            for inner, value in _fields(graph):
                if inner == 5 and not isinstance(value, int):
                    name, array = _tensor(value)
                    result[name] = array
    return result
