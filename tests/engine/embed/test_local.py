"""Models in a directory: what their files say is done, long texts are kept whole, memory comes back."""

import json
import shutil
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from codebase_lsp.engine.cancel import CancelToken
from codebase_lsp.engine.embed.local import BUNDLED_DIR, LocalModel, local_model
from codebase_lsp.engine.settings import ModelOptions
from codebase_lsp.errors import Cancelled, ModelUnavailable

pytest.importorskip("onnx")
from engine.embed.tiny_transformer import WORDS, TinyTransformer  # needs onnx

TEXT = "parse user session token"


@pytest.fixture(scope="session")
def tiny() -> TinyTransformer:
    return TinyTransformer()


@pytest.fixture
def directory(tiny: TinyTransformer, tmp_path: Path) -> Path:
    return tiny.write(tmp_path / "tiny")


def say(directory: Path, name: str, value: object) -> None:
    (directory / name).parent.mkdir(exist_ok=True)
    (directory / name).write_text(json.dumps(value))


# What the files say


@pytest.mark.parametrize("pooling", ["mean", "cls", "last"])
def test_pooling_is_as_set(tiny: TinyTransformer, directory: Path, pooling: str) -> None:
    model = local_model(directory, ModelOptions(pooling=pooling))
    np.testing.assert_allclose(model.query(TEXT), tiny.expected(TEXT, pooling), atol=1e-5)


@pytest.mark.parametrize(
    ("config", "pooling"),
    [
        ({"pooling_mode_cls_token": False, "pooling_mode_mean_tokens": True}, "mean"),
        ({"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}, "cls"),
        ({"pooling_mode_lasttoken": True}, "last"),
        ({"pooling_mode": "lasttoken"}, "last"),
    ],
)
def test_pooling_is_read_from_the_files_of_sentence_transformers(
    tiny: TinyTransformer, directory: Path, config: dict, pooling: str
) -> None:
    say(directory, "1_Pooling/config.json", {"word_embedding_dimension": 16, **config})
    np.testing.assert_allclose(local_model(directory).query(TEXT), tiny.expected(TEXT, pooling), atol=1e-5)


def test_pooling_that_nothing_states_is_asked_for(directory: Path) -> None:
    with pytest.raises(ModelUnavailable, match="set the pooling of the model to mean, cls or last"):
        local_model(directory).query(TEXT)


def test_pooling_that_does_not_exist_is_refused(directory: Path) -> None:
    with pytest.raises(ModelUnavailable, match="no pooling 'max'; it is one of mean, cls, last, none"):
        local_model(directory, ModelOptions(pooling="max"))


def test_a_text_gets_the_same_vector_whatever_is_beside_it(directory: Path) -> None:
    model = local_model(directory, ModelOptions(pooling="mean"))
    beside = [" ".join(WORDS[:n]) for n in range(1, 20)]
    np.testing.assert_allclose(model.passages([*beside, TEXT])[-1], model.query(TEXT), atol=1e-5)


def test_order_is_that_of_the_texts_not_of_their_lengths(tiny: TinyTransformer, directory: Path) -> None:
    model = local_model(directory, ModelOptions(pooling="mean", batch_items=2))
    texts = ["read", " ".join(WORDS[:12]), "write file", " ".join(WORDS[5:20]), "close"]
    expected = [tiny.expected(text, "mean") for text in texts]
    np.testing.assert_allclose(model.passages(texts), expected, atol=1e-5)


def test_prompts_of_sentence_transformers_are_prefixes(tiny: TinyTransformer, directory: Path) -> None:
    say(
        directory,
        "config_sentence_transformers.json",
        {"prompts": {"query": "search query ", "document": "file "}},
    )
    model = local_model(directory, ModelOptions(pooling="mean"))
    np.testing.assert_allclose(model.query("user"), tiny.expected("search query user", "mean"), atol=1e-5)
    np.testing.assert_allclose(model.passages(["user"])[0], tiny.expected("file user", "mean"), atol=1e-5)


def test_set_prefixes_go_before_those_of_the_files(tiny: TinyTransformer, directory: Path) -> None:
    say(directory, "config_sentence_transformers.json", {"prompts": {"query": "search query "}})
    model = local_model(directory, ModelOptions(pooling="mean", query_prefix="", passage_prefix="cache "))
    np.testing.assert_allclose(model.query("user"), tiny.expected("user", "mean"), atol=1e-5)
    np.testing.assert_allclose(model.passages(["user"])[0], tiny.expected("cache user", "mean"), atol=1e-5)


def test_dimensions_may_be_fewer_but_not_more(tiny: TinyTransformer, directory: Path) -> None:
    fewer = local_model(directory, ModelOptions(pooling="mean", dimensions=8))
    first = tiny.expected(TEXT, "mean")[:8]
    np.testing.assert_allclose(fewer.query(TEXT), first / np.linalg.norm(first), atol=1e-5)
    with pytest.raises(ModelUnavailable, match="gives 16 numbers, not 99"):
        local_model(directory, ModelOptions(pooling="mean", dimensions=99)).query(TEXT)


def test_dimensions_are_found_out_where_no_file_states_them(directory: Path) -> None:
    assert local_model(directory, ModelOptions(pooling="mean")).dimensions == 16
    say(directory, "config.json", {"hidden_size": 16})
    stated = local_model(directory, ModelOptions(pooling="mean"))
    assert stated.dimensions == 16
    assert not stated.loaded


def test_a_graph_may_lie_in_a_folder_of_its_own(tiny: TinyTransformer, tmp_path: Path) -> None:
    directory = tiny.write(tmp_path / "exported", graph="onnx/model.onnx")
    model = local_model(directory, ModelOptions(pooling="cls"))
    np.testing.assert_allclose(model.query(TEXT), tiny.expected(TEXT, "cls"), atol=1e-5)


# Long texts


def test_a_text_over_the_limit_is_embedded_in_pieces(tiny: TinyTransformer, directory: Path) -> None:
    model = local_model(directory, ModelOptions(pooling="mean"))
    words = [WORDS[i % len(WORDS)] for i in range(90)]
    changed = [*words[:-1], "evict" if words[-1] != "evict" else "path"]
    one, other = model.passages([" ".join(words), " ".join(changed)])
    assert model.usage.split == 2
    assert np.linalg.norm(one) == pytest.approx(1, abs=1e-5)
    assert not np.allclose(one, other, atol=1e-4), "the last word counts, 60 words over the limit"


def test_the_pieces_are_averaged_by_their_length(tiny: TinyTransformer, directory: Path) -> None:
    model = local_model(directory, ModelOptions(pooling="mean", max_tokens=12))
    text = " ".join(WORDS[:16])
    middle = text.index(WORDS[8])
    candidates = [
        tiny.expected(text[:cut].strip(), "mean") * cut
        + tiny.expected(text[cut:], "mean") * (len(text) - cut)
        for cut in range(middle - 12, middle + 12)
        if text[cut - 1] == " "
    ]
    found = model.passages([text])[0]
    assert any(np.allclose(found, row / np.linalg.norm(row), atol=1e-5) for row in candidates)


def test_each_piece_gets_the_prefix(tiny: TinyTransformer, directory: Path) -> None:
    model = local_model(directory, ModelOptions(pooling="cls", max_tokens=12, passage_prefix="search "))
    text = "user " * 14
    expected = tiny.expected("search " + "user " * 7, "cls")
    np.testing.assert_allclose(model.passages([text])[0], expected, atol=1e-5)


def test_a_prefix_that_leaves_no_room_is_refused(directory: Path) -> None:
    options = ModelOptions(pooling="mean", passage_prefix=" ".join(WORDS[:20]))
    with pytest.raises(ModelUnavailable, match="more than half of the 32 tokens"):
        local_model(directory, options).passages(["user"])


def test_the_limit_of_sentence_transformers_holds(directory: Path) -> None:
    say(directory, "sentence_bert_config.json", {"max_seq_length": 10})
    model = local_model(directory, ModelOptions(pooling="mean"))
    model.passages([" ".join(WORDS[:8])])
    assert model.usage.split == 0
    model.passages([" ".join(WORDS[:9])])
    assert model.usage.split == 1


def test_the_bundled_model_drops_nothing_of_a_dense_table() -> None:
    model = local_model(BUNDLED_DIR)
    table = "\n".join(f"k{i} = 0x{i * 7919:X}" for i in range(400))
    plain, marked = model.passages([table, table + "\nauthenticate user password"])
    assert model.usage.split == 2
    assert not np.allclose(plain, marked, atol=1e-4)


# Spaces


def test_a_copy_elsewhere_shares_its_vectors(tmp_path: Path, bundled: LocalModel) -> None:
    copy = Path(shutil.copytree(BUNDLED_DIR, tmp_path / "another name"))
    model = local_model(copy)
    assert model.space == bundled.space
    np.testing.assert_array_equal(model.query("log in"), bundled.query("log in"))


def test_everything_that_changes_a_vector_is_in_the_name_of_its_space(
    directory: Path, tmp_path: Path
) -> None:
    def space(**options: Any) -> str:
        return local_model(directory, ModelOptions(**{"pooling": "mean", **options})).space

    other = TinyTransformer(seed=2).write(tmp_path / "other" / "tiny")
    spaces = {
        space(),
        space(pooling="cls"),
        space(passage_prefix="file "),
        space(max_tokens=16),
        space(dimensions=8),
        local_model(other, ModelOptions(pooling="mean")).space,
    }
    assert len(spaces) == 6
    assert space() == space(query_prefix="search ", batch_items=1, threads=2)


def test_large_files_are_told_apart_by_samples(tiny: TinyTransformer, directory: Path) -> None:
    graph = directory / "model.onnx"
    graph.write_bytes(bytes(3 << 20))
    before = local_model(directory).space
    content = bytearray(3 << 20)
    content[-1] = 1
    graph.write_bytes(content)
    assert local_model(directory).space != before


# Faults


def test_a_directory_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"no directory .*nowhere"):
        local_model(tmp_path / "nowhere")


@pytest.mark.parametrize("missing", ["model.onnx", "tokenizer.json", "tokenizer_config.json"])
def test_a_missing_file_is_named(directory: Path, missing: str) -> None:
    (directory / missing).unlink()
    with pytest.raises(ModelUnavailable, match=f"no {missing}"):
        local_model(directory)


def test_several_graphs_need_a_choice(directory: Path) -> None:
    (directory / "model.onnx").rename(directory / "a.onnx")
    shutil.copy(directory / "a.onnx", directory / "b.onnx")
    with pytest.raises(ModelUnavailable, match=r"several ONNX files \(a.onnx, b.onnx\)"):
        local_model(directory)


@pytest.mark.parametrize("broken", ["model.onnx", "tokenizer.json", "tokenizer_config.json"])
def test_a_broken_file_is_a_sentence_when_it_is_loaded(directory: Path, broken: str) -> None:
    (directory / broken).write_bytes(b"{")
    model = local_model(directory, ModelOptions(pooling="mean"))
    with pytest.raises(ModelUnavailable, match="tiny could not be loaded"):
        model.query(TEXT)


def test_a_broken_description_is_a_sentence(directory: Path) -> None:
    (directory / "config.json").write_text("{")
    with pytest.raises(ModelUnavailable, match=r"config\.json cannot be read"):
        local_model(directory)


def test_numbers_that_are_not_finite_are_refused(tmp_path: Path) -> None:
    broken = TinyTransformer(seed=3)
    broken.table[5] = np.nan
    model = local_model(broken.write(tmp_path / "nan"), ModelOptions(pooling="mean"))
    assert np.isfinite(model.query(WORDS[0])).all()
    with pytest.raises(ModelUnavailable, match="not finite"):
        model.query(WORDS[1])


def test_a_model_repaired_on_disk_works_at_the_next_try(tiny: TinyTransformer, directory: Path) -> None:
    (directory / "model.onnx").write_bytes(b"not yet")
    model = local_model(directory, ModelOptions(pooling="mean"))
    with pytest.raises(ModelUnavailable):
        model.query(TEXT)
    tiny.write(directory)
    np.testing.assert_allclose(model.query(TEXT), tiny.expected(TEXT, "mean"), atol=1e-5)


# Life


def test_a_released_model_leaves_memory_and_comes_back_the_same() -> None:
    model = local_model(BUNDLED_DIR)
    assert not model.loaded
    before = model.query("log in")
    session = weakref.ref(model._loaded)
    assert not model.release(idle_seconds=60), "used just now"
    assert model.release()
    assert session() is None
    assert not model.loaded
    assert not model.release(), "there is nothing to release"
    np.testing.assert_array_equal(model.query("log in"), before)
    assert model.loaded


def test_nothing_is_released_under_a_running_call() -> None:
    model = local_model(BUNDLED_DIR)
    with model._use():
        assert not model.release()
    assert model.release()


def test_work_is_cancelled_between_batches() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        local_model(BUNDLED_DIR).passages(["one"], token)


def test_no_texts_are_no_rows(bundled: LocalModel) -> None:
    assert bundled.passages([]).shape == (0, 256)


def test_half_a_surrogate_pair_does_not_stop_a_batch(bundled: LocalModel) -> None:
    assert bundled.passages(["bad \ud800 text", "good"]).any(axis=1).all()
