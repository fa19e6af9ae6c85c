"""A model in a directory: what its files say about it.

Three customs are read: our own `model.json`, the files of sentence-transformers
(`1_Pooling/config.json`, `sentence_bert_config.json`, `config_sentence_transformers.json`)
and the `config.json` of transformers. Only `model.onnx` and the tokenizer must be there.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from ...errors import ModelUnavailable
from ..settings import ModelOptions
from .known import Profile, profile_of

POOLINGS = ("mean", "cls", "last", "none")
_GRAPHS = ("model.onnx", "onnx/model.onnx", "model_optimized.onnx", "onnx/model_quantized.onnx")
_TOKENIZER = ("tokenizer.json", "tokenizer_config.json")
_SAMPLES, _SAMPLE_BYTES = 16, 64 * 1024


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """One model on disk and how it is to be used."""

    directory: Path
    graph: str
    """Path of the ONNX file below the directory."""
    name: str
    fingerprint: str
    """Changes with the files; equal for a copy elsewhere."""
    profile: Profile
    dimensions: int
    """Of its vectors; 0 if the files do not say."""


def read_directory(directory: Path, options: ModelOptions) -> ModelFiles:
    """What is in `directory`, with `options` in place of what the files say.

    Reads the small files whole and samples of the large ones. Raises ModelUnavailable.
    """
    if not directory.is_dir():
        raise ModelUnavailable(f"There is no directory {directory} with an embedding model.")
    card = _json(directory / "model.json")
    graph = find_graph(directory)
    for name in _TOKENIZER:
        if not (directory / name).is_file():
            raise ModelUnavailable(f"The model in {directory} has no {name}.")
    name = f"{card['name']}-{card['version']}" if "name" in card and "version" in card else directory.name
    config = _json(directory / "config.json")
    profile = _profile(directory, card, profile_of(f"{directory.name} {config.get('_name_or_path', '')}"))
    pooling = _json(directory / "1_Pooling" / "config.json")
    dimensions = _first_number(
        (card, "dim"),
        (pooling, "word_embedding_dimension"),
        (pooling, "embedding_dimension"),
        (config, "hidden_size"),
        (config, "d_model"),
        (config, "n_embd"),
    )
    return ModelFiles(
        directory, graph, name, fingerprint(directory, graph), with_options(profile, options), dimensions
    )


def with_options(profile: Profile, options: ModelOptions) -> Profile:
    """What the user says goes before what is known. Raises ModelUnavailable for a bad word."""
    if options.pooling and options.pooling not in POOLINGS:
        raise ModelUnavailable(
            f"There is no pooling {options.pooling!r}; it is one of {', '.join(POOLINGS)}."
        )
    return Profile(
        profile.query_prefix if options.query_prefix is None else options.query_prefix,
        profile.passage_prefix if options.passage_prefix is None else options.passage_prefix,
        options.max_tokens or profile.max_tokens,
        options.pooling or profile.pooling,
    )


def find_graph(directory: Path) -> str:
    """The ONNX file of a model, relative to its directory. Raises ModelUnavailable."""
    for name in _GRAPHS:
        if (directory / name).is_file():
            return name
    found = sorted(path.relative_to(directory).as_posix() for path in directory.rglob("*.onnx"))
    if len(found) == 1:
        return found[0]
    several = f"several ONNX files ({', '.join(found[:5])}); call the right one model.onnx" if found else ""
    raise ModelUnavailable(f"The directory {directory} has {several or 'no model.onnx'}.")


def fingerprint(directory: Path, graph: str) -> str:
    """16 hex digits over the graph, its external data and the tokenizer.

    Large files enter by size and by samples spread over them: training or quantising a model
    changes them everywhere, and reading gigabytes at every start would delay the first answer.
    """
    digest = hashlib.blake2b(digest_size=8)
    beside = sorted((directory / graph).parent.glob("*.onnx[_.]data*"))
    for path in (directory / graph, *beside, *(directory / name for name in _TOKENIZER)):
        size = path.stat().st_size
        digest.update(f"{path.name}:{size}\n".encode())
        with path.open("rb") as file:
            if size <= _SAMPLES * _SAMPLE_BYTES:
                digest.update(file.read())
                continue
            for sample in range(_SAMPLES):
                file.seek((size - _SAMPLE_BYTES) * sample // (_SAMPLES - 1))
                digest.update(file.read(_SAMPLE_BYTES))
    return digest.hexdigest()


def _profile(directory: Path, card: Mapping[str, Any], known: Profile) -> Profile:
    sentence = _json(directory / "sentence_bert_config.json")
    prompts = _json(directory / "config_sentence_transformers.json").get("prompts")
    prompts = cast("dict[str, Any]", prompts) if isinstance(prompts, dict) else {}
    query, passage = card.get("query_prefix"), card.get("passage_prefix")
    if query is None:
        query = prompts.get("query")
    if passage is None:
        passage = prompts.get("passage", prompts.get("document"))
    # A graph described by our own model.json pools by itself unless that says otherwise.
    pooled = str(card.get("pooling", "none")) if card else _pooling(directory)
    limit = _first_number((card, "max_tokens"), (sentence, "max_seq_length"))
    return replace(
        known,
        query_prefix=query if isinstance(query, str) else known.query_prefix,
        passage_prefix=passage if isinstance(passage, str) else known.passage_prefix,
        max_tokens=min(limit, known.max_tokens) if limit and known.max_tokens else limit or known.max_tokens,
        pooling=pooled or known.pooling,
    )


def _pooling(directory: Path) -> str:
    config = _json(directory / "1_Pooling" / "config.json")
    by_name = {"mean": "mean", "cls": "cls", "lasttoken": "last"}.get(str(config.get("pooling_mode")), "")
    for key, word in (("cls_token", "cls"), ("mean_tokens", "mean"), ("lasttoken", "last")):
        if config.get(f"pooling_mode_{key}") is True:
            return word
    return by_name


def _first_number(*places: tuple[Mapping[str, Any], str]) -> int:
    for source, key in places:
        value = source.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            return value
    return 0


def _json(path: Path) -> dict[str, Any]:
    """The object in a file; empty where there is none. Raises ModelUnavailable if it is broken."""
    try:
        if path.stat().st_size > 1 << 20:
            return {}
        value: object = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise ModelUnavailable(f"{path} cannot be read: {error}") from error
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}
