"""What the question is taken for."""

import pytest

from codebase_lsp.engine.search.question import understand
from codebase_lsp.engine.search.types import MODES
from codebase_lsp.errors import BadRequest


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("OrderIdGenerator", "identifier"),
        ("generate_order_id", "identifier"),
        ("Repository::save", "qualifiedName"),
        ("Repository#save", "qualifiedName"),
        ("http.cookies.Morsel", "qualifiedName"),
        ("authenticate()", "identifier"),
        ("src/http/client.py", "path"),
        ("cookie_jar.py", "path"),
        ('"raise ValueError("', "literal"),
        ("`foo bar`", "literal"),
        ("where do we check that an order id is unique?", "naturalLanguage"),
        ("twoStageHybridSearch的具体实现是什么的", "mixed"),
        ("why does parse_cookie drop the last value?", "mixed"),
        ("处理用户登录", "naturalLanguage"),
        ("/foo.*bar/", "regex"),
        (r"parse_\w+_header", "regex"),
        ("how does .* match a line", "naturalLanguage"),
        ("src/**/*.py", "naturalLanguage"),
        ("TypeError: cannot read property 'x' of undefined", "error"),
        ("error[E0382]: borrow of moved value: `client`", "error"),
        ("thread 'main' panicked at src/main.rs:12:5:\nindex out of bounds", "error"),
        ("how are errors handled", "naturalLanguage"),
    ],
)
def test_the_kind_of_a_question(text: str, kind: str) -> None:
    assert understand(text).kind == kind


def test_auto_looks_for_quoted_text_exactly_and_for_the_rest_in_every_way() -> None:
    assert understand('"a b"').mode == "exact"
    assert understand('"a b"').literal == "a b"
    assert understand("how are cookies parsed").mode == "hybrid"
    assert understand("a b", "lexical").mode == "lexical"
    assert understand("/foo.*bar/").mode == "regex"
    assert understand("/foo.*bar/").literal == "foo.*bar"
    assert understand("/foo.*bar/", "regex").literal == "/foo.*bar/"


def test_small_words_are_not_looked_for_unless_there_is_nothing_else() -> None:
    assert "where" not in understand("where is the cookie parsed").terms
    assert understand("is it").terms


def test_the_name_at_the_end_of_a_qualified_one_is_the_symbol() -> None:
    assert understand("Repository::save").symbols == ("save",)
    assert understand("why does parseCookie() fail in HTTPClient?").symbols == ("parseCookie", "HTTPClient")


def test_a_whole_name_weighs_more_than_its_parts() -> None:
    terms = understand("OrderIdGenerator").terms
    assert terms["orderidgenerator"] > terms["order"]


@pytest.mark.parametrize("text", ["", "   ", "\n\t"])
def test_a_blank_question_is_refused(text: str) -> None:
    with pytest.raises(BadRequest) as caught:
        understand(text)
    assert caught.value.field == "query"


def test_an_unknown_mode_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(BadRequest, match="hybrid"):
        understand("x", "fuzzy")
    for mode in MODES:
        assert understand("x", mode).mode != "auto"


@pytest.mark.parametrize("text", ['foo(bar):baz* AND "x', "((((", "a OR NOT", "-", "*", "\\", "[a-", "^~:"])
def test_no_text_is_syntax(text: str) -> None:
    assert understand(text).text == text


PYTHON_TRACE = """Traceback (most recent call last):
  File "/home/ann/shop/src/http/client.py", line 12, in send_request
    check(header)
  File "/home/ann/shop/src/http/headers.py", line 40, in check
    raise ValueError("bad header name")
ValueError: bad header name: 17"""
JAVA_TRACE = """Exception in thread "main" java.lang.IllegalStateException: pool is closed
    at com.shop.db.Pool.acquire(Pool.java:51)
    at com.shop.Main.main(Main.java:9)"""
NODE_TRACE = """TypeError: cart.total is not a function
    at Object.checkout (/app/src/cart/checkout.js:21:14)"""


@pytest.mark.parametrize(
    ("trace", "paths", "symbols"),
    [
        (PYTHON_TRACE, ("/home/ann/shop/src/http/client.py", "/home/ann/shop/src/http/headers.py"),
         {"send_request", "check", "ValueError"}),
        (JAVA_TRACE, ("Pool.java", "Main.java"), {"acquire", "main", "IllegalStateException"}),
        (NODE_TRACE, ("/app/src/cart/checkout.js",), {"checkout", "TypeError"}),
    ],
)  # fmt: skip
def test_a_stack_trace_names_its_files_its_functions_and_what_happened(
    trace: str, paths: tuple[str, ...], symbols: set[str]
) -> None:
    asked = understand(trace)
    assert (asked.kind, asked.mode) == ("error", "hybrid")
    assert asked.paths[: len(paths)] == paths
    assert symbols <= set(asked.symbols)
    assert not {"12", "40", "line", "home", "app"} & set(asked.terms)


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("how does the auth middleware work?", "explain"),
        ("why does authenticate() fail for valid tokens?", "fix"),
        ("the upload crashes on empty files", "fix"),
        ("refactor the session store", "refactor"),
        ("where are cookies parsed", "locate"),
        ("session management", "locate"),
        ("who calls parse_header?", "usage"),
        ("how to use the retry decorator", "usage"),
        ("订单号是如何生成的", "explain"),
        ("为什么登录失败", "fix"),
        ("重构缓存模块", "refactor"),
        ("谁调用了这个接口", "usage"),
        ("支付接口在哪里", "locate"),
    ],
)
def test_what_the_person_wants_of_the_code(text: str, intent: str) -> None:
    assert understand(text).intent == intent


def test_names_are_told_from_words() -> None:
    asked = understand(
        "why does authenticate() fail for `Session.open` and Repository::save in a tokenStore?"
    )
    assert asked.symbols == ("authenticate", "open", "save", "tokenStore")
    assert understand("find out e.g. how and/or read/write are handled.").symbols == ()
    assert understand("how does res.redirect set headers, then os.path.join").symbols == ("redirect", "join")
    assert understand("the scripts of package.json").symbols == ()
    assert understand("Repository::save").container == ("Repository",)
    assert understand("http.cookies.Morsel").container == ("http", "cookies")


def test_files_and_folders_named_in_a_sentence_are_hints() -> None:
    assert understand("what does src/http/client.py do").paths == ("src/http/client.py",)
    assert understand("cookies in src/http/").paths == ("src/http/",)
    assert understand("the retry in cookie_jar.py").paths == ("cookie_jar.py",)
    assert understand("how are and/or read/write e.g. foo.bar handled").paths == ()
    assert understand("src/http/client.py").paths == ("src/http/client.py",)


def test_a_language_is_a_hint_and_a_plain_word_is_none() -> None:
    assert understand("retry in the Go client").languages == {"go"}
    assert understand("the C++ parser").languages == {"cpp"}
    assert understand("golang server start").languages == {"go"}
    assert not understand("where does it go next").languages
    assert not understand("parse json").languages


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("how is the cart tested in the tests", {"tests"}),
        ("an example of a cart", {"examples"}),
        ("compile the sources", {"build"}),
        ("购物车的测试", {"tests"}),
        ("add to the cart", set()),
    ],
)
def test_kinds_of_files_are_asked_for_by_name(text: str, kinds: set[str]) -> None:
    assert understand(text).asked_kinds == kinds


def test_what_is_named_weighs_most_and_other_words_for_it_least() -> None:
    terms = understand('why does parseCookie fail with "bad value" after login').terms
    assert terms["parsecookie"] > terms["fail"] > terms["authent"] > 0
    assert terms["bad"] > terms["fail"]
    assert "login" in understand("auth middleware").terms


def test_chinese_is_reduced_to_its_subject_and_put_into_english() -> None:
    asked = understand("找出关于订单号 OrderID 生成相关的信息")
    assert asked.symbols == ("OrderID",)
    assert asked.words == ("order", "id", "generat", "creat")
    assert {"订单", "orderid", "generat"} <= set(asked.terms)
    assert not {"找出", "关于", "信息"} & set(asked.terms)
    asked = understand("twoStageHybridSearch的具体实现是什么的")
    assert asked.symbols == ("twoStageHybridSearch",)
    assert asked.words == ("two", "stage", "hybrid", "search")
    assert understand("是什么").terms
