"""What makes a name reach another file in each language: the folders are in language_folders.py."""

import pytest

from .conftest import Texts
from .language_folders import FOLDERS


@pytest.fixture(scope="module")
def folders() -> dict[str, Texts]:
    return {language: Texts(description) for language, description in FOLDERS.items()}


@pytest.mark.parametrize(
    ("language", "path", "marked", "expected"),
    [
        ("go", "store/store.go", "put(key)", "store.Index.put"),
        ("go", "store/store.go", "Close()\n\tfor", "store.Base.Close"),
        ("go", "store/store.go", "Price()\n\t}", "store.Item.Price"),
        ("go", "store/store.go", "check(key)", "store.check"),
        ("go", "main.go", "New()", "store.New"),
        ("go", "main.go", 'Save("a")', "store.Store.Save"),
        ("go", "main.go", 'Save("b")', "store.Saver.Save"),
        ("go", "main.go", "Close()", "store.Base.Close"),
        ("typescript", "src/app.ts", "create()", "user.User.create"),
        ("typescript", "src/app.ts", "greet()", "user.User.greet"),
        ("typescript", "src/app.ts", "User();", "user.User"),
        ("typescript", "src/app.ts", "total();\n  options", "cart.ShoppingCart.total"),
        ("typescript", "src/app.ts", "onDone()", "user.Options.onDone"),
        ("java", "src/com/shop/sql/SqlRepository.java", "check(item);", "com.shop.sql.SqlRepository.check"),
        ("java", "src/com/shop/sql/SqlRepository.java", "help();", "com.shop.sql.Helper.help"),
        ("java", "src/com/shop/sql/SqlRepository.java", "Repository {", "com.shop.base.Repository"),
        ("cpp", "src/shape.cpp", "twice(1)", "geo.twice"),
        ("cpp", "src/main.cpp", "area()", "geo.Shape.area"),
        ("cpp", "src/main.cpp", "scale(2)", "geo.Shape.scale"),
        ("rust", "src/net/pool.rs", "check();", "net.pool.Pool.check"),
        ("rust", "src/net/pool.rs", "helper_fn();\n    }", "net.pool.helper_fn"),
        ("rust", "src/main.rs", "new();\n    pool.open", "net.pool.Pool.new"),
        ("rust", "src/main.rs", "open();", "net.pool.Pool.open"),
        ("rust", "src/main.rs", "helper_fn();\n    crate", "net.pool.helper_fn"),
        ("rust", "src/main.rs", "helper_fn();\n    Vec", "net.pool.helper_fn"),
        ("ruby", "lib/work/queue.rb", "validate(item)\n    end\n\n", "Work.Queue.validate"),
        ("ruby", "app.rb", "push(1)", "Work.Queue.push"),
        ("php", "src/Mail/Mailer.php", "open();\n        self", "App.Mail.Mailer.open"),
        ("php", "src/Mail/Mailer.php", "shared();\n    }\n\n    private", "App.Mail.Mailer.shared"),
        ("php", "src/Index.php", "send(", "App.Mail.Mailer.send"),
        ("php", "src/Index.php", "shared()", "App.Mail.Mailer.shared"),
        ("csharp", "Store/Repository.cs", "Check(item);", "Shop.Store.Repository.Check"),
        ("csharp", "App.cs", 'Save("a")', "Shop.Store.IRepository.Save"),
        ("csharp", "App.cs", 'Save("b")', "Shop.Store.Repository.Save"),
        ("kotlin", "app/App.kt", 'save("a")', "com.shop.base.Repository.save"),
        ("kotlin", "app/App.kt", 'topLevel("b")', "com.shop.base.topLevel"),
    ],
)
def test_a_name_means(
    folders: dict[str, Texts], language: str, path: str, marked: str, expected: str
) -> None:
    ((found, confidence),) = folders[language].means(path, marked)
    assert found == expected
    assert confidence > 0.7


@pytest.mark.parametrize(
    ("language", "path", "marked"),
    [
        ("go", "main.go", 'Split("a"'),
        ("typescript", "src/app.ts", "total();\n  [1]"),
        ("typescript", "src/app.ts", "map("),
        ("java", "src/com/shop/sql/SqlRepository.java", "of(item)"),
        ("rust", "src/main.rs", "new();\n}"),
    ],
)
def test_what_comes_from_outside_means_nothing_here(
    folders: dict[str, Texts], language: str, path: str, marked: str
) -> None:
    assert folders[language].means(path, marked) == []


def test_a_comment_is_no_evidence_of_a_type() -> None:
    folder = Texts("""
    === list.go
    package list

    type List struct{}

    func (l *List) drop() {}

    func (l *List) Remove() {
        // Nothing is left, l must be empty.
        l.drop()
    }
    """)
    ((name, _),) = folder.means("list.go", "drop()\n}")
    assert name == "list.List.drop"
