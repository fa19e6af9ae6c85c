import numpy as np
from numpy.typing import NDArray

class BM25Okapi:
    corpus_size: int
    avgdl: float
    idf: dict[str, float]
    doc_len: list[int]
    def __init__(
        self, corpus: list[list[str]], k1: float = ..., b: float = ..., epsilon: float = ...
    ) -> None: ...
    def get_scores(self, query: list[str]) -> NDArray[np.float64]: ...
