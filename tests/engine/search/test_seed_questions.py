"""Questions as people ask them, on a small project that answers them."""

from pathlib import Path

import pytest

from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from helpers.files import write_files

PROJECT = """
=== src/orders/OrderIdGenerator.java
package shop.orders;

/** Numbers for new orders. */
public class OrderIdGenerator {
    private long last;

    public synchronized String generateOrderId(long customer) {
        last = last + 1;
        return customer + "-" + last;
    }
}

=== src/orders/OrderService.java
package shop.orders;

public class OrderService {
    private final OrderIdGenerator ids = new OrderIdGenerator();

    public Order place(Cart cart) {
        String orderID = ids.generateOrderId(cart.customer());
        return new Order(orderID, cart.items());
    }

    public void cancel(String orderID) {
        find(orderID).cancel();
    }
}

=== src/orders/Order.java
package shop.orders;

public record Order(String orderID, List<Item> items) {
    public void cancel() {
        items.forEach(Item::release);
    }
}

=== src/search/HybridStore.java
package shop.search;

public class HybridStore {
    public List<Hit> twoStageHybridSearch(String text, float[] vector, int k) {
        List<Hit> words = textSearch(text, 3 * k);
        List<Hit> near = vectorSearch(vector, 3 * k);
        return merge(words, near, 0.3f, 0.7f).subList(0, k);
    }
}

=== src/search/SearchPanel.java
package shop.search;

public class SearchPanel {
    void onEnter(String text) {
        show(store.twoStageHybridSearch(text, embed(text), 50));
    }
}

=== src/http/middleware/auth.py
class AuthMiddleware:
    def __init__(self, app):
        self.app = app

    def __call__(self, request):
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        request.user = authenticate(token)
        return self.app(request)

=== src/http/middleware/compress.py
class CompressMiddleware:
    def __call__(self, request):
        response = self.app(request)
        response.body = gzip.compress(response.body)
        return response

=== src/security/authentication.py
def authenticate(token):
    claims = decode_token(token)
    if claims["expires"] < now():
        raise InvalidToken("the token is no longer valid")
    return users.by_id(claims["subject"])

=== src/security/tokens.py
def decode_token(token):
    header, payload, signature = token.split(".")
    if not valid_signature(header, payload, signature):
        raise InvalidToken("the signature of the token is not valid")
    return json.loads(payload)

=== src/http/pages.py
def profile_page(request):
    user = authenticate(request.cookies["token"])
    return render("profile.html", user=user)

=== tests/test_authentication.py
def test_authenticate_fails_for_invalid_tokens():
    with raises(InvalidToken):
        authenticate("not valid")

=== docs/authentication.md
# Authentication

The auth middleware calls authenticate() for each request and fails for tokens that are not valid.
"""

ANSWERS = {
    "找出关于订单号 OrderID 生成相关的信息": "src/orders/OrderIdGenerator.java",
    "twoStageHybridSearch的具体实现是什么的": "src/search/HybridStore.java",
    "how does the auth middleware work?": "src/http/middleware/auth.py",
    "why does authenticate() fail for valid tokens?": "src/security/authentication.py",
    "generateOrderId": "src/orders/OrderIdGenerator.java",
    "OrdId generation": "src/orders/OrderIdGenerator.java",
    "where is an order cancelled in OrderService.java": "src/orders/OrderService.java",
    "tests of authenticate()": "tests/test_authentication.py",
    "the documentation of authentication": "docs/authentication.md",
    "/valid_\\w+\\(header/": "src/security/tokens.py",
    '"no longer valid"': "src/security/authentication.py",
    'Traceback (most recent call last):\n  File "/srv/app/src/http/pages.py", line 2, in profile_page\n'
    "    user = authenticate(request.cookies[\"token\"])\nKeyError: 'token'": "src/http/pages.py",
}


@pytest.fixture(scope="module", params=["bundled", "none"])
def workspace(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    folder: Path = write_files(tmp_path_factory.mktemp("shop"), PROJECT)
    opened = Workspace(folder, Settings(model=request.param), tmp_path_factory.mktemp("cache"))
    opened.index()
    yield opened
    opened.close()


@pytest.mark.parametrize("question", ANSWERS)
def test_the_file_that_answers_comes_first_with_and_without_vectors(
    workspace: Workspace, question: str
) -> None:
    found = [hit.path for hit in workspace.search(SearchRequest(question)).hits]
    assert found[0] == ANSWERS[question]


def test_a_question_in_chinese_finds_all_that_has_to_do_with_it(workspace: Workspace) -> None:
    found = [
        hit.path for hit in workspace.search(SearchRequest("找出关于订单号 OrderID 生成相关的信息")).hits
    ]
    assert set(found[:3]) == {
        f"src/orders/{name}.java" for name in ("OrderIdGenerator", "OrderService", "Order")
    }
