"""The codec: strict in, complete out, errors that name the field."""

from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codebase_lsp.wire import types as wire
from codebase_lsp.wire.codec import BadParams, camel_case, decode, encode


def test_only_the_query_is_required() -> None:
    params = decode(wire.SearchParams, {"query": "where"})
    assert params == wire.SearchParams(query="where")
    assert (params.mode, params.limit, params.group_by) == ("auto", 10, "file")


def test_every_field_is_read_by_its_camel_case_name() -> None:
    sent = {
        "query": "q",
        "mode": "exact",
        "filters": {
            "languages": ["python"],
            "include": ["src/"],
            "exclude": ["*.md"],
            "folders": ["file:///a"],
            "kinds": ["class"],
        },
        "activeDocument": "file:///a/b.py",
        "position": {"line": 3, "character": 4},
        "openDocuments": ["file:///a/c.py"],
        "limit": 200,
        "groupBy": "chunk",
        "caseSensitive": True,
        "smartCase": True,
        "wholeWord": True,
        "profile": "chocolate-factory",
        "queries": {
            "english": "e",
            "original": "o",
            "hypotheticalCode": "c",
            "keywords": ["order", "order", "id"],
            "expansion": "{}",
        },
        "weights": {"body": 0.5, "path": 2},
        "explain": True,
        "workDoneToken": 5,
    }
    params = decode(wire.SearchParams, sent)
    assert encode(params) == sent
    assert params.position == wire.Position(3, 4)
    assert params.filters.kinds == ("class",)


def test_keywords_are_one_text_or_several() -> None:
    def keywords(sent: object) -> object:
        return decode(wire.SearchParams, {"query": "q", "queries": {"keywords": sent}}).queries.keywords

    assert keywords("order order id") == "order order id"
    assert keywords(["order", "id"]) == ("order", "id")


def test_unknown_fields_are_ignored_at_every_level() -> None:
    sent = {"query": "q", "queries": {"more": 1}, "future": 5, "filters": {"future": [1]}}
    assert decode(wire.SearchParams, sent) == wire.SearchParams(query="q")


def test_null_means_the_default_where_there_is_one() -> None:
    sent = {
        "query": "q",
        "mode": None,
        "filters": None,
        "limit": None,
        "position": None,
        "profile": None,
        "queries": {"english": None, "keywords": None},
        "weights": None,
        "explain": None,
        "workDoneToken": None,
    }
    assert decode(wire.SearchParams, sent) == wire.SearchParams(query="q")
    assert decode(wire.SearchParams, {"query": "q", "filters": {"kinds": None}}) == wire.SearchParams(
        query="q"
    )


@pytest.mark.parametrize(
    ("sent", "path", "words"),
    [
        ({}, "$.query", "missing"),
        ({"query": None}, "$.query", "a string, not null"),
        ({"query": 7}, "$.query", "a string, not a whole number"),
        ({"query": {"a": 1}}, "$.query", "a string, not an object"),
        ({"query": ""}, "$.query", "blank"),
        ({"query": " \n\t"}, "$.query", "blank"),
        ({"query": "x" * 10_001}, "$.query", "10000 characters"),
        ({"query": "x", "mode": "fast"}, "$.mode", "one of auto, hybrid"),
        ({"query": "x", "mode": 1}, "$.mode", "a string"),
        ({"query": "x", "limit": 0}, "$.limit", "from 1 to 200"),
        ({"query": "x", "limit": 201}, "$.limit", "from 1 to 200"),
        ({"query": "x", "limit": "7"}, "$.limit", "a whole number, not a string"),
        ({"query": "x", "limit": 2.0}, "$.limit", "a whole number, not a number"),
        ({"query": "x", "limit": True}, "$.limit", "a whole number, not a boolean"),
        ({"query": "x", "groupBy": "folder"}, "$.groupBy", "file, chunk"),
        ({"query": "x", "caseSensitive": 0}, "$.caseSensitive", "true or false"),
        ({"query": "x", "wholeWord": "false"}, "$.wholeWord", "true or false"),
        ({"query": "x", "activeDocument": 1}, "$.activeDocument", "a string"),
        ({"query": "x", "openDocuments": "a"}, "$.openDocuments", "an array"),
        ({"query": "x", "openDocuments": ["a", None]}, "$.openDocuments[1]", "a string"),
        ({"query": "x", "position": {"line": 1}}, "$.position.character", "missing"),
        ({"query": "x", "position": {"line": "1", "character": 0}}, "$.position.line", "a whole number"),
        ({"query": "x", "filters": []}, "$.filters", "an object, not an array"),
        ({"query": "x", "filters": {"kinds": ["class", "klass"]}}, "$.filters.kinds[1]", "klass"),
        ({"query": "x", "filters": {"kinds": [5]}}, "$.filters.kinds[0]", "a string"),
        ({"query": "x", "filters": {"include": {"0": "a"}}}, "$.filters.include", "an array"),
        ({"query": "x", "profile": "best"}, "$.profile", "one of default, voidmuse"),
        ({"query": "x", "queries": "x"}, "$.queries", "an object, not a string"),
        ({"query": "x", "queries": {"english": 1}}, "$.queries.english", "str"),
        ({"query": "x", "queries": {"hypotheticalCode": ["a"]}}, "$.queries.hypotheticalCode", "str"),
        ({"query": "x", "queries": {"keywords": 1}}, "$.queries.keywords", "a string or an array of strings"),
        ({"query": "x", "queries": {"keywords": ["a", 1]}}, "$.queries.keywords[1]", "a string"),
        ({"query": "x", "queries": {"english": "x" * 10_001}}, "$.queries.english", "10000 characters"),
        ({"query": "x", "queries": {"keywords": ["x" * 9_999, "yy"]}}, "$.queries.keywords", "10000"),
        ({"query": "x", "weights": []}, "$.weights", "an object"),
        ({"query": "x", "weights": {"body": "1"}}, "$.weights.body", "a number, not a string"),
        ({"query": "x", "explain": "yes"}, "$.explain", "true or false"),
        ({"query": "x", "smartCase": 1}, "$.smartCase", "true or false"),
        ({"query": "x", "workDoneToken": []}, "$.workDoneToken", "a string or a number"),
        ([{"query": "x"}], "$", "an object, not an array"),
        ("query", "$", "an object"),
        (None, "$", "an object, not null"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_path(sent: Any, path: str, words: str) -> None:
    with pytest.raises(BadParams) as raised:
        decode(wire.SearchParams, sent)
    assert raised.value.path == path
    assert words in str(raised.value)
    assert str(raised.value).startswith(path + ":")


def test_results_have_no_defaults_so_that_nothing_can_vanish() -> None:
    for cls in result_classes():
        for field in attrs.fields(cls):
            assert field.default is attrs.NOTHING, f"{cls.__name__}.{field.name}"


def test_zero_false_and_empty_values_are_written() -> None:
    index = wire.IndexStatus("empty", 0, 0, 0, 0.0, 0, "")
    item = wire.SearchResultItem(
        "", wire.Range(wire.Position(0, 0), wire.Position(0, 0)), 0.0, {}, (), None, None, "", (),
        wire.CheckedAgainst("disk", ""), (), {},
    )  # fmt: skip
    result = wire.SearchResult(
        (item,), index, wire.QuestionInfo("exact", "literal", (), (), "locate"), {}, ()
    )
    written = encode(result)
    assert set(written) == {"results", "index", "question", "timings", "warnings"}
    assert set(written["results"][0]) == {camel_case(f.name) for f in attrs.fields(wire.SearchResultItem)}
    assert written["results"][0]["symbol"] is None
    assert written["index"]["vectorShare"] == 0.0
    assert decode(wire.SearchResult, written) == result


def result_classes() -> list[type]:
    params = (
        wire.SearchParams,
        wire.StatusParams,
        wire.ReindexParams,
        wire.PauseParams,
        wire.FilesParams,
        wire.SearchFilters,
        wire.SearchQueries,
    )
    classes = [cls for cls in vars(wire).values() if isinstance(cls, type) and attrs.has(cls)]
    return [cls for cls in classes if cls not in params]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # on a busy machine
@given(
    st.dictionaries(
        st.sampled_from(
            ["query", "mode", "filters", "limit", "position", "openDocuments", "workDoneToken", "x"]
        ),
        JSON,
    )
)
def test_any_json_is_either_read_or_refused(sent: dict[str, Any]) -> None:
    try:
        params = decode(wire.SearchParams, sent)
    except BadParams as error:
        assert error.path.startswith("$")
    else:
        assert params.query == sent["query"]
        assert decode(wire.SearchParams, encode(params)) == params
