"""From a setting to a model: what a name means, and what is said if it means nothing."""

import pickle
from pathlib import Path

import pytest

from codebase_lsp.engine.embed.known import profile_of
from codebase_lsp.engine.embed.load import load_model, shared_model
from codebase_lsp.engine.embed.local import BUNDLED_DIR, LocalModel
from codebase_lsp.engine.embed.remote import RemoteModel
from codebase_lsp.engine.embed.spec import ModelKind, ModelSpec
from codebase_lsp.engine.settings import ModelOptions, Settings
from codebase_lsp.errors import ModelUnavailable

URL = "http://localhost:11434/v1"


@pytest.mark.parametrize(
    ("name", "options", "kind"),
    [
        ("none", ModelOptions(), ModelKind.NONE),
        ("bundled", ModelOptions(base_url=URL), ModelKind.BUNDLED),
        ("openai:text-embedding-3-small", ModelOptions(), ModelKind.ENDPOINT),
        ("qwen3-embedding:0.6b", ModelOptions(base_url=URL), ModelKind.ENDPOINT),
        ("BAAI/bge-small-en-v1.5", ModelOptions(base_url=URL), ModelKind.ENDPOINT),
        ("BAAI/bge-small-en-v1.5", ModelOptions(), ModelKind.CATALOGUE),
        ("no-such-model", ModelOptions(), ModelKind.CATALOGUE),
        ("/models/minilm", ModelOptions(), ModelKind.DIRECTORY),
        ("~/minilm", ModelOptions(), ModelKind.DIRECTORY),
        ("./minilm", ModelOptions(), ModelKind.DIRECTORY),
    ],
)
def test_a_name_says_where_vectors_come_from(name: str, options: ModelOptions, kind: ModelKind) -> None:
    assert ModelSpec(name, options).kind is kind


def test_settings_name_a_model() -> None:
    options = ModelOptions(base_url=URL, query_prefix="q ")
    spec = ModelSpec.of(Settings(model="m", model_options=options))
    assert spec == ModelSpec("m", options)
    assert ModelSpec.of(Settings()) == ModelSpec("bundled")


def test_a_spec_travels_to_worker_processes() -> None:
    spec = ModelSpec("m", ModelOptions(base_url=URL, api_key_variable="KEY", threads=2))
    copy = pickle.loads(pickle.dumps(spec))
    assert copy == spec
    assert hash(copy) == hash(spec)


def test_each_kind_gives_its_model() -> None:
    assert load_model(ModelSpec("none")) is None
    assert isinstance(load_model(ModelSpec("bundled")), LocalModel)
    assert isinstance(load_model(ModelSpec(str(BUNDLED_DIR))), LocalModel)
    assert isinstance(load_model(ModelSpec("m", ModelOptions(base_url=URL))), RemoteModel)


def test_an_unknown_name_says_what_names_there_are(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable) as raised:
        load_model(ModelSpec("no-such-model", ModelOptions(models_dir=str(tmp_path))))
    for word in (
        "no-such-model",
        "codebase-lsp model pull",
        "model list",
        "`bundled`",
        "`none`",
        "`openai:NAME`",
    ):
        assert word in str(raised.value)


def test_openai_without_an_address_is_openai(monkeypatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    model = load_model(ModelSpec("openai:text-embedding-3-small"))
    assert model is not None
    assert "https://api.openai.com/v1" in model.notice
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(ModelUnavailable, match="OPENAI_API_KEY"):
        load_model(ModelSpec("openai:text-embedding-3-small"))


def test_folders_share_a_model_but_not_a_failure(tmp_path: Path) -> None:
    assert shared_model(ModelSpec("bundled")) is shared_model(ModelSpec("bundled"))
    assert shared_model(ModelSpec("bundled", ModelOptions(threads=2))) is not shared_model(
        ModelSpec("bundled")
    )
    late = ModelSpec(str(tmp_path / "late"))
    with pytest.raises(ModelUnavailable):
        shared_model(late)
    (tmp_path / "late").symlink_to(BUNDLED_DIR, target_is_directory=True)
    assert shared_model(late) is not None


@pytest.mark.parametrize(
    ("name", "query", "passage"),
    [
        ("BAAI/bge-small-en-v1.5", "Represent this sentence for searching relevant passages: ", ""),
        ("bge-m3:latest", "", ""),
        ("BAAI/bge-small-zh-v1.5", "为这个句子生成表示以用于检索相关文章：", ""),
        ("intfloat/multilingual-e5-large", "query: ", "passage: "),
        ("nomic-embed-text", "search_query: ", "search_document: "),
        ("nomic-ai/nomic-embed-text-v1.5-Q", "search_query: ", "search_document: "),
        (
            "Snowflake/snowflake-arctic-embed-m",
            "Represent this sentence for searching relevant passages: ",
            "",
        ),
        ("snowflake-arctic-embed2", "query: ", ""),
        ("Snowflake/snowflake-arctic-embed-l-v2.0", "query: ", ""),
        ("sentence-transformers/all-MiniLM-L6-v2", "", ""),
        ("all-minilm", "", ""),
        ("jinaai/jina-embeddings-v2-base-code", "", ""),
        ("google/embeddinggemma-300m", "task: code retrieval | query: ", "title: none | text: "),
        ("text-embedding-3-large", "", ""),
        ("never-heard-of-it", "", ""),
    ],
)
def test_prefixes_of_well_known_models(name: str, query: str, passage: str) -> None:
    profile = profile_of(name)
    assert (profile.query_prefix, profile.passage_prefix) == (query, passage)


@pytest.mark.parametrize(
    "name", ["Qwen/Qwen3-Embedding-0.6B", "qwen3-embedding:4b", "text-embedding-qwen3-embedding-8b"]
)
def test_qwen_gets_an_instruction_for_code(name: str) -> None:
    profile = profile_of(name)
    assert profile.query_prefix.startswith("Instruct: ")
    assert profile.query_prefix.endswith("\nQuery:")
    assert profile.pooling == "last"


def test_every_catalogue_model_with_a_necessary_prefix_gets_one() -> None:
    """fastembed's own descriptions say for which models a prefix is necessary."""
    from codebase_lsp.engine.embed.catalogue import catalogue

    needing = [
        m for m in catalogue(Path("/nowhere")) if "Prefixes for queries/documents: necessary" in m.description
    ]
    assert len(needing) >= 10
    for model in needing:
        assert profile_of(model.name).query_prefix, model.name
